/// Header fields in the order they came; names compare without regard to case
public struct HTTPHeaders: Hashable, Sendable, Codable, ExpressibleByDictionaryLiteral {
  /// One field
  package struct Field: Hashable, Sendable, Codable {
    /// In whatever case it came
    package let name: String
    /// Without white space around it
    package let value: String

    /// One field
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package private(set) var fields: [Field]

  /// Fields in the order they are to be sent
  package init(_ fields: [Field] = []) {
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

extension HTTPHeaders {
  /// Those that are kept with a reply: what pages, quotas and waits are read from, and nothing that
  /// a service may tell somebody by
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
    "x-ratelimit", "x-rate-limit", "ratelimit", "x-total", "x-page", "x-per-page", "x-next",
  ]
}
