public import Foundation

/// One size of a photo's picture
public struct Rendition: Hashable, Sendable {
  /// What a rendition is good for, from the smallest to the largest
  public enum Role: String, CaseIterable, Comparable, Sendable {
    case thumb, small, regular, full, original

    /// By size, from `thumb` to `original`
    public static func < (left: Role, right: Role) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .thumb: 0
      case .small: 1
      case .regular: 2
      case .full: 3
      case .original: 4
      }
    }
  }

  /// What it is good for
  public var role: Role
  /// Of the picture itself, as the provider sent it
  public var url: URL
  /// nil when the provider does not say
  public var size: PixelSize?

  /// One size of a picture
  public init(role: Role, url: URL, size: PixelSize?) {
    self.role = role
    self.url = url
    self.size = size
  }

  /// The same for an address that may be missing; nil when it is
  public init?(_ role: Role, _ url: URL?, _ size: PixelSize? = nil) {
    guard let url else { return nil }
    self.init(role: role, url: url, size: size)
  }
}
