@testable import PhotoSearch
import Testing

@Suite struct OpenverseEndTests {
  private typealias Replies = OpenverseReplies

  /// A page of a search: its cursor, what the reply promises, rows; what is next, and why not
  struct Case: Sendable, CustomTestStringConvertible {
    let promise: String
    var cursor: String?
    var rows: Int
    var next: String?
    var end = EndReason.exhausted

    var testDescription: String { "\(cursor ?? "first"): \(rows) rows, \(promise)" }
  }

  @Test(arguments: [
    Case(promise: counts(40, 2), rows: 20, next: "2/2"),
    Case(promise: counts(40, 2), cursor: "2/2", rows: 20),
    // A short or an empty page is not the end while page 1 promised more.
    Case(promise: counts(100, 5), cursor: "2/5", rows: 3, next: "3/5"),
    Case(promise: counts(100, 5), cursor: "3/5", rows: 0, next: "4/5"),
    // Later promises do not count.
    Case(promise: counts(0, 0), cursor: "2/5", rows: 0, next: "3/5"),
    Case(promise: counts(900, 45), cursor: "5/5", rows: 20),
    // No promise, or one that cannot be: as long as photos come.
    Case(promise: counts(40, 0), rows: 20, next: "2"),
    Case(promise: #""page_count":null"#, rows: 20, next: "2"),
    Case(promise: #""page_count":-1"#, cursor: "2", rows: 20, next: "3"),
    Case(promise: counts(40, 0), cursor: "3", rows: 0),
    Case(promise: counts(0, 0), rows: 0),
    // The wall.
    Case(promise: counts(10_000, 500), rows: 20, next: "2/500"),
    Case(promise: counts(10_000, 500), cursor: "11/500", rows: 20, next: "12/500"),
    Case(promise: counts(10_000, 500), cursor: "12/500", rows: 20, end: .depthLimit(240)),
    Case(promise: counts(240, 12), cursor: "12/12", rows: 20, end: .depthLimit(240)),
    Case(promise: counts(231, 12), cursor: "12/12", rows: 11),
    Case(promise: counts(40, 0), cursor: "12", rows: 20, end: .depthLimit(240)),
  ])
  func `the end is where the promise or the wall is`(_ example: Case) throws {
    let rows = (0..<example.rows).map { Replies.row(["id": "\"\($0)\""]) }
    let page = try Openverse().page(
      from: Replies.page(rows, members: example.promise), for: PhotoQuery("dog"),
      at: example.cursor.map { PageCursor($0) })
    #expect((page.photos.count, page.next?.text) == (example.rows, example.next))
    if example.next == nil { #expect(page.end == example.end) }
  }

  @Test func `the total is what the service says, when it can be one`() throws {
    for (text, total) in [("240", 240), ("\"17\"", 17), ("-1", nil), ("null", nil), ("{}", nil)] {
      let reply = Replies.page([], members: "\"result_count\":\(text)")
      let page = try Openverse().page(from: reply, for: PhotoQuery("dog"), at: nil)
      #expect(page.total == total)
    }
  }

  private static func counts(_ results: Int, _ pages: Int) -> String {
    "\"result_count\":\(results),\"page_count\":\(pages)"
  }
}
