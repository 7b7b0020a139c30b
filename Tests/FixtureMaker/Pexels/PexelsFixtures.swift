import PhotoSearch

/// `kittens` at Pexels: three pages, the second one short
extension PexelsRow {
  static func kittens() -> KittenList<PexelsRow> {
    var random = SeededRandom(0x9E8)
    var rows = made(120, years: 2017...2026, topic: "kitten", &random, title: sentence)
    for index in [9, 31, 90] { rows[index].isOld = true }
    for index in [14, 52] { rows[index].hasAlt = false }
    rows[21].seen = ""
    rows[25].seen = KittenTitles.Odd.hostile
    rows[40].seen = KittenTitles.Odd.formula
    rows[47].seen = KittenTitles.Odd.markup
    rows[6].file = "animal-pet-cute-kitten-\(rows[6].id).jpg"
    rows[17].file = "pexels-photo-\(rows[17].id).png"
    return KittenList(photos: rows, pages: rows.map(\.row).parts(80, 32))
  }

  /// As a machine describes what it sees
  private static func sentence(_ random: inout SeededRandom) -> String {
    [random.pick(views), random.pick(coats), "kitten", random.pick(places)].joined(separator: " ")
      + "."
  }

  private static let views = [
    "Close-up photo of a", "Portrait of a", "Selective focus photography of a",
    "Black and white photo of a", "High-angle shot of a", "Cozy indoor scene with a", "A young",
  ]
  private static let coats = [
    "grey tabby", "ginger", "calico", "white", "spotted", "long-haired", "cream-colored",
  ]
  private static let places = [
    "resting on a wooden bench", "looking out of a window", "playing with a ball of wool",
    "sitting in green grass", "sleeping on a knitted blanket", "climbing a stone wall",
    "peeking from a straw basket", "walking on a snowy path",
  ]
}

extension FixtureSet {
  mutating func addPexels() {
    let kittens = Kittens.all.pexels
    record(kittens, total: 198)
    let shown = kittens.photos[2]
    record("show.har", shown.shown)
    record(
      "show.har",
      Exchange(
        PexelsRow.target(shown: "90000000"),
        PexelsRow.refusal(status: 404, ["status": 404, "error": "Not Found"])))
    expect(.pexels, shown: [shown.id], unknown: ["90000000"])
    // The last page that has photos says that there is another, which is empty.
    let curated = Self.pexelsCurated.map(\.row).parts(80) + [[]]
    record("pexels-curated.har", .pexelsCurated, nil, curated) {
      PexelsRow.curated(page: $0, total: 62_545, $1)
    }
    addPexelsHarbor()
    addPexelsOddities()
  }

  /// The list without words
  static let pexelsCurated = Sample<PexelsRow>.made(
    "today", 89, titles: Scenery.remarks + Scenery.sights)

  /// With filters: an orientation, a color that goes by another name
  private mutating func addPexelsHarbor() {
    let rows = Sample<PexelsRow>.made("harbor", 8)
    recordHarbor(
      rows,
      [
        ([("orientation", "landscape")], rows.filter(\.isWide)), ([("color", "blue")], [rows[2]]),
        ([("color", "violet")], [rows[3], rows[5]]),
      ])
  }
}

/// What can be odd about Pexels' replies, each under a word of its own
extension FixtureSet {
  private mutating func addPexelsOddities() {
    // Totals that promise more than there is, a short page between others, a quota spent on the way
    record(PexelsRow.self, "promise", pages: [5, 3, 0], total: 3_932)
    record(PexelsRow.self, "gap", pages: [4, 1, 3], total: 240)
    let limited = PexelsRow.refusal(status: 429, ["error": "Rate limit exceeded"])
    record(PexelsRow.self, midway: 4, total: 170, then: limited)
    record(
      PexelsRow.self,
      odd: [
        "limited": limited,
        "refused": PexelsRow.refusal(
          status: 401, ["code": "Unauthorized", "message": "Invalid API key", "status": 401]),
        // As a refused key was told until 2021.
        "disallowed": PexelsRow.refusal(
          status: 403, ["error": "Access to this API has been disallowed"]),
        "rejected": PexelsRow.refusal(
          status: 400, ["status": 400, "code": "Query is too long"]),
        "html": .html(Pages.portal, status: 403),
        // Until 2022 what is empty named the address of a video.
        "nothing": Reply([
          "page": 1, "per_page": 1, "photos": [], "total_results": 0,
          "url": "https://www.pexels.com/search/videos/nothing/",
        ]),
        "nonsense": Reply(text: #"{"page":1,"photos":{"a":1},"total_results":"few"}"#),
        "cut": .cut(PexelsRow.self),
        "silent": .lost("Operation timed out"),
      ])
    expect(.pexels, "nothing", [[]])
    addPexelsBroken()
  }

  /// Rows of wrong types among good ones, and a photo of which only the least is right
  private mutating func addPexelsBroken() {
    let good = Sample<PexelsRow>.rows("broken", 4)
    let odd = good[3].json.replacing([
      "width": "wide", "height": .null, "photographer": 5,
      "photographer_url": "javascript:alert(1)",
      "avg_color": "blue", "alt": ["text"],
    ])
    let page = [
      good[0], .unreadable("a photo"), .unreadable([:]), .unreadable(.null), good[1],
      .unreadable(good[2].json.replacing(["id": "a/b"])),
      .unreadable(good[2].json.replacing(["src": "none"])),
      Row(good[2].json.replacing(["src": [:]]), .leftOut(.withoutImage)), Row(odd, good[3].outcome),
    ]
    record(PexelsRow.self, "broken", [page])
  }
}
