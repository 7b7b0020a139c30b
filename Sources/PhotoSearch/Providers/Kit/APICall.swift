public import Foundation

/// One call of an API, without the base address and the parts that all its calls share
public struct APICall: Sendable {
  /// The path, percent-encoded, with a leading slash; empty for the API's address itself
  public var path: String
  /// Names and values, sent in this order; an item without a value isn't sent
  public var items: [(String, String?)]

  /// e.g. `APICall("/search", [("query", query.words)])`
  public init(_ path: String = "", _ items: [(String, String?)] = []) {
    self.path = path
    self.items = items
  }
}
/// A user's settings for a service: key, address and sources
public struct APIAccess: Sendable {
  /// The key; nil or empty if none is set
  public var key: String?
  /// The API's address; nil for the service's own
  public var base: URL?
  /// The sources behind a service to ask; empty for the adapter's default
  public var sources: [String]
  /// The application's name, see ``PhotoClient/init(application:providers:transport:)``; nil for
  /// this library's own program
  public var application: String?

  /// A key, an address, sources, and the application's name
  public init(
    key: String? = nil, base: URL? = nil, sources: [String] = [], application: String? = nil
  ) {
    self.key = key
    self.base = base
    self.sources = sources
    self.application = application
  }
}
extension JSONPhotoProvider {
  /// An address that is a constant of the program; a mistake in it stops the first run
  public static func address(_ constant: StaticString) -> URL { URL(constant: constant) }
}

extension URL {
  /// An address that is a constant of the program
  package init(constant text: StaticString) {
    guard let url = URL(string: "\(text)") else {
      preconditionFailure("\(text) is no address")
    }
    self = url
  }
}
