package import Foundation
package import PhotoSearch

/// A photo that somebody wants to find again
package struct Favorite: Hashable, Sendable {
  package var photo: Photo
  /// When it was first added, to the second
  package var added: Date

  package init(photo: Photo, added: Date) {
    self.photo = photo
    self.added = Date(timeIntervalSince1970: added.timeIntervalSince1970.rounded(.down))
  }

  /// A line of an export: the photo's record, then that it is a favorite, and since when
  package var line: String {
    var writer = RecordWriter()
    writer.write(photo)
    writer.raw(",\"favorite\":true")
    writer.member(",\"added\":", RecordDate.text(added))
    writer.raw("}")
    return writer.text
  }
}
