import PhotoSearch

/// `kittens` at NASA: two pages
extension NASARow {
  static func kittens() -> KittenList<NASARow> {
    var random = SeededRandom(0x6A5A)
    var rows = made(118, years: 1969...2025, topic: "kitten", &random) { random in
      [random.pick(beings), random.pick(deeds), random.pick(places)].joined(separator: " ")
    }
    makeOdd(&rows)
    var list = rows.map(\.row)
    // A film that was asked for by nobody; an id that can't be part of an address; no picture.
    list[30] = Row(
      ["data": [["media_type": "video", "nasa_id": "Kitten Overview"]]], .leftOut(.video))
    list[52] = .unreadable(
      rows[52].json.replacing(["data": [["media_type": "image", "nasa_id": "a/b"]]]))
    list[71] = Row(rows[71].json.without("links"), .leftOut(.withoutImage))
    return KittenList(photos: rows, pages: list.parts(100))
  }

  /// Among them rows that name others than NASA as their makers, which is all they say of rights
  private static func makeOdd(_ rows: inout [NASARow]) {
    for index in [4, 17, 103] { rows[index].isOld = true }
    rows[5].photographer = "NASA/Marlene Fichtenau"
    rows[6].photographer = nil
    rows[6].secondaryCreator = "NASA/JPL-Caltech"
    rows[8].secondaryCreator = "ESA/NASA"
    rows[9].photographer = nil
    rows[10].photographer = "NASA/GSFC"
    rows[11].description = "Image courtesy of a kitten, © 2019 Paws & Co."
    rows[12].description = nil
    rows[13].date = "2010"
    rows[14].date = nil
    rows[15].keywords = "kitten"
    rows[20].subject.title = KittenTitles.Odd.hostile
    rows[21].subject.title = KittenTitles.Odd.formula
    rows[22].description = "<p>A kitten &amp; its <a href=\"http://www.nasa.gov\">rover</a></p>"
    rows[23].subject.title = KittenTitles.Odd.script
    rows[24].subject.title = KittenTitles.Odd.long
    rows[25].photographer = KittenTitles.Odd.markup
    rows[26].id = "NASA Kitten_SEAL_BLACK_300DPI"
    rows[27].photographer = "N/A"
    rows[28].photographer = nil
    rows[28].center = "JPL"
    rows[29].photographer = nil
    rows[29].description = "A kitten&#0146;s first flight. Photo credit: NASA/Lockheed Martin"
    rows[31].photographer = "NASA, ESA"
  }

  private static let beings = [
    "The Cat’s Paw Nebula and a kitten", "A kitten", "Two kittens", "A launch pad kitten",
    "A bobcat kitten", "An astronaut’s kitten",
  ]
  private static let deeds = [
    "watches a rollout", "rests in the sun", "inspects a heat shield", "counts down",
    "meets a rover", "looks at the Moon", "guards a wind tunnel",
  ]
  private static let places = [
    "at Launch Complex 39B", "in Hangar S", "by the Banana River", "in the clean room",
    "at the Vehicle Assembly Building", "before dawn",
  ]
}

extension FixtureSet {
  mutating func addNASA() {
    let kittens = Kittens.all.nasa
    record(kittens)
    let shown = kittens.photos.first { $0.subject.author.place != nil } ?? kittens.photos[0]
    // What is asked for by its id comes with those whose ids are like it.
    record(
      "show.har",
      [
        NASARow.answer(to: NASARow.target(shown: shown.id), [kittens.photos[1], shown].map(\.row))
      ] + kittens.photos[26].shown + [
        NASARow.answer(to: NASARow.target(shown: "NOSUCHPHOTO"), [])
      ])
    expect(.nasa, shown: [shown.id, kittens.photos[26].id], unknown: ["NOSUCHPHOTO"])
    recordHarbor(Sample<NASARow>.made("harbor", 8))
    addNASAOddities()
  }

  private mutating func addNASAOddities() {
    let limited = NASARow.refusal(status: 429, "Too many requests")
    let tooFar = NASARow.refusal(
      status: 400,
      "Maximum number of search results have been displayed. Please refine your search.")
    // Totals that promise more than there is, an empty page between others, a page that is refused
    // as too far, a limit met on the way
    record(NASARow.self, "promise", pages: [5, 3, 0], total: 250)
    record(NASARow.self, "gap", pages: [4, 0, 3], total: 300)
    record(NASARow.self, "excess", pages: [4], total: 480, end: tooFar)
    record(NASARow.self, midway: 4, total: 480, then: limited)
    record(NASARow.self, "nothing", [[]], of: 0)
    let good = Sample<NASARow>.made("broken", 3)
    addNASABroken(good)
    record(
      NASARow.self,
      odd: [
        "limited": limited, "beyond": tooFar,
        "rejected": NASARow.refusal(
          status: 400, "Expected 'q' text search parameter or other keywords."),
        "html": .html(Pages.gateway, status: 502),
        "nonsense": Reply(text: #"{"collection":{"items":{"a":1}}}"#),
        "cut": NASARow.answer("cut", good.map(\.row)).reply.cut,
        "silent": .lost("Operation timed out"),
      ])
  }

  private mutating func addNASABroken(_ good: [NASARow]) {
    let odd = good[2].json.replacing([
      "data": [
        [
          "nasa_id": .string(good[2].id), "title": 7, "description": ["text"], "photographer": 5,
          "date_created": "soon", "keywords": [1, .null], "media_type": .null,
        ]
      ], "href": .null,
    ])
    let page = [
      good[0].row, .unreadable("a picture"), .unreadable([:]), .unreadable(.null),
      .unreadable(["data": []]),
      Row(
        good[1].json.replacing(["links": [["href": "javascript:alert(1)", "rel": "preview"]]]),
        .leftOut(.withoutImage)),
      Row(odd, .photo(good[2].id)),
    ]
    record(NASARow.self, "broken", [page])
  }
}
