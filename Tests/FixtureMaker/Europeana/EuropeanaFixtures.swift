import PhotoSearch

extension FixtureSet {
  mutating func addEuropeana() {
    var rows = Sample<EuropeanaRow>.made("owls", 12, titles: Self.europeanaTitles)
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
    record(EuropeanaRow.oddities, .europeana, "owls", list.parts(9)) { number, rows in
      Exchange(
        EuropeanaRow.target("owls", at: number == 1 ? nil : Self.next),
        EuropeanaRow.reply(total: 12, next: number == 1 ? Self.next : nil, rows))
    }
    record("show.har", rows[0].shown)
    record("show.har", EuropeanaRow.answer(to: EuropeanaRow.target(shown: "2000000/none"), []))
    expect(.europeana, shown: [rows[0].id], unknown: ["2000000/none"])
    addEuropeanaOddities()
  }

  /// As long as the service's own, with marks that addresses must not have
  private static let next = "AoE/EDIwMjE2NTAvb2JqZWN0XzE+="

  private static let europeanaTitles = [
    "Eule auf einem Ast", "Hiboux dans la grange", "A barn owl", "Uggla i ett träd",
    "Búhos al anochecer",
  ]

  private mutating func addEuropeanaOddities() {
    let limited = EuropeanaRow.refusal(status: 429, "Too many requests")
    // An empty page between others, a cursor that leads to itself, a limit met on the way
    record(EuropeanaRow.self, "gap", pages: [1, 0, 1], total: 250)
    let stuck = Sample<EuropeanaRow>.pages("stuck", [1, 1])
    record(EuropeanaRow.oddities, .europeana, "stuck", stuck) { number, rows in
      Exchange(
        EuropeanaRow.target("stuck", page: number),
        EuropeanaRow.reply(total: 240, next: "Ao2", rows))
    }
    record(EuropeanaRow.self, midway: 1, total: 240, then: limited)
    record(EuropeanaRow.self, "nothing", [[]], of: 0)
    addEuropeanaBroken()
    record(
      EuropeanaRow.self,
      odd: [
        "limited": limited,
        "refused": EuropeanaRow.refusal(status: 401, "Invalid API key provided!"),
        "rejected": EuropeanaRow.refusal(
          status: 400, "It is not possible to paginate beyond the first 1000"),
        "html": .html(Pages.gateway, status: 502),
        "nonsense": Reply(text: #"{"success":true,"items":{"a":1}}"#),
        "cut": EuropeanaRow.answer("cut", [.unreadable([:])]).reply.cut,
        "silent": .lost("Operation timed out"),
      ])
  }

  private mutating func addEuropeanaBroken() {
    let good = Sample<EuropeanaRow>.made("broken", 2)
    let odd = good[1].json.replacing([
      "title": 7, "dcCreator": "nobody", "dcTitleLangAware": ["en": 7], "dataProvider": [:],
      "rights": "none", "edmPreview": ["javascript:alert(1)"], "edmAgentLabel": [7],
      "timestamp_created": 3, "guid": .null,
    ])
    let page = [
      good[0].row, .unreadable("a record"), .unreadable([:]), .unreadable(.null),
      Row(odd, .photo(good[1].id)),
    ]
    record(EuropeanaRow.self, "broken", [page])
  }
}
