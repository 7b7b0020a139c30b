public import Foundation

/// One call of an API, below its address, without what all of its calls have
public struct APICall: Sendable {
  /// Encoded, with a slash before it; empty for the API's address itself
  public var path: String
  /// Name and value, sent in this order; an item without a value isn't sent
  public var items: [(String, String?)]

  /// e.g. `APICall("/search", [("query", query.words)])`
  public init(_ path: String = "", _ items: [(String, String?)] = []) {
    self.path = path
    self.items = items
  }
}

/// What a user sets of a service: a key, another address, and whom it is to ask
public struct APIAccess: Sendable {
  /// nil or empty when none is set
  public var key: String?
  /// nil for the service's own address
  public var base: URL?
  /// Which of the sources behind a service are asked; empty for those that its adapter names
  public var sources: [String]
  /// Who asks, see ``PhotoClient/init(application:providers:transport:)``; nil for this library's own
  /// program
  public var application: String?

  /// A key, an address, sources, and who asks
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
  /// An address written in the source, e.g. of an API; a mistake in it stops the first run
  public static func address(_ constant: StaticString) -> URL { URL(constant: constant) }
}

extension URL {
  /// An address written in the source; a mistake in it stops the first run
  package init(constant text: StaticString) {
    guard let url = URL(string: "\(text)") else {
      preconditionFailure("\(text) is no address")
    }
    self = url
  }
}
