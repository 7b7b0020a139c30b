import Foundation
@testable import PhotoSearch
import Testing

@Suite struct WikimediaCursorTests {
  private let provider = WikimediaCommons()
  private let query = PhotoQuery("dog")

  private func page(_ continuation: String, at cursor: PageCursor? = nil) throws -> PhotoPage {
    try provider.page(
      from: WikimediaReplies.page(
        [WikimediaReplies.row()], members: "\"batchcomplete\":true,\"continue\":\(continuation)"),
      for: query, at: cursor)
  }

  @Test(arguments: [
    (#"{"gsroffset":50,"continue":"gsroffset||"}"#, "50"),
    (#"{"gsroffset":"50","continue":"gsroffset||"}"#, "50"),
    (#"{"gsroffset":50,"continue":"-||"}"#, "continue=-||&gsroffset=50"),
    (
      #"{"iicontinue":"Fuß & Hand=50%.jpg|2022","gsroffset":50,"continue":"gsroffset||"}"#,
      "continue=gsroffset||&gsroffset=50&iicontinue=Fu%C3%9F%20%26%20Hand%3D50%25.jpg|2022"
    ),
  ])
  func `what a reply wants back is sent back unchanged`(reply: String, text: String) throws {
    let cursor = try #require(try page(reply).next)
    #expect(cursor.text == text)
    let sent = try provider.request(for: query, at: cursor).queryItems
    let members = try #require(try JSONDocument(Data(reply.utf8)).root.members)
    for (name, value) in members {
      #expect(sent.filter { $0.name == name }.map(\.value) == [value.text])
    }
  }

  @Test func `between whole pages a cursor is only a number`() throws {
    let items = try provider.request(for: query, at: PageCursor("100")).queryItems
    #expect(items.first { $0.name == "gsroffset" }?.value == "100")
    #expect(items.first { $0.name == "continue" }?.value == "gsroffset||")
  }

  @Test(arguments: [
    "", "x", "-50", "0", "050", "1000001", "99999999999999999999", "=", "a=b", "action=purge",
    "gsroffset", "continue=%", "continue=1&continue=2", "continue=1&action=login", "=x&continue=1",
    "iiCONTINUE=1", String(repeating: "a", count: 5_000) + "continue=1",
    "continue=" + String(repeating: "a", count: 5_000),
    (1...9).map { String(repeating: "a", count: $0) + "continue=1" }.joined(separator: "&"),
  ])
  func `a cursor that no reply gave is refused`(text: String) {
    let cursor = PageCursor(text)
    #expect(throws: ProviderError(.wikimedia, .unknownPage(cursor))) {
      try provider.request(for: query, at: cursor)
    }
    #expect(throws: ProviderError(.wikimedia, .unknownPage(cursor))) {
      try page("null", at: cursor)
    }
  }

  @Test(arguments: [
    "{}", "[]", "7", #"{"continue":null}"#, #"{"continue":{}}"#, #"{"action":"purge"}"#,
  ])
  func `a continuation that cannot be sent back is said to be unreadable`(reply: String) {
    let error = #expect(throws: ProviderError.self) { try page(reply) }
    guard case .unreadable(let path, _)? = error?.reason else {
      Issue.record("\(String(describing: error)) is not about reading")
      return
    }
    #expect(path.hasPrefix("continue"))
  }

  @Test(
    arguments: [
      ("null", nil, EndReason.exhausted),
      // The search looks no deeper than 10,000 results.
      (#"{"gsroffset":10000,"continue":"gsroffset||"}"#, "9950", .depthLimit(10_000)),
      // A reply that sends back to itself
      (#"{"gsroffset":50,"continue":"gsroffset||"}"#, "50", .repeats),
    ] as [(String, String?, EndReason)])
  func `the end is where nothing deeper or else is wanted back`(
    reply: String, cursor: String?, end: EndReason
  ) throws {
    let page = try page(reply, at: cursor.map { PageCursor($0) })
    #expect((page.next, page.end) == (nil, end))
  }
}
