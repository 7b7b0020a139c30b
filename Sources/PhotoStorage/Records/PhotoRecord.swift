package import PhotoSearch

/// A photo as it is kept: the object that `--format ndjson` prints, and what that leaves out
///
/// The members of a listing's photo come first, in its order; then those of `show`, when they are
/// known; then `site` and `aliases`. A line of NDJSON can thus be read as a record, and a record
/// by whatever reads NDJSON.
package enum PhotoRecord {
  /// Bytes that one photo may take: a real one has 1 to 13 thousand
  package static let largest = 1_000_000

  /// One line, without a line break at its end
  package static func text(of photo: Photo) -> String {
    var writer = RecordWriter()
    writer.write(photo)
    writer.raw("}")
    return writer.text
  }
}

extension RecordWriter {
  /// All but the closing brace
  mutating func write(_ photo: Photo) {
    member("{\"id\":", photo.id.description)
    member(",\"provider\":", photo.provider.rawValue)
    member(",\"origin\":", photo.origin.description)
    member(",\"title\":", photo.title)
    member(",\"description\":", photo.description)
    write(photo.author)
    member(",\"page\":", photo.page)
    member(",\"width\":", photo.size?.width)
    member(",\"height\":", photo.size?.height)
    list(",\"renditions\":", photo.renditions) { writer, rendition in
      writer.member("{\"role\":", rendition.role.rawValue)
      writer.member(",\"url\":", rendition.url)
      writer.member(",\"width\":", rendition.size?.width)
      writer.member(",\"height\":", rendition.size?.height)
      writer.raw("}")
    }
    write(photo.license)
    member(",\"credit\":", photo.credit.text)
    member(",\"likes\":", photo.likes)
    member(",\"published\":", photo.published.flatMap(RecordDate.text))
    member(",\"color\":", photo.color)
    member(",\"blurHash\":", photo.blurHash)
    list(",\"tags\":", photo.tags) { writer, tag in writer.string(tag) }
    member(",\"downloadLocation\":", photo.downloadLocation)
    if let details = photo.details { write(details) }
    member(",\"site\":", photo.site)
    list(",\"aliases\":", photo.aliases) { writer, alias in writer.string(alias.description) }
  }

  private mutating func write(_ author: Author?) {
    guard let author else { return raw(",\"author\":null") }
    member(",\"author\":{\"name\":", author.name)
    member(",\"url\":", author.url)
    raw("}")
  }

  private mutating func write(_ license: License?) {
    guard let license else { return raw(",\"license\":null") }
    member(",\"license\":{\"id\":", license.id)
    member(",\"name\":", license.name)
    member(",\"url\":", license.url)
    raw("}")
  }

  private mutating func write(_ details: PhotoDetails) {
    write(details.place)
    write(details.camera)
    member(",\"views\":", details.views)
    member(",\"downloads\":", details.downloads)
  }

  private mutating func write(_ place: Place?) {
    guard let place else { return raw(",\"place\":null") }
    member(",\"place\":{\"name\":", place.name)
    member(",\"city\":", place.city)
    member(",\"country\":", place.country)
    member(",\"latitude\":", place.latitude)
    member(",\"longitude\":", place.longitude)
    raw("}")
  }

  private mutating func write(_ camera: Camera?) {
    guard let camera else { return raw(",\"camera\":null") }
    member(",\"camera\":{\"make\":", camera.make)
    member(",\"model\":", camera.model)
    member(",\"exposureTime\":", camera.exposureTime)
    member(",\"aperture\":", camera.aperture)
    member(",\"focalLength\":", camera.focalLength)
    member(",\"iso\":", camera.iso)
    raw("}")
  }
}
