import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// `config.json`: defaults of options by their names, and API addresses by their environment
/// variables; the program never writes it
struct ConfigFile {
  private let file: SettingsFile

  init(in folder: URL) {
    file = SettingsFile(folder.appending(path: "config.json"), example: #"{"count": 20}"#)
  }

  /// API addresses, SearXNG's address and its engines, by their environment variables; empty if
  /// there is no file
  ///
  /// - Throws: a failure with code 65 that names the invalid member.
  func variables() throws -> [String: String] {
    var variables: [String: String] = [:]
    for case (let name, .address, let value) in try members {
      variables[name] = try text(value, of: name)
    }
    return variables
  }

  /// The defaults of options, as a user would type them, by their names in the file
  ///
  /// - Throws: a failure with code 65 that names the invalid member.
  func defaults() throws -> [String: [String]] {
    var defaults: [String: [String]] = [:]
    for case (let name, .option(let row), let value) in try members {
      defaults[name] = try texts(value, of: row)
    }
    return defaults
  }

  /// The member `history`; nil if it is missing
  ///
  /// - Throws: a failure with code 65 if the file can't be read.
  func history() throws -> String? {
    for case (_, .history, let value) in try members {
      return value.bool.map { $0 ? "on" : "off" } ?? value.text
    }
    return nil
  }

  /// Why the file can't be used, see ``SettingsFile/fault(_:check:)``
  var fault: String? {
    let settings = OptionTable.configurable.map(\.setting)
    return file.fault("see imgsearch help config") { name in
      Suggestion.nearest(to: name, among: settings)
    } check: { name, value in
      switch try setting(name) {
      case .option(let row): _ = try texts(value, of: row)
      case .address: _ = try text(value, of: name)
      case .history: break
      }
    }
  }

  /// The kinds of members
  private enum Setting { case option(OptionRow), address, history }

  /// All members in order, with known names only; empty if there is no file
  private var members: [(name: String, setting: Setting, value: JSONValue)] {
    get throws { try file.members().map { ($0.name, try setting($0.name), $0.value) } }
  }

  private func setting(_ name: String) throws -> Setting {
    if let row = OptionTable.configurable.first(where: { $0.setting == name }) {
      return .option(row)
    }
    if SettingName.addresses.contains(name) { return .address }
    if SettingName.history.contains(name) { return .history }
    if let service = SettingName.service(ofKey: name) {
      throw file.failure(
        "\"\(name)\" is a key, and keys belong in keys.json; remove it here, and run "
          + "imgsearch keys set \(service)")
    }
    let others = SettingName.history + SettingName.addresses.sorted()
    let nearest = Suggestion.nearest(
      to: name, among: OptionTable.configurable.map(\.setting) + others)
    throw file.failure(
      "there is no setting \"\(name)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
        + "\nSee imgsearch help config")
  }

  /// The texts for a JSON value, which is a text, a number, a list of them, or for a switch true or
  /// false
  private func texts(_ value: JSONValue, of row: OptionRow) throws -> [String] {
    let name = row.setting
    if !row.takesValue {
      guard let isOn = value.bool else { throw file.failure("\"\(name)\" takes true or false") }
      return isOn ? [""] : []
    }
    let text =
      try value.elements?.map { try self.text($0, of: name) }.joined(separator: ",")
      ?? self.text(value, of: name)
    let canonical = row.canonical(text, by: .imgsearch)
    do {
      try row.check(canonical)
    } catch let problem as CommandFailure { throw file.failure("\"\(name)\": \(problem.message)") }
    return [canonical]
  }

  private func text(_ value: JSONValue, of name: String) throws -> String {
    guard let text = value.text else { throw file.failure("\"\(name)\" takes a text or a number") }
    return text
  }
}

/// Names of settings that aren't options
enum SettingName {
  /// Variables of keys, and of addresses in place of a key
  static let keys = Set(ProviderCatalog.profiles.compactMap(\.credentials).flatMap(\.variables))
  /// Variables of API addresses, which aren't secret, and of the sources behind a service
  static let addresses = Set(
    ProviderCatalog.profiles.flatMap {
      [$0.addressVariable] + ($0.sourcesVariable.map { [$0] } ?? [])
    })
  static let history = ["history", "IMGSEARCH_HISTORY"]

  /// The service whose key has this variable; nil for any other name
  static func service(ofKey name: String) -> String? {
    guard !addresses.contains(name) else { return nil }
    return ProviderCatalog.profiles
      .first { $0.credentials?.variables.contains(name) == true }?.service
  }
}

/// A file of the config folder with one JSON object
struct SettingsFile {
  /// Most bytes of the file
  private static let maxBytes = 1_000_000

  let path: String
  private let example: String

  /// - Parameter example: a valid content, shown if the file has anything else
  init(_ url: URL, example: String) {
    path = url.path
    self.example = example
  }

  /// The file that the path leads to, as the owner may have made it a link
  private var file: URL { URL(filePath: path).resolvingSymlinksInPath() }

  var isReadable: Bool { FileManager.default.isReadableFile(atPath: path) }

  /// The JSON is valid, but a list or a single value
  private struct NoObject: Error {}

  /// The object's members in order; empty if there is no file
  ///
  /// - Throws: a failure with code 65 if it isn't a JSON object.
  func members() throws -> [(name: String, value: JSONValue)] {
    guard isReadable else { return [] }
    var text = Data()
    do {
      text = try RegularFile.contents(file, limit: Self.maxBytes) ?? Data("{}".utf8)
      guard let members = try JSONDocument(text).root.members else { throw NoObject() }
      return members
    } catch FileFault.cannotRead(_, let reason, _) {
      throw failure("can't be read: \(reason); remove it, or put a file in its place")
    } catch {
      let place = (error as? JSONProblem).map { Self.place(of: $0, in: text) } ?? ""
      throw failure("isn't a JSON object\(place); it takes one such as \(example)")
    }
  }

  /// Why the file can't be used, with its line and what mends it; nil if it can be used
  ///
  /// Its own words are left out, as they may be a secret that was put in the wrong place.
  ///
  /// - Parameters:
  ///   - cure: what mends it
  ///   - meant: the setting that a member's name means, if it is no secret
  ///   - check: throws for a member that can't be used
  func fault(
    _ cure: String, meant: (String) -> String? = { _ in nil },
    check: (String, JSONValue) throws -> Void
  ) -> String? {
    do {
      for (name, value) in try members() {
        do { try check(name, value) } catch {
          let known = meant(name).map { ", which is about \"\($0)\"," } ?? ""
          return "\(path): line \(value.line)\(known) can't be used; \(cure)"
        }
      }
      return nil
    } catch { return "\(CommandFailure(of: error).message); \(cure)" }
  }

  /// The line of a problem: `, in line 3: no "`
  private static func place(of problem: JSONProblem, in text: Data) -> String {
    guard case .byte(let place) = problem.location else { return "" }
    let line = text.prefix(place).count { $0 == UInt8(ascii: "\n") } + 1
    let words = problem.problem == "no \"" ? "a name in quotes is missing" : problem.problem
    return ", in line \(line): \(words)"
  }

  /// Whether only the file's owner can read it; false if it isn't there
  var isPrivate: Bool { stat(at: path).map { $0.st_mode & 0o077 == 0 } ?? false }

  /// A failure whose words begin with the file's path
  func failure(_ words: String, code: ExitCode = .data) -> CommandFailure {
    CommandFailure("\(path): \(words)", code: code)
  }
}

extension Console {
  /// Whether to keep searches in the history: `IMGSEARCH_HISTORY`, else `history` in config.json;
  /// false if the setting can't be read, or has an invalid value
  var keepsHistory: Bool {
    do {
      let value =
        try environment["IMGSEARCH_HISTORY"] ?? ConfigFile(in: folders.config).history() ?? ""
      return ["", "on", "yes", "true", "1"].contains(value.lowercased())
    } catch { return false }
  }
}
