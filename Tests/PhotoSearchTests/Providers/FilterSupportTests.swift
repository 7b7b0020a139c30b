import Foundation
import PhotoSearch
import Testing

/// What each service is asked for a filter, and what becomes of the filters that it lacks
struct FilterSupportTests {
  /// A service, a filter, the parameter that asks for it, and what is sent in it by the filter's
  /// value: `""` is no filter, and nil is sent where the photos are looked at instead
  private static let asked: [(ProviderID, FilterRow, String, [String: String?])] = [
    (
      .unsplash, .safe, "content_filter",
      ["": "high", "strict": "high", "moderate": "low", "off": "low"]
    ),
    (
      .unsplash, .orientation, "orientation",
      ["": nil, "landscape": "landscape", "portrait": "portrait", "square": "squarish"]
    ),
    (.unsplash, .color, "color", ["black_and_white": "black_and_white"]),
    (
      .unsplash, .language, "lang",
      [
        "de": "de", "pt-PT": "pt", "en-GB": "en", "zh": "zh", "zh-Hant": "zh-Hant",
        "zh-HK": "zh-Hant", "zh-Hans-TW": "zh", "nn": "nn", "sw": "sw",
      ]
    ),
    (.unsplash, .sort, "order_by", ["": nil, "latest": "latest"]),
    (
      .flickr, .sort, "sort",
      ["relevant": "relevance", "latest": "date-posted-desc", "popular": "interestingness-desc"]
    ),
    (.flickr, .safe, "safe_search", ["strict": "1", "moderate": "2", "off": "3"]),
    (
      .flickr, .license, "license",
      [
        "any": nil, "": nil, "cc0": "9", "pdm": "10", "by": "4,11", "by-sa": "5,12",
        "by-nd": "6,13", "by-nc": "2,14", "by-nc-sa": "1,15", "by-nc-nd": "3,16",
        "cc0,by": "4,9,11", "by,any": nil,
        "no-known-copyright": "7", "us-government": "8", "all-rights-reserved": "0",
        "unsplash,by": "4,11",
        "commercial": "4,5,6,7,8,9,10,11,12,13", "modification": "1,2,4,5,7,8,9,10,11,12,14,15",
      ]
    ),
    (.flickr, .since, "min_upload_date", ["2023-05": "1682899200"]),
    (.flickr, .until, "max_upload_date", ["2023-05": "1685577599"]),
    (.flickr, .author, "user_id", ["12345678@N00": "12345678@N00", "Jane Doe": nil]),
    (.pexels, .minMegapixels, "size", ["3.9": nil, "4": "small", "20": "medium", "24": "large"]),
    (.pexels, .color, "color", ["purple": "violet", "#ff8800": "#ff8800"]),
    (.pexels, .orientation, "orientation", ["square": "square"]),
    (
      .pexels, .language, "locale",
      [
        "de": "de-DE", "pt-PT": "pt-BR", "en-GB": "en-US", "zh": "zh-CN", "zh-Hant": "zh-TW",
        "zh-HK": "zh-TW", "zh-Hans-TW": "zh-CN", "nn": "nb-NO", "sw": nil,
      ]
    ),
    (.pixabay, .safe, "safesearch", ["": "true", "moderate": "true", "off": "false"]),
    (.pixabay, .orientation, "orientation", ["": nil, "portrait": "vertical", "square": nil]),
    (.pixabay, .color, "colors", ["": nil, "purple": "lilac", "black_and_white": "grayscale"]),
    (
      .pixabay, .language, "lang",
      [
        "de": "de", "pt-PT": "pt", "en-GB": "en", "zh": "zh", "zh-Hant": nil, "zh-HK": nil,
        "zh-Hans-TW": "zh", "nn": "no", "sw": nil,
      ]
    ),
    (.pixabay, .sort, "order", ["": "popular", "latest": "latest"]),
    (.pixabay, .minWidth, "min_width", ["1920": "1920"]),
    (.pixabay, .minHeight, "min_height", ["1080": "1080"]),
    (.openverse, .safe, "mature", ["strict": "false", "moderate": "false", "off": "true"]),
    (
      .openverse, .orientation, "aspect_ratio",
      ["landscape": "wide", "portrait": "tall", "square": "square"]
    ),
    (
      .openverse, .license, "license_type",
      [
        "commercial": "commercial", "modification": "modification", "by,cc0": nil, "by-nc-nd": nil,
        "commercial,by-nc,by-sa,cc0": nil, "commercial,modification": "commercial,modification",
        "any,by": nil, "unsplash,by": nil, "": nil,
      ]
    ),
    (
      .openverse, .license, "license",
      [
        "commercial": nil, "modification": nil, "by,cc0": "by,cc0", "by-nc-nd": "by-nc-nd",
        "commercial,by-nc,by-sa,cc0": "by-sa,cc0", "commercial,modification": nil, "any,by": nil,
        "unsplash,by": "by", "": nil,
      ]
    ),
    (.openverse, .minMegapixels, "size", ["1.9": nil, "2": "large"]),
    (.wikimedia, .language, "uselang", ["de": "de", "pt-PT": "pt-pt", "zh-Hant": "zh-hant"]),
    (.wikimedia, .sort, "gsrsort", ["": nil, "latest": "create_timestamp_desc"]),
    (.wikimedia, .minWidth, "gsrsearch", ["1920": "filew:>1919 filetype:bitmap cats"]),
    (.wikimedia, .minHeight, "gsrsearch", ["1080": "fileh:>1079 filetype:bitmap cats"]),
    (.wikimedia, .minMegapixels, "gsrsearch", ["4": "fileres:>1999 filetype:bitmap cats"]),
    (.wordpress, .orientation, "photo-orientations", ["portrait": "24", "square": "25"]),
    (.wordpress, .sort, "orderby", ["": "relevance", "latest": "date"]),
    (.wordpress, .since, "after", ["2020-09-13T12:26:40Z": "2020-09-13T12:26:39Z"]),
    (.wordpress, .until, "before", ["2020-09-13T12:26:40Z": "2020-09-13T12:26:41Z"]),
    (
      .europeana, .orientation, "qf",
      ["": "TYPE:IMAGE", "portrait": "TYPE:IMAGE,IMAGE_ASPECTRATIO:portrait"]
    ),
    (.europeana, .sort, "sort", ["latest": "timestamp_created desc"]),
    (
      .europeana, .license, "reusability",
      ["cc0,by": "open", "commercial": "open,restricted", "by-nc-nd": "restricted"]
    ),
    (.nasa, .since, "year_start", ["2023-05": "2023"]),
    (.nasa, .until, "year_end", ["2023-05": "2023"]),
    (.iNaturalist, .sort, "order_by", ["": nil, "latest": "created_at", "popular": "votes"]),
    (
      .iNaturalist, .license, "photo_license",
      ["": nil, "by,cc0": "cc0,cc-by", "commercial,modification": "cc0,cc-by,cc-by-sa"]
    ),
    (.iNaturalist, .since, "created_d1", ["2023-05": "2023-04-30"]),
    (.iNaturalist, .until, "created_d2", ["2023-05": "2023-06-01"]),
    (.searxng, .language, "language", ["de": "de", "pt-PT": "pt-PT", "zh-Hant": "zh-Hant"]),
    (.searxng, .safe, "safesearch", ["": "2", "strict": "2", "moderate": "1", "off": "0"]),
  ]

  @Test(arguments: asked)
  func `a service that has a filter is asked in its own words`(
    id: ProviderID, filter: FilterRow, parameter: String, sent: [String: String?]
  ) throws {
    let provider = try id.adapter
    for (value, sent) in sent {
      let filters = value.isEmpty ? PhotoFilters() : try filter.filters(value)
      let items = try provider.items("cats", filters)
      #expect((provider.objection(filters), items[parameter]) == (nil, sent), "\(value)")
    }
    let unasked = try provider.items("cats")[parameter]
    #expect(sent.values.contains { $0 != unasked })
  }

  @Test(
    arguments: [
      (.unsplash, PhotoFilters(sort: .popular), "can't sort by popularity"),
      (
        .unsplash, PhotoFilters(safety: .off, orientation: .square, color: .teal, sort: .latest),
        nil
      ),
      (.unsplashList, PhotoFilters(safety: .strict), "can't filter by safety"),
      (.unsplashList, PhotoFilters(safety: .off), nil),
      (.unsplashList, PhotoFilters(color: .teal), "can't filter by color"),
      (.unsplashList, PhotoFilters(sort: .latest), "can't sort"),
      (.unsplashList, PhotoFilters(sort: .popular), "can't sort"),
      (.unsplashList, PhotoFilters(orientation: .portrait), nil),
      (.flickr, PhotoFilters(licenses: [.unsplash]), "none of its licences is asked for"),
      (
        .flickr, PhotoFilters(licenses: [.pexels, .commercial]), "none of its licences is asked for"
      ),
      (.pexels, PhotoFilters(color: .blackAndWhite), "can't filter by color black_and_white"),
      (.pexels, PhotoFilters(sort: .latest), "can't sort"),
      (.pexels, PhotoFilters(licenses: [.cc0]), "all its photos have one licence: Pexels License"),
      (.pexels, PhotoFilters(safety: .strict, orientation: .square, color: .teal), nil),
      (.pexels, PhotoFilters(safety: .off, licenses: [.commercial, .any]), nil),
      (.pixabay, PhotoFilters(licenses: [.commercial]), nil),
      (
        .pixabay, PhotoFilters(licenses: [.cc0]),
        "all its photos have one licence: Pixabay Content License"
      ),
      (.openverse, PhotoFilters(color: .red), "can't filter by color"),
      (
        .openverse, PhotoFilters(licenses: [.byNC, .commercial]),
        "none of its licences is asked for"
      ),
      (.openverse, PhotoFilters(licenses: [.unsplash]), "none of its licences is asked for"),
      (.openverse, PhotoFilters(licenses: [.usGovernment]), "none of its licences is asked for"),
      (.openverse, PhotoFilters(sort: .latest), "can't sort"),
      (.openverse, PhotoFilters(sort: .popular), "can't sort"),
      (.openverse, PhotoFilters(safety: .off, orientation: .square), nil),
      (.wikimedia, PhotoFilters(color: .red), "can't filter by color"),
      (.wikimedia, PhotoFilters(sort: .popular), "can't sort by popularity"),
      (.wikimedia, PhotoFilters(safety: .strict), "can't filter by safety"),
      (.wikimedia, PhotoFilters(safety: .moderate), "can't filter by safety"),
      (.wikimedia, PhotoFilters(safety: .off), nil),
      (.wikimedia, PhotoFilters(orientation: .square, licenses: [.by]), nil),
      (.wordpress, PhotoFilters(color: .blue), "can't filter by color"),
      (.wordpress, PhotoFilters(licenses: [.by]), "all its photos have one licence: CC0 1.0"),
      (.wordpress, PhotoFilters(sort: .popular), "can't sort by popularity"),
      (.wordpress, PhotoFilters(safety: .strict, licenses: [.commercial, .cc0]), nil),
      (.europeana, PhotoFilters(orientation: .square), "can't find squares"),
      (.europeana, PhotoFilters(color: .blue), "can't filter by color"),
      (.europeana, PhotoFilters(minWidth: 100), "can't filter by width"),
      (.europeana, PhotoFilters(minMegapixels: 2), "can't filter by megapixels"),
      (.finna, PhotoFilters(color: .blue), "can't filter by color"),
      (.finna, PhotoFilters(licenses: [.noKnownCopyright]), "none of its licences is asked for"),
      (.finna, PhotoFilters(since: Date()), "can't filter by date"),
      (.nasa, PhotoFilters(safety: .strict, orientation: .square), nil),
      (.nasa, PhotoFilters(licenses: [.commercial]), nil),
      (
        .nasa, PhotoFilters(excludesAIGenerated: true, language: QueryLanguage(rawValue: "de")), nil
      ),
      (.nasa, PhotoFilters(color: .blue), "can't filter by color"),
      (.nasa, PhotoFilters(sort: .latest), "can't sort"),
      (
        .iNaturalist,
        PhotoFilters(safety: .off, orientation: .square, licenses: [.byNC], sort: .popular), nil
      ),
      (.iNaturalist, PhotoFilters(safety: .strict), "can't filter by safety"),
      (.iNaturalist, PhotoFilters(color: .red), "can't filter by color"),
      (.iNaturalist, PhotoFilters(licenses: [.pdm]), "none of its licences is asked for"),
      (.searxng, PhotoFilters(licenses: [.commercial]), "can't filter by licence"),
      (.searxng, PhotoFilters(licenses: [.cc0]), "can't filter by licence"),
      (.searxng, PhotoFilters(color: .red), "can't filter by color"),
      (.searxng, PhotoFilters(sort: .latest), "can't sort"),
      (.searxng, PhotoFilters(safety: .strict, orientation: .square), nil),
    ] as [(ProviderID, PhotoFilters, String?)])
  func `a service is skipped where it would answer another question`(
    id: ProviderID, filters: PhotoFilters, objection: String?
  ) throws { #expect(try id.adapter.objection(filters) == objection) }

  /// The colors that a service's documentation lists
  @Test(arguments: [
    (
      ProviderID.pexels, "red orange yellow green turquoise blue violet pink brown black gray white"
    ),
    (
      .pixabay,
      "grayscale transparent red orange yellow green turquoise blue lilac pink white gray black brown"
    ),
  ])
  func `every color that a service is asked for is one that it knows`(id: ProviderID, known: String)
    throws
  {
    for color in PhotoFilters.Color.allCases where id != .pexels || color != .blackAndWhite {
      let filters = PhotoFilters(color: color)
      let items = try id.adapter.items("cats", filters)
      #expect(try id.adapter.objection(filters) == nil)
      #expect(
        known.split(separator: " ").contains { $0 == items["color"] ?? items["colors"] ?? "" })
    }
  }

  @Test func `Flickr is skipped for colors alone, Pixabay for no order`() throws {
    let (flickr, pixabay) = try (ProviderID.flickr.adapter, ProviderID.pixabay.adapter)
    for color in PhotoFilters.Color.allCases {
      #expect(flickr.objection(PhotoFilters(color: color)) == "can't filter by color")
    }
    for orientation in PhotoFilters.Orientation.allCases {
      #expect(
        flickr.objection(
          PhotoFilters(safety: .off, orientation: orientation, licenses: [.by], sort: .popular))
          == nil)
    }
    for sort in PhotoFilters.Sort.allCases {
      #expect(pixabay.objection(PhotoFilters(sort: sort)) == nil)
    }
  }

  @Test(
    arguments: [ProviderID.unsplash, .unsplashList],
    [
      ([], true), ([PhotoFilters.LicenseCode.any], true), ([.commercial], true),
      ([.modification], true), ([.cc0], false), ([.by, .bySA], false),
      ([.cc0, .commercial], false),
      ([.pdm], false),
    ])
  func `a licence filter is honoured when the Unsplash License satisfies it`(
    id: ProviderID, filter: (licenses: [PhotoFilters.LicenseCode], isHonoured: Bool)
  ) throws {
    #expect(
      try (id.adapter.objection(PhotoFilters(licenses: filter.licenses)) == nil)
        == filter.isHonoured)
  }

  private static let sizes: [FilterRow] = [.minWidth, .minHeight, .minMegapixels, .ratio, .author]
  /// Whatever a service makes of a filter, its photos are looked at: nothing unfit is shown
  @Test(arguments: ProviderCatalog.profiles.map(\.id), sizes + [.since, .until])
  func `photos are looked at for sizes, dates and authors, or the service is skipped`(
    id: ProviderID, filter: FilterRow
  ) throws {
    let support = try type(of: id.adapter).feed.support(of: filter)
    let filters = try filter.filters(filter.sample)
    let objection = try id.adapter.objection(filters)
    if support == .skipped {
      #expect(objection?.hasPrefix("can't filter by ") == true)
    } else {
      #expect(objection == nil && [.judged, .askedAndJudged].contains(support))
    }
  }

  /// A licence that is wrong is worse than none, whoever was asked for it
  @Test(arguments: ProviderCatalog.adapters.map { $0.profile.id })
  func `no service is believed what it is asked of licences`(id: ProviderID) throws {
    #expect(try type(of: id.adapter).feed.support(of: .license) != .asked)
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
    let provider = try id.adapter
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
