public import Foundation

/// A request without a body
public struct WebRequest: Hashable, Sendable {
  /// The request's method, in upper case
  public var method: String
  /// The address, with its query
  public var url: URL
  /// Header fields to send
  public var headers: HTTPHeaders

  /// A request for an address as it is
  public init(method: String = "GET", url: URL, headers: HTTPHeaders = [:]) {
    self.method = method
    self.url = url
    self.headers = headers
  }

  /// An address below a base. Query items are encoded so that every server reads them the same way
  ///
  /// - Parameters:
  ///   - base: the address of the service
  ///   - path: percent-encoded, with a leading slash; empty for the base itself
  ///   - items: names and values, sent in this order; an item without a value is left out
  ///   - headers: sent as they are
  public init(
    base: URL, path: String = "", items: [(String, String?)], headers: HTTPHeaders = [:]
  ) {
    var address = base.absoluteString
    if !path.isEmpty {
      while address.ends(with: "/") { address.removeLast() }
      address += path
    }
    let query = items.compactMap { name, value in
      value.map { "\(Self.encoded(name))=\(Self.encoded($0))" }
    }
    if !query.isEmpty { address += "?" + query.joined(separator: "&") }
    guard let url = URL(string: address) else {
      preconditionFailure("an API's base address and a percent-encoded query make an address")
    }
    self.init(url: url, headers: headers)
  }

  /// The query items, decoded, in the order of the address
  package var queryItems: [URLQueryItem] {
    URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
  }

  /// A path segment or query value, percent-encoded except for RFC 3986's unreserved characters
  package static func encoded(_ text: String) -> String {
    text.percentEncoding { !$0.isUnreserved }
  }
}
