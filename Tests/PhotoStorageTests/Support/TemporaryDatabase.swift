import FixtureMaker
import Foundation
import PhotoSearch

@testable import PhotoStorage

/// A place for a database of one test's own; removed with it
final class TemporaryDatabase: Sendable {
  let folder: URL
  let url: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-database-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appending(path: "imgsearch.db")
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch {}
  }

  func favorites() throws -> [Favorite] {
    var favorites: [Favorite] = []
    _ = try PhotoDatabase.reading(at: url)?.eachFavorite { favorites.append($0) }
    return favorites
  }
}

extension RandomPhoto {
  struct NoID: Error {}

  /// The same for the same name
  static func named(_ name: String) throws -> Photo {
    var random = SeededGenerator(seed: UInt64(name.utf8.count))
    return try make(using: &random).named(name)
  }
}

extension Photo {
  /// The same photo with another id, and no other name
  func named(_ name: String) throws -> Photo {
    guard let id = PhotoID(name) else { throw RandomPhoto.NoID() }
    var photo = Photo(id: id, provider: provider, site: site, page: page)
    photo.title = title
    photo.author = author
    photo.renditions = renditions
    photo.license = license
    photo.published = published
    photo.details = details
    return photo
  }
}
