import Foundation
import Platform

extension PhotoJSON {
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
    } catch {
      throw Problem(description: "no JSON: \(error.problem) at \(error.path)")
    }
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
    var photo = Photo(
      id: id, provider: provider, site: value.site ?? id.service, page: page)
    photo.origin = value["origin"]?.string.flatMap(PhotoID.init) ?? id
    photo.aliases = aliases(of: value, id: id, origin: photo.origin)
    photo.title = value["title"]?.words
    photo.description = value["description"]?.words
    photo.author = Author(
      name: value["author"]?["name"]?.words, address: value["author"]?["url"]?.address)
    photo.size = value.pixels
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
        role: role, address: address, size: value.pixels,
        isPermanent: value["lasts"]?.bool ?? true)
    }.sorted { $0.role < $1.role }
  }
}

extension JSONValue {
  /// A text that isn't empty
  fileprivate var words: String? {
    string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// An http or https address
  fileprivate var address: WebAddress? { WebAddress(string) }

  /// The size of an object with `width` and `height`
  fileprivate var pixels: PixelSize? {
    PixelSize(width: self["width"]?.integer, height: self["height"]?.integer)
  }

  /// The site; a photo of a listing names it only at the end of its credit line. nil if it names
  /// none
  fileprivate var site: String? {
    if let site = self["site"]?.words { return site }
    let credit = self["credit"]?.words ?? ""
    for mark in [") · ", " on "] {
      guard let end = credit.places(of: mark).last?.upperBound else { continue }
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
