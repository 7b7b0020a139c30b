import PhotoSearch

extension FixtureSet {
  private static let finnaFile = "finna.har"

  mutating func addFinna() {
    var sample = Sample<FinnaRow>("pöllöt", titles: Self.titles)
    var rows = sample.made(12)
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
    let pages = [Array(list[..<10]), Array(list[10...])]
    record(Self.finnaFile, .finna, "pöllöt", pages) { number, rows in
      FinnaReply.page(FinnaReply.target("pöllöt", page: number), total: 113, rows)
    }
    // The third picture of a record, and a record whose id ends like a picture's place
    let several = "\(rows[4].id)-2"
    record(
      "show.har",
      FinnaReply.page(FinnaReply.target(shown: several, rows[4].id), total: 1, [rows[4].row]),
      FinnaReply.page(
        FinnaReply.target(shown: rows[8].id, "sa-kuva.sa-kuva"), total: 1, [rows[8].row]),
      FinnaReply.page(FinnaReply.target(shown: "museo.0"), total: 0, []),
      FinnaReply.refusal(
        FinnaReply.target(shown: "museo.1"), status: 400, "Error loading record"))
    expect("finna", shown: [several, rows[8].id], unknown: ["museo.0", "museo.1"])
    addFinnaEnds()
    addFinnaOddities()
  }

  private static let titles = [
    "Pöllö kuusen oksalla", "Kaksi pöllöä ladon katolla", "Lapinpöllö Inarissa", "Huuhkaja",
    "Ugglor i skymningen",
  ]

  /// Totals that promise more than there is, an empty page between others, a limit met on the way
  private mutating func addFinnaEnds() {
    for (words, counts, total) in [("promise", [1, 0, 0], 250), ("gap", [1, 0, 1], 300)] {
      let list = Sample<FinnaRow>.pages(words, counts)
      record(Self.finnaFile, .finna, words, list) { number, rows in
        FinnaReply.page(FinnaReply.target(words, page: number), total: total, rows)
      }
    }
    let midway = Sample<FinnaRow>.rows("midway", 1)
    record(
      Self.finnaFile, .finna, "midway", expecting: [midway],
      FinnaReply.page(FinnaReply.target("midway"), total: 150, midway),
      FinnaReply.refusal(FinnaReply.target("midway", page: 2), status: 429, "Too many requests"))
  }

  private mutating func addFinnaOddities() {
    let target = { FinnaReply.target($0) }
    var sample = Sample<FinnaRow>("broken")
    let good = sample.made(2)
    let odd = good[1].json.replacing([
      "title": 7, "nonPresenterAuthors": "nobody", "imageRights": ["x"], "buildings": [1],
      "subjects": [[1], "x"], "imagesExtended": [["highResolution": ["original": [7]]]],
      "images": ["/Cover/Show?id=a&index=0&size=large", 7, "https://evil.example/a.jpg"],
    ])
    let page = [
      good[0].row, .unreadable("a record"), .unreadable([:]), .unreadable(nil),
      Row(odd, .photos([good[1].id], unreadable: 2)),
    ]
    record(
      Self.finnaFile,
      FinnaReply.page(target("nothing"), total: 0, []),
      FinnaReply.page(target("broken"), total: 5, page),
      FinnaReply.refusal(target("limited"), status: 429, "Too many requests"),
      FinnaReply.refusal(target("rejected"), status: 400, "Invalid search"),
      .html(target("html"), status: 502, Pages.gateway),
      Exchange(target("nonsense"), body: #"{"resultCount":3,"records":{"a":1}}"#),
      FinnaReply.page(target("cut"), total: 1, [Row.unreadable([:])]).cut,
      Exchange(target("silent"), error: "Operation timed out"))
    expect(.finna, "nothing", [[]])
    expect(.finna, "broken", [page])
  }
}
