import Foundation
import PhotoSearch
import Testing

@testable import PhotoStorage

/// Databases of 0.2.0, which had version 7
struct MigrationTests {
  /// The step from that version to this one
  private static let step = Schema.migrations[1]

  private let file = TemporaryDatabase()
  private let plan =
    #"{"plan":{"order":"interleaved","providers":[],"query":{"filters":{},"words":"cats"}}}"#

  /// Its tables as that version made them, with a search and a favorite in them
  init() throws {
    let connection = try Connection(file.url.path, for: .writing)
    try connection.run("PRAGMA journal_mode = WAL")
    let tables: [StaticString] = [
      """
      CREATE TABLE favorites (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, page TEXT NOT NULL, added REAL NOT NULL,
        json TEXT NOT NULL)
      """,
      "CREATE INDEX favorite_of_page ON favorites (page)",
      """
      CREATE TABLE favorite_names (
        name TEXT PRIMARY KEY,
        favorite INTEGER NOT NULL REFERENCES favorites (number) ON DELETE CASCADE) WITHOUT ROWID
      """,
      "CREATE INDEX favorite_of_name ON favorite_names (favorite)",
      """
      CREATE TABLE history (
        id INTEGER PRIMARY KEY, words TEXT NOT NULL, plan TEXT NOT NULL,
        searched REAL NOT NULL, photos INTEGER NOT NULL, UNIQUE (words, plan))
      """,
      """
      CREATE TABLE listings (
        number INTEGER PRIMARY KEY, terminal TEXT NOT NULL UNIQUE, token TEXT NOT NULL,
        turn INTEGER NOT NULL)
      """,
      """
      CREATE TABLE listed_photos (
        listing INTEGER NOT NULL REFERENCES listings (number) ON DELETE CASCADE,
        number INTEGER NOT NULL, id TEXT NOT NULL, page TEXT NOT NULL, json TEXT NOT NULL,
        PRIMARY KEY (listing, number))
      """,
      "CREATE INDEX listed_by_id ON listed_photos (id)",
      "CREATE INDEX listed_by_page ON listed_photos (page)",
      """
      CREATE TABLE searches (
        number INTEGER PRIMARY KEY, terminal TEXT NOT NULL UNIQUE, token TEXT NOT NULL, cursor TEXT,
        words TEXT NOT NULL, plan TEXT NOT NULL, shown INTEGER NOT NULL)
      """,
      """
      CREATE TABLE collections (
        number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL)
      """,
      """
      CREATE TABLE collected (
        collection INTEGER NOT NULL REFERENCES collections (number) ON DELETE CASCADE,
        favorite INTEGER NOT NULL REFERENCES favorites (number) ON DELETE CASCADE,
        PRIMARY KEY (collection, favorite)) WITHOUT ROWID
      """,
      "CREATE INDEX collections_of_favorite ON collected (favorite)", "PRAGMA user_version = 7",
    ]
    for statement in tables { try connection.run(statement) }
    try connection.run(
      "INSERT INTO history (words, plan, searched, photos) VALUES ('cats', ?, 7.5, 30)",
      plan)
    try connection.run(
      "INSERT INTO favorites (id, page, added, json) VALUES ('flickr:1', '', 1, ?)",
      #"{"id":"flickr:1","page":"https://www.flickr.com/photos/a/1"}"#)
  }

  private func version(_ url: URL) throws -> Int { try Connection(url.path, for: .reading).version }

  private func check(_ url: URL) throws {
    let database = try PhotoDatabase.writing(at: url)
    #expect(try version(url) == Schema.version)
    let entry = try #require(try database.history().first)
    #expect(entry.words == "cats" && entry.photos == 30 && entry.count == nil)
    let search = try #require(entry.search)
    #expect(try (database.favoriteCount(), database.hasHashes()) == (1, false))
    try database.remember(search, photos: 9, count: 60, at: Date())
    try database.remember(search, photos: 9, at: Date())
    #expect(try database.history().map(\.count) == [60])
  }

  @Test func `one is read as it is, and migrated when it is written to`() throws {
    let entries = try #require(try PhotoDatabase.reading(at: file.url)).history()
    #expect(entries.map(\.words) == ["cats"] && entries.map(\.count) == [nil])
    #expect(try version(file.url) == 7)
    try check(file.url)
    #expect(try PhotoDatabase.writing(at: file.url).history().map(\.photos) == [9])
  }

  @Test func `a program of 0.2.0 that has it open goes on writing to it`() throws {
    let old = try Connection(file.url.path, for: .writing)
    #expect(try old.version == 7)
    let database = try PhotoDatabase.writing(at: file.url)
    try old.run("INSERT INTO history (words, plan, searched, photos) VALUES ('dogs', '', 8, 1)")
    #expect(try database.history().map(\.words) == ["dogs", "cats"])
  }

  @Test(arguments: 0...step.statements.count)
  func `killed in the middle, nothing of it is there and the next start does all`(
    steps: Int
  ) throws {
    let connection = try Connection(file.url.path, for: .writing)
    // What was changed goes to the log at once, as where memory is short.
    try connection.run("PRAGMA cache_size = 1")
    try connection.run("BEGIN IMMEDIATE")
    for statement in Self.step.statements.prefix(steps) { try connection.run(statement) }
    // What is on the disk now is what a killed program leaves.
    let copy = TemporaryDatabase()
    for end in ["", "-wal"] {
      let bytes = try #require(FileManager.default.contents(atPath: file.url.path + end))
      try bytes.write(to: URL(filePath: copy.url.path + end))
    }
    #expect(try version(copy.url) == 7)
    try check(copy.url)
  }

  @Test(arguments: step.statements.indices)
  func `a step that fails undoes those before it`(index: Int) throws {
    let connection = try Connection(file.url.path, for: .writing)
    var step = Self.step
    step.statements[index] = "CREATE NONSENSE"
    #expect(throws: StorageError.self) { try connection.migrate(by: [step]) }
    #expect(try connection.version == 7)
    #expect(throws: StorageError.self) { try connection.run("SELECT count FROM history") }
    try check(file.url)
  }

  @Test func `many at once migrate it once`() async throws {
    let url = file.url
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { _ = try PhotoDatabase.writing(at: url) } }
      try await group.waitForAll()
    }
    try check(url)
  }
}
