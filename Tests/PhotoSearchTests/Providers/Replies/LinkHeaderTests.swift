import Foundation
import Testing

@testable import PhotoSearch

/// Link header fields, as they are and as they may be (RFC 8288)
@Suite struct LinkHeaderTests {
  private func linksNext(_ headers: HTTPHeaders) throws -> Bool? {
    JSONReply(root: try JSONValue(parsing: Data("[]".utf8)), headers: headers).linksNext
  }

  @Test(arguments: [
    ("<https://a/b?page=2>; rel=\"next\"", true), ("<https://a/b?page=2>;rel=next", true),
    ("<https://a/b?page=2> ; REL = \"Next Last\"", true),
    ("<https://a/b?x=1,2>; title=\"a, b\"; rel=\"next\", <https://a>; rel=\"first\"", true),
    ("<<API_URI>photos?page=3>; rel=\"last\", <<API_URI>photos?page=2>; rel=\"next\"", true),
    ("<<API_URI>photos?page=2>; rel=\"next\", <<API_URI>photos?page=3>; rel=\"last\"", true),
    ("<https://a/?rel=\"next\">; rel=\"prev\"", false),
    ("<https://a/b?page=2>; rel=\"last\", <https://a>; rel=first", false),
    ("<https://a/>", false), ("next", false), ("", false), ("<", false), (",;=\"<>,", false),
  ])
  func `the next page is found in any order and form`(field: String, isThere: Bool) throws {
    #expect(try linksNext(["link": field]) == isThere)
  }

  @Test func `several fields count as one`() throws {
    let headers = HTTPHeaders([
      .init(name: "Link", value: "<a>; rel=first"), .init(name: "LINK", value: "<b>; rel=next"),
    ])
    #expect(try linksNext(headers) == true)
    #expect(try linksNext([:]) == nil)
  }
}
