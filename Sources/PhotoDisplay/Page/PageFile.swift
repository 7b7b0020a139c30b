import Foundation
import PageFiles
import PhotoSearch
import Platform

/// The parts of the page, put into one file or served by the app
package enum PageFile {
  /// The style of the one-file page
  static let style = styles(["File/file.css"])
  /// The script of the one-file page
  static let script = ScriptModules.joined(to: "File/page.js", text: text)
  /// The HTML before and after the photos of the one-file page, with placeholders such as
  /// `{{title}}`
  static let body: (start: String, end: String) = {
    let body = text("File/page.html") + text("Shared/detail.html")
    let mark = place(of: "photos", in: body[...])
    return (String(body[..<mark.lowerBound]), String(body[mark.upperBound...]))
  }()

  /// A text with HTML in place of its placeholders
  ///
  /// - Parameter values: in the order of the placeholders
  static func filled(_ text: String, with values: KeyValuePairs<String, String>) -> String {
    var (filled, rest) = ("", text[...])
    for (name, html) in values {
      let mark = place(of: name, in: rest)
      filled += rest[..<mark.lowerBound] + html
      rest = rest[mark.upperBound...]
    }
    return filled + rest
  }

  private static func place(of name: String, in text: Substring) -> Range<String.Index> {
    guard let mark = text.utf8.firstRange(of: "{{\(name)}}".utf8) else {
      preconditionFailure("the page has no place for \(name)")
    }
    return mark
  }

  /// The app's HTML, which loads its style as `page.css` and its script as `app.js`
  ///
  /// It has no inline style or script, so that it can be served with a policy that forbids them.
  package static let app = """
    <!doctype html>
    <html lang="en">
    <head>
    \(head(title: "imgsearch"))
    <link rel="stylesheet" href="page.css">
    <script src="app.js" defer></script>
    </head>
    <body>
    \(filled(text("App/app.html"), with: ["mark": mark]))\(text("Shared/detail.html"))</body>
    </html>

    """
  /// The app's style, served as `page.css`
  package static let appStyle = styles(
    ["App/app.css", "App/chips.css", "App/collections.css", "App/selection.css"])
  /// The app's script, served as `app.js`
  package static let appScript = ScriptModules.joined(to: "App/app.js", text: text)

  /// The `<head>` content of both pages
  ///
  /// - Parameter title: plain text
  static func head(title: String) -> String {
    """
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="generator" content="imgsearch">
    <title>\(HTMLText.escaped(title))</title>
    <link rel="icon" href="\(icon)">
    """
  }

  /// The policy of the one-file page: it may use its own style and scripts, known by their hashes,
  /// and pictures
  static let policy =
    "default-src 'none'; style-src '\(hash(style))'; script-src '\(hash(script))'; "
    + "img-src https: data:; base-uri 'none'; form-action 'none'"

  private static func hash(_ text: String) -> String {
    "sha256-" + SHA256.digest(text.utf8).base64EncodedString()
  }

  /// The program's mark, as SVG: three photos in two columns, and a lens
  private static let mark = text("Shared/mark.svg")

  /// The mark as the page's icon
  private static let icon =
    "data:image/svg+xml,"
    + mark.replacing(each: "\"", by: "'").replacing(each: "#", by: "%23")
    .replacing(each: "<", by: "%3C").replacing(each: ">", by: "%3E").replacing(each: "\n", by: "")

  /// The styles that both pages share, followed by a page's own; later layers override earlier ones
  private static func styles(_ own: [String]) -> String {
    let layers: KeyValuePairs = [
      "base": ["Shared/page.css"],
      "shared": ["Shared/grid.css", "Shared/places.css", "Shared/detail.css"],
      "app": own,
      "print": ["Shared/print.css"],
    ]
    return layers.map { name, paths in "@layer \(name) {\n\(paths.map(text).joined())}\n" }.joined()
  }

  /// - Parameter path: below PageFiles: `App/app.js`
  private static func text(_ path: String) -> String {
    guard let text = page_file(path) else { preconditionFailure("the page has no file \(path)") }
    return String(cString: text)
  }
}

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

  private mutating func add(_ path: String) {
    guard known.insert(path).inserted else { return }
    var (body, exports, statement) = ("", [Substring](), "")
    for line in text(path).components(at: "\n") {
      if !statement.isEmpty || line.begins(with: "import ") {
        statement += line
        guard line.ends(with: ";") else { continue }
        body += constant(for: statement, in: path) + "\n"
        statement = ""
      } else if line.begins(with: "export const ") {
        let constant = line.dropFirst("export ".count)
        exports.append(constant.components(at: " ")[1])
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
    let parts = statement.components(at: "\"")
    let folder = parts[1].begins(with: "./") ? path.cut(at: "/").before + "/" : ""
    let imported = folder + parts[1].drop { ".".contains($0) }.dropFirst()
    add(imported)
    let names = parts[0].cut(at: "{").rest.cut(at: "}").before
    let constant = names.isEmpty ? parts[0].components(at: " ")[3] : names + "}"
    return "const \(constant) = \(Self.name(of: imported));"
  }

  private static func name(of path: String) -> String {
    "$" + path.components(at: "/")[1].cut(at: ".").before
  }
}
