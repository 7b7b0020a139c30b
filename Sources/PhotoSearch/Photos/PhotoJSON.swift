package import Foundation

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
/// Written by hand, as JSONEncoder takes seven times as long for the same members (74 µs against
/// 11), which is longer than everything else that is done for a photo. This shows it:
/// `IMGSEARCH_SPEED=1 swift test -c release -Xswiftc -enable-testing --filter 'speed of writing'`.
package enum PhotoJSON {
  /// A photo's line in a listing
  ///
  /// - Parameters:
  ///   - original: the earlier photo of the listing, from another service, that this one looks like
  package static func line(
    _ photo: Photo, looksLike original: PhotoID? = nil, isFavorite: Bool
  ) -> String {
    JSONWriter.object(capacity: 4_096) { json in
      json.members(of: photo)
      json.member("looksLike", original)
      json.member("taken", photo.taken)
      json.member("favorite", isFavorite)
    }
  }

  /// A photo's line for `show`, with its details
  ///
  /// - Parameters:
  ///   - original: the earlier photo of its listing, from another service, that this one looks like
  ///   - credit: the credit line to print if title and names are shortened; nil for the photo's own
  ///   - more: writes further members at the end
  package static func detailed(
    _ photo: Photo, looksLike original: PhotoID? = nil, isFavorite: Bool,
    credit: CreditLine? = nil, more: (inout JSONWriter) -> Void = { _ in }
  ) -> String {
    JSONWriter.object(capacity: 4_096) { json in
      json.members(of: photo, credit: credit)
      json.member("looksLike", original)
      json.member("taken", photo.taken)
      json.member("favorite", isFavorite)
      json.members(of: photo.details ?? PhotoDetails())
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
    string { json in
      for piece in (credit ?? photo.credit).pieces { json.part(piece.text) }
    }
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
