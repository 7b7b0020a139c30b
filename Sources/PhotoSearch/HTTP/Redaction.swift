public import Foundation

/// Takes secrets out of what is written down: addresses, header fields, bodies
///
/// The one place that knows what keys are called. A secret goes by its name wherever names are (a
/// query parameter, a header field), and by its value, if that is known, everywhere.
public struct Redaction: Sendable {
  /// What stands where a secret stood
  public static let word = "REDACTED"

  /// Values shorter than this, in bytes, are too common in texts to be taken out by value
  static let shortest = 4

  private let secrets: [SecretPattern]
  /// Names of query parameters and header fields beside those that are known, in lower case
  private var names: Set<String>

  /// - Parameters:
  ///   - secrets: the values known: keys and tokens in use; empty ones are passed over
  ///   - keys: where the services in use look for a key
  public init(secrets: [String] = [], keys: [KeyPlace] = []) {
    names = Set(keys.map { $0.name.lowercased() })
    self.secrets = Set(secrets)
      .filter { $0.utf8.count >= Self.shortest }
      .sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
      .map(SecretPattern.init)
  }

  /// The same, which also knows where those services look for a key
  func adding(_ keys: [KeyPlace]) -> Redaction {
    var redaction = self
    redaction.names.formUnion(keys.map { $0.name.lowercased() })
    return redaction
  }

  /// An address without its secrets and without user and password
  public func url(_ url: URL) -> String {
    var address = url.absoluteString
    let credentials = /^[A-Za-z][A-Za-z0-9+.\-]*:\/\/([^\/?#]*)@/
    if let match = address.firstMatch(of: credentials) {
      address.replaceSubrange(match.1.startIndex..<match.1.endIndex, with: Self.word)
    }
    return redacted(address, isAddress: true)
  }

  /// The same fields, the values of those that carry secrets replaced
  public func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(
      headers.fields.map { field in
        HTTPHeaders.Field(
          name: field.name,
          value: Self.isSecret(header: field.name) || names.contains(field.name.lowercased())
            ? Self.word : text(field.value))
      })
  }

  /// A text without secrets: known values in whatever form they are written (plain,
  /// percent-encoded, escaped as in JSON), and the values of query parameters for keys
  public func text(_ text: String) -> String {
    redacted(text, isAddress: false)
  }

  /// Whether a query parameter of that name carries a key
  static func isKey(parameter name: String) -> Bool {
    parameters.contains(name.lowercased())
  }

  /// Whether a header field of that name carries a secret
  static func isSecret(header name: String) -> Bool {
    let name = name.lowercased()
    return headerNames.contains(name) || headerEndings.contains { name.hasSuffix($0) }
  }

  /// Query parameters that carry keys, in lower case
  package static let parameters: Set<String> = [
    "client_id", "client_secret", "api_key", "apikey", "key", "access_key", "access_token",
    "refresh_token", "token", "auth_token", "oauth_token", "api_sig", "oauth_signature",
    "oauth_consumer_key", "oauth_verifier", "password",
  ]
  private static let headerNames: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "cookie2", "set-cookie", "set-cookie2",
  ]
  private static let headerEndings = ["api-key", "apikey", "-token", "-secret", "-access-key"]

  /// Values before names: a name's value is looked for only up to where it seems to end
  private func redacted(_ text: String, isAddress: Bool) -> String {
    var bytes = Array(text.utf8)
    var changed = false
    for secret in secrets where secret.redact(&bytes) { changed = true }
    if KeyParameters.redact(&bytes, isAddress: isAddress, names: names) { changed = true }
    return changed ? String(decoding: bytes, as: UTF8.self) : text
  }
}
