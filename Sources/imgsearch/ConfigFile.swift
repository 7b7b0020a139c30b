import Foundation
import PhotoSearch
import PhotoStorage

/// `config.json`: defaults of options under their own names, and keys and API addresses under those
/// of the environment
struct ConfigFile {
  let path: String
  /// Bytes; what is larger isn't what somebody wrote
  private static let largest = 1_000_000

  init(in folder: URL) {
    path = folder.appending(path: "config.json").path
  }

  /// What the path leads to: it may be a link of its owner's
  private var file: URL { URL(filePath: path).resolvingSymlinksInPath() }

  /// Keys and API addresses; none when there is no file, and no keys when others can read it
  ///
  /// - Parameter note: told when keys are not used, and why
  /// - Throws: a failure with code 65 that names the member which can't be used.
  func variables(note: (String) -> Void) throws -> [String: String] {
    var variables: [String: String] = [:]
    for (name, value) in try members where Self.variables.contains(name) {
      variables[name] = try text(value, of: name)
    }
    let keys = variables.keys.filter(Self.secrets.contains)
    if !keys.isEmpty, try !isPrivate {
      note("imgsearch: the keys in \(path) aren't used: others can read it; run chmod 600 on it")
      for key in keys { variables[key] = nil }
    }
    return variables
  }

  /// The defaults of options, as they would be typed, by their names in the file
  ///
  /// - Throws: a failure with code 65 that names the member which can't be used.
  func defaults() throws -> [String: [String]] {
    var defaults: [String: [String]] = [:]
    for (name, value) in try members {
      guard let row = OptionTable.configurable.first(where: { $0.setting == name }) else {
        continue
      }
      defaults[name] = try texts(value, of: row)
    }
    return defaults
  }

  /// Whether searches are kept in the history; nil when nothing is said of it
  ///
  /// - Throws: a failure with code 65 for a file that can't be read.
  func history() throws -> String? {
    for (name, value) in try members where Self.historyNames.contains(name) {
      return value.bool.map { $0 ? "on" : "off" } ?? value.text
    }
    return nil
  }

  private static let historyNames = ["IMGSEARCH_HISTORY", "history"]
  private static let keys = Set(ProviderCatalog.profiles.compactMap(\.key).map(\.variable))
  /// The address of a service of one's own is none
  private static let secrets = keys.subtracting(ProviderCatalog.profiles.map(\.addressVariable))
  private static let variables = keys.union(
    ProviderCatalog.profiles.flatMap {
      [$0.addressVariable] + ($0.sourcesVariable.map { [$0] } ?? [])
    })

  /// The variables of the keys in it, whether or not they are used
  ///
  /// - Throws: a failure with code 65 for a file that can't be read.
  func storedKeys() throws -> Set<String> {
    Set(try members.map(\.name)).intersection(Self.keys)
  }

  /// All of its text, known to be an object of names that there are; nil when it isn't there
  ///
  /// - Throws: a failure with code 65 for a file that can't be used.
  func contents() throws -> Data? { try read()?.data }

  /// All that is in it, in its order; empty when it isn't there
  private var members: [(name: String, value: JSONValue)] {
    get throws { try read()?.members ?? [] }
  }

  /// Well-formed, but a list or a single value
  private struct NoObject: Error {}

  private func read() throws -> (data: Data, members: [(name: String, value: JSONValue)])? {
    guard FileManager.default.isReadableFile(atPath: path) else { return nil }
    let (data, members): (Data, [(name: String, value: JSONValue)])
    do {
      guard let found = try RegularFile.contents(file, limit: Self.largest) else { return nil }
      let root = try JSONDocument(found).root
      guard let all = root.members else { throw NoObject() }
      (data, members) = (found, all)
    } catch DownloadFault.cannotWrite(_, let reason) {
      throw failure("can't be read: \(reason)")
    } catch {
      let place = (error as? JSONProblem).map { " at \($0.path): \($0.problem)" } ?? ""
      throw failure("isn't a JSON object\(place); it takes one such as {\"count\": 20}")
    }
    for (name, _) in members { try check(name) }
    return (data, members)
  }

  private func check(_ name: String) throws {
    let settings = OptionTable.configurable.map(\.setting) + ["history"]
    guard !settings.contains(name), !Self.variables.contains(name),
      !Self.historyNames.contains(name)
    else { return }
    let nearest = Suggestion.nearest(to: name, among: settings + Self.variables.sorted())
    throw failure(
      "there is no setting \"\(name)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
        + "\nSee imgsearch help config")
  }

  /// The value of an option, of each kind of JSON that suits it
  private func texts(_ value: JSONValue, of row: OptionRow) throws -> [String] {
    let name = row.setting
    if !row.takesValue {
      guard let isOn = value.bool else { throw failure("\"\(name)\" takes true or false") }
      return isOn ? [""] : []
    }
    let text =
      try value.elements?.map { try self.text($0, of: name) }.joined(separator: ",")
      ?? self.text(value, of: name)
    let canonical = row.canonical(text)
    do {
      try row.check(canonical)
    } catch let problem as CommandFailure {
      throw failure("\"\(name)\": \(problem.message)")
    }
    return [canonical]
  }

  private func text(_ value: JSONValue, of name: String) throws -> String {
    guard let text = value.text else {
      throw failure("\"\(name)\" takes a text or a number")
    }
    return text
  }

  private func failure(_ words: String) -> CommandFailure {
    CommandFailure("\(path): \(words)", code: .data)
  }

  private var isPrivate: Bool {
    get throws {
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
      return permissions & 0o077 == 0
    }
  }
}

/// Whether searches are kept in the history: `IMGSEARCH_HISTORY`, else `history` in config.json
struct HistorySetting {
  let isOn: Bool

  /// A setting that can't be read keeps nothing, and so does one that says neither yes nor no
  init(environment: [String: String]) {
    var value = environment["IMGSEARCH_HISTORY"]
    if value == nil {
      do {
        value = try ConfigFile(in: Folders(environment: environment).config).history()
      } catch {
        value = "off"
      }
    }
    isOn = ["", "on", "yes", "true", "1"].contains(value?.lowercased() ?? "")
  }
}
