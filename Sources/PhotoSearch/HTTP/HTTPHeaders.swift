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
