import Platform

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
  }

  package private(set) var fields: [Field]

  /// - Parameter fields: in the order to be sent
  package init(_ fields: [Field] = []) {
    self.fields = fields
  }

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
}

extension HTTPHeaders.Field {
  package func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
  }
}

extension HTTPHeaders {
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
