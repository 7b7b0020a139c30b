import FixtureMaker
import Foundation
import PhotoSearch
import Testing

@testable import PhotoStorage

struct DatabaseTroubleTests {
  private let file = TemporaryDatabase()

  private func reason(_ body: () throws -> Void) -> StorageError.Reason? {
    do {
      try body()
      return nil
    } catch let error as StorageError {
      #expect(error.description.contains(file.url.path))
      return error.reason
    } catch { return nil }
  }

  /// That the file is neither written to nor read
  private func expectRefused(
    _ reason: StorageError.Reason, _ location: SourceLocation = #_sourceLocation
  ) {
    let writing = self.reason { _ = try PhotoDatabase.writing(at: file.url) }
    let reading = self.reason { _ = try PhotoDatabase.reading(at: file.url) }
    #expect((writing, reading) == (reason, reason), sourceLocation: location)
  }

  private func favorites(_ numbers: ClosedRange<Int>) throws -> [Favorite] {
    try numbers.map { Favorite(photo: try RandomPhoto.named("flickr:\($0)"), added: Date()) }
  }

  @Test(arguments: [
    Data("this is no database, but it is long enough to be told from one".utf8),
    Data(repeating: 0xFF, count: 100_000),
    Data("SQLite format 3\u{0}".utf8) + Data(repeating: 0x41, count: 5_000),
  ])
  func `a damaged file is reported and left as it is`(bytes: Data) throws {
    try bytes.write(to: file.url)
    expectRefused(.damaged)
    #expect(try Data(contentsOf: file.url) == bytes)
  }

  @Test func `a file cut in the middle is reported and left as it is`() throws {
    do {
      let database = try PhotoDatabase.writing(at: file.url)
      _ = try database.add(favorites(1...200))
    }
    let bytes = try Data(contentsOf: file.url)
    let half = bytes.prefix(bytes.count / 2)
    try half.write(to: file.url)
    #expect(reason { _ = try file.favorites() } == .damaged)
    #expect(
      reason { _ = try PhotoDatabase.writing(at: file.url).add(favorites(0...0)) } == .damaged)
    #expect(try Data(contentsOf: file.url) == half)
  }

  @Test func `a database of a later version is refused, and left as it is`() throws {
    do { _ = try PhotoDatabase.writing(at: file.url) }
    do {
      let connection = try Connection(file.url.path, for: .writing)
      try connection.run("PRAGMA user_version = 99")
    }
    expectRefused(.laterVersion)
  }

  @Test(arguments: 1...4)
  func `a database from before the first release is refused, and left as it is`(
    version: Int
  ) throws {
    do {
      let connection = try Connection(file.url.path, for: .writing)
      try connection.run("CREATE TABLE favorites (record TEXT)")
      try connection.run("INSERT INTO favorites VALUES ('kept')")
      let pragmas: [StaticString] = [
        "PRAGMA user_version = 1", "PRAGMA user_version = 2", "PRAGMA user_version = 3",
        "PRAGMA user_version = 4", "PRAGMA user_version = 5",
      ]
      try connection.run(pragmas[version - 1])
    }
    let bytes = try Data(contentsOf: file.url)
    expectRefused(.earlierVersion)
    #expect(try Data(contentsOf: file.url) == bytes)
  }

  @Test func `tables that cannot all be made are not made at all`() throws {
    let connection = try Connection(file.url.path, for: .writing)
    #expect(throws: StorageError.self) {
      try connection.migrate(by: [(8, ["CREATE TABLE half (x)", "CREATE NONSENSE"])])
    }
    #expect(try connection.version == 0)
    #expect(throws: StorageError.self) { try connection.run("SELECT * FROM half") }
  }

  @Test func `on a full disk all or nothing is added, and what was there stays`() throws {
    let database = try PhotoDatabase.writing(at: file.url)
    _ = try database.add(favorites(0...0))
    try database.connection.run("PRAGMA max_page_count = 1")
    let many = try favorites(1...500)
    guard case .cannotWrite(let words) = reason({ _ = try database.add(many) }) else {
      Issue.record("it was not refused")
      return
    }
    #expect(words.contains("full"))
    #expect(try file.favorites().map(\.photo.id.description) == ["flickr:0"])
  }

  @Test func `a folder that cannot be made is no database to write to`() throws {
    let inside = file.folder.appending(path: "file/data/imgsearch.db")
    try Data().write(to: file.folder.appending(path: "file"))
    do {
      _ = try PhotoDatabase.writing(at: inside)
      Issue.record("it was made")
    } catch {
      #expect(error.reason == .cannotWrite("its folder can't be made; check what is in its place"))
    }
    #expect(try PhotoDatabase.reading(at: inside) == nil)
  }

  @Test func `a folder in its place is no database`() throws {
    try FileManager.default.createDirectory(at: file.url, withIntermediateDirectories: true)
    expectRefused(.damaged)
  }

  @Test func `a file that lost its content keeps the log that has it`() throws {
    let log = file.url.path + "-wal"
    do { _ = try PhotoDatabase.writing(at: file.url) }
    let bytes = Data(repeating: 1, count: 5_000)
    try bytes.write(to: URL(filePath: log))
    try Data().write(to: file.url)
    expectRefused(.damaged)
    #expect(FileManager.default.contents(atPath: log) == bytes)
    // Without a log it is what a program that was killed at its very start has left.
    try FileManager.default.removeItem(atPath: log)
    #expect(try PhotoDatabase.reading(at: file.url) == nil)
    #expect(try PhotoDatabase.writing(at: file.url).favoriteCount() == 0)
  }

  @Test func `one that lets nobody read is waited for as long as is said`() throws {
    do { _ = try PhotoDatabase.writing(at: file.url) }
    do {
      let reader = try PhotoDatabase.reading(at: file.url, patience: .milliseconds(10))
      let asked = try #require(try reader?.connection.query("PRAGMA busy_timeout"))
      #expect(try asked.step() && asked.integer(0) == 10)
    }
    let other = try Connection(file.url.path, for: .writing)
    try other.run("PRAGMA locking_mode = EXCLUSIVE")
    try other.run("DELETE FROM history")
    #expect(
      reason { _ = try PhotoDatabase.reading(at: file.url, patience: .milliseconds(10)) } == .busy)
  }

  @Test func `a table that is not there is damage`() throws {
    do { _ = try PhotoDatabase.writing(at: file.url) }
    do { try Connection(file.url.path, for: .writing).run("DROP TABLE history") }
    #expect(reason { _ = try PhotoDatabase.reading(at: file.url)?.history() } == .damaged)
  }

  @Test func `the file alone has what was added, also while another program reads`() throws {
    let reader: PhotoDatabase?
    do {
      let database = try PhotoDatabase.writing(at: file.url)
      reader = try PhotoDatabase.reading(at: file.url)
      #expect(try reader?.favoriteCount() == 0)
      _ = try database.add(favorites(1...1))
    }
    let copy = file.folder.appending(path: "copy.db")
    try FileManager.default.copyItem(at: file.url, to: copy)
    #expect(try PhotoDatabase.reading(at: copy)?.favoriteCount() == 1)
    #expect(try reader?.favoriteCount() == 1)
  }

  @Test func `what fails never says what was to be kept`() throws {
    let database = try PhotoDatabase.writing(at: file.url)
    do {
      try database.connection.run(
        "INSERT INTO favorites (number, id, page, added, json) VALUES (1, ?, '', 1, NULL)",
        "secret-value")
      Issue.record("it was taken")
    } catch { #expect(!"\(error)".contains("secret-value")) }
  }

  @Test func `a file that another program does not let go of is said to be in use`() throws {
    do { _ = try PhotoDatabase.writing(at: file.url) }
    let other = try Connection(file.url.path, for: .writing)
    try other.run("BEGIN IMMEDIATE")
    let database = try PhotoDatabase.writing(at: file.url, patience: .milliseconds(10))
    #expect(reason { _ = try database.add(favorites(1...1)) } == .busy)
    try other.run("COMMIT")
    #expect(try database.add(favorites(1...1)).new.count == 1)
  }
}
