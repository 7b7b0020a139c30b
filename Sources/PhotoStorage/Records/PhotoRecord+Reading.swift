package import Foundation
package import PhotoSearch

/// Why a text is no photo
package struct PhotoRecordError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(description: String) {
    self.description = description
  }
}

extension PhotoRecord {
  /// Reads what ``text(of:)`` or `--format ndjson` wrote
  ///
  /// The text may come from anywhere: what is no web address, no count or no text where one is
  /// expected is as if it were not there.
  ///
  /// - Throws: for what is no JSON object, or has no id or no page.
  package static func photo(from text: String) throws(PhotoRecordError) -> Photo {
    let document: JSONDocument
    do {
      document = try JSONDocument(Data(text.utf8))
    } catch {
      throw PhotoRecordError(description: "no JSON: \(error.problem) at \(error.path)")
    }
    return try dated(document.root).photo
  }

  /// The same out of a larger text, with the time at which it was added to the favorites
  package static func dated(
    _ value: JSONValue
  ) throws(PhotoRecordError) -> (photo: Photo, added: Date?) {
    guard value.isObject else { throw PhotoRecordError(description: "no JSON object") }
    guard value.size <= largest else {
      throw PhotoRecordError(description: "too long to be a photo")
    }
    return (try photo(value), value["added"]?.string.flatMap(Date.init(iso8601:)))
  }

  private static func photo(_ value: JSONValue) throws(PhotoRecordError) -> Photo {
    guard let id = value["id"]?.string.flatMap(PhotoID.init) else {
      throw PhotoRecordError(description: "it has no id such as flickr:43213681030")
    }
    guard let page = value["page"]?.address else {
      throw PhotoRecordError(description: "it has no page with a web address")
    }
    let provider = ProviderID(rawValue: value["provider"]?.words ?? id.service)
    var photo = Photo(id: id, provider: provider, site: site(of: value, id: id), page: page)
    photo.origin = value["origin"]?.string.flatMap(PhotoID.init) ?? id
    photo.aliases = aliases(of: value, id: id, origin: photo.origin)
    photo.title = value["title"]?.words
    photo.description = value["description"]?.words
    photo.author = Author(
      name: value["author"]?["name"]?.words, url: value["author"]?["url"]?.address)
    photo.size = value.pixels
    photo.renditions = renditions(of: value)
    photo.license = license(of: value)
    photo.likes = value["likes"]?.tally
    photo.published = value["published"]?.string.flatMap(Date.init(iso8601:))
    photo.color = value["color"]?.words
    photo.blurHash = value["blurHash"]?.words
    photo.tags = value["tags"]?.elements?.compactMap(\.words) ?? []
    photo.downloadLocation = value["downloadLocation"]?.address
    photo.details = value.details
    return photo
  }

  /// A listing's photo says its site only at the end of its credit line
  private static func site(of value: JSONValue, id: PhotoID) -> String {
    if let site = value["site"]?.words { return site }
    let credit = value["credit"]?.words ?? ""
    for mark in [") · ", " on "] {
      guard let end = credit.range(of: mark, options: .backwards)?.upperBound else { continue }
      let site = credit[end...]
      if !site.isEmpty, site.utf8.count <= 60 { return String(site) }
    }
    let profile = ProviderCatalog.profiles.first { $0.service == id.service }
    return profile?.name ?? id.service
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
        let url = value["url"]?.address
      else { return nil }
      return Rendition(role: role, url: url, size: value.pixels)
    }.sorted { $0.role < $1.role }
  }

  private static func license(of value: JSONValue) -> License? {
    guard let license = value["license"], let id = license["id"]?.words else { return nil }
    return License(
      id: id, name: license["name"]?.words ?? id, url: license["url"]?.address)
  }
}
