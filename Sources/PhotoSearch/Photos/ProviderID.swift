/// The name of a provider as it is typed and printed, e.g. `unsplash-list`
public struct ProviderID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public var description: String { rawValue }
}
