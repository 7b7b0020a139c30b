import PhotoSearch

/// `kittens` at Unsplash: three pages, by relevance and by date, with all that is odd there
struct UnsplashKittens: Sendable {
  static let words = "kittens"
  /// By relevance
  private(set) var pages: [[Row]]
  /// The latest 36 by date
  private(set) var latest: [[Row]]
  /// All rows that are photos, by relevance
  let photos: [UnsplashRow]
  /// The photo that `show` tells about
  let shown: UnsplashRow

  init(titles: [String]) {
    var random = SeededRandom(0x0B5)
    var rows = titles.prefix(74).map { title in
      UnsplashRow(Subject(title, years: 2017...2026, topic: "kitten", &random), &random)
    }
    for index in rows.indices where random.once(in: 2) {
      rows[index].description = random.once(in: 2) ? rows[index].subject.title : "Taken at home."
    }
    Self.makeOdd(&rows)
    photos = rows.filter { if case .photo = $0.outcome { true } else { false } }
    shown = rows[3]
    let list = rows.map(\.row)
    pages = [Array(list[..<30]), Array(list[30..<60]), Array(list[60...])]
    latest = Self.byDate(rows)
    // One photo again on the next page, as when one is added meanwhile; one twice on a page.
    pages[1][0] = pages[0][29]
    pages[1][7] = pages[1][3]
    // A row that is no photo.
    let broken: JSONTree = ["id": 12, "urls": "none", "user": nil]
    pages[1][12] = Row.unreadable(broken)
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

  private static func byDate(_ rows: [UnsplashRow]) -> [[Row]] {
    let sorted = rows.sorted { $0.subject.posted > $1.subject.posted }.map(\.row)
    return [Array(sorted[..<30]), Array(sorted[30..<36])]
  }
}

extension FixtureSet {
  mutating func add(unsplash kittens: UnsplashKittens) {
    let words = UnsplashKittens.words
    let orders: [(PhotoFilters.Sort, [(String, String?)], [[Row]])] = [
      (.relevant, [], kittens.pages), (.latest, [("order_by", "latest")], kittens.latest),
    ]
    for (sort, items, pages) in orders {
      record("unsplash-kittens.har", .unsplash, words, sort: sort, pages) {
        UnsplashReply.search(
          words, page: $0, of: pages.count, total: pages.joined().count, items: items, $1)
      }
    }
    record("show.har", [UnsplashDetail.exchange(kittens.shown), UnsplashDetail.absent])
    expect("unsplash", shown: [kittens.shown.id], unknown: ["nosuchphoto"])
  }
}
