import PhotoSearch

extension FixtureSet {
  mutating func addFinna() {
    var rows = Sample<FinnaRow>.made("pöllöt", 12, titles: Self.titles)
    // The draughtsman stands before the photographer, and on two records alone or as a dash.
    rows[1].people = [("Piirto, Eino", "piirtäjä"), ("Nyblin, Daniel", "kuvaaja")]
    rows[2].people = [("Piirto, Eino", "piirtäjä")]
    rows[3].people = [("-", "kuvaaja")]
    rows[4].pictures = 3
    rows[5].isExtended = false
    rows[6].rights = ("InC", nil)
    rows[7].year = "noin 1900"
    rows[8].id = "sa-kuva.sa-kuva-4711"
    rows[9].subject.title = KittenTitles.Odd.hostile
    rows[9].rights = ("NoC-NC", "http://rightsstatements.org/vocab/NoC-NC/1.0/")
    var list = rows.map(\.row)
    // A record without pictures, and one with an id that can't be part of an address
    list[10] = Row(rows[10].json.replacing(["images": []]), .leftOut(.withoutImage))
    list[11] = Row.unreadable(rows[11].json.replacing(["id": "a b"]))
    record(FinnaRow.self, "pöllöt", list.parts(10), total: 113)
    // The third picture of a record, and a record whose id ends like a picture's place
    let several = "\(rows[4].id)-2"
    record(
      "show.har", FinnaRow.answer(to: FinnaRow.target(shown: several, rows[4].id), [list[4]]),
      FinnaRow.answer(to: FinnaRow.target(shown: rows[8].id, "sa-kuva.sa-kuva"), [list[8]]),
      FinnaRow.answer(to: FinnaRow.target(shown: "museo.0"), []),
      Exchange(
        FinnaRow.target(shown: "museo.1"),
        FinnaRow.refusal(status: 400, "Error loading record")))
    expect(.finna, shown: [several, rows[8].id], unknown: ["museo.0", "museo.1"])
    addFinnaOddities()
  }

  private static let titles = [
    "Pöllö kuusen oksalla", "Kaksi pöllöä ladon katolla", "Lapinpöllö Inarissa", "Huuhkaja",
    "Ugglor i skymningen",
  ]

  private mutating func addFinnaOddities() {
    let limited = FinnaRow.refusal(status: 429, "Too many requests")
    // Totals that promise more than there is, an empty page between others, a limit met on the way
    record(FinnaRow.self, "promise", pages: [1, 0, 0], total: 250)
    record(FinnaRow.self, "gap", pages: [1, 0, 1], total: 300)
    record(FinnaRow.self, midway: 1, total: 150, then: limited)
    record(FinnaRow.self, "nothing", [[]], of: 0)
    addFinnaBroken()
    record(
      FinnaRow.self,
      odd: [
        "limited": limited,
        "rejected": FinnaRow.refusal(status: 400, "Invalid search"),
        "html": .html(Pages.gateway, status: 502),
        "nonsense": Reply(text: #"{"resultCount":3,"records":{"a":1}}"#),
        "cut": FinnaRow.answer("cut", [.unreadable([:])]).reply.cut,
        "silent": .lost("Operation timed out"),
      ])
  }

  private mutating func addFinnaBroken() {
    let good = Sample<FinnaRow>.made("broken", 2)
    let odd = good[1].json.replacing([
      "title": 7, "nonPresenterAuthors": "nobody", "imageRights": ["x"], "buildings": [1],
      "subjects": [[1], "x"], "imagesExtended": [["highResolution": ["original": [7]]]],
      "images": ["/Cover/Show?id=a&index=0&size=large", 7, "https://evil.example/a.jpg"],
    ])
    let page = [
      good[0].row, .unreadable("a record"), .unreadable([:]), .unreadable(.null),
      Row(odd, .photos([good[1].id], unreadable: 2)),
    ]
    record(FinnaRow.self, "broken", [page])
  }
}
