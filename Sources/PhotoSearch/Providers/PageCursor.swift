/// Where a provider's next page is, in the provider's own words
///
/// A page number for most, `3/17` where the first page told how many there are; MediaWiki's
/// `continue` for Commons. Printable and without secrets.
public struct PageCursor: Hashable, Sendable, Codable, CustomStringConvertible {
  /// As the provider wrote it
  public let text: String

  /// A place that only its provider understands
  public init(_ text: String) {
    self.text = text
  }

  public var description: String { text }

  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
