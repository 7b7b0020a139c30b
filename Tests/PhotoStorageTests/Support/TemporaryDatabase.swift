import Foundation
import PhotoSearch

@testable import PhotoStorage

/// A place for a database of one test's own; removed with it
final class TemporaryDatabase: Sendable {
  private let temporary = SampleFolder()
  var folder: URL { temporary.url }
  var url: URL { folder.appending(path: "imgsearch.db") }

  /// Makes it one of version 7, as 0.2.0 has them
  func makeEarlier() throws {
    let connection = try Connection(url.path, for: .writing)
    try connection.run("ALTER TABLE history DROP COLUMN count")
    try connection.run("PRAGMA user_version = 7")
  }

  func favorites() throws -> [Favorite] {
    var favorites: [Favorite] = []
    _ = try PhotoDatabase.reading(at: url)?.eachFavorite { favorites.append($0) }
    return favorites
  }
}
