import CommandSyntax
import PhotoSearch
import PhotoStorage

/// Short names for the places where searches go on: models miscopy long ones
///
/// The database keeps them, so that a list can be continued by another process; where it can't, or
/// searches aren't to be kept, they last as long as this one.
actor CursorHandles {
  /// Characters that a name has at most: a longer text is a whole cursor
  private static let maxLength = 16
  private static let (maxKept, maxBytes) = (500, 10_000_000)

  private let database: SharedDatabase?
  private let note: @Sendable (String) -> Void
  private var cursors = LRUCache<String>(limit: maxKept, maxBytes: maxBytes)
  private var hasWarned = false

  /// - Parameters:
  ///   - database: nil where searches aren't to be kept
  ///   - note: takes a line that says why they aren't kept all the same
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

  /// The token that a text stands for, which may be one
  ///
  /// - Throws: a usage failure for a name that isn't known.
  func token(_ text: String) async throws -> String {
    let name = text.trimmed.lowercased()
    guard name.utf8.count <= Self.maxLength else { return text }
    if let token = cursors.text(name) { return token }
    // Opened to be written to, as a database of before has no place for cursors.
    if let token = try await database?.writing({ try $0.cursor(named: name) }) { return token }
    throw CommandFailure.usage(
      "there is no cursor '\(name)'; give `next` of an answer as it is, or search again with words")
  }
}
