package import Foundation
import Platform

/// The database of a server, whose calls share few threads: none is blocked for long while another
/// program has it
package struct SharedDatabase: Sendable {
  /// How long a thread may block
  package static let lockTimeout = Duration.milliseconds(100)
  /// How long a call waits
  private static let patience = Duration.seconds(10)

  private let file: URL
  private let writers = AsyncSemaphore(1)

  package init(at file: URL) { self.file = file }

  /// What is kept, to be read; nil when nothing is
  package func reading<T>(_ body: (PhotoDatabase?) throws -> T) async throws -> T {
    try await trying { try body(PhotoDatabase.reading(at: file, patience: Self.lockTimeout)) }
  }

  /// What is kept, to be written to by one call at a time
  package func writing<T>(_ body: (PhotoDatabase) throws -> T) async throws -> T {
    try await writers.withTurn {
      try await trying { try body(PhotoDatabase.writing(at: file, patience: Self.lockTimeout)) }
    }
  }

  /// Tries again while another program has the database, without blocking a thread in between
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
