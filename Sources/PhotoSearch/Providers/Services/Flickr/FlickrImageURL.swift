import Foundation
import Platform

/// Addresses of Flickr's pictures
///
/// `https://live.staticflickr.com/{server}/{id}_{secret}[_{size}].jpg` is in use. Older replies and
/// data have hosts such as `farm8.staticflickr.com`, those of before 2011
/// `farm8.static.flickr.com`.
enum FlickrImageURL {
  /// The address of a size that uses the photo's secret
  ///
  /// - Returns: nil for a size with a secret of its own (its address can only be read from a
  ///   reply), for server 0 (no picture yet), and for invalid parts.
  static func url(server: String, id: String, secret: String, size: FlickrSize) -> URL? {
    guard size.sharesSecret, isPicture(server: server, id: id, secret: secret) else { return nil }
    let suffix = size.suffix.isEmpty ? "" : "_" + size.suffix
    return URL(string: "https://live.staticflickr.com/\(server)/\(id)_\(secret)\(suffix).jpg")
  }

  /// The id of the photo at an address of any form, also with `http:`, and of any size; nil for
  /// anything else
  static func photoID(at url: URL) -> String? {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      ["http", "https"].contains(parts.scheme?.lowercased()), parts.port == nil,
      parts.user == nil, let host = parts.host?.lowercased(), isHost(host)
    else { return nil }
    let path = parts.path.parts(at: "/").map(String.init)
    guard path.count == 3, path[0].isEmpty else { return nil }
    let file = path[2].parts(at: ".")
    guard file.count == 2, ["jpg", "jpeg", "png", "gif"].contains(file[1].lowercased()) else {
      return nil
    }
    let name = file[0].parts(at: "_").map(String.init)
    guard name.count == 2 || name.count == 3 && !name[2].isEmpty,
      FlickrSize.all.contains(where: { $0.suffix == (name.count == 3 ? name[2] : "") }),
      isPicture(server: path[1], id: name[0], secret: name[1])
    else { return nil }
    return name[0]
  }

  private static func isPicture(server: String, id: String, secret: String) -> Bool {
    Flickr.isNumber(server) && server.utf8.contains { $0 != UInt8(ascii: "0") }
      && Flickr.isNumber(id) && (1...64).contains(secret.utf8.count)
      && secret.utf8.allSatisfy(\.isHexDigit)
  }

  private static func isHost(_ name: String) -> Bool {
    if name == "live.staticflickr.com" { return true }
    let domains = [".staticflickr.com", ".static.flickr.com"]
    guard name.begins(with: "farm"), let domain = domains.first(where: name.ends) else {
      return false
    }
    let number = String(name.dropFirst(4).dropLast(domain.count))
    return Flickr.isNumber(number) && Int(number) != nil
  }
}

// MARK: - Sizes

/// A size in which Flickr stores a picture
///
/// Source: flickr.com/services/api/misc.urls.html.
struct FlickrSize: Sendable {
  /// The size's mark in an image address; empty for the size that every photo has
  let suffix: String
  /// The size's name in flickr.photos.getSizes; nil if unknown
  let label: String?
  /// The rendition that this size serves as; nil if it isn't used
  let role: Rendition.Role?
  /// The members of a search row that describe this size; nil if no row has them
  let extra: (url: StaticString, width: StaticString, height: StaticString)?
  /// Whether its address has the photo's own secret, so that the address can be built
  ///
  /// The larger sizes have a secret each, and only exist if the owner permits them.
  let sharesSecret: Bool

  /// Whether the picture is cropped to a square
  var isCropped: Bool { suffix == "s" || suffix == "q" }

  private init(
    _ suffix: String, _ label: String?, _ role: Rendition.Role? = nil,
    _ extra: (StaticString, StaticString, StaticString)? = nil, sharesSecret: Bool = false
  ) {
    (self.suffix, self.label, self.role, self.extra) = (suffix, label, role, extra)
    self.sharesSecret = sharesSecret
  }

  /// All sizes, from the smallest role to the largest; for each role the best size first
  ///
  /// Thumbnails are the cropped squares that Flickr itself shows in a row; the other sizes keep the
  /// picture's shape.
  static let all: [FlickrSize] = [
    .init("q", "Large Square", .thumb, ("url_q", "width_q", "height_q"), sharesSecret: true),
    .init("t", "Thumbnail", .thumb, ("url_t", "width_t", "height_t"), sharesSecret: true),
    .init("s", "Square", .thumb, ("url_sq", "width_sq", "height_sq"), sharesSecret: true),
    .init("n", "Small 320", .small, ("url_n", "width_n", "height_n"), sharesSecret: true),
    .init("w", "Small 400", .small, ("url_w", "width_w", "height_w"), sharesSecret: true),
    .init("m", "Small", .small, ("url_s", "width_s", "height_s"), sharesSecret: true),
    .init("c", "Medium 800", .regular, ("url_c", "width_c", "height_c"), sharesSecret: true),
    .init("z", "Medium 640", .regular, ("url_z", "width_z", "height_z"), sharesSecret: true),
    .init("", "Medium", .regular, ("url_m", "width_m", "height_m"), sharesSecret: true),
    .init("4k", "X-Large 4K", .full, ("url_4k", "width_4k", "height_4k")),
    .init("3k", "X-Large 3K", .full, ("url_3k", "width_3k", "height_3k")),
    .init("k", "Large 2048", .full, ("url_k", "width_k", "height_k")),
    .init("h", "Large 1600", .full, ("url_h", "width_h", "height_h")),
    .init("b", "Large", .full, ("url_l", "width_l", "height_l"), sharesSecret: true),
    .init("o", "Original", .original, ("url_o", "width_o", "height_o")),
    .init("f", nil), .init("5k", "X-Large 5K"), .init("6k", "X-Large 6K"),
  ]
}

// MARK: - Renditions

/// The renditions of a Flickr photo: one for each role that has a size
struct FlickrRenditions {
  /// Sizes of the picture, from the smallest to the largest
  private(set) var renditions: [Rendition] = []
  /// The size of the original, or else of the largest rendition that isn't cropped
  private(set) var largest: PixelSize?

  /// Reads a row's `url_…` members; if there are none, builds addresses from its secret
  init(row: JSONValue) {
    self.init { size in
      guard let extra = size.extra, let address = Flickr.link(row[extra.url]) else { return nil }
      return (address, PixelSize(in: row, width: extra.width, height: extra.height))
    }
    if renditions.isEmpty { self = FlickrRenditions(builtFrom: row) }
  }

  /// Reads the sizes of flickr.photos.getSizes
  init(sizes: [JSONValue]) {
    var values: [String: JSONValue] = [:]
    for value in sizes where value["media"]?.string ?? "photo" == "photo" {
      if let label = value["label"]?.string { values[label] = value }
    }
    self.init { size in
      guard let value = size.label.flatMap({ values[$0] }) else { return nil }
      return Flickr.link(value["source"]).map { ($0, PixelSize(in: value)) }
    }
  }

  /// Builds the sizes that share the photo's secret; every photo has the one without a suffix
  private init(builtFrom row: JSONValue) {
    let (server, id) = (row["server"]?.text ?? "", row["id"]?.text ?? "")
    let secret = row["secret"]?.string ?? ""
    self.init { size in
      guard ["q", "n", "", "b"].contains(size.suffix) else { return nil }
      return FlickrImageURL.url(server: server, id: id, secret: secret, size: size).map { url in
        (WebAddress(url), size.suffix == "q" ? PixelSize(width: 150, height: 150) : nil)
      }
    }
  }

  /// - Parameter offer: gives a size's address and pixels, or nil if the photo lacks it. It is
  ///   asked for the sizes of each role until it gives one
  private init(_ offer: (FlickrSize) -> (address: WebAddress, size: PixelSize?)?) {
    for size in FlickrSize.all {
      guard let role = size.role, role != renditions.last?.role, let found = offer(size) else {
        continue
      }
      renditions.append(Rendition(role: role, address: found.address, size: found.size))
      if !size.isCropped { largest = found.size ?? largest }
    }
  }
}
