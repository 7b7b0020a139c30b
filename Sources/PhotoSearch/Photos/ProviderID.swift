/// The name of a provider as it is typed and printed, e.g. `unsplash-list`
public struct ProviderID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// Lower-case letters, digits and hyphens
  public let rawValue: String

  /// The provider of that name
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public var description: String { rawValue }
}
