import Foundation
import PhotoSearch

/// What is set outside the command line: keys and API addresses, from the environment first, then
/// from `config.json` in the config folder
struct Settings {
  private let environment: [String: String]
  private let file: [String: String]

  /// - Parameter note: told when a config file is not used, and why
  /// - Throws: a failure with code 65 for a config file that is no JSON object of texts.
  init(environment: [String: String], note: (String) -> Void) throws {
    self.environment = environment
    file = try ConfigFile(in: Folders(environment: environment).config).values(note: note)
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
      return ProviderCatalog.providers(key: key) { addresses[$0.service] }
    }
  }

  /// The values of all keys that are set, to be kept out of what is written
  var secrets: [String] {
    ProviderCatalog.profiles.compactMap(\.key).compactMap(key)
  }

  /// Where a service's API is, if not at its default address: `FLICKR_API_URL` and its like
  ///
  /// - Throws: a usage failure for anything but https, or http to loopback.
  func address(of profile: ProviderProfile) throws -> URL? {
    let variable = "\(profile.service.uppercased())_API_URL"
    guard let text = value(variable) else { return nil }
    do {
      guard let url = URL(string: text), url.query == nil else { throw NoAddress() }
      try Origin.check(url)
      return url
    } catch {
      throw CommandFailure.usage(
        "\(variable) is no address that can be asked; "
          + "it takes https://HOST/PATH, or http to this machine")
    }
  }

  /// - Throws: a failure with code 77 for a key that no header field can carry.
  private func checkKeys() throws {
    for variable in keys.sorted() {
      let isSendable = value(variable)?.utf8.allSatisfy { (0x21...0x7e).contains($0) } ?? true
      guard isSendable else {
        throw CommandFailure(
          "\(variable) has blanks, line breaks or other letters in it that no key has; copy it again",
          code: .noPermission)
      }
    }
  }

  private func value(_ variable: String) -> String? {
    [environment[variable], file[variable]].lazy.compactMap(\.self)
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.first { !$0.isEmpty }
  }

  private struct NoAddress: Error {}
}
