import PhotoSearch

/// What can be odd about Commons' replies, each under a word of its own
extension FixtureSet {
  private static let wikimediaOdd = "wikimedia-odd.har"

  mutating func addWikimediaOddities() {
    addWikimediaPaging()
    addWikimediaBroken()
    let target = { WikimediaReply.target($0) }
    record(
      Self.wikimediaOdd,
      WikimediaReply.error(
        target("limited"), "maxlag", "Waiting for db1234: 7.2 seconds lagged",
        headers: [("Retry-After", "5"), ("X-Database-Lag", "7")]),
      Exchange(
        target("blocked"), status: 403, type: "text/plain",
        body: "Please set a user-agent and respect our robot policy https://w.wiki/4wJS.\n"),
      WikimediaReply.error(
        target("rejected"), "invalidparammix", "The parameters cannot be used together."),
      .html(target("html"), Pages.portal),
      WikimediaReply.pages(target("nothing"), [], next: nil),
      Exchange(target("nonsense"), body: #"{"batchcomplete":true,"query":{"pages":"none"}}"#),
      Exchange(target("cut"), ranked("cut", 3), next: nil).cut,
      Exchange(target("silent"), error: "Connection reset by peer"))
    expect(.wikimedia, "nothing", [[]])
  }

  private func ranked(_ words: String, _ count: Int) -> [Row] {
    var sample = Sample<WikimediaRow>(words)
    return Self.ranked(sample.made(count), from: 1)
  }

  private func target(_ words: String, page: Int) -> Target {
    WikimediaReply.target(words, page == 0 ? [] : WikimediaReply.place(50 * page))
  }

  private mutating func addWikimediaPaging() {
    var sample = Sample<WikimediaRow>("gap")
    let gap = [4, 0, 3, 0, 0, 2].enumerated().map { page, count in
      Self.ranked(sample.made(count), from: 50 * page + 1)
    }
    let midway = ranked("midway", 4)
    let stuck = ranked("stuck", 6)
    let place = WikimediaReply.place
    record(
      Self.wikimediaOdd,
      gap.enumerated().map { page, rows in
        Exchange(target("gap", page: page), rows, next: page == 5 ? nil : place(50 * (page + 1)))
      } + [
        Exchange(target("midway", page: 0), midway, next: place(50)),
        WikimediaReply.error(
          target("midway", page: 1), "ratelimited", "You've exceeded your rate limit."),
        // The second page says that the second page is next.
        Exchange(target("stuck", page: 0), Array(stuck[..<3]), next: place(50)),
        Exchange(target("stuck", page: 1), Array(stuck[3...]), next: place(50)),
      ])
    expect(.wikimedia, "gap", Array(gap[..<5]))
    expect(.wikimedia, "midway", [midway])
    expect(.wikimedia, "stuck", [Array(stuck[..<3]), Array(stuck[3...])])
  }

  /// Rows of wrong types among good ones, and one of which only the least is right
  private mutating func addWikimediaBroken() {
    var sample = Sample<WikimediaRow>("broken")
    let rows = sample.made(5)
    let good = rows.enumerated().map {
      Row($0.element.json(index: $0.offset + 1), $0.element.outcome)
    }
    guard case .object(let info) = rows[3].info else { return }
    let poor = info.map { name, value -> (name: String, value: JSONTree) in
      switch name {
      case "extmetadata": (name, [])
      case "width", "thumbwidth": (name, "wide")
      case "descriptionurl": (name, 5)
      default: (name, value)
      }
    }
    let paper = info.map { name, value in
      (name: name, value: name == "mime" ? "application/pdf" : value)
    }
    let page = [
      good[0], .unreadable("page"), .unreadable([:]), good[1],
      Row(good[2].json.replacing(["imageinfo": []]), .leftOut(.withoutImage)),
      Row(good[4].json.replacing(["imageinfo": [.object(paper)]]), .leftOut(.withoutImage)),
      Row(good[3].json.replacing(["imageinfo": [.object(poor)]]), good[3].outcome),
    ]
    record(Self.wikimediaOdd, [Exchange(WikimediaReply.target("broken"), page, next: nil)])
    expect(.wikimedia, "broken", [page])
  }
}
