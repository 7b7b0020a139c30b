import PhotoSearch
import Testing

@Suite struct WikimediaBatchTests {
  private typealias Replies = WikimediaReplies
  private let provider = WikimediaCommons()
  private let query = PhotoQuery(words: "cat")

  /// Ranks 1 to 3, of which only some have their file on a reply
  private func rows(withFile ids: Set<Int>) -> [String] {
    (1...3).map { Replies.row(id: $0, index: $0, file: ids.contains($0) ? [:] : nil) }
  }

  @Test func `of a batch in parts each photo comes once, and none is counted as lacking`() throws {
    let first = try provider.page(
      from: Replies.page(
        rows(withFile: [1, 3]), members: #""continue":{"iicontinue":"B.jpg|2","continue":"||"}"#),
      for: query, at: nil)
    #expect(first.photos.map(\.id.native) == ["1", "3"])
    #expect(first.leftOut.isEmpty)

    let next = try #require(first.next)
    let second = try provider.page(
      from: Replies.page(
        rows(withFile: [2]),
        members: #""batchcomplete":true,"continue":{"gsroffset":3,"continue":"gsroffset||"}"#),
      for: query, at: next)
    #expect(second.photos.map(\.id.native) == ["2"])
    #expect(second.leftOut.isEmpty)
    #expect(second.next?.text == "3")
  }

  @Test func `on a whole page a row without a file lacks one`() throws {
    let page = try provider.page(
      from: Replies.page(rows(withFile: [1])), for: query, at: PageCursor("50"))
    #expect(page.photos.map(\.id.native) == ["1"])
    #expect(page.leftOut == [.withoutImage: 2])
  }
}
