/// The sizes in which Flickr keeps a picture
///
/// Source: flickr.com/services/api/misc.urls.html. The raw value is the suffix in an image address;
/// that of `medium` is empty.
public enum FlickrSize: String, CaseIterable, Sendable {
  case square75 = "s"
  case square150 = "q"
  case thumbnail = "t"
  case small240 = "m"
  case small320 = "n"
  case small400 = "w"
  case medium500 = ""
  case medium640 = "z"
  case medium800 = "c"
  case large1024 = "b"
  case large1600 = "h"
  case large2048 = "k"
  case extraLarge3K = "3k"
  case extraLarge4K = "4k"
  case extraLarge4KWide = "f"
  case extraLarge5K = "5k"
  case extraLarge6K = "6k"
  case original = "o"

  /// Whether the secret in its address is the photo's own, so that the address can be made from it
  ///
  /// The larger sizes have a secret each and are there only where the owner permits.
  public var sharesSecret: Bool {
    switch self {
    case .square75, .square150, .thumbnail, .small240, .small320, .small400, .medium500,
      .medium640, .medium800, .large1024:
      true
    default: false
    }
  }

  /// The label that flickr.photos.getSizes gives it
  init?(label: String) {
    let size: FlickrSize? =
      switch label {
      case "Square": .square75
      case "Large Square": .square150
      case "Thumbnail": .thumbnail
      case "Small": .small240
      case "Small 320": .small320
      case "Small 400": .small400
      case "Medium": .medium500
      case "Medium 640": .medium640
      case "Medium 800": .medium800
      case "Large": .large1024
      case "Large 1600": .large1600
      case "Large 2048": .large2048
      case "X-Large 3K": .extraLarge3K
      case "X-Large 4K": .extraLarge4K
      case "X-Large 5K": .extraLarge5K
      case "X-Large 6K": .extraLarge6K
      case "Original": .original
      default: nil
      }
    guard let size else { return nil }
    self = size
  }
}

extension FlickrSize {
  /// The sizes that serve a role, the best first
  ///
  /// Thumbnails are the cropped squares that Flickr itself shows in a row; everything else keeps
  /// its shape.
  static func serving(_ role: Rendition.Role) -> [FlickrSize] {
    switch role {
    case .thumb: thumbs
    case .small: smalls
    case .regular: regulars
    case .full: fulls
    case .original: originals
    }
  }

  private static let thumbs: [FlickrSize] = [.square150, .thumbnail, .square75]
  private static let smalls: [FlickrSize] = [.small320, .small400, .small240]
  private static let regulars: [FlickrSize] = [.medium800, .medium640, .medium500]
  private static let fulls: [FlickrSize] = [.large2048, .large1600, .large1024]
  private static let originals: [FlickrSize] = [.original]

  /// Whether the picture is cut to a square
  var isCropped: Bool { self == .square75 || self == .square150 }
}
