import Foundation
import PhotoSearch
import Testing

/// What each service is asked for a filter, and what becomes of the filters that it lacks
struct FilterSupportTests {
  /// A service, a filter with a value, and the parameter that asks for it; nil where its photos are
  /// looked at instead
  struct Case: CustomTestStringConvertible, Sendable {
    let provider: ProviderID
    let filter: FilterRow
    let value: String
    var parameter: String?
    var sent: String?

    init(
      _ provider: ProviderID, _ filter: FilterRow, _ value: String, _ parameter: String? = nil,
      _ sent: String? = nil
    ) {
      (self.provider, self.filter, self.value) = (provider, filter, value)
      (self.parameter, self.sent) = (parameter, sent)
    }

    var testDescription: String { "\(provider) --\(filter.name) \(value)" }
  }

  private static let asked: [Case] = [
    Case(.pixabay, .minWidth, "1920", "min_width", "1920"),
    Case(.pixabay, .minHeight, "1080", "min_height", "1080"),
    Case(.pexels, .minMegapixels, "4", "size", "small"),
    Case(.pexels, .minMegapixels, "20", "size", "medium"),
    Case(.pexels, .minMegapixels, "24", "size", "large"),
    Case(.pexels, .minMegapixels, "3.9", "size", nil),
    Case(.openverse, .minMegapixels, "2", "size", "large"),
    Case(.openverse, .minMegapixels, "1.9", "size", nil),
    Case(.wikimedia, .minWidth, "1920", "gsrsearch", "filew:>1919 filetype:bitmap cats"),
    Case(.wikimedia, .minHeight, "1080", "gsrsearch", "fileh:>1079 filetype:bitmap cats"),
    Case(.wikimedia, .minMegapixels, "4", "gsrsearch", "fileres:>1999 filetype:bitmap cats"),
    Case(.flickr, .since, "2023-05", "min_upload_date", "1682899200"),
    Case(.flickr, .until, "2023-05", "max_upload_date", "1685577599"),
    Case(.flickr, .author, "12345678@N00", "user_id", "12345678@N00"),
    Case(.flickr, .author, "Jane Doe", "user_id", nil),
    Case(.nasa, .since, "2023-05", "year_start", "2023"),
    Case(.nasa, .until, "2023-05", "year_end", "2023"),
    Case(.iNaturalist, .since, "2023-05", "created_d1", "2023-04-30"),
    Case(.iNaturalist, .until, "2023-05", "created_d2", "2023-06-01"),
    Case(.pexels, .color, "#ff8800", "color", "#ff8800"),
  ]

  private static func provider(_ id: ProviderID) throws -> any PhotoProvider {
    try #require(ProviderCatalog.providers { _ in "key" }.first { $0.id == id })
  }

  @Test(arguments: asked) func `a service that has a filter is asked`(one: Case) throws {
    let provider = try Self.provider(one.provider)
    var filters = PhotoFilters()
    try #require(one.filter.set(&filters, to: one.value))
    #expect(provider.objection(filters) == nil)
    #expect(try provider.items("cats", filters)[one.parameter ?? ""] == one.sent)
    #expect(try provider.items("cats")[one.parameter ?? ""] != one.sent || one.sent == nil)
  }

  private static let sizes: [FilterRow] = [.minWidth, .minHeight, .minMegapixels, .ratio, .author]
  /// Whatever a service makes of a filter, its photos are looked at: nothing unfit is shown
  @Test(arguments: ProviderCatalog.profiles.map(\.id), sizes + [.since, .until])
  func `photos are looked at for sizes, dates and authors, or the service is skipped`(
    id: ProviderID, filter: FilterRow
  ) throws {
    let adapter = try #require(ProviderCatalog.adapters.first { $0.profile.id == id })
    let support = adapter.feed.support(of: filter)
    var filters = PhotoFilters()
    try #require(filter.set(&filters, to: filter.sample))
    let objection = try Self.provider(id).objection(filters)
    if support == .skipped {
      #expect(objection?.hasPrefix("can't filter by ") == true)
    } else {
      #expect(objection == nil && [.judged, .askedAndJudged].contains(support))
    }
  }

  /// A licence that is wrong is worse than none, whoever was asked for it
  @Test(arguments: ProviderCatalog.adapters.map { $0.profile.id })
  func `no service is believed what it is asked of licences`(id: ProviderID) throws {
    let adapter = try #require(ProviderCatalog.adapters.first { $0.profile.id == id })
    #expect(adapter.feed.support(of: .license) != .asked)
  }

  private static let openverseRows = [
    ("by", "2.0"), ("by-nc", "2.0"), ("", ""), ("cc0", "1.0"),
  ].enumerated().map { number, license in
    OpenverseReplies.row([
      "id": "\"\(number)\"", "license": "\"\(license.0)\"", "license_version": "\"\(license.1)\"",
    ])
  }
  private static let flickrRows = ["4", "2", "99", "9"].enumerated().map {
    FlickrReplies.row("\($0 + 1)", adding: ",\"license\":\"\($1)\"")
  }.joined(separator: ",")

  @Test(arguments: [
    (ProviderID.flickr, #"{"photos":{"page":1,"pages":1,"photo":[\#(flickrRows)]},"stat":"ok"}"#),
    (.openverse, #"{"page_count":1,"results":[\#(openverseRows.joined(separator: ","))]}"#),
  ])
  func `a row of another licence than was asked for is left out, and so is one of none`(
    id: ProviderID, reply: String
  ) throws {
    let provider = try Self.provider(id)
    for licenses in [[PhotoFilters.LicenseCode.commercial], [.by, .cc0]] {
      let page = try provider.page(reply, [:], PhotoFilters(licenses: licenses))
      #expect(page.photos.map { $0.license?.code } == ["by", "cc0"])
      #expect(page.excluded == [.misfit(.license): 1, .unknown(.license): 1])
    }
    #expect(try provider.page(reply).photos.count == 4)
  }

  @Test func `a color of one's own is Pexels' alone`() throws {
    let filters = PhotoFilters(color: .rgb(0x0A0B0C))
    #expect(filters.color?.rawValue == "#0a0b0c")
    let providers = ProviderCatalog.providers { _ in "key" }
    for provider in providers where provider.profile.kind == .search {
      #expect((provider.objection(filters) == nil) == (provider.id == .pexels), "\(provider.id)")
    }
  }
}
