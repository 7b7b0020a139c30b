import Foundation
@testable import PhotoSearch
import Testing

@Suite struct OpenverseRequestTests {
  private let provider = Openverse()

  @Test func `a search asks for the first page of 20 without what is not for everybody`() throws {
    #expect(
      try provider.address("black dog")
        == "https://api.openverse.org/v1/images/?q=black%20dog&mature=false&page=1&page_size=20")
  }

  @Test func `no more of a query is sent than is read`() throws {
    let words = String(repeating: "kätzchen ", count: 40)
    let sent = try #require(try provider.items(words)["q"])
    // Of a word of 8 letters as many as there is room for, with a blank between them
    #expect(sent.unicodeScalars.count == 197 && words.hasPrefix(sent + " "))
    let word = String(repeating: "ä", count: 300)
    #expect(try provider.items(word)["q"] == String(repeating: "ä", count: 200))
  }

  @Test(arguments: [(PhotoFilters.Safety.strict, "false"), (.moderate, "false"), (.off, "true")])
  func `only without any care is everything asked for`(
    safety: PhotoFilters.Safety, mature: String
  ) throws {
    #expect(try provider.items("dog", PhotoFilters(safety: safety))["mature"] == mature)
  }

  @Test(arguments: [
    (PhotoFilters.Orientation.landscape, "wide"), (.portrait, "tall"), (.square, "square"),
  ])
  func `an orientation is asked for by its aspect ratio`(
    orientation: PhotoFilters.Orientation, ratio: String
  ) throws {
    #expect(
      try provider.items("dog", PhotoFilters(orientation: orientation))["aspect_ratio"] == ratio)
  }

  @Test(arguments: [
    ([PhotoFilters.LicenseCode.commercial], "commercial", nil),
    ([.modification], "modification", nil),
    ([.by, .cc0], nil, "by,cc0"),
    ([.byNCND], nil, "by-nc-nd"),
    ([.commercial, .byNC, .bySA, .cc0], nil, "by-sa,cc0"),
    ([.commercial, .modification], "commercial,modification", nil),
    ([.any, .by], nil, nil),
    ([.unsplash, .by], nil, "by"),
    ([], nil, nil),
  ])
  func `all conditions are asked for, and the codes that meet them`(
    codes: [PhotoFilters.LicenseCode], type: String?, list: String?
  ) throws {
    let items = try provider.items("dog", PhotoFilters(licenses: codes))
    #expect((items["license_type"], items["license"]) == (type, list))
  }

  @Test(arguments: [
    (PhotoQuery(nil), true),
    (PhotoQuery("dog"), false),
    (PhotoQuery("dog", filters: PhotoFilters(color: .red)), true),
    (PhotoQuery("dog", filters: PhotoFilters(licenses: [.byNC, .commercial])), true),
    (PhotoQuery("dog", filters: PhotoFilters(licenses: [.unsplash])), true),
    (PhotoQuery("dog", filters: PhotoFilters(licenses: [.usGovernment])), true),
    (PhotoQuery("dog", filters: PhotoFilters(sort: .latest)), true),
    (PhotoQuery("dog", filters: PhotoFilters(sort: .popular)), true),
    (PhotoQuery("dog", filters: PhotoFilters(safety: .off, orientation: .square)), false),
  ])
  func `it is skipped where it would answer another question`(query: PhotoQuery, aside: Bool) {
    #expect((provider.objection(to: query) != nil) == aside)
  }

  @Test func `one photo is asked for by its uuid`() throws {
    let requests = try provider.requests(forPhoto: OpenverseReplies.uuid)
    #expect(
      requests.map(\.url.absoluteString)
        == ["https://api.openverse.org/v1/images/\(OpenverseReplies.uuid)/"])
    #expect(throws: ProviderError.self) {
      try provider.requests(forPhoto: String(repeating: "a", count: 65))
    }
  }
}
