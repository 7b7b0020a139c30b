import PhotoSearch
import PhotoStorage

/// Short names for cursors, because models make mistakes when they copy long ones
///
/// The database stores them, so that another process can continue a list. If it can't, or searches
/// aren't to be stored, they are only known to this process.
actor CursorHandles {
  /// Most characters of a name; a longer text is a whole cursor
  private static let maxLength = 16
  private static let (maxKept, maxBytes) = (500, 10_000_000)

  private let database: SharedDatabase?
  private let note: @Sendable (String) -> Void
  private var cursors = LRUCache<String>(limit: maxKept, maxBytes: maxBytes)
  private var hasWarned = false

  /// - Parameters:
  ///   - database: nil if searches aren't to be stored
  ///   - note: takes a line with the reason if they can't be stored
  init(in database: SharedDatabase?, note: @escaping @Sendable (String) -> Void) {
    (self.database, self.note) = (database, note)
  }

  func name(for cursor: SearchCursor) async throws -> String {
    if let database {
      do { return try await database.writing { try $0.keep(cursor) } } catch let error
        as StorageError
      {
        if !hasWarned {
          note("imgsearch: lists can't be continued later: \(ErrorText.line(error))")
        }
        hasWarned = true
      }
    }
    let name = cursor.handle
    cursors.keep(cursor.description, as: name)
    return name
  }

  /// The cursor's token for a name; a text that is a token already stays
  ///
  /// - Throws: a usage failure for an unknown name.
  func token(_ text: String) async throws -> String {
    let name = text.trimmed.lowercased()
    guard name.utf8.count <= Self.maxLength else { return text }
    if let token = cursors.text(name) { return token }
    // Opened for writing, because an older database has no table of cursors yet.
    if let token = try await database?.writing({ try $0.cursor(named: name) }) { return token }
    throw CommandFailure.usage(
      "there is no cursor '\(name)'; give `next` of an answer as it is, or search again with words")
  }
}
