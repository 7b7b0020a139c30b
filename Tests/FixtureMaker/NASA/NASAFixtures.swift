import PhotoSearch

/// `kittens` at NASA: two pages
struct NASAKittens: Sendable {
  static let words = "kittens"
  let photos: [NASARow]
  let pages: [[Row]]

  init() {
    var random = SeededRandom(0x6A5A)
    var seen: Set<String> = []
    var rows: [NASARow] = []
    while rows.count < 118 {
      let title = [random.pick(Self.beings), random.pick(Self.deeds), random.pick(Self.places)]
        .joined(separator: " ")
      guard seen.insert(title).inserted else { continue }
      let subject = Subject(title, years: 1969...2025, topic: "kitten", &random)
      rows.append(NASARow(subject, &random))
    }
    Self.makeOdd(&rows)
    photos = rows
    var list = rows.map(\.row)
    // A film that was asked for by nobody; an id that can't be part of an address; no picture.
    list[30] = Row(
      ["data": [["media_type": "video", "nasa_id": "Kitten Overview"]]], .leftOut(.video))
    list[52] = Row.unreadable(
      rows[52].json.replacing(["data": [["media_type": "image", "nasa_id": "a/b"]]]))
    list[71] = Row(rows[71].json.without("links"), .leftOut(.withoutImage))
    pages = [Array(list[..<100]), Array(list[100...])]
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
  private static let nasaOdd = "nasa-odd.har"

  mutating func addNASA() {
    let kittens = Kittens.all.nasa
    record("nasa-kittens.har", .nasa, NASAKittens.words, kittens.pages) { number, rows in
      NASAReply.page(
        NASAReply.target(NASAKittens.words, page: number), page: number, total: 118, rows)
    }
    let shown = kittens.photos.first { $0.subject.author.place != nil } ?? kittens.photos[0]
    // What is asked for by its id comes with those whose ids are like it.
    record(
      "show.har",
      NASAReply.page(
        NASAReply.target(shown: shown.id), total: 2,
        [kittens.photos[1], shown].map(\.row)),
      NASAReply.page(
        NASAReply.target(shown: kittens.photos[26].id), total: 1, [kittens.photos[26].row]),
      NASAReply.page(NASAReply.target(shown: "NOSUCHPHOTO"), total: 0, []))
    expect("nasa", shown: [shown.id, kittens.photos[26].id], unknown: ["NOSUCHPHOTO"])
    let harbor = Sample<NASARow>.rows("harbor", 8)
    record("harbor.har", [NASAReply.page(NASAReply.target("harbor", page: 1), total: 8, harbor)])
    expect(.nasa, "harbor", [harbor])
    addNASAEnds()
    addNASAOddities()
  }

  /// Totals that promise more than there is, an empty page between others, a page that is refused
  /// as too far, a limit met on the way
  private mutating func addNASAEnds() {
    for (words, counts, total) in [("promise", [5, 3, 0], 250), ("gap", [4, 0, 3], 300)] {
      let pages = Sample<NASARow>.pages(words, counts)
      record(Self.nasaOdd, .nasa, words, pages) { number, rows in
        NASAReply.page(NASAReply.target(words, page: number), page: number, total: total, rows)
      }
    }
    for words in ["excess", "midway"] {
      let rows = Sample<NASARow>.rows(words, 4)
      let next = NASAReply.target(words, page: 2)
      let isExcess = words == "excess"
      record(
        Self.nasaOdd,
        NASAReply.page(NASAReply.target(words, page: 1), total: 480, rows),
        isExcess
          ? NASAReply.refusal(next, status: 400, Self.tooFar)
          : NASAReply.refusal(next, status: 429, "Too many requests"))
      expect(.nasa, words, isExcess ? [rows, []] : [rows])
    }
  }

  private static let tooFar =
    "Maximum number of search results have been displayed. Please refine your search."

  private mutating func addNASAOddities() {
    let target = { NASAReply.target($0, page: 1) }
    var sample = Sample<NASARow>("broken")
    let good = sample.made(3)
    let odd = good[2].json.replacing([
      "data": [
        [
          "nasa_id": .string(good[2].id), "title": 7, "description": ["text"], "photographer": 5,
          "date_created": "soon", "keywords": [1, nil], "media_type": nil,
        ]
      ], "href": nil,
    ])
    let page = [
      good[0].row, .unreadable("a picture"), .unreadable([:]), .unreadable(nil),
      .unreadable(["data": []]),
      Row(
        good[1].json.replacing(["links": [["href": "javascript:alert(1)", "rel": "preview"]]]),
        .leftOut(.withoutImage)),
      Row(odd, .photo(good[2].id)),
    ]
    record(
      Self.nasaOdd,
      NASAReply.page(target("nothing"), total: 0, []),
      NASAReply.page(target("broken"), total: 7, page),
      NASAReply.refusal(target("limited"), status: 429, "Too many requests"),
      NASAReply.refusal(target("beyond"), status: 400, Self.tooFar),
      NASAReply.refusal(
        target("rejected"), status: 400, "Expected 'q' text search parameter or other keywords."),
      .html(target("html"), status: 502, Pages.gateway),
      Exchange(target("nonsense"), body: #"{"collection":{"items":{"a":1}}}"#),
      NASAReply.page(target("cut"), total: 3, good.map(\.row)).cut,
      Exchange(target("silent"), error: "Operation timed out"))
    expect(.nasa, "nothing", [[]])
    expect(.nasa, "broken", [page])
  }
}
