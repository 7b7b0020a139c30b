import PhotoSearch

extension FixtureSet {
  private static let europeanaFile = "europeana.har"

  mutating func addEuropeana() {
    var sample = Sample<EuropeanaRow>("owls", titles: Self.europeanaTitles)
    var rows = sample.made(12)
    rows[1].creators = ["http://museum.example/agent/1", "Jane Example"]
    rows[2].creators = ["https://data.europeana.eu/agent/base/2"]
    rows[2].labels = ["Villemin, Charles, fl. 1835-1849"]
    rows[3].creators = ["Anonymous"]
    rows[4].titles = [("def", "Eule"), ("de", "Eule, fliegend"), ("en", "Owl in flight")]
    rows[9].isSecure = false
    rows[6].rights = "http://rightsstatements.org/vocab/NoC-NC/1.0/"
    rows[7].rights = "http://rightsstatements.org/vocab/CNE/1.0/"
    rows[8].subject.title = "Owls&nbsp;at\n          dusk"
    rows[9].subject.title = KittenTitles.Odd.hostile
    rows[9].year = nil
    var list = rows.map(\.row)
    list[10] = Row(rows[10].json.replacing(["type": "VIDEO"]), .leftOut(.video))
    list[11] = Row.unreadable(rows[11].json.replacing(["id": "/../x"]))
    let pages = [Array(list[..<9]), Array(list[9...])]
    record(Self.europeanaFile, .europeana, "owls", pages) { number, rows in
      EuropeanaReply.page(
        EuropeanaReply.target("owls", at: number == 1 ? nil : Self.next), total: 12,
        next: number == 1 ? Self.next : nil, rows)
    }
    record(
      "show.har",
      EuropeanaReply.page(EuropeanaReply.target(shown: rows[0].id), total: 1, [rows[0].row]),
      Exchange(Target("\(EuropeanaReply.base)/\(rows[0].id).json"), body: rows[0].record.compact),
      EuropeanaReply.page(EuropeanaReply.target(shown: "2000000/none"), total: 0, []))
    expect("europeana", shown: [rows[0].id], unknown: ["2000000/none"])
    addEuropeanaEnds()
    addEuropeanaOddities()
  }

  /// As long as the service's own, with marks that addresses must not have
  private static let next = "AoE/EDIwMjE2NTAvb2JqZWN0XzE+="

  private static let europeanaTitles = [
    "Eule auf einem Ast", "Hiboux dans la grange", "A barn owl", "Uggla i ett träd",
    "Búhos al anochecer",
  ]

  /// An empty page between others, a cursor that leads to itself, a limit met on the way
  private mutating func addEuropeanaEnds() {
    let gap = Sample<EuropeanaRow>.pages("gap", [1, 0, 1])
    record(Self.europeanaFile, .europeana, "gap", gap) { number, rows in
      EuropeanaReply.page(
        EuropeanaReply.target("gap", at: number == 1 ? nil : "Ao\(number)"), total: 250,
        next: number == 3 ? nil : "Ao\(number + 1)", rows)
    }
    for words in ["stuck", "midway"] {
      let rows = Sample<EuropeanaRow>.rows(words, 2)
      let next = EuropeanaReply.target(words, at: "Ao2")
      record(
        Self.europeanaFile,
        EuropeanaReply.page(
          EuropeanaReply.target(words), total: 240, next: "Ao2", Array(rows[..<1])),
        words == "stuck"
          ? EuropeanaReply.page(next, total: 240, next: "Ao2", Array(rows[1...]))
          : EuropeanaReply.refusal(next, status: 429, "Too many requests"))
      let pages = [Array(rows[..<1]), Array(rows[1...])]
      expect(.europeana, words, words == "stuck" ? pages : [pages[0]])
    }
  }

  private mutating func addEuropeanaOddities() {
    let target = { EuropeanaReply.target($0) }
    var sample = Sample<EuropeanaRow>("broken")
    let good = sample.made(2)
    let odd = good[1].json.replacing([
      "title": 7, "dcCreator": "nobody", "dcTitleLangAware": ["en": 7], "dataProvider": [:],
      "rights": "none", "edmPreview": ["javascript:alert(1)"], "edmAgentLabel": [7],
      "timestamp_created": 3, "guid": nil,
    ])
    let page = [
      good[0].row, .unreadable("a record"), .unreadable([:]), .unreadable(nil),
      Row(odd, .photo(good[1].id)),
    ]
    record(
      Self.europeanaFile,
      EuropeanaReply.page(target("nothing"), total: 0, []),
      EuropeanaReply.page(target("broken"), total: 5, page),
      EuropeanaReply.refusal(target("limited"), status: 429, "Too many requests"),
      EuropeanaReply.refusal(target("refused"), status: 401, "Invalid API key provided!"),
      EuropeanaReply.refusal(
        target("rejected"), status: 400, "It is not possible to paginate beyond the first 1000"),
      .html(target("html"), status: 502, Pages.gateway),
      Exchange(target("nonsense"), body: #"{"success":true,"items":{"a":1}}"#),
      EuropeanaReply.page(target("cut"), total: 1, [Row.unreadable([:])]).cut,
      Exchange(target("silent"), error: "Operation timed out"))
    expect(.europeana, "nothing", [[]])
    expect(.europeana, "broken", [page])
  }
}
