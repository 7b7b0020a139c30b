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

  /// All keys that are set, to be kept out of what is written
  var secrets: [String] {
    ProviderCatalog.profiles.compactMap(\.key).compactMap(key)
  }

  /// Where a service's API is, if not at its default address: `FLICKR_API_URL` and its like
  ///
  /// - Throws: a usage failure for anything but https, or http to loopback.
  func address(of profile: ProviderProfile) throws -> URL? {
    let variable = "\(profile.service.uppercased())_API_URL"
    guard let text = value(variable) else { return nil }
    guard let url = URL(string: text), let host = url.host, !host.isEmpty, url.query == nil,
      url.scheme == "https" || (url.scheme == "http" && Self.isLoopback(host))
    else {
      throw CommandFailure.usage(
        "\(variable) is no address that can be asked; "
          + "it takes https://HOST/PATH, or http to this machine")
    }
    return url
  }

  private func value(_ variable: String) -> String? {
    [environment[variable], file[variable]].lazy.compactMap(\.self)
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.first { !$0.isEmpty }
  }

  private static func isLoopback(_ host: String) -> Bool {
    let host = host.lowercased()
    return host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.")
  }
}
