import PhotoSearch

/// `kittens` at iNaturalist: three pages of observations, every fifth of which has several photos
extension INaturalistRow {
  static func kittens() -> KittenList<INaturalistRow> {
    var random = SeededRandom(0x1A7)
    var rows = (0..<68).map { index in
      let subject = Subject(random.pick(remarks), years: 2012...2026, topic: "kitten", &random)
      return INaturalistRow(subject, count: index % 5 == 4 ? 2 + index % 3 : 1, &random)
    }
    makeOdd(&rows)
    var list = rows.map(\.row)
    list[33] = Row(rows[33].json.replacing(["photos": []]), .leftOut(.withoutImage))
    list[36] = .unreadable(rows[36].json.replacing(["id": "a/b"]))
    let newest = rows.indices.sorted { rows[$0].subject.posted > rows[$1].subject.posted }
    return KittenList(
      photos: rows, pages: list.parts(30, 30), latest: newest.map { list[$0] }.parts(30, 30))
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
  mutating func addINaturalist() {
    let kittens = Kittens.all.iNaturalist
    record(kittens, latest: ("order_by", "created_at"))
    // The second photo of an observation of several.
    let shown = kittens.photos.first { $0.pictures.count > 1 && $0.subject.author.place != nil }
    if let shown {
      record("show.har", shown.shown)
      record(
        "show.har", INaturalistRow.answer(to: INaturalistRow.target(shown: "50000000"), []))
      expect(
        .iNaturalist, shown: ["\(shown.id)-\(shown.pictures[1].id)"],
        unknown: ["50000000-1", "\(shown.id)-1"])
    }
    addINaturalistHarbor()
    addINaturalistOddities()
  }

  /// Also in other orders, and those under CC BY: an observation with one such photo comes with all
  /// that it has
  private mutating func addINaturalistHarbor() {
    var rows = Sample<INaturalistRow>.made("harbor", 8)
    for index in rows.indices { rows[index].pictures[0].license = "cc-by-nc" }
    for index in [1, 4] { rows[index].pictures[0].license = "cc-by" }
    let newest = rows.newestFirst
    let popular = rows.sorted { $0.votes > $1.votes }
    recordHarbor(
      rows,
      [
        ([("photo_license", "cc-by")], [rows[1], rows[4]]), ([("order_by", "created_at")], newest),
        ([("order_by", "votes")], popular),
      ])
    expect(.iNaturalist, "harbor", sort: .latest, [newest.map(\.row)])
    expect(.iNaturalist, "harbor", sort: .popular, [popular.map(\.row)])
  }

  private mutating func addINaturalistOddities() {
    let limited = INaturalistRow.refusal(status: 429, "Too Many Requests")
    record(INaturalistRow.self, "promise", pages: [5, 3, 0], total: 90)
    record(INaturalistRow.self, "gap", pages: [4, 0, 3], total: 90)
    record(INaturalistRow.self, midway: 4, total: 50, then: limited)
    record(INaturalistRow.self, "nothing", [[]], of: 0)
    let good = Sample<INaturalistRow>.made("broken", 3)
    addINaturalistBroken(good)
    record(
      INaturalistRow.self,
      odd: [
        "limited": limited,
        "rejected": INaturalistRow.refusal(status: 422, "Unprocessable query"),
        "html": .html(Pages.gateway, status: 502),
        "nonsense": Reply(text: #"{"total_results":3,"results":{"a":1}}"#),
        "cut": INaturalistRow.answer("cut", good.map(\.row)).reply.cut,
        "silent": .lost("Connection reset by peer"),
      ])
  }

  private mutating func addINaturalistBroken(_ good: [INaturalistRow]) {
    let picture = good[1].pictures[0]
    let odd = good[2].json.replacing([
      "taxon": "cat", "user": 7, "created_at": "soon", "tags": "wild", "species_guess": ["cat"],
      "faves_count": -1, "geojson": [1, 2], "place_guess": [:],
    ])
    let mixed = good[1].json.replacing([
      "photos": [7, .null, ["id": "x"], good[1].json(picture), ["url": "javascript:alert(1)"]]
    ])
    let page = [
      good[0].row, .unreadable("a cat"), .unreadable([:]), .unreadable(.null),
      .unreadable(good[0].json.replacing(["photos": "none"])),
      Row(mixed, .photos(["\(good[1].id)-\(picture.id)"], unreadable: 4)),
      Row(good[0].json.replacing(["photos": []]), .leftOut(.withoutImage)),
      Row(odd, .photos(["\(good[2].id)-\(good[2].pictures[0].id)"])),
    ]
    record(INaturalistRow.self, "broken", [page])
  }
}
