import PhotoSearch

/// `kittens` at iNaturalist: three pages of observations, every fifth of which has several photos
struct INaturalistKittens: Sendable {
  static let words = "kittens"
  let observations: [INaturalistRow]
  let pages: [[Row]]
  /// The newest first
  let latest: [[Row]]

  init() {
    var random = SeededRandom(0x1A7)
    var rows = (0..<68).map { index in
      let remark = random.pick(Self.remarks)
      let subject = Subject(remark, years: 2012...2026, topic: "kitten", &random)
      return INaturalistRow(subject, count: index % 5 == 4 ? 2 + index % 3 : 1, &random)
    }
    Self.makeOdd(&rows)
    observations = rows
    var list = rows.map(\.row)
    list[33] = Row(rows[33].json.replacing(["photos": []]), .leftOut(.withoutImage))
    list[36] = Row.unreadable(rows[36].json.replacing(["id": "a/b"]))
    let newest = rows.indices.sorted { rows[$0].subject.posted > rows[$1].subject.posted }
    (pages, latest) = (Self.pages(of: list), Self.pages(of: newest.map { list[$0] }))
  }

  private static func pages(of list: [Row]) -> [[Row]] {
    [Array(list[..<30]), Array(list[30..<60]), Array(list[60...])]
  }

  /// Among them photos whose licence isn't the observation's
  private static func makeOdd(_ rows: inout [INaturalistRow]) {
    for index in [5, 6, 21, 40] { rows[index].pictures[0].license = nil }
    rows[9].pictures[1].license = nil
    rows[7].license = nil
    rows[8].pictures[0].attribution =
      "(c) Zita Example, Wildlife Trust, some rights reserved (CC BY)"
    rows[10].pictures[0].attribution = "no rights reserved"
    rows[11].pictures[0].license = "cc-by-nc-nd"
    rows[12].pictures[0].hasSize = false
    rows[13].names = (nil, nil)
    rows[16].names = (nil, nil)
    rows[16].guess = nil
    rows[17].guess = ""
    rows[17].description = KittenTitles.Odd.markup
    rows[18].names.0 = KittenTitles.Odd.hostile
    rows[20].names.0 = KittenTitles.Odd.formula
    rows[22].description = KittenTitles.Odd.lines
    rows[23].names.0 = KittenTitles.Odd.script
  }

  private static let remarks = [
    "Two kittens under the bridge", "Kitten, about eight weeks old", "Camera trap, at dusk",
    "Seen on the morning walk", "Playing in the dunes", "Kitten with its mother nearby",
  ]
}

extension FixtureSet {
  private static let iNaturalistOdd = "inaturalist-odd.har"

  mutating func addINaturalist() {
    let kittens = Kittens.all.iNaturalist
    let orders: [(PhotoFilters.Sort, String?, [[Row]])] = [
      (.relevant, nil, kittens.pages), (.latest, "created_at", kittens.latest),
    ]
    let words = INaturalistKittens.words
    for (sort, order, pages) in orders {
      record("inaturalist-kittens.har", .iNaturalist, words, sort: sort, pages) { number, rows in
        INaturalistReply.page(
          INaturalistReply.target(words, page: number, [("order_by", order)]), page: number,
          total: 68, rows)
      }
    }
    // The second photo of an observation of several.
    let shown = kittens.observations.first {
      $0.pictures.count > 1 && $0.subject.author.place != nil
    }
    if let shown {
      let target = { (id: String) in Target("\(INaturalistReply.base)/\(id)") }
      record(
        "show.har",
        INaturalistReply.page(target(shown.id), total: 1, [shown.row]),
        INaturalistReply.page(target("50000000"), total: 0, []))
      expect(
        "inaturalist", shown: ["\(shown.id)-\(shown.pictures[1].id)"],
        unknown: ["50000000-1", "\(shown.id)-1"])
    }
    addINaturalistHarbor()
    addINaturalistEnds()
    addINaturalistOddities()
  }

  /// Also in other orders, and those under CC BY: an observation with one such photo comes with all
  /// that it has
  private mutating func addINaturalistHarbor() {
    var sample = Sample<INaturalistRow>("harbor")
    var rows = sample.made(8)
    for index in rows.indices { rows[index].pictures[0].license = "cc-by-nc" }
    for index in [1, 4] { rows[index].pictures[0].license = "cc-by" }
    let newest = rows.sorted { $0.subject.posted > $1.subject.posted }
    let popular = rows.sorted { $0.votes > $1.votes }
    let lists: [([(String, String?)], [INaturalistRow])] = [
      ([], rows), ([("photo_license", "cc-by")], [rows[1], rows[4]]),
      ([("order_by", "created_at")], newest), ([("order_by", "votes")], popular),
    ]
    recordHarbor(.iNaturalist, lists) { items, rows in
      INaturalistReply.page(
        INaturalistReply.target("harbor", page: 1, items), total: rows.count, rows)
    }
    expect(.iNaturalist, "harbor", sort: .latest, [newest.map(\.row)])
    expect(.iNaturalist, "harbor", sort: .popular, [popular.map(\.row)])
  }

  private mutating func addINaturalistEnds() {
    for (words, counts, total) in [("promise", [5, 3, 0], 90), ("gap", [4, 0, 3], 90)] {
      let pages = Sample<INaturalistRow>.pages(words, counts)
      record(Self.iNaturalistOdd, .iNaturalist, words, pages) { number, rows in
        INaturalistReply.page(
          INaturalistReply.target(words, page: number), page: number, total: total, rows)
      }
    }
    let midway = Sample<INaturalistRow>.rows("midway", 4)
    record(
      Self.iNaturalistOdd, .iNaturalist, "midway", expecting: [midway],
      INaturalistReply.page(INaturalistReply.target("midway"), total: 50, midway),
      INaturalistReply.refusal(
        INaturalistReply.target("midway", page: 2), status: 429, "Too Many Requests"))
  }

  private mutating func addINaturalistOddities() {
    let target = { INaturalistReply.target($0) }
    var sample = Sample<INaturalistRow>("broken")
    let good = sample.made(3)
    let picture = good[1].pictures[0]
    let odd = good[2].json.replacing([
      "taxon": "cat", "user": 7, "created_at": "soon", "tags": "wild", "species_guess": ["cat"],
      "faves_count": -1, "geojson": [1, 2], "place_guess": [:],
    ])
    let mixed = good[1].json.replacing([
      "photos": [7, nil, ["id": "x"], good[1].json(picture), ["url": "javascript:alert(1)"]]
    ])
    let page = [
      good[0].row, .unreadable("a cat"), .unreadable([:]), .unreadable(nil),
      .unreadable(good[0].json.replacing(["photos": "none"])),
      Row(mixed, .photos(["\(good[1].id)-\(picture.id)"], unreadable: 4)),
      Row(good[0].json.replacing(["photos": []]), .leftOut(.withoutImage)),
      Row(odd, .photos(["\(good[2].id)-\(good[2].pictures[0].id)"])),
    ]
    record(
      Self.iNaturalistOdd,
      INaturalistReply.page(target("nothing"), total: 0, []),
      INaturalistReply.page(target("broken"), total: 8, page),
      INaturalistReply.refusal(target("limited"), status: 429, "Too Many Requests"),
      INaturalistReply.refusal(target("rejected"), status: 422, "Unprocessable query"),
      .html(target("html"), status: 502, Pages.gateway),
      Exchange(target("nonsense"), body: #"{"total_results":3,"results":{"a":1}}"#),
      INaturalistReply.page(target("cut"), total: 3, good.map(\.row)).cut,
      Exchange(target("silent"), error: "Connection reset by peer"))
    expect(.iNaturalist, "nothing", [[]])
    expect(.iNaturalist, "broken", [page])
  }
}
