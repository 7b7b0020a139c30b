import PhotoSearch

/// `kittens` by an instance of SearXNG: three pages, two empty ones, and others' photos among them
extension SearXNGRow {
  static func kittens(
    unsplash: [UnsplashRow], flickr: [FlickrRow], commons: [WikimediaRow], pexels: [PexelsRow]
  ) -> KittenList<SearXNGRow> {
    var random = SeededRandom(0x5EA)
    var rows = (1...52).map { number in
      SearXNGRow(
        Subject(
          "\(random.pick(kinds)) kitten, \(random.pick(places)) no. \(number)",
          years: 2012...2026, topic: "kitten", &random), &random)
    }
    makeOdd(&rows)
    let copies = [
      // Those that `show` knows at their services are among them.
      rows[6].copy(unsplash[3], isPage: true), rows[3].copy(flickr[1], isPage: true),
      rows[5].copy(commons[0], isPage: false), rows[7].copy(pexels[2], isPage: true),
      rows[12].copy(unsplash[1], isPage: false), rows[14].copy(flickr[3], isPage: false),
      rows[16].copy(commons[4], isPage: true), rows[18].copy(pexels[5], isPage: false),
      // Here first, there later.
      rows[24].copy(unsplash[55], isPage: true), rows[26].copy(unsplash[56], isPage: false),
      rows[30].copy(flickr[150], isPage: false),
    ]
    let list = rows.map(\.row)
    let pages = [
      Array(list[..<10]) + leftOut(rows[50], rows[51]) + Array(list[10..<20]),
      // The list moved on meanwhile.
      [list[4], list[19]] + Array(list[20..<40]), [list[22]] + Array(list[40..<50]), [], [],
    ]
    return KittenList(photos: rows, pages: pages, copies: copies)
  }

  private static func makeOdd(_ rows: inout [SearXNGRow]) {
    rows[0].content = "Watch the \u{E000}kitten\u{E001} sleep in a \u{E000}basket\u{E001}."
    rows[0].author = "Ada & Ben"
    rows[2].thumbnail = nil
    for index in [4, 21, 33] { rows[index].resolution = "" }
    rows[8].source = "YouTube > Kitten channel"
    rows[11].source = "Unsplash"
    // Ways into its reader's own network.
    rows[36].picture = "http://192.168.1.1/reboot.jpg"
    rows[36].thumbnail = "https://10.0.0.1/reboot.jpg"
    rows[38].thumbnail = "https://printer.localhost/status.jpg"
    rows[10].subject.title = KittenTitles.Odd.hostile
    rows[22].subject.title = KittenTitles.Odd.markup
    rows[28].subject.title = KittenTitles.Odd.formula
    rows[34].subject.title = KittenTitles.Odd.empty
    rows[44].author = "Théo"
    // The same picture on another page.
    rows[46].picture = rows[9].picture
    rows[46].subject = rows[9].subject
  }

  /// An icon, one that says it only by its ending, a joined row without its page, a page of the web
  private static func leftOut(_ first: SearXNGRow, _ second: SearXNGRow) -> [Row] {
    let icon = "https://cdn.example/icons/cat.svg"
    return [
      Row(
        first.json.replacing(["img_format": "SVG", "url": .string(icon), "img_src": .string(icon)]),
        .leftOut(.drawing)),
      Row(second.json.replacing(["img_src": .string(icon + "?v=2")]), .leftOut(.drawing)),
      Row(
        second.json.replacing(["url": "", "title": "", "content": .null, "positions": [12, 13]])
          .without("thumbnail_src", "resolution"), .leftOut(.unreadable)),
      Row(
        first.json.replacing(["template": "default.html"]).without("img_src"),
        .leftOut(.withoutImage)),
    ]
  }

  private static let kinds = ["Tabby", "Sleepy", "Siamese", "Black", "Curious", "Wild"]
  private static let places = ["garden", "library", "rooftop", "harbour café", "window", "meadow"]
}

extension FixtureSet {
  mutating func addSearXNG() {
    let kittens = Kittens.all.searxng
    let silent = [("brave.images", "timeout"), ("startpage images", "CAPTCHA")]
    record(in: "searxng-kittens.har", Kittens.words, kittens.pages) { $0 == 1 ? silent : [] }
    expect(copies: kittens.copies)
    addSearXNGHarbor()
    addSearXNGOddities()
  }

  private mutating func addSearXNGHarbor() {
    let harbor = Sample<SearXNGRow>.rows("harbor", 8)
    record(
      "harbor.har", SearXNGRow.answer("harbor", harbor),
      SearXNGRow.answer("harbor", items: [("safesearch", "0")], Array(harbor.prefix(3))),
      SearXNGRow.answer("harbor", page: 2, []), SearXNGRow.answer("harbor", page: 3, []))
    expect(.searxng, "harbor", [harbor, [], []])
  }

  /// - Parameter silent: engines that didn't answer, and why
  private mutating func record(
    in name: String, _ words: String, _ pages: [[Row]], silent: (Int) -> [(String, String)]
  ) {
    record(name, .searxng, words, pages) { number, rows in
      Exchange(
        SearXNGRow.target(words, page: number),
        SearXNGRow.reply(words, rows, silent: silent(number)))
    }
  }

  private mutating func addSearXNGOddities() {
    let forbidden =
      "<!doctype html>\n<html lang=en>\n<title>403 Forbidden</title>\n<h1>Forbidden</h1>\n"
    let limited = Reply.html("Too Many Requests", status: 429)
    // Empty pages, one of known rows, a limit on the way, and engines that are all silent
    record(SearXNGRow.self, "gap", pages: [4, 0, 3, 0, 0])
    record(
      SearXNGRow.oddities, SearXNGRow.answer("gap", page: 6, Sample<SearXNGRow>.rows("gap", 4)))
    let wall = Sample<SearXNGRow>.rows("wall", 5)
    record(SearXNGRow.self, "wall", [wall, Array(wall.prefix(3)), wall], asked: 2)
    let silent = [("bing images", "Suspended: access denied"), ("google cse images", "timeout")]
    record(in: SearXNGRow.oddities, "tired", [[], []]) { _ in silent }
    record(SearXNGRow.self, midway: 4, then: limited)
    record(
      SearXNGRow.self,
      odd: [
        "limited": limited, "refused": .html(forbidden, status: 403),
        "rejected": Reply(
          text: #"{"error":"Invalid value \"x\" for parameter q"}"#, status: 400),
        "html": .html(Pages.portal),
        "nothing": .nothing(SearXNGRow.self),
        "nonsense": Reply(text: #"{"query":"nonsense","results":{"a":1}}"#),
        "cut": .cut(SearXNGRow.self),
        "silent": .lost("Connection refused"),
      ])
    expect(.searxng, "nothing", [[]])
    addSearXNGBroken()
  }

  /// Rows of wrong types among good ones, and a photo of which only the least is right
  private mutating func addSearXNGBroken() {
    let good = Sample<SearXNGRow>.rows("broken", 4)
    let odd = good[3].json.replacing([
      "title": 7, "content": ["text"], "thumbnail_src": "javascript:alert(1)",
      "resolution": "large", "source": .null, "img_format": [:], "engine": .null, "engines": "one",
    ])
    let page = [
      good[0], .unreadable("a photo"), .unreadable([:]), .unreadable(.null), good[1],
      .unreadable(good[2].json.replacing(["img_src": "/proxy?x"])),
      .unreadable(good[2].json.replacing(["url": "ftp://old.example/"])), Row(odd, good[3].outcome),
    ]
    record(SearXNGRow.self, "broken", [page, [], []])
  }
}
