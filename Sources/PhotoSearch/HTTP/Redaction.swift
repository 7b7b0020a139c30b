package import Foundation

/// Takes secrets out of what comes in, and of what is kept or shown: replies, addresses, texts
///
/// All names of keys are kept here. Query parameters and header fields with such a name lose their
/// value; a secret whose value is known is taken out wherever it appears, in whatever form.
///
/// A reply passes it once, right where it enters (``LiveTransport``, ``ReplayTransport``): what
/// reads, keeps, records or shows it later has never seen a secret. It works on bytes, in a time
/// that grows with them.
package struct Redaction: Sendable {
  /// What stands where a secret stood
  package static let word = "REDACTED"

  /// Values shorter than this, in bytes, are too common in texts to be taken out by value; their
  /// names still do
  static let minBytes = 8

  private let values: [String]
  private let secrets: SecretSearch?
  /// The only places where each of the secrets goes; empty when that is not known
  private let origins: [Set<Origin>]
  /// Names of query parameters and header fields beside those that are known, in lower case
  private let names: Set<String>
  private let parameters: KeyParameterSearch

  /// - Parameters:
  ///   - secrets: the values known: keys and tokens in use; empty ones are passed over
  ///   - keys: where the services in use look for a key
  package init(secrets: [String] = [], keys: [KeyLocation] = []) {
    self.init(inUse: secrets.map { KeyInUse($0, home: nil) }, keys: keys)
  }

  /// - Parameters:
  ///   - inUse: the keys in use, each of which goes to its own service alone
  ///   - keys: where the services in use look for a key
  package init(inUse: [KeyInUse], keys: [KeyLocation]) {
    self.init(inUse: inUse, names: Set(keys.map { $0.name.lowercased() }), minBytes: Self.minBytes)
  }

  init(inUse: [KeyInUse], names: Set<String>, minBytes: Int) {
    var origins: [String: Set<Origin>] = [:]
    for key in inUse where key.value.utf8.count >= max(minBytes, 1) {
      origins[key.value, default: []].formUnion([key.home].compactMap { $0.map { Origin($0) } })
    }
    values = origins.keys.sorted()
    secrets = values.isEmpty ? nil : SecretSearch(values)
    self.origins = values.map { origins[$0] ?? [] }
    self.names = names
    parameters = KeyParameterSearch(Self.parameters.union(names))
  }

  private init(_ other: Redaction, names: Set<String>) {
    (values, secrets, origins) = (other.values, other.secrets, other.origins)
    self.names = names
    parameters = KeyParameterSearch(Self.parameters.union(names))
  }

  /// The same, which also knows where those services look for a key
  func adding(_ keys: [KeyLocation]) -> Redaction {
    Redaction(self, names: names.union(keys.map { $0.name.lowercased() }))
  }

  /// A reply without secrets in its head and its body
  package func reply(_ reply: WebReply) -> WebReply {
    var reply = reply
    reply.headers = headers(reply.headers)
    reply.body = data(reply.body)
    return reply
  }

  /// The same bytes without secrets, whatever they are
  ///
  /// Where a zero is among them they are a picture or the like, not a text with addresses in it:
  /// only known values go.
  package func data(_ data: Data) -> Data {
    data.withUnsafeBytes { redacted($0.bindMemory(to: UInt8.self)) }.map { Data($0) } ?? data
  }

  /// The same for bytes that are no data
  func bytes(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { redacted($0) } ?? bytes
  }

  /// An address without its secrets and without user and password
  package func url(_ url: URL) -> String {
    var address = url.absoluteString
    let credentials = /^[A-Za-z][A-Za-z0-9+.\-]*:\/\/([^\/?#]*)@/
    if let match = address.firstMatch(of: credentials) {
      address.replaceSubrange(match.1.startIndex..<match.1.endIndex, with: Self.word)
    }
    return redacted(address, isAddress: true)
  }

  /// The same fields, the values of those that carry secrets replaced, and names with one in them
  package func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
    // On the way the letters of names may have become small.
    let lowercased = values.map { $0.lowercased() }
    return HTTPHeaders(
      headers.fields.map { field in
        let name = field.name.lowercased()
        let isTold = finds(in: field.name) || lowercased.contains(where: name.holds)
        return HTTPHeaders.Field(
          name: isTold ? Self.word : field.name,
          value: Self.isSecret(header: name) || names.contains(name)
            ? Self.word : text(field.value))
      })
  }

  /// A text without secrets: known values in whatever form they are written, and the values of
  /// query parameters for keys
  package func text(_ text: String) -> String {
    redacted(text, isAddress: false)
  }

  /// Whether a query parameter of that name carries a key
  static func isKey(parameter name: String) -> Bool {
    parameters.contains(name.lowercased())
  }

  /// Whether a header field of that name carries a secret
  static func isSecret(header name: String) -> Bool {
    let name = name.lowercased()
    return headerNames.contains(name) || headerEndings.contains { name.ends(with: $0) }
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

  /// Whether a request would carry a key to where it doesn't belong
  func leads(_ request: WebRequest) -> Bool {
    guard let secrets else { return false }
    let here = Origin(request.url)
    let fields = request.headers.fields.map(\.value)
    let found = secrets.secrets(
      in: ([request.url.absoluteString] + fields).joined(separator: " \n "))
    return found.contains { !origins[$0].isEmpty && !origins[$0].contains(here) }
  }

  /// Whether a known value is in a text, in whatever form
  package func finds(in text: String) -> Bool {
    secrets?.secrets(in: text).isEmpty == false
  }

  /// Where an address leads, for messages; not its host where a secret is in that, which hosts
  /// have in lower case
  func place(of url: URL) -> String {
    let place = "\(Origin(url))"
    let lowercased = Redaction(
      inUse: values.map { KeyInUse($0.lowercased(), home: nil) }, names: [], minBytes: 1)
    return finds(in: place) || lowercased.finds(in: place) ? "the address" : place
  }

  private func redacted(_ text: String, isAddress: Bool) -> String {
    var text = text
    let redacted = text.withUTF8 { self.redacted($0, isAddress: isAddress, isText: true) }
    return redacted.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  private func redacted(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    redacted(bytes, isAddress: false, isText: bytes.firstPlace(of: 0) == nil)
  }

  /// Values before names: a name's value is looked for only up to where it seems to end
  ///
  /// - Returns: nil when there is nothing to take out.
  private func redacted(
    _ bytes: UnsafeBufferPointer<UInt8>, isAddress: Bool, isText: Bool
  ) -> [UInt8]? {
    guard let places = secrets?.places(in: bytes), !places.isEmpty else {
      guard isText else { return nil }
      let places = parameters.places(in: bytes, isAddress: isAddress)
      return places.isEmpty ? nil : places.redacted(bytes)
    }
    let output = places.redacted(bytes)
    guard isText else { return output }
    return output.withUnsafeBufferPointer { bytes in
      parameters.places(in: bytes, isAddress: isAddress).redacted(bytes)
    }
  }
}

/// A key in use, and where it goes
package struct KeyInUse: Hashable, Sendable {
  /// The key itself
  package var value: String
  /// An address of the only service that it goes to; nil when that is not known
  package var home: URL?

  /// A key of a service
  package init(_ value: String, home: URL?) {
    (self.value, self.home) = (value, home)
  }
}
