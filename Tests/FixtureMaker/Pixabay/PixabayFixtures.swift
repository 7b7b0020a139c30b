import PhotoSearch

/// `kittens` at Pixabay: three pages, all that it gives of 8,737
extension PixabayRow {
  static func kittens() -> KittenList<PixabayRow> {
    var random = SeededRandom(0xA1B)
    var seen: Set<String> = []
    var rows: [PixabayRow] = []
    while rows.count < 118 {
      let name = [random.pick(coats), random.pick(ages), random.pick(places)]
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
    // A photo of the first page again on the second.
    var pages = rows.map(\.row).parts(70, 36)
    pages[1].append(pages[0][6])
    return KittenList(
      photos: rows.filter { $0.type == "photo" }, pages: pages,
      latest: rows.newestFirst.map(\.row).parts(60, 40))
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
    let (kittens, words) = (Kittens.all.pixabay, Kittens.words)
    for (sort, order, pages) in [
      (PhotoFilters.Sort.relevant, nil, kittens.pages), (.latest, "latest", kittens.latest),
    ] {
      record("pixabay-kittens.har", .pixabay, words, sort: sort, pages) { number, rows in
        Exchange(
          PixabayRow.target(words, page: number, [("order", order)]),
          PixabayRow.reply(total: 8_737, reach: 500, rows))
      }
    }
    let shown = kittens.photos[2]
    record(
      "show.har",
      shown.shown + [
        Exchange(PixabayRow.target(shown: "9000000"), PixabayRow.refusal("\"id\" is invalid.")),
        // Said of others that were removed.
        PixabayRow.answer(to: PixabayRow.target(shown: "9000001"), []),
      ])
    expect(.pixabay, shown: [shown.id], unknown: ["9000000", "9000001"])
    addPixabayHarbor()
    addPixabayOddities()
  }

  /// With filters: an orientation, colors that go by another name, the newest first
  private mutating func addPixabayHarbor() {
    let all = Sample<PixabayRow>.made("harbor", 9)
    let rows = Array(all.dropLast())
    recordHarbor(
      rows,
      [
        ([("orientation", "horizontal")], rows.filter(\.isWide)), ([("colors", "blue")], [rows[2]]),
        ([("colors", "lilac")], [rows[3], rows[5]]), ([("order", "latest")], rows.reversed()),
        ([("safesearch", "false")], all),
      ])
    expect(.pixabay, "harbor", sort: .latest, [rows.reversed().map(\.row)])
  }
}

/// What can be odd about Pixabay's replies, each under a word of its own
extension FixtureSet {
  private mutating func addPixabayOddities() {
    let outOfRange = PixabayRow.refusal("\"page\" is out of valid range.")
    let wrongKey = "Invalid or missing API key (https://pixabay.com/api/docs/)."
    // An empty page between others, totals that promise more than there is, a quota spent on the
    // way
    record(PixabayRow.self, "gap", pages: [4, 0, 3], total: 480)
    let promise = Sample<PixabayRow>.rows("promise", 5)
    record(
      PixabayRow.self,
      odd: ["promise": PixabayRow.reply(total: 21_500, reach: 500, promise)])
    record(PixabayRow.oddities, Exchange(PixabayRow.target("promise", page: 2), outOfRange))
    expect(.pixabay, "promise", [promise, []])
    let limited = "API rate limit exceeded"
    record(
      PixabayRow.self, midway: 4, total: 400, then: PixabayRow.refusal(status: 429, limited))
    record(
      PixabayRow.self,
      odd: [
        "limited": PixabayRow.refusal(
          status: 429, headers: PixabayRow.quota(left: 0, seconds: 42), limited),
        // Text, whatever its type says.
        "refused": Reply(text: "[ERROR 400] " + wrongKey, status: 400),
        "rejected": PixabayRow.refusal("\"per_page\" is out of valid range."),
        "beyond": outOfRange,
        "html": .html(Pages.portal, status: 403),
        "nothing": Reply(text: #"{"total":0,"totalHits":0,"hits":[]}"#),
        "nonsense": Reply(text: #"{"total":"few","totalHits":[],"hits":{"a":1}}"#),
        "cut": .cut(PixabayRow.self),
        "silent": .lost("Connection reset by peer"),
      ])
    expect(.pixabay, "nothing", [[]])
    addPixabayBroken()
  }

  /// Rows of wrong types among good ones, and a photo of which only the least is right
  private mutating func addPixabayBroken() {
    let good = Sample<PixabayRow>.rows("broken", 4)
    let odd = good[3].json.replacing([
      "imageWidth": "wide", "imageHeight": .null, "user": 5, "user_id": "a/b",
      "userURL": "javascript:alert(1)", "tags": ["text"], "name": [:], "likes": -3,
      "isAiGenerated": "perhaps", "webformatURL": 7, "previewWidth": "150",
    ])
    let page = [
      good[0], .unreadable("a photo"), .unreadable([:]), .unreadable(.null), good[1],
      .unreadable(good[2].json.replacing(["id": "a/b"])),
      .unreadable(good[2].json.replacing(["pageURL": "none"])),
      Row(good[2].json.replacing(["type": "film"]), .leftOut(.drawing)),
      Row(
        good[2].json.without("previewURL", "webformatURL", "largeImageURL"), .leftOut(.withoutImage)
      ),
      Row(odd, good[3].outcome),
    ]
    record(PixabayRow.self, "broken", [page])
  }
}
