import Foundation
import PhotoSearch
import Testing

@testable import PhotoStorage

/// The short names under which the database keeps cursors
struct CursorHandleTests {
  private struct NoTransport: HTTPTransport {
    func send(_ request: WebRequest) async throws -> WebReply { throw CancellationError() }
  }

  private let file = TemporaryDatabase()
  private let database: PhotoDatabase

  init() throws { database = try PhotoDatabase.writing(at: file.url) }

  /// Where a search for these words begins
  private func cursor(_ words: String) throws -> SearchCursor {
    let search = MergedSearch(
      PhotoQuery(words), from: ProviderCatalog.providers { _ in "unused key" }, over: NoTransport())
    return try #require(search.makeAsyncIterator().cursor)
  }

  @Test func `a cursor is found by its name in the next program, and has one name`() throws {
    let cursor = try cursor("kittens")
    let handle = try database.save(cursor)
    let database = try PhotoDatabase.writing(at: file.url)
    #expect(handle.wholeMatch(of: /[0-9a-hjkmnp-tv-z]{13}/) != nil, "\(handle)")
    #expect(try database.cursor(named: handle) == cursor.description)
    #expect(try (database.save(cursor), database.cursor(named: "nothing")) == (handle, nil))
    #expect(try database.save(self.cursor("harbor")) != handle)
  }

  @Test func `the newest are kept, and one that is kept again is new`() throws {
    let first = try database.save(cursor("0"))
    let second = try database.save(cursor("1"))
    for number in 2..<PhotoDatabase.maxCursors { _ = try database.save(cursor("\(number)")) }
    #expect(try database.save(cursor("0")) == first)
    _ = try database.save(cursor("one more"))
    #expect(try database.cursor(named: first) != nil && database.cursor(named: second) == nil)
  }

  @Test func `one that is asked for is used, and stays`() throws {
    let handles = try (0..<PhotoDatabase.maxCursors).map { try database.save(cursor("\($0)")) }
    #expect(try database.cursor(named: handles[0]) != nil)
    _ = try database.save(cursor("one more"))
    #expect(try database.cursor(named: handles[0]) != nil)
    #expect(try database.cursor(named: handles[1]) == nil)
  }

  @Test func `they go with the history of their words, and with all of it`() throws {
    let handles = try ["kittens", "harbor"].map { try database.save(cursor($0)) }
    _ = try database.forget(words: "kittens")
    #expect(try database.cursor(named: handles[0]) == nil)
    #expect(try database.cursor(named: handles[1]) != nil)
    _ = try database.forgetAll()
    #expect(try database.cursor(named: handles[1]) == nil)
  }

  @Test func `they go with the last query of their words that is removed by its number`() throws {
    let handle = try database.save(cursor("kittens"))
    for count in [10, 20] {
      var filters = PhotoFilters()
      filters.minWidth = count
      let plan = SearchPlan(query: PhotoQuery("kittens", filters: filters), providers: [.flickr])
      try database.remember(SearchRecord(plan: plan), photos: 1, at: Date())
    }
    #expect(try database.forget(number: 1) == 1)
    #expect(try database.cursor(named: handle) != nil)
    #expect(try database.forget(number: 1) == 1)
    #expect(try database.cursor(named: handle) == nil)
  }

  @Test func `a database that was made without a place for them gets one`() throws {
    try database.connection.run("DROP TABLE cursors")
    try file.makeEarlier()
    let database = try PhotoDatabase.writing(at: file.url)
    let handle = try database.save(cursor("kittens"))
    #expect(try database.cursor(named: handle) != nil && database.forgetAll() == 0)
  }
}
