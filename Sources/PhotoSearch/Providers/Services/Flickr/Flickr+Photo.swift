import Foundation
import Platform

// MARK: - Rows

extension Flickr {
  /// The JSON of a reply, which may be the argument of a call: `jsonFlickrApi(…)`
  func root(of response: WebReply) throws(JSONProblem) -> JSONValue {
    try JSONValue(parsing: FlickrFailure.argument(in: response.body))
  }

  func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
    let photos = try reply.root.object("photos")
    let rows = try photos.array("photo")
    if let answered = photos["page"]?.integer, answered != reply.number, reply.number > 1 {
      return PageRows([], next: .end(.repeats))
    }
    return PageRows(rows, total: photos["total"]?.count, next: .number(of: photos["pages"]?.count))
  }

  func exclusionReason(for row: JSONValue) -> ExclusionReason? {
    if row["media"]?.string == "video" { return .video }
    return row["server"]?.text == "0" ? .withoutImage : nil
  }

  func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
    guard let owner = row["owner"]?.string else { throw row.problem("no owner") }
    var photo = try photo(in: row, owner: owner, name: row["ownername"]?.plainText)
    photo.title = row["title"]?.plainText
    photo.description = row["description"]?["_content"]?.plainText
    photo.published = Self.date(row["dateupload"])
    photo.taken = Self.taken(
      row["datetaken"], granularity: row["datetakengranularity"],
      isUnknown: row["datetakenunknown"])
    let tags = row["tags"]?.string?.components(at: " ", keepsEmpty: false) ?? []
    photo.tags = tags.compactMap { PlainText.folded(String($0)) }
    return photo
  }

  /// The parts of a photo that a search row and the single photo's reply have in common
  func photo(in value: JSONValue, owner: String, name: String?) throws(JSONProblem) -> Photo {
    guard let id = value["id"]?.text, Self.isNumber(id) else { throw value.problem("no photo id") }
    // The owner is an NSID, e.g. `67131352@N04`, or an alias in the address.
    guard Self.isName(owner.replacing(each: "@", by: ""), upTo: 100),
      var photo = photo(id, at: "https://www.flickr.com/photos/\(owner)/\(id)")
    else { throw value.problem("no owner") }
    photo.author = Author(
      name: name, address: WebAddress("https://www.flickr.com/people/\(owner)/"))
    photo.license = value["license"]?.integer.flatMap { number in
      Self.licenses.indices.contains(number) ? Self.licenses[number] : nil
    }
    let offered = FlickrRenditions(row: value)
    photo.renditions = offered.renditions
    photo.size = Self.originalSize(in: value) ?? offered.largest
    return photo
  }

  /// The size of the original, even if nobody may download it; nil if it isn't given
  static func originalSize(in value: JSONValue) -> PixelSize? {
    PixelSize(in: value, width: "o_width", height: "o_height")
  }

  /// A time from seconds since 1970, UTC; nil if before 2004, when Flickr opened
  static func date(_ value: JSONValue?) -> Date? {
    guard let seconds = value?.integer, (1_072_915_200...32_503_680_000).contains(seconds) else {
      return nil
    }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  /// When a photo was taken, to the second, month or year (granularity 0, 4, 6)
  ///
  /// nil for "circa" (8), and if Flickr doesn't know it: it then tells when the photo was uploaded.
  ///
  /// Source: flickr.com/services/api/misc.dates.html
  static func taken(_ date: JSONValue?, granularity: JSONValue?, isUnknown: JSONValue?) -> String? {
    guard ["0", nil].contains(isUnknown?.text), let date = date?.string,
      let length = ["0": 19, "4": 7, "6": 4][granularity?.text]
    else { return nil }
    return Photo.takenDate(String(date.prefix(length)))
  }

  // MARK: A single photo, from three replies: its facts, its sizes, its exposure

  func photo(
    _ native: String, from answers: [Result<WebReply, ProviderError>]
  ) throws(ProviderError) -> Photo {
    let info = try root(of: answers.first)
    if let value = info["photo"] { try refuseVideo(value, named: native) }
    var photo = try reading { () throws(JSONProblem) in try self.photo(inInfo: info) }
    if let sizes = added(answers, at: 1)?["sizes"]?["size"]?.elements {
      let offered = FlickrRenditions(sizes: sizes)
      if !offered.renditions.isEmpty {
        photo.renditions = offered.renditions
        photo.size = info["photo"].flatMap(Self.originalSize) ?? offered.largest ?? photo.size
      }
    }
    photo.details?.camera = added(answers, at: 2)?["photo"].flatMap(camera)
    return photo
  }

  /// The JSON of an optional reply; nil if it didn't come or can't be read
  private func added(_ answers: [Result<WebReply, ProviderError>], at place: Int) -> JSONValue? {
    answers.indices.contains(place) ? ifReadable { try root(of: answers[place]) } : nil
  }

  private func photo(inInfo info: JSONValue) throws(JSONProblem) -> Photo {
    let value = try info.object("photo")
    let owner = try value.object("owner")
    guard let nsid = owner["nsid"]?.string else { throw owner.problem("no nsid") }
    var photo = try photo(
      in: value, owner: nsid, name: owner["realname"]?.plainText ?? owner["username"]?.plainText)
    photo.title = content(value["title"])
    photo.description = content(value["description"])
    photo.likes = value["count_faves"]?.count
    photo.published = Self.date(value["dates"]?["posted"]) ?? Self.date(value["dateuploaded"])
    photo.taken = Self.taken(
      value["dates"]?["taken"], granularity: value["dates"]?["takengranularity"],
      isUnknown: value["dates"]?["takenunknown"])
    photo.tags =
      value["tags"]?["tag"]?.elements?.compactMap { tag in
        tag["raw"]?.folded ?? tag["_content"]?.folded
      } ?? []
    photo.details = PhotoDetails(
      place: value["location"].flatMap(place), views: value["views"]?.count)
    return photo
  }

  private func place(in location: JSONValue) -> PhotoPlace? {
    let (city, country) = (content(location["locality"]), content(location["country"]))
    let names = [city, content(location["region"]), country].compactMap(\.self)
    return PhotoPlace(
      name: names.isEmpty ? nil : names.joined(separator: ", "), city: city, country: country,
      latitude: location["latitude"]?.double, longitude: location["longitude"]?.double)
  }

  /// The text of a value, which is wrapped in an object here, but bare in a search
  private func content(_ value: JSONValue?) -> String? {
    PlainText.resolved(value?["_content"]?.string ?? value?.string)
  }

  /// - Parameter photo: the `photo` of flickr.photos.getExif
  private func camera(in photo: JSONValue) -> PhotoCamera? {
    let entries = photo["exif"]?.elements ?? []
    func text(_ name: String) -> String? {
      entries.lazy.filter { $0["tag"]?.string == name }
        .compactMap { PlainText.folded($0["raw"]?["_content"]?.text) }.first
    }
    // Focal lengths are in millimetres, so the unit is cut.
    let length = text("FocalLength").map {
      $0.ends(with: " mm") ? String($0.unicodeScalars.dropLast(3)) : $0
    }
    return PhotoCamera(
      make: text("Make"), model: text("Model") ?? photo["camera"]?.folded,
      exposureTime: text("ExposureTime"), aperture: text("FNumber"), focalLength: length,
      iso: text("ISO").flatMap { Int($0) })
  }
}

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
    return URL(string: "https://live.staticflickr.com/\(server)/\(id)_\(secret)\(size.ending).jpg")
  }

  /// The id of the photo at an address of any form, also with `http:`, and of any size; nil for
  /// anything else
  static func photoID(at url: URL) -> String? {
    guard WebAddress.isWeb(url), url.port == nil, url.user == nil,
      let host = url.host?.lowercased(), isHost(host)
    else { return nil }
    let path = url.path.components(at: "/").map(String.init)
    guard path.count == 3, path[0].isEmpty else { return nil }
    let (name, format) = path[2].cut(at: ".")
    let parts = name.components(at: "_").map(String.init)
    guard [".jpg", ".jpeg", ".png", ".gif"].contains(format.lowercased()), parts.count > 1,
      FlickrSize.all.contains(where: { name == "\(parts[0])_\(parts[1])\($0.ending)" }),
      isPicture(server: path[1], id: parts[0], secret: parts[1])
    else { return nil }
    return parts[0]
  }

  private static func isPicture(server: String, id: String, secret: String) -> Bool {
    Flickr.isNumber(server) && server.utf8.contains { $0 != UInt8(ascii: "0") }
      && Flickr.isNumber(id) && (1...64).contains(secret.utf8.count)
      && secret.utf8.allSatisfy(\.isHexDigit)
  }

  private static func isHost(_ name: String) -> Bool {
    let (farm, domain) = name.cut(at: ".")
    return name == "live.staticflickr.com"
      || [".staticflickr.com", ".static.flickr.com"].contains(domain)
        && farm.begins(with: "farm") && UInt(farm.dropFirst(4)) != nil
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

  /// The mark as it stands in an address: `_q`
  var ending: String { suffix.isEmpty ? "" : "_\(suffix)" }

  /// Whether the picture is cropped to a square
  var isCropped: Bool { suffix == "s" || suffix == "q" }

  private init(
    _ suffix: String, _ label: String?, _ role: Rendition.Role? = nil,
    _ extra: (StaticString, StaticString, StaticString)? = nil, sharesSecret: Bool = false
  ) {
    self.suffix = suffix
    self.label = label
    self.role = role
    self.extra = extra
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
    let pictures = sizes.filter { $0["media"]?.string ?? "photo" == "photo" }
    self.init { size in
      let value = pictures.last { $0["label"]?.string == size.label }
      return Flickr.link(value?["source"]).map { ($0, PixelSize(in: value)) }
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
