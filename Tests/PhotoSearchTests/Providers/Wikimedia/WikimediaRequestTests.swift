import Foundation
@testable import PhotoSearch
import Testing

@Suite struct WikimediaRequestTests {
  private let provider = WikimediaCommons()

  @Test func `every request says who asks and how to reach them`() throws {
    let search = try provider.request(for: PhotoQuery("dog"), at: nil)
    for request in [search] + (try provider.requests(forPhoto: "42")) {
      let agent = try #require(request.headers["User-Agent"])
      #expect(agent.hasPrefix("imgsearch/") && agent.contains("https://") && agent.contains("@"))
    }
  }

  @Test func `what is immaterial or the default leaves the address of a recording`() throws {
    var items = try provider.items("black dog")
    for name in provider.api.immaterial { items[name] = nil }
    for (name, value) in provider.api.defaults where items[name] == value { items[name] = nil }
    #expect(
      items == [
        "action": "query", "generator": "search", "gsrsearch": "filetype:bitmap black dog",
      ])
    for name in ["gsroffset", "continue", "iicontinue"] {
      #expect(provider.api.paging[name] == .some(nil))
    }
  }

  @Test(arguments: [
    ("42", "pageids", "42"), ("0042", "pageids", "42"), ("File:Cat.jpg", "titles", "File:Cat.jpg"),
    ("file:cat_on_snow.jpg", "titles", "File:Cat on snow.jpg"),
  ])
  func `one file is asked for by page id or by title`(
    native: String, name: String, value: String
  ) throws {
    let requests = try provider.requests(forPhoto: native)
    let items = try #require(requests.first).queryItems
    #expect((requests.count, items.first { $0.name == name }?.value) == (1, value))
    #expect(items.first { $0.name == "action" }?.value == "query")
    #expect(items.first { $0.name == "iiprop" }?.value?.hasSuffix("|commonmetadata") == true)
  }
}
