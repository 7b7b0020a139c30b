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

  /// Reads a line of an export, or a photo, which is then added now
  package init(line: String, now: Date) throws(PhotoRecordError) {
    let (photo, added) = try PhotoRecord.dated(from: line)
    self.init(photo: photo, added: added ?? now)
  }
}
