import Foundation

/// The renditions of a Flickr photo: one for each role, of the sizes that there are
struct FlickrRenditions {
  /// From the smallest to the largest
  let renditions: [Rendition]
  /// Of the original, or of the largest rendition that is not cut
  let largest: PixelSize?

  /// What a row says with its `url_…` extras; without any, what can be made of its secret
  init(row: JSONValue) {
    let offered = FlickrRenditions { size in
      guard let extra = Self.extra(size), let url = WebAddress.url(row[extra.url]?.string) else {
        return nil
      }
      return (
        url, PixelSize(width: row[extra.width]?.integer, height: row[extra.height]?.integer)
      )
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
      guard let value = values[size], let url = WebAddress.url(value["source"]?.string) else {
        return nil
      }
      return (
        url, PixelSize(width: value["width"]?.integer, height: value["height"]?.integer)
      )
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
    case .original: ("url_o", "width_o", "height_o")
    case .extraLarge3K, .extraLarge4K, .extraLarge4KWide, .extraLarge5K, .extraLarge6K: nil
    }
  }
}
