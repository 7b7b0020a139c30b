import Testing

@testable import PhotoSearch

/// How pages are asked for, and what names the next one
@Suite struct PagingTests {
  private func items(_ paging: Paging, at cursor: String?) -> String? {
    paging.items(at: cursor.map { PageCursor($0) })?
      .map { "\($0.0)=\($0.1 ?? "nothing")" }.joined(separator: "&")
  }

  private func next(_ paging: Paging, _ next: PageRows.Next, at cursor: String? = nil) -> PhotoPage
  {
    var page = PhotoPage(photos: [])
    PageRows([], next: next)
      .setEnd(of: &page, at: cursor.map { PageCursor($0) }, by: paging)
    return page
  }

  @Test(
    arguments: [
      (nil, "start=0&limit=50"), ("1", "start=0&limit=50"), ("3/9", "start=100&limit=50"),
      ("4", "start=150&limit=50"), ("5", nil), ("0", nil), ("at:x", nil),
    ] as [(String?, String?)])
  func `pages are asked for by how many photos come before them`(cursor: String?, items: String?) {
    let paging = Paging.offset(50, as: "limit", by: "start", upTo: 4)
    #expect((self.items(paging, at: cursor), paging.firstItems) == (items, ["start": "0"]))
  }

  @Test(
    arguments: [
      (nil, "cursor=*&rows=100"), ("at:AoE%2F%2B%3D", "cursor=AoE/+=&rows=100"), ("at:", nil),
      ("2", nil), ("AoE", nil), ("", nil), ("at:%C3%28", nil),
    ] as [(String?, String?)])
  func `pages are asked for by the cursor of the reply before`(cursor: String?, items: String?) {
    let paging = Paging.cursors(100, as: "rows", by: "cursor", from: "*")
    #expect((self.items(paging, at: cursor), paging.firstItems) == (items, ["cursor": "*"]))
    #expect(self.items(.cursors(9, as: "n", by: "after"), at: nil) == "after=nothing&n=9")
  }

  @Test(arguments: [nil, ""])
  func `without a cursor in the reply there is no next page`(text: String?) {
    let page = next(.cursors(100, as: "rows", by: "cursor"), .cursor(text))
    #expect(page.next == nil && page.end == .exhausted)
  }

  @Test func `a cursor is kept as one printable word, and one that leads nowhere is the end`() {
    let paging = Paging.cursors(100, as: "rows", by: "cursor")
    let page = next(paging, .cursor("é /+="))
    #expect(page.next == PageCursor("at:%C3%A9%20%2F%2B%3D"))
    #expect(items(paging, at: page.next?.text) == "cursor=é /+=&rows=100")
    let same = next(paging, .cursor("é /+="), at: page.next?.text)
    #expect(same.next == nil && same.end == .repeats)
  }
}
