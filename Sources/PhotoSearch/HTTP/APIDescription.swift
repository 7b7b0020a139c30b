public import Foundation

/// Where an API is, and which parts of a request decide what comes back
///
/// Recordings are written under the default address and compared by the parts that matter, so that
/// they answer wherever the service was when they were made.
public struct APIDescription: Sendable {
  /// Where the service is for everybody
  public let defaultBase: URL
  /// Where requests go: `defaultBase`, or a proxy or self-hosted service in its place
  public var base: URL
  /// Parameters that do not change which photos come: keys, page size, format, extras
  public let immaterial: Set<String>
  /// Values that this program sends by default: such a parameter counts as absent
  public let defaults: [String: String]
  /// Parameters that are there only past the first page, and their value on the first if they have
  /// one there
  public let paging: [String: String?]

  public init(
    defaultBase: URL, base: URL? = nil, immaterial: Set<String>, defaults: [String: String],
    paging: [String: String?]
  ) {
    self.defaultBase = defaultBase
    self.base = base ?? defaultBase
    self.immaterial = immaterial
    self.defaults = defaults
    self.paging = paging
  }
}
