import Foundation
@testable import PhotoSearch
import Testing

/// What Flickr is asked
@Suite struct FlickrRequestTests {
  private let flickr = Flickr(key: "abc")

  private func arguments(_ filters: PhotoFilters = PhotoFilters()) throws -> [String: String] {
    try flickr.items("black & white cats", filters)
  }

  @Test func `a search names its method, key, format and words`() throws {
    var arguments = try arguments()
    let removed = arguments.removeValue(forKey: "extras")
    let extras = try #require(removed)
    #expect(
      arguments == [
        "method": "flickr.photos.search", "api_key": "abc", "format": "json",
        "nojsoncallback": "1", "text": "black white cats", "media": "photos",
        "sort": "relevance", "safe_search": "1", "per_page": "100", "page": "1",
      ])
    for extra in ["description", "license", "date_upload", "owner_name", "tags", "views", "url_o"] {
      #expect(extras.split(separator: ",").contains(Substring(extra)))
    }
  }

  @Test(arguments: [
    (PhotoFilters.Sort.relevant, "relevance"), (.latest, "date-posted-desc"),
    (.popular, "interestingness-desc"),
  ])
  func `each order has its word`(sort: PhotoFilters.Sort, word: String) throws {
    #expect(try arguments(PhotoFilters(sort: sort))["sort"] == word)
  }

  @Test(arguments: [(PhotoFilters.Safety.strict, "1"), (.moderate, "2"), (.off, "3")])
  func `each safety has its number`(safety: PhotoFilters.Safety, number: String) throws {
    #expect(try arguments(PhotoFilters(safety: safety))["safe_search"] == number)
  }

  @Test(arguments: [
    ([PhotoFilters.LicenseCode.any], nil), ([], nil), ([.cc0], "9"), ([.pdm], "10"),
    ([.by], "4,11"), ([.bySA], "5,12"), ([.byND], "6,13"), ([.byNC], "2,14"),
    ([.byNCSA], "1,15"), ([.byNCND], "3,16"), ([.cc0, .by], "4,9,11"), ([.by, .any], nil),
    ([.noKnownCopyright], "7"), ([.usGovernment], "8"), ([.allRightsReserved], "0"),
    ([.unsplash, .by], "4,11"), ([.commercial], "4,5,6,7,8,9,10,11,12,13"),
    ([.modification], "1,2,4,5,7,8,9,10,11,12,14,15"),
  ])
  func `licences are asked for by their numbers`(
    licenses: [PhotoFilters.LicenseCode], numbers: String?
  ) throws {
    #expect(try arguments(PhotoFilters(licenses: licenses))["license"] == numbers)
  }

  @Test func `it is skipped where none of its licences is asked for`() {
    for codes: [PhotoFilters.LicenseCode] in [[.unsplash], [.pexels, .commercial]] {
      let objection = flickr.objection(PhotoFilters(licenses: codes))
      #expect(objection == "none of its licences is asked for")
    }
  }

  @Test func `it is skipped for colors alone`() {
    for color in PhotoFilters.Color.allCases {
      #expect(flickr.objection(PhotoFilters(color: color)) == "can't filter by color")
    }
    for orientation in PhotoFilters.Orientation.allCases {
      let filters = PhotoFilters(
        safety: .off, orientation: orientation, licenses: [.by], sort: .popular)
      #expect(flickr.objection(filters) == nil)
    }
  }
}
