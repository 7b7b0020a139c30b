package import Foundation
import Platform

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
    try await trying { try body(PhotoDatabase.reading(at: file, patience: Self.lockTimeout)) }
  }

  /// Writes to the database, one call at a time
  package func writing<T>(_ body: (PhotoDatabase) throws -> T) async throws -> T {
    try await writers.withTurn {
      try await trying { try body(PhotoDatabase.writing(at: file, patience: Self.lockTimeout)) }
    }
  }

  /// Tries again while another program uses the database; between tries no thread is blocked
  private func trying<T>(_ body: () throws -> T) async throws -> T {
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
