import Foundation

/// The renditions of a Flickr photo: one for each role, of the sizes that there are
struct FlickrRenditions {
  private var offered: [FlickrSize: (url: URL, size: PixelSize?)] = [:]

  /// What a row says with its `url_…` extras; without any, what can be made of its secret
  init(row: JSONValue) {
    for extra in Self.extras {
      guard let url = WebAddress.url(row[extra.url]?.string) else { continue }
      offered[extra.size] = (
        url, PixelSize(width: row[extra.width]?.integer, height: row[extra.height]?.integer)
      )
    }
    if offered.isEmpty { build(from: row) }
  }

  /// What flickr.photos.getSizes says
  init(sizes: [JSONValue]) {
    for size in sizes {
      guard let kind = size["label"]?.string.flatMap(FlickrSize.init(label:)),
        size["media"]?.string ?? "photo" == "photo",
        let url = WebAddress.url(size["source"]?.string)
      else { continue }
      offered[kind] = (
        url, PixelSize(width: size["width"]?.integer, height: size["height"]?.integer)
      )
    }
  }

  /// From the smallest to the largest
  var renditions: [Rendition] {
    Rendition.Role.allCases.compactMap { role in
      FlickrSize.serving(role).lazy.compactMap { offered[$0] }.first.map { found in
        Rendition(role: role, url: found.url, size: found.size)
      }
    }
  }

  /// Of the original, or of the largest there is that is not cut
  var largest: PixelSize? {
    let sizes = offered.filter { !$0.key.isCropped }.values.compactMap(\.size)
    return offered[.original]?.size
      ?? sizes.max { Double($0.width) * Double($0.height) < Double($1.width) * Double($1.height) }
  }

  /// Only sizes that share the photo's secret; `medium500` is there for every photo
  private mutating func build(from row: JSONValue) {
    guard let server = row["server"]?.text, let id = row["id"]?.text,
      let secret = row["secret"]?.string
    else { return }
    for size in [FlickrSize.square150, .small320, .medium500, .large1024] {
      let address = FlickrImageURL(server: server, id: id, secret: secret, size: size)
      guard let url = address?.url else { continue }
      offered[size] = (url, size == .square150 ? PixelSize(width: 150, height: 150) : nil)
    }
  }

  private struct Extra {
    let size: FlickrSize
    let url: StaticString
    let width: StaticString
    let height: StaticString
  }

  /// The extras that are asked for, in the names that the API has for them
  private static let extras = [
    Extra(size: .square75, url: "url_sq", width: "width_sq", height: "height_sq"),
    Extra(size: .square150, url: "url_q", width: "width_q", height: "height_q"),
    Extra(size: .thumbnail, url: "url_t", width: "width_t", height: "height_t"),
    Extra(size: .small240, url: "url_s", width: "width_s", height: "height_s"),
    Extra(size: .small320, url: "url_n", width: "width_n", height: "height_n"),
    Extra(size: .small400, url: "url_w", width: "width_w", height: "height_w"),
    Extra(size: .medium500, url: "url_m", width: "width_m", height: "height_m"),
    Extra(size: .medium640, url: "url_z", width: "width_z", height: "height_z"),
    Extra(size: .medium800, url: "url_c", width: "width_c", height: "height_c"),
    Extra(size: .large1024, url: "url_l", width: "width_l", height: "height_l"),
    Extra(size: .large1600, url: "url_h", width: "width_h", height: "height_h"),
    Extra(size: .large2048, url: "url_k", width: "width_k", height: "height_k"),
    Extra(size: .original, url: "url_o", width: "width_o", height: "height_o"),
  ]
}
