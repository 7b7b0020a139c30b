import PhotoSearch

/// What can be odd about Unsplash's replies, each under a word of its own
extension FixtureSet {
  private static let unsplashOdd = "unsplash-odd.har"

  mutating func addUnsplashOddities() {
    addUnsplashPaging()
    addUnsplashBroken()
    let target = { UnsplashReply.target($0, page: 1) }
    record(
      Self.unsplashOdd,
      UnsplashReply.limited(target("limited")),
      UnsplashReply.errors(
        target("refused"), status: 401, "OAuth error: The access token is invalid"),
      UnsplashReply.errors(target("rejected"), status: 410, "Query flagged as spam"),
      .html(target("html"), Pages.portal),
      Exchange(target("nothing"), body: #"{"total":0,"total_pages":0,"results":[]}"#),
      Exchange(target("nonsense"), body: #"{"total":"many","results":"none"}"#),
      UnsplashReply.search("cut", page: 1, of: 1, total: 3, Sample<UnsplashRow>.rows("cut", 3)).cut,
      Exchange(target("silent"), error: "Could not resolve host: api.unsplash.com"))
    expect(.unsplash, "nothing", [[]])
  }

  private mutating func addUnsplashPaging() {
    var sample = Sample<UnsplashRow>("gap")
    let counts = [4, 0, 3, 0, 0, 2]
    let gap = counts.map { sample.rows($0) }
    record(
      Self.unsplashOdd,
      gap.enumerated().map { index, rows in
        UnsplashReply.search("gap", page: index + 1, of: 7, total: 180, rows)
      })
    expect(.unsplash, "gap", Array(gap[..<5]))

    // Past the last that is given away pages are empty, and say that there never were any.
    let promise = Sample<UnsplashRow>.pages("promise", [5, 5, 3, 0, 0])
    record(Self.unsplashOdd, .unsplash, "promise", promise) { number, rows in
      UnsplashReply.search(
        "promise", page: number, of: rows.isEmpty ? 0 : 334, total: rows.isEmpty ? 0 : 10_000, rows)
    }

    record(
      Self.unsplashOdd,
      UnsplashReply.search(
        "midway", page: 1, of: 3, total: 70, Sample<UnsplashRow>.rows("midway", 4)),
      UnsplashReply.limited(UnsplashReply.target("midway", page: 2)))
    expect(.unsplash, "midway", [Sample<UnsplashRow>.rows("midway", 4)])
  }

  /// Rows of wrong types among good ones, and a photo of which only the least is right
  private mutating func addUnsplashBroken() {
    let good = Sample<UnsplashRow>.rows("broken", 4)
    let odd = good[3].json.replacing([
      "width": "wide", "height": nil, "likes": "many", "user": nil, "created_at": 5, "color": 12,
      "description": ["text": "none"], "alt_description": false, "links": [], "blur_hash": 7,
    ])
    let page = [
      good[0], .unreadable("a photo"), .unreadable([:]), .unreadable(nil), good[1],
      .unreadable(good[2].json.replacing(["id": 17])), .unreadable(good[2].json.without("urls")),
      Row(good[2].json.replacing(["urls": [:]]), .leftOut(.withoutImage)),
      Row(odd, good[3].outcome),
    ]
    record(Self.unsplashOdd, [UnsplashReply.search("broken", page: 1, of: 1, total: 9, page)])
    expect(.unsplash, "broken", [page])
  }
}
