import Testing

@testable import PhotoSearch

/// Link header fields, as they are and as they may be (RFC 8288)
@Suite struct LinkHeaderTests {
  @Test(arguments: [
    ("<https://a/b?page=2>; rel=\"next\"", ["next"]),
    ("<https://a/b?page=2>;rel=next", ["next"]),
    ("<https://a/b?page=2> ; REL = \"Next Last\"", ["next", "last"]),
    (
      "<https://a/b?x=1,2>; title=\"a, b\"; rel=\"next\", <https://a>; rel=\"first\"",
      ["next", "first"]
    ),
    (
      "<<API_URI>photos?page=3>; rel=\"last\", <<API_URI>photos?page=2>; rel=\"next\"",
      ["last", "next"]
    ),
    ("<https://a/?rel=\"next\">; rel=\"prev\"", ["prev"]),
    ("<https://a/>", []), ("next", []), ("", []), ("<", []), (",;=\"<>,", []),
  ])
  func `relations are read in any order and form`(field: String, relations: [String]) {
    #expect(LinkHeader(["link": field])?.relations == Set(relations))
  }

  @Test func `several fields count as one`() {
    let headers = HTTPHeaders([
      .init(name: "Link", value: "<a>; rel=first"), .init(name: "LINK", value: "<b>; rel=next"),
    ])
    #expect(LinkHeader(headers)?.relations == ["first", "next"])
    #expect(LinkHeader([:]) == nil)
  }
}
