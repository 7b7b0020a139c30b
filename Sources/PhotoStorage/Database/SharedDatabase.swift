package import Foundation
import PhotoSearch
import Platform
import Synchronization

/// The database of a server. Its calls share few threads, so none blocks for long while another
/// program uses the database
package struct SharedDatabase: Sendable {
  /// Most time for which a thread may block
  package static let lockTimeout = Duration.milliseconds(100)
  /// Most time for which a call may wait
  private static let patience = Duration.seconds(10)

  private let file: URL
  private let writers = AsyncSemaphore(1)

  package init(at file: URL) { self.file = file }

  /// Reads the database, which is nil if there is none
  package func reading<T>(_ body: (PhotoDatabase?) throws -> T) async throws -> T {
    try await retrying { try body(PhotoDatabase.reading(at: file, patience: Self.lockTimeout)) }
  }

  /// Writes to the database, one call at a time
  package func writing<T>(_ body: (PhotoDatabase) throws -> T) async throws -> T {
    try await writers.withTurn {
      try await retrying { try body(PhotoDatabase.writing(at: file, patience: Self.lockTimeout)) }
    }
  }

  /// Tries again while another program uses the database; between tries no thread is blocked
  private func retrying<T>(_ body: () throws -> T) async throws -> T {
    let end = ContinuousClock.now + Self.patience
    while true {
      do {
        return try body()
      } catch let error as StorageError {
        guard error.reason == .busy, ContinuousClock.now < end else { throw error }
        try await Task.sleep(for: Self.lockTimeout)
      }
    }
  }
}

/// Notices when another program writes to the database
package struct WatchedDatabase {
  private let file: URL
  private var database: PhotoDatabase?
  private var version: Int?
  /// The opened file, to notice when it is replaced
  private var opened: FileIdentity?

  package init(_ file: URL) { self.file = file }

  /// Whether the database has changed since the last call; false while it can't be read
  package mutating func hasChanged() -> Bool {
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
  package func line(mark: Int) -> String {
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
  package func writtenByOthers() throws(StorageError) -> Int {
    try connection.query("PRAGMA data_version").first { $0.integer(0) } ?? 0
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
