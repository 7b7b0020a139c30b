import PhotoSearch

/// What can be odd about Openverse's replies, each under a word of its own
extension FixtureSet {
  mutating func addOpenverseOddities() {
    record(OpenverseRow.self, "gap", pages: [4, 0, 3, 0, 0, 2], of: 7, total: 140, asked: 5)
    record(OpenverseRow.self, "promise", pages: [3, 2, 0, 0], of: 6, total: 120)
    record(
      OpenverseRow.self, "deep", pages: Array(repeating: 2, count: 12), of: 13, total: 240)
    let throttled = OpenverseRow.refusal(
      status: 429, "Request was throttled. Expected available in 3600 seconds.",
      headers: [("Retry-After", "3600"), ("X-RateLimit-Available-anon_burst", "0")])
    record(
      OpenverseRow.oddities,
      Exchange(
        OpenverseRow.target("deep", page: 13),
        OpenverseRow.refusal(
          status: 401, "pagination depth may not exceed 240 for anonymous requests")))
    record(OpenverseRow.self, midway: 4, of: 3, total: 58, then: throttled)
    addOpenverseBroken()
    record(
      OpenverseRow.self,
      odd: [
        "limited": throttled,
        "rejected": OpenverseRow.refusal(
          status: 400, ["q": ["Ensure this field has at most 200 characters."]]),
        "html": .html(Pages.gateway, status: 502),
        "nothing": .nothing(OpenverseRow.self),
        "nonsense": Reply(text: #"{"result_count":3,"results":{"a":1}}"#),
        "cut": .cut(OpenverseRow.self),
        "silent": .lost(nil),
      ])
    expect(.openverse, "nothing", [[]])
  }

  /// Rows of wrong types among good ones, and one of which only the least is right
  private mutating func addOpenverseBroken() {
    let good = Sample<OpenverseRow>.rows("broken", 4)
    let odd = good[3].json.replacing([
      "title": 5, "creator": [], "license": .null, "license_version": 2, "tags": "cat",
      "width": "?",
      "height": 0, "indexed_on": "today", "thumbnail": .null,
    ])
    let page = [
      good[0], .unreadable("row"), .unreadable(.null), .unreadable([:]), good[1],
      .unreadable(good[2].json.replacing(["id": 5])), Row(odd, good[3].outcome),
    ]
    record(OpenverseRow.self, "broken", [page])
  }
}
