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
  private let places: [[String: String]]

  /// - Parameter note: takes a line with the reason if stored keys aren't used
  /// - Throws: a failure with code 65 if a file is invalid.
  init(environment: [String: String], note: (String) -> Void) throws {
    let folder = Folders(environment: environment).config
    let config = try ConfigFile(in: folder).variables()
    places = [environment, try KeysFile(in: folder).values(note: note), config]
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
    return text.parts(at: ",").map { $0.trimmed }.filter { !$0.isEmpty }
  }

  /// Checks an address from the settings
  ///
  /// A service that users run themselves may be asked over http anywhere.
  ///
  /// - Throws: a usage failure unless it is https, or http to this machine.
  static func address(_ text: String, of profile: ProviderProfile) throws -> URL {
    let isOwn = profile.key?.isAddress == true
    do {
      guard let url = URL(string: text), url.query == nil, url.fragment == nil, url.user == nil,
        url.password == nil, (1...65_535).contains(url.port ?? 443)
      else { throw NoAddress() }
      try Origin.check(url, plain: isOwn && url.scheme == "http" ? [Origin(url)] : [])
      return url
    } catch {
      throw CommandFailure.usage(
        "\(profile.addressVariable) isn't an address that can be asked; it takes https://HOST/PATH, or "
          + (isOwn ? "http://HOST:PORT" : "http to this machine"))
    }
  }

  /// - Throws: a failure with code 77 for a key that a header field can't carry.
  func check(_ requirement: KeyRequirement) throws {
    for variable in requirement.variables {
      if let key = value(variable) { try Self.check(key, of: variable) }
    }
  }

  /// - Throws: a failure with code 77 for a key that a header field can't carry.
  static func check(_ key: String, of variable: String) throws {
    guard key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw CommandFailure(
        "\(variable) has spaces, line breaks or other characters that no key has; copy it again",
        code: .noPermission)
    }
  }

  private func value(_ variable: String) -> String? {
    places.lazy.compactMap { $0[variable]?.trimmed }.first { !$0.isEmpty }
  }

  private struct NoAddress: Error {}
}

extension Console {
  /// The folders of this user
  var folders: Folders { Folders(environment: environment) }

  /// The desktop's programs
  var desktop: Desktop { Desktop(environment: environment) }
}

/// `keys.json`: the keys stored by `imgsearch keys`, and addresses in place of keys, by their
/// environment variables
///
/// No other program writes it. Only its owner may read it: while others can, its keys aren't used.
struct KeysFile {
  /// How long to wait for another program that is changing the file
  private static let patience = Duration.seconds(10)

  private let file: SettingsFile

  /// The file's path
  var path: String { file.path }

  init(in folder: URL) {
    file = SettingsFile(folder.appending(path: "keys.json"), example: #"{"FLICKR_API_KEY": "..."}"#)
  }

  /// The values by variable; empty if there is no file, or while others can read it
  ///
  /// - Parameter note: takes a line with the reason if it isn't used
  /// - Throws: a failure with code 65 if the file is invalid.
  func values(note: (String) -> Void) throws -> [String: String] {
    let values = try values()
    guard !values.isEmpty, !file.isPrivate else { return values }
    note("imgsearch: the keys in \(path) aren't used: others can read it; run chmod 600 on it")
    return [:]
  }

  /// The variables that have a value, whether it is used or not
  ///
  /// - Throws: a failure with code 65 if the file is invalid.
  var variables: Set<String> { get throws { Set(try values().keys) } }

  /// Stores or removes a key; other keys stay, also those that another program stores now
  ///
  /// Afterwards only the owner can read the file. If the path is a link, the link stays and its
  /// target is changed.
  ///
  /// - Parameters:
  ///   - key: nil to remove it
  ///   - variable: the key's environment variable
  /// - Returns: whether anything had to change
  /// - Throws: a failure with code 65 for an invalid file, which is left as it is, and with code 74
  ///   if it can't be written.
  func keep(_ key: String?, as variable: String) throws -> Bool {
    if key == nil, try values()[variable] == nil { return false }
    do {
      let folder = URL(filePath: path).deletingLastPathComponent()
      try RegularFile.makeFolder(folder)
      return try FolderLock.holding(folder, patience: Self.patience) { isAlone in
        guard isAlone else {
          throw file.failure("another imgsearch is changing it; try again", code: .cannotWrite)
        }
        return try replace(key, as: variable)
      }
    } catch let fault as FileFault {
      throw CommandFailure("\(ErrorText.line(fault)); nothing was changed", code: .cannotWrite)
    }
  }

  private func replace(_ key: String?, as variable: String) throws -> Bool {
    let target = try RegularFile.target(of: URL(filePath: path))
    guard file.isReadable || !RegularFile.exists(target) else {
      throw file.failure(
        "it can't be read, so it isn't changed; check its permissions", code: .cannotWrite)
    }
    var values = try values()
    if key == nil, values[variable] == nil { return false }
    values[variable] = key
    FileReplacement.removeAbandoned(in: target.deletingLastPathComponent())
    try RegularFile.replace(target, with: Self.text(values), permissions: 0o600)
    return true
  }

  /// Why the file can't be used, see ``SettingsFile/fault(_:check:)``
  var fault: String? {
    file.fault("remove it, then: imgsearch keys set NAME") { _ = try text($1, of: $0) }
  }

  private func values() throws -> [String: String] {
    var values: [String: String] = [:]
    for (name, value) in try file.members() { values[name] = try text(value, of: name) }
    return values
  }

  private func text(_ value: JSONValue, of name: String) throws -> String {
    guard SettingName.keys.contains(name), let text = value.string else {
      throw file.failure(
        SettingName.keys.contains(name)
          ? "\"\(name)\" takes a text; imgsearch keys set puts it there"
          : "it may hold only keys; this belongs in config.json: \"\(name)\"")
    }
    return text
  }

  private static func text(_ values: [String: String]) -> Data {
    let members = values.sorted { $0.key < $1.key }.map { name, value in
      var json = JSONWriter(capacity: value.utf8.count + 64)
      json.string(value)
      return "  \"\(name)\": \(json.text)"
    }
    return Data((values.isEmpty ? "{}\n" : "{\n\(members.joined(separator: ",\n"))\n}\n").utf8)
  }
}
