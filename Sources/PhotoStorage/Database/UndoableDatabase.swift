import Foundation
package import PhotoSearch
import Platform
import Synchronization

/// Favorites and history as the clients of a server change them, i.e. pages or an assistant: a
/// removal can be undone, and each change is told to all pages
package final class UndoableDatabase: Sendable {
  private static let maxFavorites = 10_000
  private static let maxSearches = 100

  private let shared: SharedDatabase
  /// Favorites and searches that were removed lately
  private let favorites = Mutex<[Favorite]>([])
  private let searches = Mutex<[HistoryEntry]>([])
  /// Counts the changes of favorites
  private let changes = Atomic(0)

  package init(_ shared: SharedDatabase) { self.shared = shared }

  /// Adds photos to the favorites, and to a collection. Those that were removed come back as they
  /// were, with their dates and collections
  ///
  /// - Parameter find: finds the other photos; by default all are complete
  /// - Throws: what finding and writing throw; then nothing is added.
  package func add(
    _ photos: [PhotoReference], to collection: CollectionName?,
    finding find: ([PhotoReference]) async throws -> [Photo] = { $0.compactMap(\.photo) }
  ) async throws {
    let removed = takeFavorites(under: photos.flatMap(\.identities))
    do {
      let names = Set(removed.flatMap(\.photo.identities))
      let new = try await find(photos.filter { names.isDisjoint(with: $0.identities) })
      let favorites = removed + new.map { Favorite(photo: $0) }
      _ = try await shared.writing { try $0.add(favorites, to: collection) }
    } catch {
      remember(removed)
      throw error
    }
  }

  /// Removes photos from a collection, or from the favorites
  ///
  /// - Parameter names: all ids of the photos
  package func remove(_ names: [PhotoID], from collection: CollectionName?) async throws {
    // A database that doesn't exist isn't created.
    guard try await shared.reading({ $0 != nil }) else { return }
    let removed = try await shared.writing { database in
      let removed = collection == nil ? try database.favorites(under: names) : []
      _ = try database.removeFavorites([names], from: collection)
      return removed
    }
    remember(removed)
  }

  private func remember(_ removed: [Favorite]) {
    favorites.withLock { $0 = ($0 + removed).suffix(Self.maxFavorites) }
  }

  private func takeFavorites(under names: [PhotoID]) -> [Favorite] {
    favorites.withLock { favorites in
      let matching = favorites.filter { !Set($0.photo.identities).isDisjoint(with: names) }
      favorites.removeAll(where: matching.contains)
      return matching
    }
  }

  /// Removes the search with this ``HistoryEntry/id`` from the history
  ///
  /// - Returns: how many were removed.
  package func forget(id: String) async throws -> Int {
    let found = try await shared.reading { try $0?.history().first { $0.id == id } }
    guard let found else { return 0 }
    let removed = try await shared.writing { try $0.forget(id: id) }
    searches.withLock { $0 = ($0 + [found]).suffix(Self.maxSearches) }
    return removed
  }

  /// Removes all searches from the history; none of them can be restored
  ///
  /// - Returns: how many were removed.
  package func forgetAll() async throws -> Int {
    // A database that can't be written leaves the searches that can be restored.
    let isThere = try await shared.reading { $0 != nil }
    let removed = isThere ? try await shared.writing { try $0.forgetAll() } : 0
    searches.withLock { $0 = [] }
    return removed
  }

  /// Restores a removed search
  ///
  /// - Returns: false if it is no longer known.
  package func restore(id: String) async throws -> Bool {
    guard let entry = searches.withLock({ $0.first { $0.id == id } }) else { return false }
    try await shared.writing { try $0.restore(entry) }
    searches.withLock { $0.removeAll { $0.id == id } }
    return true
  }
}

extension UndoableDatabase {
  /// How long to wait between two looks at the database
  private static let pause = Duration.seconds(1)
  /// After this many looks without a change, an empty line checks whether the page is still there
  private static let silence = 15

  /// The answer to a page's change, with the state after it, by which the page recognizes later news
  ///
  /// - Parameter members: writes what was changed
  package func changed(_ members: (inout JSONWriter) -> Void) async throws -> String {
    let collections = try await shared.reading { try $0?.collectionsRevision() ?? "" }
    return JSONWriter.object { json in
      members(&json)
      json.member("collections", collections)
      json.member("mark", changes.add(1, ordering: .sequentiallyConsistent).newValue)
    }
  }

  /// Tells a page about changes of favorites and history, also by other programs, while it listens
  ///
  /// - Parameter tell: gets a line of JSON, or an empty line that only checks whether the page is
  ///   still there
  /// - Throws: `CancellationError`, and what telling throws.
  package func tellChanges(_ tell: (String) async throws -> Void) async throws {
    var database = WatchedDatabase(shared.file)
    var looks = 0
    var last: (mark: Int, line: String)?
    while true {
      // The mark is read before the database, so that the database has at least these changes
      let mark = changes.load(ordering: .sequentiallyConsistent)
      if database.hasChanged() || mark != last?.mark {
        let line = database.line(mark: mark)
        if line != last?.line {
          try await tell(line)
          looks = 0
        }
        last = (mark, line)
      }
      looks += 1
      if looks % Self.silence == 0 { try await tell("") }
      try await Task.sleep(for: Self.pause)
    }
  }
}

/// Notices when another program writes to the database
private struct WatchedDatabase {
  private let file: URL
  private var database: PhotoDatabase?
  private var version: Int?
  /// The opened file, to notice when it is replaced
  private var opened: FileIdentity?

  init(_ file: URL) { self.file = file }

  /// Whether the database has changed since the last call; false while it can't be read
  mutating func hasChanged() -> Bool {
    do {
      let current = stat(at: file.path)?.identity
      let isReplaced = current != opened
      if database == nil || isReplaced {
        database = try PhotoDatabase.reading(at: file, patience: SharedDatabase.lockTimeout)
      }
      let now = try database?.writtenByOthers()
      defer { (opened, version) = (current, now) }
      return isReplaced || now != version
    } catch {
      database = nil
      return false
    }
  }

  /// Most ids of favorites in a line
  private static let maxNames = 20_000

  /// - Parameter mark: the number of the pages' latest change, which the database includes
  func line(mark: Int) -> String {
    var names: [String] = []
    var (history, collections) = ("", "")
    do {
      names = try database?.favoriteNames(limit: Self.maxNames) ?? []
      history = try database?.historyRevision() ?? ""
      collections = try database?.collectionsRevision() ?? ""
    } catch {}
    return JSONWriter.object(capacity: 256 + names.count * 32) { json in
      json.member("favorites", names)
      json.member("history", history)
      json.member("collections", collections)
      json.member("mark", mark)
    }
  }
}

extension PhotoDatabase {
  /// A number that changes when another program or another connection has written
  fileprivate func writtenByOthers() throws(StorageError) -> Int {
    try connection.query("PRAGMA data_version").first { $0.integer(0) } ?? 0
  }
}
