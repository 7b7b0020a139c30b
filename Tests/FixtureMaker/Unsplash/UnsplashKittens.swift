import PhotoSearch

/// `kittens` at Unsplash: three pages, by relevance and by date, with all that is odd there
extension UnsplashRow {
  static func kittens(titles: [String]) -> KittenList<UnsplashRow> {
    var random = SeededRandom(0x0B5)
    var rows = titles.prefix(74).map { title in
      UnsplashRow(Subject(title, years: 2017...2026, topic: "kitten", &random), &random)
    }
    for index in rows.indices where random.once(in: 2) {
      rows[index].description = random.once(in: 2) ? rows[index].subject.title : "Taken at home."
    }
    makeOdd(&rows)
    var pages = rows.map(\.row).parts(30, 30)
    // One photo again on the next page, as when one is added meanwhile; one twice on a page.
    pages[1][0] = pages[0][29]
    pages[1][7] = pages[1][3]
    // A row that is no photo.
    pages[1][12] = .unreadable(["id": 12, "urls": "none", "user": .null])
    return KittenList(
      photos: rows.filter(\.isPhoto), pages: pages,
      latest: rows.newestFirst[..<36].map(\.row).parts(30))
  }

  /// Rows whose oddity the row itself carries
  private static func makeOdd(_ rows: inout [UnsplashRow]) {
    for index in [8, 41] { rows[index].isAdvertisement = true }
    for index in [4, 22, 47, 66] { rows[index].isPremium = true }
    rows[17].isIllustration = true
    let odd = [
      (11, KittenTitles.Odd.hostile), (19, KittenTitles.Odd.long), (26, KittenTitles.Odd.formula),
      (35, KittenTitles.Odd.stacked), (52, KittenTitles.Odd.lines),
    ]
    for (index, title) in odd {
      rows[index].subject.title = title
      rows[index].seen = nil
      rows[index].description = title
    }
    for index in [6, 63] {
      rows[index].seen = nil
      rows[index].description = nil
    }
  }
}

extension FixtureSet {
  mutating func addUnsplashKittens() {
    let kittens = Kittens.all.unsplash
    record(kittens, latest: ("order_by", "latest"))
    let shown = kittens.photos[3]
    record("show.har", shown.shown)
    record(
      "show.har",
      Exchange(
        UnsplashRow.target(shown: "nosuchphoto"),
        UnsplashRow.refusal(status: 404, "Couldn't find Photo")))
    expect(.unsplash, shown: [shown.id], unknown: ["nosuchphoto"])
  }
}
