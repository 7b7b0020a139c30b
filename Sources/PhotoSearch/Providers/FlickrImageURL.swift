public import Foundation

/// The address of a Flickr picture: made from farm, server, id and secret, or taken apart into them
///
/// Two forms: `https://live.staticflickr.com/{server}/{id}_{secret}[_{size}].jpg`, which is in use,
/// and the legacy `https://farm{farm}.staticflickr.com/…`, which older replies and data carry.
public struct FlickrImageURL: Hashable, Sendable {
  /// Named by the legacy form only
  public let farm: Int?
  public let server: String
  /// The photo's id
  public let id: String
  /// Of this size: the photo's own, or for the larger sizes one of theirs
  public let secret: String
  public let size: FlickrSize
  /// The file's extension, e.g. `jpg`
  public let format: String

  /// The address of a size that shares the photo's secret
  ///
  /// - Returns: nil for a size that has a secret of its own (that address is only ever sent, see
  ///   ``init(_:)``), for server 0 (no picture there yet), and for parts that are none.
  public init?(
    farm: Int? = nil, server: String, id: String, secret: String, size: FlickrSize = .medium500
  ) {
    guard size.sharesSecret else { return nil }
    self.init(farm: farm, server: server, id: id, secret: secret, file: (size, "jpg"))
  }

  private init?(
    farm: Int?, server: String, id: String, secret: String, file: (FlickrSize, format: String)
  ) {
    guard Flickr.isNumber(server), server.utf8.contains(where: { $0 != UInt8(ascii: "0") }),
      Flickr.isNumber(id), Self.isSecret(secret), farm ?? 0 >= 0
    else { return nil }
    self.farm = farm == 0 ? nil : farm
    self.server = server
    self.id = id
    self.secret = secret
    size = file.0
    format = file.format
  }

  /// Reads an address of either form, also `http:` ones, those of before 2011
  /// (`farm1.static.flickr.com`), and of any size; nil for anything else
  public init?(_ url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      ["http", "https"].contains(parts.scheme?.lowercased()), parts.port == nil,
      parts.user == nil, let host = Self.Host(parts.host)
    else { return nil }
    let path = parts.path.parts(at: "/")
    guard path.count == 3, path[0].isEmpty else { return nil }
    let file = path[2].parts(at: ".")
    guard file.count == 2, ["jpg", "jpeg", "png", "gif"].contains(file[1].lowercased()) else {
      return nil
    }
    let name = file[0].parts(at: "_").map(String.init)
    guard name.count == 2 || name.count == 3 && !name[2].isEmpty,
      let size = FlickrSize(rawValue: name.count == 3 ? name[2] : "")
    else { return nil }
    self.init(
      farm: host.farm, server: String(path[1]), id: name[0], secret: name[1],
      file: (size, file[1].lowercased()))
  }

  /// In the form in use
  public var url: URL? { url(onHost: "live.staticflickr.com") }

  /// In the legacy form; nil when the farm is not known
  public var legacyURL: URL? {
    farm.flatMap { url(onHost: "farm\($0).staticflickr.com") }
  }

  private func url(onHost host: String) -> URL? {
    let suffix = size.rawValue.isEmpty ? "" : "_" + size.rawValue
    return URL(string: "https://\(host)/\(server)/\(id)_\(secret)\(suffix).\(format)")
  }
}

extension FlickrImageURL {
  /// The same picture in another size
  ///
  /// - Returns: nil unless both sizes share the photo's secret.
  public func resized(to other: FlickrSize) -> FlickrImageURL? {
    guard size.sharesSecret else { return nil }
    return FlickrImageURL(farm: farm, server: server, id: id, secret: secret, size: other)
  }

  private static func isSecret(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(\.isHexDigit)
  }

  private struct Host {
    /// nil for the form in use
    var farm: Int?

    init?(_ name: String?) {
      guard let name = name?.lowercased() else { return nil }
      if name == "live.staticflickr.com" { return }
      let domains = [".staticflickr.com", ".static.flickr.com"]
      guard name.begins(with: "farm"), let domain = domains.first(where: name.ends) else {
        return nil
      }
      let number = String(name.dropFirst(4).dropLast(domain.count))
      guard Flickr.isNumber(number), let farm = Int(number) else { return nil }
      self.farm = farm
    }
  }
}

// MARK: - Sizes

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
  private static let fulls: [FlickrSize] = [
    .extraLarge4K, .extraLarge3K, .large2048, .large1600, .large1024,
  ]
  private static let originals: [FlickrSize] = [.original]

  /// Whether the picture is cut to a square
  var isCropped: Bool { self == .square75 || self == .square150 }
}

// MARK: - Renditions

/// The renditions of a Flickr photo: one for each role, of the sizes that there are
struct FlickrRenditions {
  /// From the smallest to the largest
  let renditions: [Rendition]
  /// Of the original, or of the largest rendition that is not cut
  let largest: PixelSize?

  /// What a row says with its `url_…` extras; without any, what can be made of its secret
  init(row: JSONValue) {
    let offered = FlickrRenditions { size in
      guard let extra = Self.extra(size), let url = Flickr.address(row[extra.url]) else {
        return nil
      }
      return (url, PixelSize(in: row, width: extra.width, height: extra.height))
    }
    self = offered.renditions.isEmpty ? FlickrRenditions(builtFrom: row) : offered
  }

  /// What flickr.photos.getSizes says
  init(sizes: [JSONValue]) {
    var values: [FlickrSize: JSONValue] = [:]
    for value in sizes where value["media"]?.string ?? "photo" == "photo" {
      guard let size = value["label"]?.string.flatMap(FlickrSize.init(label:)) else { continue }
      values[size] = value
    }
    self.init { size in
      guard let value = values[size] else { return nil }
      return Flickr.address(value["source"]).map { ($0, PixelSize(in: value)) }
    }
  }

  /// Only sizes that share the photo's secret; `medium500` is there for every photo
  private init(builtFrom row: JSONValue) {
    guard let server = row["server"]?.text, let id = row["id"]?.text,
      let secret = row["secret"]?.string
    else {
      self.init { _ in nil }
      return
    }
    self.init { size in
      guard [.square150, .small320, .medium500, .large1024].contains(size) else { return nil }
      let address = FlickrImageURL(server: server, id: id, secret: secret, size: size)
      return address?.url.map { url in
        (url, size == .square150 ? PixelSize(width: 150, height: 150) : nil)
      }
    }
  }

  private init(_ offer: (FlickrSize) -> (url: URL, size: PixelSize?)?) {
    var renditions: [Rendition] = []
    var largest: PixelSize?
    for role in Rendition.Role.allCases {
      for size in FlickrSize.serving(role) {
        guard let found = offer(size) else { continue }
        renditions.append(Rendition(role: role, url: found.url, size: found.size))
        if !size.isCropped { largest = found.size ?? largest }
        break
      }
    }
    self.renditions = renditions
    self.largest = largest
  }

  private typealias Extra = (url: StaticString, width: StaticString, height: StaticString)

  /// The extras in the names that the API has for them; nil for a size that is not asked for
  private static func extra(_ size: FlickrSize) -> Extra? {
    switch size {
    case .square75: ("url_sq", "width_sq", "height_sq")
    case .square150: ("url_q", "width_q", "height_q")
    case .thumbnail: ("url_t", "width_t", "height_t")
    case .small240: ("url_s", "width_s", "height_s")
    case .small320: ("url_n", "width_n", "height_n")
    case .small400: ("url_w", "width_w", "height_w")
    case .medium500: ("url_m", "width_m", "height_m")
    case .medium640: ("url_z", "width_z", "height_z")
    case .medium800: ("url_c", "width_c", "height_c")
    case .large1024: ("url_l", "width_l", "height_l")
    case .large1600: ("url_h", "width_h", "height_h")
    case .large2048: ("url_k", "width_k", "height_k")
    case .extraLarge3K: ("url_3k", "width_3k", "height_3k")
    case .extraLarge4K: ("url_4k", "width_4k", "height_4k")
    case .original: ("url_o", "width_o", "height_o")
    case .extraLarge4KWide, .extraLarge5K, .extraLarge6K: nil
    }
  }
}
