import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// Settings outside the command line: keys, API addresses and sources, from the environment, then
/// from `keys.json` and `config.json` in the config folder
struct Settings {
  /// Values by variable, of which the first that isn't empty counts
  private let layers: [[String: String]]

  /// - Parameter note: takes a line with the reason if stored keys aren't used
  /// - Throws: `SettingsFault` if a file is invalid.
  init(environment: [String: String], note: (String) -> Void) throws {
    let folder = Folders(environment: environment).config
    let config = try ConfigFile(in: folder).variables()
    layers = [environment, try KeysFile(in: folder).values(note: note), config]
  }

  /// The value of a key, nil when it is not set
  func key(_ requirement: KeyRequirement) -> String? { requirement.value(value) }

  /// The variables of the keys that are set
  var keys: Set<String> {
    Set(
      ProviderCatalog.profiles.compactMap(\.credentials).filter { key($0) != nil }.map(\.variable))
  }

  /// All providers with their keys and addresses
  var providers: [any PhotoProvider] {
    get throws {
      for needed in ProviderCatalog.profiles.compactMap(\.credentials) where !needed.isAddress {
        try check(needed)
      }
      var addresses: [String: URL] = [:]
      for profile in ProviderCatalog.profiles {
        addresses[profile.service] = try address(of: profile)
      }
      return ProviderCatalog.providers(
        key: key, address: { addresses[$0.service] }, sources: sources)
    }
  }

  /// All keys that are set, and where they may be sent, so that they can be removed from output
  func keysInUse(for providers: [any PhotoProvider]) -> [KeyInUse] {
    providers.flatMap { provider -> [KeyInUse] in
      guard let needed = provider.profile.credentials, !needed.isAddress else { return [] }
      return needed.variables.compactMap(value).map { KeyInUse($0, home: provider.api.base) }
    }
  }

  /// The address of a service's API if it isn't the default: `FLICKR_API_URL` and the like
  ///
  /// - Throws: a usage failure unless it is https, or http to this machine.
  func address(of profile: ProviderProfile) throws -> URL? {
    try value(profile.addressVariable).map { try Self.address($0, of: profile) }
  }

  /// The sources that a service should ask, if not its adapter's default: `SEARXNG_ENGINES`
  func sources(of profile: ProviderProfile) -> [String] {
    let text = profile.sourcesVariable.flatMap(value) ?? ""
    return text.components(at: ",").map { $0.trimmed }.filter { !$0.isEmpty }
  }

  /// Checks an address from the settings
  ///
  /// A service that users run themselves may be asked over http anywhere.
  ///
  /// - Throws: a usage failure unless it is https, or http to this machine.
  static func address(_ text: String, of profile: ProviderProfile) throws -> URL {
    let isOwn = profile.key?.isAddress == true
    let url = ifReadable { () -> URL? in
      guard let url = URL(string: text), url.query == nil, url.fragment == nil, url.user == nil,
        url.password == nil, (1...65_535).contains(url.port ?? 443)
      else { return nil }
      try Origin.check(url, plain: isOwn && url.scheme == "http" ? [Origin(url)] : [])
      return url
    }
    guard let url else {
      throw CommandFailure.usage(
        "\(profile.addressVariable) isn't an address that can be asked; it takes https://HOST/PATH, or "
          + (isOwn ? "http://HOST:PORT" : "http to this machine"))
    }
    return url
  }

  func check(_ requirement: KeyRequirement) throws(UnfitKey) {
    for variable in requirement.variables {
      if let key = value(variable) { try Self.check(key, of: variable) }
    }
  }

  static func check(_ key: String, of variable: String) throws(UnfitKey) {
    guard key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw UnfitKey(variable: variable)
    }
  }

  private func value(_ variable: String) -> String? {
    layers.lazy.compactMap { $0[variable]?.trimmed }.first { !$0.isEmpty }
  }
}

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
  /// - Throws: `SettingsFault` that names the invalid member.
  func variables() throws -> [String: String] {
    var variables: [String: String] = [:]
    for case (let name, .address, let value) in try members {
      variables[name] = try text(value, of: name)
    }
    return variables
  }

  /// The defaults of options, as a user would type them, by their names in the file
  ///
  /// - Throws: `SettingsFault` that names the invalid member.
  func defaults() throws -> [String: [String]] {
    var defaults: [String: [String]] = [:]
    for case (_, .option(let row), let value) in try members {
      let texts = try texts(value, of: row)
      defaults[row.option(taking: texts.first ?? "").setting] = texts
    }
    return defaults
  }

  /// The member `history`; nil if it is missing
  ///
  /// - Throws: `SettingsFault` if the file can't be read.
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
    get throws { try file.members().map { ($0.name, try setting($0.name), $0.value) } }
  }

  private func setting(_ name: String) throws -> Setting {
    if let row = OptionTable.configurable.first(where: { $0.setting == name }) {
      return .option(row)
    }
    if SettingName.addresses.contains(name) { return .address }
    if SettingName.history.contains(name) { return .history }
    if let service = SettingName.service(ofKey: name) {
      throw file.fault(
        "\"\(name)\" is a key, and keys belong in keys.json; remove it here, and run "
          + "imgsearch keys set \(service)")
    }
    let others = SettingName.history + SettingName.addresses.sorted()
    let nearest = Suggestion.nearest(
      to: name, among: OptionTable.configurable.map(\.setting) + others)
    throw file.fault(
      "there is no setting \"\(name)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
        + "\nSee imgsearch help config")
  }

  /// The texts for a JSON value, which is a text, a number, a list of them, or for a switch true or
  /// false
  private func texts(_ value: JSONValue, of row: OptionRow) throws -> [String] {
    let name = row.setting
    if !row.takesValue {
      guard let isOn = value.bool else { throw file.fault("\"\(name)\" takes true or false") }
      return isOn ? [""] : []
    }
    let text =
      try value.elements?.map { try self.text($0, of: name) }.joined(separator: ",")
      ?? self.text(value, of: name)
    let canonical = row.canonical(text, by: .imgsearch)
    do {
      try row.check(canonical)
    } catch let problem as CommandFailure {
      throw CommandFailure(code: .data) { "\(file.path): \"\(name)\": \(problem.words($0))" }
    }
    return [canonical]
  }

  private func text(_ value: JSONValue, of name: String) throws -> String {
    guard let text = value.text else { throw file.fault("\"\(name)\" takes a text or a number") }
    return text
  }
}

extension Console {
  /// The folders of this user
  var folders: Folders { Folders(environment: environment) }

  /// The desktop's programs
  var desktop: Desktop { Desktop(environment: environment) }

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
