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

  /// Why the file can't be used, see `SettingsFile.trouble`
  var trouble: String? {
    let settings = OptionTable.configurable.map(\.setting)
    return file.trouble("see imgsearch help config") { name in
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
    get throws {
      do {
        return try file.members().map { ($0.name, try setting($0.name), $0.value) }
      } catch { throw CommandFailure(of: error) }
    }
  }

  private func setting(_ name: String) throws -> Setting {
    if let row = OptionTable.configurable.first(where: { $0.setting == name }) {
      return .option(row)
    }
    if SettingName.addresses.contains(name) { return .address }
    if SettingName.history.contains(name) { return .history }
    if let service = SettingName.service(ofKey: name) {
      throw failure(
        "\"\(name)\" is a key, and keys belong in keys.json; remove it here, and run "
          + "imgsearch keys set \(service)")
    }
    let others = SettingName.history + SettingName.addresses.sorted()
    let nearest = Suggestion.nearest(
      to: name, among: OptionTable.configurable.map(\.setting) + others)
    throw failure(
      "there is no setting \"\(name)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
        + "\nSee imgsearch help config")
  }

  /// The texts for a JSON value, which is a text, a number, a list of them, or for a switch true or
  /// false
  private func texts(_ value: JSONValue, of row: OptionRow) throws -> [String] {
    let name = row.setting
    if !row.takesValue {
      guard let isOn = value.bool else { throw failure("\"\(name)\" takes true or false") }
      return isOn ? [""] : []
    }
    let text =
      try value.elements?.map { try self.text($0, of: name) }.joined(separator: ",")
      ?? self.text(value, of: name)
    let canonical = row.canonical(text, by: .imgsearch)
    do {
      try row.check(canonical)
    } catch let problem as CommandFailure { throw failure("\"\(name)\": \(problem.message)") }
    return [canonical]
  }

  private func failure(_ words: String) -> CommandFailure { CommandFailure(of: file.fault(words)) }

  private func text(_ value: JSONValue, of name: String) throws -> String {
    guard let text = value.text else { throw failure("\"\(name)\" takes a text or a number") }
    return text
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
