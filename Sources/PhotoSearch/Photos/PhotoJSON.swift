package import Foundation

/// A photo as JSON, one line: keys always present and in one order, what is unknown is null
///
///     {"id":"flickr:43213681030","provider":"flickr","origin":"flickr:43213681030","title":"…",
///      "description":null,"author":{"name":"…","url":"https://…"},"page":"https://…",
///      "width":4000,"height":3000,
///      "renditions":[{"role":"thumb","url":"https://…","width":150,"height":150}],
///      "license":{"id":"CC-BY-2.0","name":"…","url":"https://…"},"credit":"“…” by … · Flickr",
///      "likes":null,"published":"2023-05-01T12:00:00Z","color":null,"blurHash":null,"tags":[],
///      "downloadLocation":null,"isAIGenerated":null}
///
/// A rendition whose address dies has `"lasts":false` at its end.
///
/// A listing's line adds `favorite`, `show` also `place`, `camera`, `views` and `downloads`. What
/// is kept adds those of the four that are known, then `site` and `aliases`, which a listing's
/// line tells by its credit and origin alone, and `seen` where addresses die; a line of an export
/// `collections` in place of `aliases`, as it counts under its own id alone where it is imported.
/// All of them can be read again.
///
/// Written by hand, as JSONEncoder takes seven times as long for the same members (74 µs against 11),
/// which is longer than all else that is done for a photo. This shows it:
/// `IMGSEARCH_SPEED=1 swift test -c release -Xswiftc -enable-testing --filter 'speed of writing'`.
package enum PhotoJSON {
  /// A listing's photo
  package static func line(_ photo: Photo, isFavorite: Bool) -> String {
    var json = JSONWriter(capacity: 2_048)
    json.write(photo)
    json.raw(",\"favorite\":")
    json.bool(isFavorite)
    json.raw("}")
    return json.text
  }

  /// The same with what only a look at the single photo tells, and a line break: for `show`
  package static func detailed(_ photo: Photo, isFavorite: Bool) -> String {
    var json = JSONWriter(capacity: 4_096)
    json.write(photo)
    json.raw(",\"favorite\":")
    json.bool(isFavorite)
    json.write(photo.details ?? PhotoDetails())
    json.raw("}\n")
    return json.text
  }

  /// All that is known of a photo: reading it gives the same photo
  ///
  /// - Parameters:
  ///   - added: when it was added to the favorites, for a line of an export
  ///   - collections: those of the favorites that it is in, for such a line
  package static func complete(
    _ photo: Photo, favoriteSince added: Date? = nil, collections: [String] = []
  ) -> String {
    var json = JSONWriter(capacity: 2_048)
    json.write(photo)
    if let details = photo.details { json.write(details) }
    json.raw(",\"site\":")
    json.string(photo.site)
    if added == nil {
      json.raw(",\"aliases\":")
      json.list(photo.aliases) { json, alias in json.string(alias.service, ":", alias.native) }
    }
    if let seen = photo.fetched {
      json.raw(",\"seen\":")
      json.date(seen)
    }
    if let added {
      json.raw(",\"collections\":")
      json.list(collections) { json, name in json.string(name) }
      json.raw(",\"favorite\":true,\"added\":")
      json.date(added)
    }
    json.raw("}")
    return json.text
  }
}

extension JSONWriter {
  /// All but the closing brace
  fileprivate mutating func write(_ photo: Photo) {
    raw("{\"id\":")
    string(photo.id.service, ":", photo.id.native)
    raw(",\"provider\":")
    string(photo.provider.rawValue)
    raw(",\"origin\":")
    string(photo.origin.service, ":", photo.origin.native)
    raw(",\"title\":")
    string(photo.title)
    raw(",\"description\":")
    string(photo.description)
    raw(",\"author\":")
    write(photo.author)
    raw(",\"page\":")
    string(photo.page.absoluteString)
    write(photo.size)
    raw(",\"renditions\":")
    list(photo.renditions) { json, rendition in json.write(rendition) }
    raw(",\"license\":")
    write(photo.license)
    raw(",\"credit\":")
    string(photo.credit.text)
    raw(",\"likes\":")
    number(photo.likes)
    raw(",\"published\":")
    date(photo.published)
    raw(",\"color\":")
    string(photo.color)
    raw(",\"blurHash\":")
    string(photo.blurHash)
    raw(",\"tags\":")
    list(photo.tags) { json, tag in json.string(tag) }
    raw(",\"downloadLocation\":")
    string(photo.downloadLocation?.absoluteString)
    raw(",\"isAIGenerated\":")
    bool(photo.isAIGenerated)
  }

  private mutating func bool(_ value: Bool?) {
    guard let value else { return null() }
    bool(value)
  }

  private mutating func write(_ size: PixelSize?) {
    raw(",\"width\":")
    number(size?.width)
    raw(",\"height\":")
    number(size?.height)
  }

  private mutating func write(_ author: Author?) {
    guard let author else { return null() }
    raw("{\"name\":")
    string(author.name)
    raw(",\"url\":")
    string(author.url?.absoluteString)
    raw("}")
  }

  private mutating func write(_ rendition: Rendition) {
    raw("{\"role\":")
    string(rendition.role.rawValue)
    raw(",\"url\":")
    string(rendition.url.absoluteString)
    write(rendition.size)
    raw(rendition.isPermanent ? "}" : ",\"lasts\":false}")
  }

  private mutating func write(_ license: License?) {
    guard let license else { return null() }
    raw("{\"id\":")
    string(license.id)
    raw(",\"name\":")
    string(license.name)
    raw(",\"url\":")
    string(license.url?.absoluteString)
    raw("}")
  }

  fileprivate mutating func write(_ details: PhotoDetails) {
    raw(",\"place\":")
    write(details.place)
    raw(",\"camera\":")
    write(details.camera)
    raw(",\"views\":")
    number(details.views)
    raw(",\"downloads\":")
    number(details.downloads)
  }

  private mutating func write(_ place: Place?) {
    guard let place else { return null() }
    raw("{\"name\":")
    string(place.name)
    raw(",\"city\":")
    string(place.city)
    raw(",\"country\":")
    string(place.country)
    raw(",\"latitude\":")
    number(place.latitude)
    raw(",\"longitude\":")
    number(place.longitude)
    raw("}")
  }

  private mutating func write(_ camera: Camera?) {
    guard let camera else { return null() }
    raw("{\"make\":")
    string(camera.make)
    raw(",\"model\":")
    string(camera.model)
    raw(",\"exposureTime\":")
    string(camera.exposureTime)
    raw(",\"aperture\":")
    string(camera.aperture)
    raw(",\"focalLength\":")
    string(camera.focalLength)
    raw(",\"iso\":")
    number(camera.iso)
    raw("}")
  }
}
