package import Foundation
import PhotoSearch
import Platform
import Synchronization

/// Notices when another program writes to the database
package struct WatchedDatabase {
  private let file: URL
  private var database: PhotoDatabase?
  private var version: Int?
  /// Device and inode of the opened file, to notice when it is replaced
  private var opened: [UInt64] = []

  package init(_ file: URL) {
    self.file = file
  }

  /// Whether the database has changed since the last call; false while it can't be read
  package mutating func look() -> Bool {
    do {
      let place = Self.place(of: file)
      if database == nil || place != opened {
        database = try PhotoDatabase.reading(at: file, patience: SharedDatabase.lockTimeout)
        if place != opened {
          (opened, version) = (place, try database?.writtenByOthers)
          return true
        }
      }
      let now = try database?.writtenByOthers
      defer { version = now }
      return now != version
    } catch {
      database = nil
      return false
    }
  }

  /// Device and inode; empty if there is no file
  private static func place(of file: URL) -> [UInt64] {
    guard let status = stat(at: file.path) else { return [] }
    return [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
  }

  /// Most ids of favorites in a line
  private static let maxNames = 20_000

  /// - Parameter mark: the number of the pages' latest change, which the database includes
  package func line(mark: Int) -> String {
    var names: [String] = []
    var (history, collections) = ("", "")
    do {
      names = try database?.favoriteNames(limit: Self.maxNames) ?? []
      history = try database?.historyMark ?? ""
      collections = try database?.collectionsMark ?? ""
    } catch {}
    return JSONWriter.object(capacity: 256 + names.count * 32) { json in
      json.member("favorites", names)
      json.member("history", history)
      json.member("collections", collections)
      json.member("mark", mark)
    }
  }
}

/// Counts the pages' changes of favorites. By this number a page knows whether news about favorites
/// is older than its own change
package final class FavoritesRevision: Sendable {
  private let number = Atomic(0)

  package init() {}

  package var last: Int { number.load(ordering: .sequentiallyConsistent) }

  /// The number of the change that was just made
  package func next() -> Int { number.add(1, ordering: .sequentiallyConsistent).newValue }
}
