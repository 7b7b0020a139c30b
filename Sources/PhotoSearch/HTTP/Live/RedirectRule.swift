import Foundation
import Platform

/// Which redirects are followed, and which headers and parameters go along
///
/// From https to https, and within this machine. Headers and parameters that may identify the user,
/// such as keys, are only sent to the host they are meant for.
package struct RedirectRule: Sendable {
  /// How many redirects in a row are followed
  private static let limit = 5
  /// Lower-case names of query parameters
  let keyParameters: Set<String>

  /// The request that a reply redirects to
  ///
  /// - Parameter followed: how many redirects led to this reply
  /// - Returns: nil if the reply isn't a redirect
  /// - Throws: ``TransportError/forbidden(address:reason:)`` if the new address isn't allowed.
  package func next(
    after response: WebReply, to request: WebRequest, followed: Int
  ) throws(TransportError) -> WebRequest? {
    guard Self.statuses.contains(response.status), Self.methods.contains(request.method),
      let location = response.headers["Location"],
      let url = URL(string: location, relativeTo: request.url)?.absoluteURL
    else { return nil }
    let (from, to) = (Origin(request.url), Origin(url))
    guard followed < Self.limit else {
      throw .forbidden(
        address: "\(to)", reason: "\(Self.limit) redirects led there, and no further")
    }
    try Origin.check(url)
    guard url.user == nil, url.password == nil else {
      throw .forbidden(address: "\(to)", reason: "there is a name or password in the address")
    }
    guard from.scheme == "https" && to.scheme == "https" || from.isLoopback && to.isLoopback else {
      throw .forbidden(address: "\(to)", reason: "\(from) may not lead there")
    }
    var next = request
    next.url = url
    if from != to { try withoutKeys(&next, from: request) }
    return next
  }

  /// Removes headers and parameters that were meant for the previous host
  private func withoutKeys(
    _ next: inout WebRequest, from request: WebRequest
  ) throws(TransportError) {
    next.headers = HTTPHeaders(
      next.headers.fields.filter { Self.harmlessHeaders.contains($0.name.lowercased()) })
    guard var parts = URLComponents(url: next.url, resolvingAgainstBaseURL: false) else {
      throw .forbidden(address: "\(Origin(next.url))", reason: "the address can't be read")
    }
    let kept = parts.percentEncodedQueryItems?.filter { !isKey($0.name) }
    if kept?.count != parts.percentEncodedQueryItems?.count {
      parts.percentEncodedQueryItems = kept?.isEmpty == false ? kept : nil
    }
    let secrets = secrets(of: request)
    guard let url = parts.url, SecretSearch(secrets).secrets(in: url.absoluteString).isEmpty else {
      throw .forbidden(
        address: Redaction.origin(of: next.url, hiding: secrets),
        reason: "the key would go to another host")
    }
    next.url = url
  }

  private func isKey(_ name: String) -> Bool {
    keyParameters.contains((name.percentDecoded ?? name).lowercased())
  }

  private func secrets(of request: WebRequest) -> [String] {
    let parameters = request.queryItems.filter { isKey($0.name) }.compactMap(\.value)
    // The key is the last word of whatever header field a service uses for it.
    let fields = request.headers.fields
      .filter { !Self.harmlessHeaders.contains($0.name.lowercased()) }
      .compactMap { $0.value.components(at: " ", keepsEmpty: false).last.map(String.init) }
      .filter { $0.utf8.count >= Self.minKeyBytes }
    return (parameters + fields).filter { !$0.isEmpty }
  }

  /// Shorter words of a field (a version, a number) also occur in addresses by chance
  private static let minKeyBytes = 6
  private static let statuses: Set<Int> = [301, 302, 303, 307, 308]
  private static let methods: Set<String> = ["GET", "HEAD"]
  private static let harmlessHeaders: Set<String> = [
    "accept", "accept-encoding", "accept-language", "user-agent", "range", "if-range",
  ]
}
