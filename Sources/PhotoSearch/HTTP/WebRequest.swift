public import Foundation
import Platform

/// A request, mostly without a body
public struct WebRequest: Hashable, Sendable {
  /// The request's method, in upper case
  public var method: String
  /// The address, with its query
  public var url: URL
  /// Header fields to send
  public var headers: HTTPHeaders
  /// A form, encoded; nil for a request without a body
  package var form: String?

  /// A request that sends a form
  ///
  /// - Parameter items: names and values, sent in this order in the body, so that they aren't in an
  ///   address
  package init(form items: [(String, String)], to url: URL) {
    self.init(
      method: "POST", url: url, headers: ["Content-Type": "application/x-www-form-urlencoded"])
    form = items.map { "\($0.percentEncoded)=\($1.percentEncoded)" }.joined(separator: "&")
  }

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
      value.map { "\(name.percentEncoded)=\($0.percentEncoded)" }
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
}

/// This program's name in its requests
package enum UserAgent {
  /// The version of the program and the library; only the changelog repeats it
  package static let version = "0.2.0"

  /// The program's User-Agent, with a contact address, which Wikimedia requires
  package static let text =
    "imgsearch/\(version) (https://github.com/imgsearch/imgsearch; imgsearch@users.noreply.github.com)"

  /// The User-Agent of an application that uses this library: the application's name comes first
  ///
  /// Characters that a header field can't carry are left out.
  static func text(of application: String) -> String {
    let printable = application.utf8.filter { (0x20...0x7e).contains($0) }
    let name = String(decoding: printable, as: UTF8.self).trimmed
    return name.isEmpty ? text : "\(name) \(text)"
  }

  /// The name alone of an application written `MyApp/1.0 (me@example.org)`; this library's if empty
  static func name(of application: String) -> String {
    let name = application.prefix { !"/(".contains($0) }.trimmed
    return name.isEmpty ? "imgsearch" : name
  }
}

/// HTTP header fields in the order they came; names are compared without regard to case
public struct HTTPHeaders: Hashable, Sendable, Codable, ExpressibleByDictionaryLiteral {
  /// One field
  package struct Field: Hashable, Sendable, Codable {
    /// The name, in the case in which it came
    package let name: String
    /// The value, without white space at its ends
    package let value: String

    /// One field
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    package func isNamed(_ other: String) -> Bool {
      name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
    }
  }

  package private(set) var fields: [Field]

  /// - Parameter fields: in the order to be sent
  package init(_ fields: [Field] = []) { self.fields = fields }

  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field(name: $0.0, value: $0.1) })
  }

  /// The first value of a name; setting it replaces all values of the name, nil removes them
  public subscript(name: String) -> String? {
    get { fields.first { $0.isNamed(name) }?.value }
    set {
      fields.removeAll { $0.isNamed(name) }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// The fields to cache with a reply: those about pages, quotas and waits, and none by which a
  /// service may recognize the user
  package var keptWithReplies: HTTPHeaders {
    HTTPHeaders(
      fields.filter { field in
        let name = field.name.lowercased()
        return Self.kept.contains(name) || Self.keptBeginnings.contains { name.begins(with: $0) }
      })
  }

  private static let kept: Set<String> = [
    "content-type", "content-language", "date", "age", "link", "retry-after", "cf-cache-status",
    "mediawiki-api-error",
  ]
  private static let keptBeginnings = [
    "x-ratelimit", "x-rate-limit", "ratelimit", "x-total", "x-wp-total", "x-page", "x-per-page",
    "x-next",
  ]
}
