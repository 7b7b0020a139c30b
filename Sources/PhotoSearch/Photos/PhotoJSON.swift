package import Foundation
import Platform

/// A photo as one line of JSON: all keys always present and in one order; unknown facts are null
///
///     {"id":"flickr:43213681030","provider":"flickr","origin":"flickr:43213681030","title":"…",
///      "description":null,"author":{"name":"…","url":"https://…"},"page":"https://…",
///      "width":4000,"height":3000,
///      "renditions":[{"role":"thumb","url":"https://…","width":150,"height":150}],
///      "license":{"id":"CC-BY-2.0","name":"…","url":"https://…"},"credit":"“…” by … · Flickr",
///      "likes":null,"published":"2023-05-01T12:00:00Z","color":null,"blurHash":null,"tags":[],
///      "downloadLocation":null,"isAIGenerated":null}
///
/// A rendition whose address expires ends with `"lasts":false`.
///
/// A listing's line adds `looksLike`, `taken` and `favorite`; `show` also adds `place`, `camera`,
/// `views` and `downloads`. A stored photo adds `taken` and those of these four that are known,
/// then `site` and `aliases` (a listing's line has only the credit and the origin), and `seen` if
/// the service's addresses expire. A line of an export has `collections` in place of `aliases`,
/// because an imported photo counts under its own id alone. All of these lines can be read again;
/// the credit line keeps a name that isn't the author's.
///
/// A new fact of a photo has a line in the writer and one in the reader, here, and a row in
/// `OutputSchema`.
///
/// Written by hand, as JSONEncoder takes seven times as long for the same members (74 µs against
/// 11), which is longer than everything else that is done for a photo. This shows it:
/// `IMGSEARCH_SPEED=1 swift test -c release -Xswiftc -enable-testing --filter 'speed of writing'`.
package enum PhotoJSON {
  /// A photo's line in a listing or, with its details, for `show`
  ///
  /// - Parameters:
  ///   - lookAlike: the earlier photo of the listing, from another service, that this one looks like
  ///   - credit: the credit line to print if title and names are shortened; nil for the photo's own
  ///   - more: writes further members at the end
  package static func line(
    _ photo: Photo, looksLike lookAlike: PhotoID? = nil, isFavorite: Bool,
    hasDetails: Bool = false, credit: CreditLine? = nil, more: (inout JSONWriter) -> Void = { _ in }
  ) -> String {
    JSONWriter.object(capacity: 4_096) { json in
      json.members(of: photo, credit: credit)
      json.member("looksLike", lookAlike)
      json.member("taken", photo.taken)
      json.member("favorite", isFavorite)
      if hasDetails { json.members(of: photo.details ?? PhotoDetails()) }
      more(&json)
    }
  }

  /// Everything known about a photo: reading it gives the same photo
  ///
  /// - Parameters:
  ///   - added: when it was added to the favorites, for a line of an export
  ///   - collections: the collections of favorites that it is in, for such a line
  package static func complete(
    _ photo: Photo, favoriteSince added: Date? = nil, collections: [String] = []
  ) -> String {
    JSONWriter.object(capacity: 2_048) { json in
      json.members(of: photo)
      if let taken = photo.taken { json.member("taken", taken) }
      if let details = photo.details { json.members(of: details) }
      json.member("site", photo.site)
      if added == nil { json.member("aliases", photo.aliases.map(\.description)) }
      if let seen = photo.fetched { json.member("seen", seen) }
      if let added {
        json.member("collections", collections)
        json.member("favorite", true)
        json.member("added", added)
      }
    }
  }

  /// Why a text isn't a photo
  package struct Problem: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// Most bytes of one photo's JSON; real photos take 1,000 to 13,000
  private static let largest = 1_000_000

  /// Reads a photo from any kind of line that this type writes
  ///
  /// The text may come from anywhere, so a member of the wrong kind is left out, such as text
  /// instead of a count.
  ///
  /// - Throws: if the text isn't a JSON object, or lacks the id or the page.
  package static func photo(from text: String) throws(Problem) -> Photo {
    let document: JSONDocument
    do {
      document = try JSONDocument(Data(text.utf8))
    } catch { throw Problem(description: "no JSON: \(error.problem) at \(error.path)") }
    return try photo(document.root)
  }

  /// Reads a photo that is part of a larger JSON text
  package static func photo(_ value: JSONValue) throws(Problem) -> Photo {
    guard value.isObject else { throw Problem(description: "no JSON object") }
    guard value.size <= largest else { throw Problem(description: "too long to be a photo") }
    guard let id = value["id"]?.string.flatMap(PhotoID.init) else {
      throw Problem(description: "it has no id such as flickr:43213681030")
    }
    guard let page = value["page"]?.address else {
      throw Problem(description: "it has no page with a web address")
    }
    let provider = ProviderID(rawValue: value["provider"]?.words ?? id.service)
    var photo = Photo(id: id, provider: provider, site: value.site ?? id.service, page: page)
    photo.origin = value["origin"]?.string.flatMap(PhotoID.init) ?? id
    photo.aliases = aliases(of: value, id: id, origin: photo.origin)
    photo.title = value["title"]?.words
    photo.description = value["description"]?.words
    photo.author = Author(
      name: value["author"]?["name"]?.words, address: value["author"]?["url"]?.address)
    photo.size = PixelSize(in: value)
    photo.renditions = renditions(of: value)
    photo.license = value["license"]?.license
    photo.likes = value["likes"]?.count
    photo.published = value["published"]?.date
    photo.taken = Photo.takenDate(value["taken"]?.string)
    photo.color = value["color"]?.words
    photo.blurHash = value["blurHash"]?.words
    photo.tags = value["tags"]?.elements?.compactMap(\.words) ?? []
    photo.download = value["downloadLocation"]?.address
    photo.isAIGenerated = value["isAIGenerated"]?.bool
    photo.fetched = value["seen"]?.date
    photo.details = value.details
    // The credit line follows from the other facts, but for the name that some photos of Commons
    // ask for in place of their author's.
    if let credit = value["credit"]?.words { photo.takeAttribution(from: credit) }
    return photo
  }

  private static func aliases(of value: JSONValue, id: PhotoID, origin: PhotoID) -> [PhotoID] {
    if let names = value["aliases"]?.elements {
      return names.compactMap { $0.string.flatMap(PhotoID.init) }
    }
    return origin == id ? [] : [origin]
  }

  private static func renditions(of value: JSONValue) -> [Rendition] {
    let renditions = value["renditions"]?.elements ?? []
    return renditions.compactMap { value in
      guard let role = value["role"]?.string.flatMap(Rendition.Role.init),
        let address = value["url"]?.address
      else { return nil }
      return Rendition(
        role: role, address: address, size: PixelSize(in: value),
        isPermanent: value["lasts"]?.bool ?? true)
    }.sorted { $0.role < $1.role }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of photo: Photo, credit: CreditLine? = nil) {
    member("id", photo.id)
    member("provider", photo.provider.rawValue)
    member("origin", photo.origin)
    member("title", photo.title)
    member("description", photo.description)
    member("author", photo.author) { json, author in
      json.member("name", author.name)
      json.member("url", author.address?.text)
    }
    member("page", photo.page.text)
    members(of: photo.size)
    member("renditions")
    list(photo.renditions) { json, rendition in
      json.object { json in
        json.member("role", rendition.role.rawValue)
        json.member("url", rendition.address.text)
        json.members(of: rendition.size)
        if !rendition.isPermanent { json.member("lasts", false) }
      }
    }
    member("license", photo.license) { $0.members(of: $1) }
    member("credit")
    string { json in for piece in (credit ?? photo.credit).pieces { json.part(piece.text) } }
    member("likes", photo.likes)
    member("published", photo.published)
    member("color", photo.color)
    member("blurHash", photo.blurHash)
    member("tags", photo.tags)
    member("downloadLocation", photo.download?.text)
    member("isAIGenerated", photo.isAIGenerated)
  }

  mutating func members(of license: License) {
    member("id", license.id)
    member("name", license.name)
    member("url", license.address?.text)
    if let names = license.permissionNames { member("permits", names) }
  }

  fileprivate mutating func member(_ name: StaticString, _ id: PhotoID?) {
    member(name)
    guard let id else { return null() }
    string { json in
      json.part(id.service)
      json.part(":")
      json.part(id.native)
    }
  }

  private mutating func members(of size: PixelSize?) {
    member("width", size?.width)
    member("height", size?.height)
  }

  fileprivate mutating func members(of details: PhotoDetails) {
    member("place", details.place) { json, place in
      json.member("name", place.name)
      json.member("city", place.city)
      json.member("country", place.country)
      json.member("latitude", place.latitude)
      json.member("longitude", place.longitude)
    }
    member("camera", details.camera) { json, camera in
      json.member("make", camera.make)
      json.member("model", camera.model)
      json.member("exposureTime", camera.exposureTime)
      json.member("aperture", camera.aperture)
      json.member("focalLength", camera.focalLength)
      json.member("iso", camera.iso)
    }
    member("views", details.views)
    member("downloads", details.downloads)
  }
}

extension PixelSize {
  /// The size in an object of a reply; nil if the object or a side is missing
  ///
  /// - Parameters:
  ///   - value: the object that has both sides; may be nil
  ///   - width: the member with the width
  ///   - height: the member with the height
  public init?(
    in value: JSONValue?, width: StaticString = "width", height: StaticString = "height"
  ) {
    self.init(width: value?[width]?.integer, height: value?[height]?.integer)
  }
}

extension JSONValue {
  /// A text that isn't empty
  fileprivate var words: String? { string.flatMap { $0.isEmpty ? nil : $0 } }

  /// An http or https address
  fileprivate var address: WebAddress? { WebAddress(string) }

  /// The site; a photo of a listing names it only at the end of its credit line. nil if it names
  /// none
  fileprivate var site: String? {
    if let site = self["site"]?.words { return site }
    let credit = self["credit"]?.words ?? ""
    for mark in [") · ", " on "] {
      guard let end = credit.ranges(ofBytes: mark).last?.upperBound else { continue }
      let site = credit[end...]
      if !site.isEmpty, site.utf8.count <= 60 { return String(site) }
    }
    return nil
  }

  /// The licence in an object with an `id`
  var license: License? {
    guard let id = self["id"]?.words else { return nil }
    let permits = self["permits"]?.elements?.compactMap(\.string)
    return License(
      id: id, name: self["name"]?.words ?? id, address: self["url"]?.address,
      permits: permits.map(License.permissions(named:)))
  }

  /// The details; nil if none of their members is there
  fileprivate var details: PhotoDetails? {
    let names = ["place", "camera", "views", "downloads"]
    guard members?.contains(where: { names.contains($0.name) }) ?? false else { return nil }
    return PhotoDetails(
      place: self["place"].flatMap(\.place), camera: self["camera"].flatMap(\.camera),
      views: self["views"]?.count, downloads: self["downloads"]?.count)
  }

  private var place: PhotoPlace? {
    PhotoPlace(
      name: self["name"]?.words, city: self["city"]?.words, country: self["country"]?.words,
      latitude: self["latitude"]?.double, longitude: self["longitude"]?.double)
  }

  private var camera: PhotoCamera? {
    PhotoCamera(
      make: self["make"]?.words, model: self["model"]?.words,
      exposureTime: self["exposureTime"]?.words, aperture: self["aperture"]?.words,
      focalLength: self["focalLength"]?.words, iso: self["iso"]?.integer)
  }
}
