import PhotoSearch

extension FixtureSet {
  /// What Unsplash shows without words
  static let unsplashFeed: [UnsplashRow] = {
    var random = SeededRandom(0xFEED)
    var rows = UnsplashRow.made(
      74, years: 2025...2026, topic: "nature", &random, title: Scenery.title)
    // Paid placements stand between the others, one in ten to fifteen.
    for index in [5, 19, 33, 50, 66] { rows[index].isAdvertisement = true }
    for index in [12, 40] { rows[index].isPremium = true }
    for index in stride(from: 1, to: rows.count, by: 3) {
      rows[index].description = Scenery.remarks[index % 5]
    }
    return rows
  }()

  /// Three pages, the last without a next one
  mutating func addUnsplashFeed() {
    record(
      "unsplash-list.har", .unsplashList, nil, Self.unsplashFeed.map(\.row).parts(30, 30)
    ) { UnsplashRow.feed(page: $0, of: 3, total: 74, $1) }
  }
}

/// What an editorial feed shows
enum Scenery {
  static func title(_ random: inout SeededRandom) -> String {
    random.pick(sights) + " " + random.pick(places)
  }

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
