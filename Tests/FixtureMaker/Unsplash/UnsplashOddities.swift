import PhotoSearch

/// What can be odd about Unsplash's replies, each under a word of its own
extension FixtureSet {
  mutating func addUnsplashOddities() {
    record(UnsplashRow.self, "gap", pages: [4, 0, 3, 0, 0, 2], of: 7, total: 180, asked: 5)
    // Past the last that is given away pages are empty, and say that there never were any.
    let promise = Sample<UnsplashRow>.pages("promise", [5, 5, 3, 0, 0])
    record(UnsplashRow.oddities, .unsplash, "promise", promise) { number, rows in
      UnsplashRow.answer(
        "promise", page: number, of: rows.isEmpty ? 0 : 334, total: rows.isEmpty ? 0 : 10_000, rows)
    }
    record(UnsplashRow.self, midway: 4, of: 3, total: 70, then: UnsplashRow.limited)
    addUnsplashBroken()
    record(
      UnsplashRow.self,
      odd: [
        "limited": UnsplashRow.limited,
        "refused": UnsplashRow.refusal(
          status: 401, "OAuth error: The access token is invalid"),
        "rejected": UnsplashRow.refusal(status: 410, "Query flagged as spam"),
        "html": .html(Pages.portal),
        "nothing": Reply(text: #"{"total":0,"total_pages":0,"results":[]}"#),
        "nonsense": Reply(text: #"{"total":"many","results":"none"}"#),
        "cut": .cut(UnsplashRow.self),
        "silent": .lost("Could not resolve host: api.unsplash.com"),
      ])
    expect(.unsplash, "nothing", [[]])
  }

  /// Rows of wrong types among good ones, and a photo of which only the least is right
  private mutating func addUnsplashBroken() {
    let good = Sample<UnsplashRow>.rows("broken", 4)
    let odd = good[3].json.replacing([
      "width": "wide", "height": .null, "likes": "many", "user": .null, "created_at": 5,
      "color": 12, "description": ["text": "none"], "alt_description": false, "links": [],
      "blur_hash": 7,
    ])
    let page = [
      good[0], .unreadable("a photo"), .unreadable([:]), .unreadable(.null), good[1],
      .unreadable(good[2].json.replacing(["id": 17])), .unreadable(good[2].json.without("urls")),
      Row(good[2].json.replacing(["urls": [:]]), .leftOut(.withoutImage)),
      Row(odd, good[3].outcome),
    ]
    record(UnsplashRow.self, "broken", [page])
  }
}
