import Platform

/// Joins ES modules into one plain script, because browsers load no module into a page opened from
/// a file
///
/// Each module becomes a constant named for its file, which holds the module's exports:
///
///     const $card = (() => {
///     const { byId, link } = $dom;    // import { byId, link } from "./dom.js";
///     const grid = $grid;             // import * as grid from "./grid.js";
///     const makeCard = (entry) => …   // export const makeCard = (entry) => …
///     return { makeCard };
///     })();
///
/// `.ci/check-page` checks that modules only import and export in these ways, and that no two
/// modules of a page have the same name.
struct ScriptModules {
  private let text: (_ path: String) -> String
  private var known: Set<String> = []
  private var script = "\"use strict\";\n"

  /// A script of a module and everything it imports; each module comes after those it imports
  ///
  /// - Parameters:
  ///   - path: the module that starts the page: `App/app.js`
  ///   - text: gives the module at a path
  static func joined(to path: String, text: @escaping (_ path: String) -> String) -> String {
    var modules = ScriptModules(text: text)
    modules.add(path)
    return modules.script
  }

  private init(text: @escaping (_ path: String) -> String) { self.text = text }

  private mutating func add(_ path: String) {
    guard known.insert(path).inserted else { return }
    var (body, exports, statement) = ("", [Substring](), "")
    for line in text(path).parts(at: "\n") {
      if !statement.isEmpty || line.begins(with: "import ") {
        statement += line
        guard line.ends(with: ";") else { continue }
        body += constant(for: statement, in: path) + "\n"
        statement = ""
      } else if line.begins(with: "export const ") {
        let constant = line.dropFirst("export ".count)
        exports.append(constant.parts(at: " ")[1])
        body += constant + "\n"
      } else {
        body += line + "\n"
      }
    }
    body += "return { \(exports.joined(separator: ", ")) };\n"
    script += "const \(Self.name(of: path)) = (() => {\n\(body)})();\n"
  }

  /// The constant that replaces an import, after the imported module was added to the script
  private mutating func constant(for statement: String, in path: String) -> String {
    let parts = statement.parts(at: "\"")
    let folder = parts[1].begins(with: "./") ? path.cut(at: "/").before + "/" : ""
    let imported = folder + parts[1].drop { ".".contains($0) }.dropFirst()
    add(imported)
    let names = parts[0].cut(at: "{").rest.cut(at: "}").before
    let constant = names.isEmpty ? parts[0].parts(at: " ")[3] : names + "}"
    return "const \(constant) = \(Self.name(of: imported));"
  }

  private static func name(of path: String) -> String {
    "$" + path.parts(at: "/")[1].cut(at: ".").before
  }
}
