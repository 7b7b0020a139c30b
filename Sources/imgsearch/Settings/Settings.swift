import CommandSyntax
import Foundation
import PhotoSearch
import Terminal

/// What is set outside the command line: keys, API addresses and sources, from the environment
/// first, then from `keys.json` and `config.json` in the config folder
struct Settings {
  private let environment: [String: String]
  private let keysFile: [String: String]
  private let config: [String: String]

  /// - Parameter note: takes a line that says why the keys that are kept aren't used
  /// - Throws: a failure with code 65 for a file that can't be used.
  init(environment: [String: String], note: (String) -> Void) throws {
    self.environment = environment
    let folder = Folders(environment: environment).config
    config = try ConfigFile(in: folder).variables()
    keysFile = try KeysFile(in: folder).values(note: note)
  }

  /// The value of a key, nil when it is not set
  func key(_ requirement: KeyRequirement) -> String? { value(requirement.variable) }

  /// The variables of the keys that are set
  var keys: Set<String> {
    Set(ProviderCatalog.profiles.compactMap(\.key).filter { key($0) != nil }.map(\.variable))
  }

  /// All providers, with their keys, at their addresses
  var providers: [any PhotoProvider] {
    get throws {
      try checkKeys()
      var addresses: [String: URL] = [:]
      for profile in ProviderCatalog.profiles {
        addresses[profile.service] = try address(of: profile)
      }
      return ProviderCatalog.providers(
        key: key, address: { addresses[$0.service] }, sources: sources)
    }
  }

  /// All keys that are set, to be kept out of what is written, and where they go
  func keysInUse(for providers: [any PhotoProvider]) -> [KeyInUse] {
    providers.compactMap { provider in
      guard let needed = provider.profile.key, !needed.isAddress else { return nil }
      return key(needed).map { KeyInUse($0, home: provider.api.base) }
    }
  }

  /// Where a service's API is, if not at its default address: `FLICKR_API_URL` and its like
  ///
  /// - Throws: a usage failure for anything but https, or http to loopback.
  func address(of profile: ProviderProfile) throws -> URL? {
    try value(profile.addressVariable).map { try Self.address($0, of: profile) }
  }

  /// The sources that a service is to ask, if not those of its adapter: `SEARXNG_ENGINES`
  func sources(of profile: ProviderProfile) -> [String] {
    let text = profile.sourcesVariable.flatMap(value) ?? ""
    return text.parts(at: ",").map { $0.trimmed }
      .filter { !$0.isEmpty }
  }

  /// An address as it is set
  ///
  /// A service that somebody runs may be asked over http wherever it is.
  ///
  /// - Throws: a usage failure for anything but https, or http to loopback.
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

  /// - Throws: a failure with code 77 for a key that no header field can carry.
  private func checkKeys() throws {
    for needed in ProviderCatalog.profiles.compactMap(\.key) where !needed.isAddress {
      if let key = key(needed) { try Self.check(key, of: needed.variable) }
    }
  }

  /// - Throws: a failure with code 77 for a key that no header field can carry.
  static func check(_ key: String, of variable: String) throws {
    guard key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw CommandFailure(
        "\(variable) has blanks, line breaks or other letters in it that no key has; copy it again",
        code: .noPermission)
    }
  }

  private func value(_ variable: String) -> String? {
    [environment[variable], keysFile[variable], config[variable]].lazy.compactMap(\.self)
      .map { $0.trimmed }.first { !$0.isEmpty }
  }

  private struct NoAddress: Error {}
}

/// Where files of this program are, by the XDG Base Directory Specification
struct Folders {
  /// Keys and settings
  let config: URL
  /// Answers kept for a while; may be deleted at any time
  let cache: URL
  /// What is to stay
  let data: URL

  /// Favorites, history, the last listing of each terminal
  var database: URL { data.appending(path: "imgsearch.db") }

  /// What services last said of their quotas
  var quotas: URL { data.appending(path: "quotas.json") }

  /// This user's own folder
  static func home(_ environment: [String: String]) -> String {
    environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? URL.homeDirectory.path
  }

  init(environment: [String: String]) {
    let home = Self.home(environment)
    // A path that is not absolute is to be ignored, the specification says.
    func folder(_ variable: String, _ standard: String) -> URL {
      let set = environment[variable].flatMap { $0.begins(with: "/") ? $0 : nil }
      return URL(filePath: set ?? "\(home)/\(standard)").appending(path: "imgsearch")
    }
    config = folder("XDG_CONFIG_HOME", ".config")
    cache = folder("XDG_CACHE_HOME", ".cache")
    data = folder("XDG_DATA_HOME", ".local/share")
  }
}

extension Console {
  /// Where this user's files are
  var folders: Folders { Folders(environment: environment) }
}
