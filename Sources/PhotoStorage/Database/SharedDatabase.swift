package import Foundation
import Platform

/// The database of a server. Its calls share few threads, so none blocks for long while another
/// program uses the database
package struct SharedDatabase: Sendable {
  /// Most time for which a thread may block
  package static let lockTimeout = Duration.milliseconds(100)
  /// Most time for which a call may wait
  private static let patience = Duration.seconds(10)

  package let file: URL
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

extension SharedDatabase {
  /// A collection as it is stored, i.e. in its own capitals
  ///
  /// - Throws: ``NoCollection``, ``StorageError``.
  package func collection(_ name: CollectionName) async throws -> PhotoCollection {
    try await reading { try PhotoDatabase.collection(name, in: $0) }
  }

  /// Removes a collection
  ///
  /// - Returns: its photos, which stay favorites.
  package func remove(_ collection: CollectionName) async throws -> [Favorite] {
    try await writing { database in
      let favorites = try database.favorites(in: collection)
      try database.remove(collection)
      return favorites
    }
  }
}
