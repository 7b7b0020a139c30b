import PhotoSearch

/// `kittens` at Pixabay: three pages, all that it gives of 8,737
struct PixabayKittens: Sendable {
  static let words = "kittens"
  let photos: [PixabayRow]
  let pages: [[Row]]
  /// The newest first
  let latest: [[Row]]

  init() {
    var random = SeededRandom(0xA1B)
    var seen: Set<String> = []
    var rows: [PixabayRow] = []
    while rows.count < 118 {
      let name = [random.pick(Self.coats), random.pick(Self.ages), random.pick(Self.places)]
      let subject = Subject(
        name.joined(separator: ", "), years: 2014...2026, topic: "kitten", &random)
      guard seen.insert(subject.title).inserted else { continue }
      rows.append(PixabayRow(subject, &random))
    }
    for index in stride(from: 3, to: rows.count, by: 9) { rows[index].form = .collections }
    for index in stride(from: 5, to: rows.count, by: 9) { rows[index].form = .favorites }
    for index in stride(from: 7, to: rows.count, by: 9) { rows[index].form = .flags }
    for (index, type) in [(11, "illustration"), (29, "vector/svg"), (60, "vector/ai")] {
      rows[index].type = type
    }
    for (index, flag) in [(2, true), (13, 1), (20, 0), (31, nil)] as [(Int, JSONTree?)] {
      rows[index].isAIGenerated = flag
    }
    for index in [1, 22] { rows[index].isLowQuality = 0 }
    for index in [4, 17, 33] { rows[index].hasPortrait = false }
    for index in [8, 40] { rows[index].isWhole = true }
    for (index, name) in [
      (9, KittenTitles.Odd.hostile), (18, KittenTitles.Odd.formula),
      (27, KittenTitles.Odd.markup), (36, ""),
    ] {
      rows[index].form = .name
      rows[index].subject.title = name
    }
    photos = rows.filter { $0.type == "photo" }
    // A photo of the first page again on the second.
    let list = rows.map(\.row)
    pages = [Array(list[..<70]), Array(list[70..<106]) + [list[6]], Array(list[106...])]
    let newest = rows.sorted { $0.subject.posted > $1.subject.posted }.map(\.row)
    latest = [Array(newest[..<60]), Array(newest[60..<100]), Array(newest[100...])]
  }

  private static let coats = [
    "tabby", "ginger", "calico", "white", "spotted", "long-haired", "cream", "grey",
  ]
  private static let ages = ["kitten", "baby cat", "young cat", "small cat"]
  private static let places = [
    "wooden bench", "window", "ball of wool", "green grass", "blanket", "stone wall", "basket",
    "snowy path", "garden", "stairs",
  ]
}

extension FixtureSet {
  mutating func addPixabay() {
    addPixabayKittens()
    addPixabayHarbor()
    addPixabayOddities()
  }

  private mutating func addPixabayKittens() {
    let kittens = Kittens.all.pixabay
    let words = PixabayKittens.words
    let orders: [(PhotoFilters.Sort, String?, [[Row]])] = [
      (.relevant, nil, kittens.pages), (.latest, "latest", kittens.latest),
    ]
    for (sort, order, pages) in orders {
      record("pixabay-kittens.har", .pixabay, words, sort: sort, pages) {
        PixabayReply.page(words, page: $0, total: 8_737, reach: 500, items: [("order", order)], $1)
      }
    }
    let shown = kittens.photos[2]
    let target = { Target(PixabayReply.base, [("id", $0)]) }
    record(
      "show.har",
      PixabayReply.hits(target(shown.id), total: 1, [shown.json]),
      PixabayReply.refusal(target("9000000"), "\"id\" is invalid."),
      // Said of others that were removed.
      PixabayReply.hits(target("9000001"), total: 0, []))
    expect("pixabay", shown: [shown.id], unknown: ["9000000", "9000001"])
  }

  /// With filters: an orientation, colors that go by another name, the newest first
  private mutating func addPixabayHarbor() {
    var sample = Sample<PixabayRow>("harbor")
    let rows = sample.made(8)
    let filtered: [([(String, String?)], [PixabayRow])] = [
      ([], rows), ([("orientation", "horizontal")], rows.filter(\.isWide)),
      ([("colors", "blue")], [rows[2]]),
      ([("colors", "lilac")], [rows[3], rows[5]]), ([("order", "latest")], rows.reversed()),
      ([("safesearch", "false")], rows + sample.made(1)),
    ]
    recordHarbor(.pixabay, filtered) { items, rows in
      PixabayReply.page("harbor", page: 1, total: rows.count, items: items, rows)
    }
    expect(.pixabay, "harbor", sort: .latest, [rows.reversed().map(\.row)])
  }
}

/// What can be odd about Pixabay's replies, each under a word of its own
extension FixtureSet {
  private static let pixabayOdd = "pixabay-odd.har"

  private mutating func addPixabayOddities() {
    let target = { PixabayReply.target($0, page: 1) }
    let wrongKey = "Invalid or missing API key (https://pixabay.com/api/docs/)."
    addPixabayEnds()
    record(
      Self.pixabayOdd,
      PixabayReply.refusal(
        target("limited"), status: 429, headers: PixabayReply.quota(left: 0, seconds: 42),
        "API rate limit exceeded"),
      // Text, whatever its type says.
      Exchange(target("refused"), status: 400, body: "[ERROR 400] " + wrongKey),
      PixabayReply.refusal(target("rejected"), "\"per_page\" is out of valid range."),
      PixabayReply.refusal(target("beyond"), "\"page\" is out of valid range."),
      .html(target("html"), status: 403, Pages.portal),
      Exchange(target("nothing"), body: #"{"total":0,"totalHits":0,"hits":[]}"#),
      Exchange(target("nonsense"), body: #"{"total":"few","totalHits":[],"hits":{"a":1}}"#),
      PixabayReply.page("cut", page: 1, total: 3, Sample<PixabayRow>.rows("cut", 3)).cut,
      Exchange(target("silent"), error: "Connection reset by peer"))
    expect(.pixabay, "nothing", [[]])
    addPixabayBroken()
  }

  /// Totals that promise more than there is, an empty page between others, a quota spent on the way
  private mutating func addPixabayEnds() {
    let gap = Sample<PixabayRow>.pages("gap", [4, 0, 3])
    let promise = Sample<PixabayRow>.rows("promise", 5)
    let midway = Sample<PixabayRow>.rows("midway", 4)
    record(
      Self.pixabayOdd,
      gap.enumerated().map { index, rows in
        PixabayReply.page("gap", page: index + 1, total: 480, rows)
      } + [
        PixabayReply.page("promise", page: 1, total: 21_500, reach: 500, promise),
        PixabayReply.refusal(
          PixabayReply.target("promise", page: 2), "\"page\" is out of valid range."),
        PixabayReply.page("midway", page: 1, total: 400, midway),
        PixabayReply.refusal(
          PixabayReply.target("midway", page: 2), status: 429, "API rate limit exceeded"),
      ])
    expect(.pixabay, "gap", gap)
    expect(.pixabay, "promise", [promise, []])
    expect(.pixabay, "midway", [midway])
  }

  /// Rows of wrong types among good ones, and a photo of which only the least is right
  private mutating func addPixabayBroken() {
    let good = Sample<PixabayRow>.rows("broken", 4)
    let odd = good[3].json.replacing([
      "imageWidth": "wide", "imageHeight": nil, "user": 5, "user_id": "a/b",
      "userURL": "javascript:alert(1)", "tags": ["text"], "name": [:], "likes": -3,
      "isAiGenerated": "perhaps", "webformatURL": 7, "previewWidth": "150",
    ])
    let page = [
      good[0], .unreadable("a photo"), .unreadable([:]), .unreadable(nil), good[1],
      .unreadable(good[2].json.replacing(["id": "a/b"])),
      .unreadable(good[2].json.replacing(["pageURL": "none"])),
      Row(good[2].json.replacing(["type": "film"]), .leftOut(.drawing)),
      Row(
        good[2].json.without("previewURL", "webformatURL", "largeImageURL"), .leftOut(.withoutImage)
      ),
      Row(odd, good[3].outcome),
    ]
    record(Self.pixabayOdd, [PixabayReply.page("broken", page: 1, total: 10, page)])
    expect(.pixabay, "broken", [page])
  }
}
