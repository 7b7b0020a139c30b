import PhotoSearch

extension FixtureSet {
  /// What Unsplash shows without words
  static let unsplashFeed: [UnsplashRow] = {
    var random = SeededRandom(0xFEED)
    var seen: Set<String> = []
    var rows: [UnsplashRow] = []
    while rows.count < 74 {
      let title = random.pick(Scenery.sights) + " " + random.pick(Scenery.places)
      guard seen.insert(title).inserted else { continue }
      let subject = Subject(title, years: 2025...2026, topic: "nature", &random)
      var row = UnsplashRow(subject, &random)
      // Paid placements stand between the others, one in ten to fifteen.
      row.isAdvertisement = [5, 19, 33, 50, 66].contains(rows.count)
      row.isPremium = [12, 40].contains(rows.count)
      if rows.count % 3 == 1 { row.description = Scenery.remarks[rows.count % 5] }
      rows.append(row)
    }
    return rows
  }()

  /// Three pages, the last without a next one
  mutating func addUnsplashFeed() {
    let rows = Self.unsplashFeed.map(\.row)
    let pages = [Array(rows[..<30]), Array(rows[30..<60]), Array(rows[60...])]
    record("unsplash-list.har", .unsplashList, nil, pages) {
      UnsplashReply.feed(page: $0, of: 3, total: 74, $1)
    }
  }
}

/// What an editorial feed shows
enum Scenery {
  static let sights = [
    "fog over", "first light on", "a small boat near", "rain clouds above", "a footpath through",
    "the last snow of", "wild geese over", "a red tent below", "an old tram in", "quiet streets of",
    "lanterns along", "a lone tree on",
  ]
  static let places = [
    "a pine forest", "the harbor of Lunden", "Mount Ekbatan", "the salt flats", "a tea garden",
    "the Orrin valley", "a lake without a name", "the northern moor", "the old town of Brisa",
    "a field of buckwheat", "the lighthouse at Skarv", "terraced hills",
  ]
  static let remarks = [
    "Shot on the way home.", "Sechs Uhr früh, drei Grad.", "朝の散歩", "One of a series of nine.",
    "Sans trépied, hélas.",
  ]
}
