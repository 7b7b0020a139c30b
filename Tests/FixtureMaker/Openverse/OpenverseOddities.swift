import PhotoSearch

/// What can be odd about Openverse's replies, each under a word of its own
extension FixtureSet {
  private static let openverseOdd = "openverse-odd.har"

  mutating func addOpenverseOddities() {
    addOpenversePaging()
    addOpenverseBroken()
    let target = { OpenverseReply.target($0, page: 1) }
    record(
      Self.openverseOdd,
      Self.throttled(target("limited")),
      OpenverseReply.refusal(
        target("rejected"), status: 400, ["q": ["Ensure this field has at most 200 characters."]]),
      .html(target("html"), status: 502, Pages.gateway),
      OpenverseReply.search("nothing", page: 1, of: 0, total: 0, []),
      Exchange(target("nonsense"), body: #"{"result_count":3,"results":{"a":1}}"#),
      OpenverseReply.search("cut", page: 1, of: 1, total: 3, Sample<OpenverseRow>.rows("cut", 3))
        .cut,
      Exchange(target("silent"), error: nil))
    expect(.openverse, "nothing", [[]])
  }

  private static func throttled(_ target: Target) -> Exchange {
    OpenverseReply.refusal(
      target, status: 429, "Request was throttled. Expected available in 3600 seconds.",
      headers: [("Retry-After", "3600"), ("X-RateLimit-Available-anon_burst", "0")])
  }

  private mutating func addOpenversePaging() {
    let gap = Sample<OpenverseRow>.pages("gap", [4, 0, 3, 0, 0, 2])
    let promise = Sample<OpenverseRow>.pages("promise", [3, 2, 0, 0])
    let deep = Sample<OpenverseRow>.pages("deep", Array(repeating: 2, count: 12))
    for (words, pages, count) in [("gap", gap, 7), ("promise", promise, 6), ("deep", deep, 13)] {
      record(
        Self.openverseOdd,
        pages.enumerated().map { index, rows in
          OpenverseReply.search(
            words, page: index + 1, of: count, total: min(240, count * 20), rows)
        })
    }
    let midway = Sample<OpenverseRow>.rows("midway", 4)
    record(
      Self.openverseOdd,
      OpenverseReply.refusal(
        OpenverseReply.target("deep", page: 13), status: 401,
        "pagination depth may not exceed 240 for anonymous requests"),
      OpenverseReply.search("midway", page: 1, of: 3, total: 58, midway),
      Self.throttled(OpenverseReply.target("midway", page: 2)))
    expect(.openverse, "gap", Array(gap[..<5]))
    expect(.openverse, "promise", promise)
    expect(.openverse, "deep", deep)
    expect(.openverse, "midway", [midway])
  }

  /// Rows of wrong types among good ones, and one of which only the least is right
  private mutating func addOpenverseBroken() {
    let good = Sample<OpenverseRow>.rows("broken", 4)
    let odd = good[3].json.replacing([
      "title": 5, "creator": [], "license": nil, "license_version": 2, "tags": "cat", "width": "?",
      "height": 0, "indexed_on": "today", "thumbnail": nil,
    ])
    let page = [
      good[0], .unreadable("row"), .unreadable(nil), .unreadable([:]), good[1],
      .unreadable(good[2].json.replacing(["id": 5])), Row(odd, good[3].outcome),
    ]
    record(Self.openverseOdd, [OpenverseReply.search("broken", page: 1, of: 1, total: 7, page)])
    expect(.openverse, "broken", [page])
  }
}
