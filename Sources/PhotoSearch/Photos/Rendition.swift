public import Foundation

/// Width and height in pixels, both above 0
public struct PixelSize: Hashable, Sendable {
  /// Width of the picture as it is displayed, after rotation
  public let width: Int
  /// Height of the picture as it is displayed, after rotation
  public let height: Int

  /// Most pixels on a side; no picture has more, and larger numbers could overflow when multiplied
  private static let largest = 10_000_000

  /// A size; nil unless both sides are known, above 0 and not absurdly large
  public init?(width: Int?, height: Int?) {
    guard let width, let height, (1...Self.largest).contains(width),
      (1...Self.largest).contains(height)
    else { return nil }
    self.width = width
    self.height = height
  }
}

/// One size of a photo's picture
public struct Rendition: Hashable, Sendable {
  /// The intended use of a rendition, from the smallest to the largest
  public enum Role: String, CaseIterable, Comparable, Sendable {
    /// About 200 pixels, for a row of a list
    case thumb
    /// About 400 pixels, for a cell of a grid
    case small
    /// About 1,000 to 2,000 pixels, for a page
    case regular
    /// Large enough for a whole screen
    case full
    /// The uploaded picture, or the largest one available
    case original

    /// Compares sizes, from `thumb` to `original`
    public static func < (left: Role, right: Role) -> Bool { left.usualSide < right.usualSide }

    /// Pixels of the longer side of most renditions for this use, from the smallest on
    fileprivate var usualSide: Int {
      switch self {
      case .thumb: 200
      case .small: 400
      case .regular: 1_000
      case .full: 2_000
      case .original: .max
      }
    }
  }

  /// The intended use of the rendition, e.g. for a grid
  public var role: Role
  /// Address of the picture file, as the provider sent it
  public var url: URL {
    get { address.url }
    set { address = WebAddress(newValue) }
  }
  /// ``url`` as text
  package var address: WebAddress
  /// Size in pixels; nil if the provider doesn't tell it
  public var size: PixelSize?
  /// Whether the address works for ever; otherwise it works for the time in
  /// ``DisplayTerms/addressLifetime``
  public package(set) var isPermanent: Bool

  /// Pixels of the longer side; estimated from the role if the size is unknown
  var longerSide: Int { size.map { max($0.width, $0.height) } ?? role.usualSide }

  /// One size of a picture
  ///
  /// - Parameters:
  ///   - role: what it is good for
  ///   - url: of the picture itself
  ///   - size: nil when the provider doesn't say
  ///   - isPermanent: whether it can always be found there
  public init(role: Role, url: URL, size: PixelSize? = nil, isPermanent: Bool = true) {
    self.init(role: role, address: WebAddress(url), size: size, isPermanent: isPermanent)
  }

  /// One size of a picture, its address given as text
  package init(role: Role, address: WebAddress, size: PixelSize?, isPermanent: Bool = true) {
    self.role = role
    self.address = address
    self.size = size
    self.isPermanent = isPermanent
  }

  /// One size of a picture, its address given as text; nil if the address is nil
  package init?(
    _ role: Role, _ address: WebAddress?, _ size: PixelSize? = nil, isPermanent: Bool = true
  ) {
    guard let address else { return nil }
    self.init(role: role, address: address, size: size, isPermanent: isPermanent)
  }
}
