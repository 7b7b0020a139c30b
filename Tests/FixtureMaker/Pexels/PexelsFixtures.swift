import PhotoSearch

/// `kittens` at Pexels: three pages, the second one short
struct PexelsKittens: Sendable {
  static let words = "kittens"
  let photos: [PexelsRow]
  let pages: [[Row]]

  init() {
    var random = SeededRandom(0x9E8)
    var seen: Set<String> = []
    var rows: [PexelsRow] = []
    while rows.count < 120 {
      let sentence = Self.sentence(&random)
      guard seen.insert(sentence).inserted else { continue }
      let subject = Subject(sentence, years: 2017...2026, topic: "kitten", &random)
      rows.append(PexelsRow(subject, &random))
    }
    for index in [9, 31, 90] { rows[index].isOld = true }
    for index in [14, 52] { rows[index].hasAlt = false }
    rows[21].seen = ""
    rows[25].seen = KittenTitles.Odd.hostile
    rows[40].seen = KittenTitles.Odd.formula
    rows[47].seen = KittenTitles.Odd.markup
    rows[6].file = "animal-pet-cute-kitten-\(rows[6].id).jpg"
    rows[17].file = "pexels-photo-\(rows[17].id).png"
    photos = rows
    let list = rows.map(\.row)
    pages = [Array(list[..<80]), Array(list[80..<112]), Array(list[112...])]
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
    addPexelsKittens()
    addPexelsCurated()
    addPexelsHarbor()
    addPexelsOddities()
  }

  private mutating func addPexelsKittens() {
    let kittens = Kittens.all.pexels
    record("pexels-kittens.har", .pexels, PexelsKittens.words, kittens.pages) {
      PexelsReply.page(PexelsKittens.words, page: $0, total: 198, $1)
    }
    let shown = kittens.photos[2]
    record(
      "show.har",
      Exchange(Target("\(PexelsReply.base)/photos/\(shown.id)"), body: shown.json.compact),
      PexelsReply.refusal(
        Target("\(PexelsReply.base)/photos/90000000"), status: 404,
        ["status": 404, "error": "Not Found"]))
    expect("pexels", shown: [shown.id], unknown: ["90000000"])
  }

  /// The list without words
  static let pexelsCurated: [PexelsRow] = {
    var sample = Sample<PexelsRow>("today", titles: Scenery.remarks + Scenery.sights)
    return sample.made(89)
  }()

  private mutating func addPexelsCurated() {
    let rows = Self.pexelsCurated.map(\.row)
    // The last page that has photos says that there is another, which is empty.
    let pages = [Array(rows[..<80]), Array(rows[80...]), []]
    record("pexels-curated.har", .pexelsCurated, nil, pages) {
      PexelsReply.page(nil, page: $0, total: 62_545, $1)
    }
  }

  /// With filters: an orientation, a color that goes by another name
  private mutating func addPexelsHarbor() {
    var sample = Sample<PexelsRow>("harbor")
    let rows = sample.made(8)
    let filtered: [([(String, String?)], [PexelsRow])] = [
      ([], rows), ([("orientation", "landscape")], rows.filter(\.isWide)),
      ([("color", "blue")], [rows[2]]),
      ([("color", "violet")], [rows[3], rows[5]]),
    ]
    recordHarbor(.pexels, filtered) { items, rows in
      PexelsReply.page("harbor", page: 1, total: rows.count, items: items, rows)
    }
  }
}

/// What can be odd about Pexels' replies, each under a word of its own
extension FixtureSet {
  private static let pexelsOdd = "pexels-odd.har"

  private mutating func addPexelsOddities() {
    let target = { PexelsReply.target($0, page: 1) }
    addPexelsEnds()
    record(
      Self.pexelsOdd,
      PexelsReply.refusal(target("limited"), status: 429, ["error": "Rate limit exceeded"]),
      PexelsReply.refusal(
        target("refused"), status: 401,
        ["code": "Unauthorized", "message": "Invalid API key", "status": 401]),
      // As a refused key was told until 2021.
      PexelsReply.refusal(
        target("disallowed"), status: 403, ["error": "Access to this API has been disallowed"]),
      PexelsReply.refusal(
        target("rejected"), status: 400, ["status": 400, "code": "Query is too long"]),
      .html(target("html"), status: 403, Pages.portal),
      // Until 2022 what is empty named the address of a video.
      Exchange(
        target("nothing"),
        body: #"{"page":1,"per_page":1,"photos":[],"total_results":0,"#
          + #""url":"https://www.pexels.com/search/videos/nothing/"}"#),
      Exchange(target("nonsense"), body: #"{"page":1,"photos":{"a":1},"total_results":"few"}"#),
      PexelsReply.page("cut", page: 1, total: 3, Sample<PexelsRow>.rows("cut", 3)).cut,
      Exchange(target("silent"), error: "Operation timed out"))
    expect(.pexels, "nothing", [[]])
    addPexelsBroken()
  }

  /// Totals that promise more than there is, a short page between others, a quota spent on the way
  private mutating func addPexelsEnds() {
    for (words, counts, total) in [("promise", [5, 3, 0], 3_932), ("gap", [4, 1, 3], 240)] {
      let pages = Sample<PexelsRow>.pages(words, counts)
      record(Self.pexelsOdd, .pexels, words, pages) {
        PexelsReply.page(words, page: $0, total: total, $1)
      }
    }
    let midway = Sample<PexelsRow>.rows("midway", 4)
    record(
      Self.pexelsOdd, .pexels, "midway", expecting: [midway],
      PexelsReply.page("midway", page: 1, total: 170, midway),
      PexelsReply.refusal(
        PexelsReply.target("midway", page: 2), status: 429, ["error": "Rate limit exceeded"]))
  }

  /// Rows of wrong types among good ones, and a photo of which only the least is right
  private mutating func addPexelsBroken() {
    let good = Sample<PexelsRow>.rows("broken", 4)
    let odd = good[3].json.replacing([
      "width": "wide", "height": nil, "photographer": 5, "photographer_url": "javascript:alert(1)",
      "avg_color": "blue", "alt": ["text"],
    ])
    let page = [
      good[0], .unreadable("a photo"), .unreadable([:]), .unreadable(nil), good[1],
      .unreadable(good[2].json.replacing(["id": "a/b"])),
      .unreadable(good[2].json.replacing(["src": "none"])),
      Row(good[2].json.replacing(["src": [:]]), .leftOut(.withoutImage)), Row(odd, good[3].outcome),
    ]
    record(Self.pexelsOdd, [PexelsReply.page("broken", page: 1, total: 9, page)])
    expect(.pexels, "broken", [page])
  }
}
