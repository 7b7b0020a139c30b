import FixtureMaker
import Foundation
import PhotoSearch
import Testing

@testable import PhotoStorage

/// A database of the version before becomes one of today
struct MigrationTests {
  private let file: TemporaryDatabase

  init() throws {
    file = try TemporaryDatabase()
  }

  /// The tables as version 6 made them
  private static let tables: [StaticString] = [
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
    "CREATE TABLE listing (id INTEGER PRIMARY KEY, token TEXT NOT NULL)",
    """
    CREATE TABLE listing_photos (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL, page TEXT NOT NULL, json TEXT NOT NULL)
    """,
    "CREATE INDEX listed_photo ON listing_photos (id)",
    "CREATE INDEX listed_page ON listing_photos (page)",
    """
    CREATE TABLE last_search (
      id INTEGER PRIMARY KEY, token TEXT NOT NULL, cursor TEXT, words TEXT NOT NULL,
      plan TEXT NOT NULL, shown INTEGER NOT NULL)
    """,
    "PRAGMA user_version = 6",
  ]

  /// What `more` continued, as version 6 kept it
  private static let plan =
    #"{"manner":{"isInHistory":true,"isOffline":false,"isStrict":false,"#
    + #""patience":[0,1000000000000000000],"timeout":[20,0]},"search":PLAN}"#

  /// A favorite, two listed photos, two searches in the history, the last of them with more to come
  private func fill() throws -> (favorite: Favorite, listed: [Photo], search: SearchRecord) {
    let connection = try Connection(file.url.path, for: .writing)
    try connection.run("PRAGMA journal_mode = WAL")
    for table in Self.tables { try connection.run(table) }
    let favorite = Favorite(
      photo: try RandomPhoto.named("flickr:1"), added: Date(timeIntervalSince1970: 5))
    try connection.run(
      "INSERT INTO favorites VALUES (7, 'flickr:1', ?, 5, ?)",
      .text(favorite.photo.page.absoluteString), .text(PhotoJSON.complete(favorite.photo)))
    try connection.run("INSERT INTO favorite_names VALUES ('flickr:1', 7)")
    let listed = try [3, 4].map { try RandomPhoto.named("flickr:\($0)") }
    try connection.run("INSERT INTO listing VALUES (1, 't')")
    for (index, photo) in listed.enumerated() {
      try connection.run(
        "INSERT INTO listing_photos VALUES (?, ?, ?, ?)", .integer(index + 1),
        .text(photo.id.description), .text(photo.page.absoluteString),
        .text(PhotoJSON.complete(photo)))
    }
    let search = SearchRecord(plan: SearchPlan(query: PhotoQuery(words: "cats"), providers: []))
    let text = String(decoding: try JSONEncoder().encode(search), as: UTF8.self)
    try connection.run("INSERT INTO history VALUES (1, 'dogs', '', 1, 1)")
    try connection.run("INSERT INTO history VALUES (2, 'cats', ?, 2, 2)", .text(text))
    try connection.run(
      "INSERT INTO last_search VALUES (1, 't', 'x', 'cats', ?, 2)",
      .text(Self.plan.replacing("PLAN", with: text)))
    return (favorite, listed, search)
  }

  @Test(arguments: [true, false])
  func `favorites, history, numbers and the last search stay`(isRead: Bool) throws {
    let (favorite, listed, search) = try fill()
    let database =
      isRead
      ? try #require(try PhotoDatabase.reading(at: file.url, for: "a"))
      : try PhotoDatabase.writing(at: file.url, for: "a")
    #expect(try file.favorites() == [favorite])
    #expect(try database.isFavorite(favorite.photo))
    #expect(try database.history().map(\.words) == ["cats", "dogs"])
    #expect(try database.listedNumbers() == 1...2)
    #expect(try database.listedPhotos(2...2)[2] == listed[1])
    #expect(try database.listedPhoto(listed[0].id) == listed[0])
    let last = try #require(try database.lastSearch())
    #expect(last.token == "t" && last.search?.search == search && last.search?.shown == 2)
    #expect(try database.listingToken() == "t")
    #expect(try database.collections().isEmpty)
    #expect(try database.connection.version == Schema.version)
  }

  @Test func `what it has become is what is made anew`() throws {
    func shape(_ url: URL) throws -> [String] {
      let connection = try PhotoDatabase.writing(at: url).connection
      let statement = try connection.query("SELECT sql FROM sqlite_master ORDER BY name")
      defer { statement.reset() }
      var shape: [String] = []
      while try statement.step() { if let text = statement.text(0) { shape.append(text) } }
      return shape
    }
    _ = try fill()
    let fresh = try TemporaryDatabase()
    #expect(try shape(file.url) == shape(fresh.url))
  }

  @Test func `many programs at once find it up to date, or make it so`() async throws {
    _ = try fill()
    let url = file.url
    let counts = await withTaskGroup(of: Int?.self) { group in
      for number in 0..<12 {
        group.addTask {
          do {
            let database =
              number.isMultiple(of: 2)
              ? try PhotoDatabase.reading(at: url) : try PhotoDatabase.writing(at: url)
            return try database?.collections().isEmpty == true ? database?.favoriteCount : nil
          } catch {
            return nil
          }
        }
      }
      return await group.reduce(into: [Int?]()) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 1, count: 12))
  }

  @Test func `one that cannot be brought up to date stays as it was`() throws {
    _ = try fill()
    do { try Connection(file.url.path, for: .writing).run("DROP TABLE last_search") }
    #expect(throws: StorageError.self) { try PhotoDatabase.writing(at: file.url) }
    let connection = try Connection(file.url.path, for: .reading)
    #expect(try connection.version == 6)
    let photos = try connection.query("SELECT count(*) FROM listing_photos")
    #expect(try photos.step() && photos.integer(0) == 2)
    photos.reset()
    #expect(throws: StorageError.self) { try connection.run("SELECT * FROM listings") }
  }
}
