import PhotoSearch

/// What can be odd about Commons' replies, each under a word of its own
extension FixtureSet {
  mutating func addWikimediaOddities() {
    record(WikimediaRow.self, "gap", pages: [4, 0, 3, 0, 0, 2], asked: 5)
    record(
      WikimediaRow.self, midway: 4,
      then: WikimediaRow.error("ratelimited", "You've exceeded your rate limit."))
    // The second page says that the second page is next.
    let stuck = Sample<WikimediaRow>.made("stuck", 6).ranked().parts(3)
    let second = WikimediaRow.place(1)
    record(WikimediaRow.oddities, .wikimedia, "stuck", stuck) { number, rows in
      Exchange(
        WikimediaRow.target("stuck", page: number),
        WikimediaRow.reply(rows.map(\.json), next: second))
    }
    addWikimediaBroken()
    record(
      WikimediaRow.self,
      odd: [
        "limited": WikimediaRow.error(
          "maxlag", "Waiting for db1234: 7.2 seconds lagged",
          headers: [("Retry-After", "5"), ("X-Database-Lag", "7")]),
        "blocked": Reply(
          text: "Please set a user-agent and respect our robot policy https://w.wiki/4wJS.\n",
          status: 403, type: "text/plain"),
        "rejected": WikimediaRow.error(
          "invalidparammix", "The parameters cannot be used together."),
        "html": .html(Pages.portal),
        "nothing": .nothing(WikimediaRow.self),
        "nonsense": Reply(text: #"{"batchcomplete":true,"query":{"pages":"none"}}"#),
        "cut": .cut(WikimediaRow.self),
        "silent": .lost("Connection reset by peer"),
      ])
    expect(.wikimedia, "nothing", [[]])
  }

  /// Rows of wrong types among good ones, and one of which only the least is right
  private mutating func addWikimediaBroken() {
    let rows = Sample<WikimediaRow>.made("broken", 5)
    let good = rows.ranked()
    let poor = rows[3].info.replacing([
      "extmetadata": [], "width": "wide", "thumbwidth": "wide", "descriptionurl": 5,
    ])
    let paper = rows[3].info.replacing(["mime": "application/pdf"])
    let page = [
      good[0], .unreadable("page"), .unreadable([:]), good[1],
      Row(good[2].json.replacing(["imageinfo": []]), .leftOut(.withoutImage)),
      Row(good[4].json.replacing(["imageinfo": [paper]]), .leftOut(.withoutImage)),
      Row(good[3].json.replacing(["imageinfo": [poor]]), good[3].outcome),
    ]
    record(WikimediaRow.self, "broken", [page])
  }
}
