public import Foundation

/// A request without a body
public struct WebRequest: Hashable, Sendable {
  /// In upper case
  public var method: String
  /// With its query
  public var url: URL
  /// What goes with it
  public var headers: HTTPHeaders

  /// A request for an address as it is
  public init(method: String = "GET", url: URL, headers: HTTPHeaders = [:]) {
    self.method = method
    self.url = url
    self.headers = headers
  }

  /// An address below a base, with query items encoded so that every server reads them alike
  ///
  /// - Parameters:
  ///   - base: the address of the service
  ///   - path: encoded, with a slash before it; empty for the base itself
  ///   - items: name and value, sent in this order; an item without a value is left out
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

  /// The query items, decoded, in the order they stand in the address
  public var queryItems: [URLQueryItem] {
    URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
  }

  /// Percent-encoded but for RFC 3986's unreserved characters; a path segment or a query value
  public static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

/// Header fields in the order they came; names compare without regard to case
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One field
  public struct Field: Hashable, Sendable {
    /// In whatever case it came
    public let name: String
    /// Without white space around it
    public let value: String

    /// One field
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public private(set) var fields: [Field]

  /// Fields in the order they are to be sent
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field(name: $0.0, value: $0.1) })
  }

  /// The first value of that name; setting replaces all of them, nil removes them
  public subscript(name: String) -> String? {
    get { fields.first { $0.isNamed(name) }?.value }
    set {
      fields.removeAll { $0.isNamed(name) }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }
}

extension HTTPHeaders.Field {
  package func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
  }
}

/// How this program names itself to services
public enum UserAgent {
  /// Of the program and the library
  package static let version = "0.1.0"

  /// With a contact address for the people who run a service: Wikimedia requires one
  public static let text =
    "imgsearch/\(version) (https://github.com/imgsearch/imgsearch; imgsearch@users.noreply.github.com)"
}
