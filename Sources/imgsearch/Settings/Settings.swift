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
    do {
      let config = try ConfigFile(in: folder).variables()
      places = [environment, try KeysFile(in: folder).values(note: note), config]
    } catch { throw CommandFailure(of: error) }
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
