import PhotoSearch

/// `kittens` by an instance of SearXNG: three pages, two empty ones, and others' photos among them
struct SearXNGKittens: Sendable {
  static let words = "kittens"
  /// All rows that are photos, in their order
  let photos: [SearXNGRow]
  let pages: [[Row]]
  private(set) var copies: [Expectations.Copy] = []

  init(
    unsplash: [UnsplashRow], flickr: [FlickrRow], commons: [WikimediaRow], pexels: [PexelsRow]
  ) {
    var random = SeededRandom(0x5EA)
    var rows = (1...52).map { number in
      SearXNGRow(
        Subject(
          "\(random.pick(Self.kinds)) kitten, \(random.pick(Self.places)) no. \(number)",
          years: 2012...2026, topic: "kitten", &random), &random)
    }
    Self.makeOdd(&rows)
    // Those that `show` knows at their services are among them.
    copies.append(rows[6].copy(unsplash[3], isPage: true))
    copies.append(rows[3].copy(flickr[1], isPage: true))
    copies.append(rows[5].copy(commons[0], isPage: false))
    copies.append(rows[7].copy(pexels[2], isPage: true))
    copies.append(rows[12].copy(unsplash[1], isPage: false))
    copies.append(rows[14].copy(flickr[3], isPage: false))
    copies.append(rows[16].copy(commons[4], isPage: true))
    copies.append(rows[18].copy(pexels[5], isPage: false))
    // Here first, there later.
    copies.append(rows[24].copy(unsplash[55], isPage: true))
    copies.append(rows[26].copy(unsplash[56], isPage: false))
    copies.append(rows[30].copy(flickr[150], isPage: false))
    photos = rows
    let list = rows.map(\.row)
    pages = [
      Array(list[..<10]) + Self.leftOut(rows[50], rows[51]) + Array(list[10..<20]),
      // The list moved on meanwhile.
      [list[4], list[19]] + Array(list[20..<40]), [list[22]] + Array(list[40..<50]), [], [],
    ]
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
        second.json.replacing(["url": "", "title": "", "content": nil, "positions": [12, 13]])
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
  mutating func add(searxng kittens: SearXNGKittens) {
    let words = SearXNGKittens.words
    let silent = [("brave.images", "timeout"), ("startpage images", "CAPTCHA")]
    record("searxng-kittens.har", .searxng, words, kittens.pages) {
      SearXNGReply.page(words, page: $0, $1, silent: $0 == 1 ? silent : [])
    }
    expect(copies: kittens.copies)
    var sample = Sample<SearXNGRow>("harbor")
    let harbor = sample.made(8)
    record(
      "harbor.har",
      SearXNGReply.page("harbor", harbor.map(\.row)),
      SearXNGReply.page("harbor", items: [("safesearch", "0")], harbor.prefix(3).map(\.row)),
      SearXNGReply.page("harbor", page: 2, []), SearXNGReply.page("harbor", page: 3, []))
    expect(.searxng, "harbor", [harbor.map(\.row), [], []])
    addSearXNGOddities()
  }

  private static let searxngOdd = "searxng-odd.har"

  private mutating func addSearXNGOddities() {
    let target = { SearXNGReply.target($0) }
    addSearXNGEnds()
    record(
      Self.searxngOdd,
      SearXNGReply.text(target("limited"), status: 429, "Too Many Requests"),
      SearXNGReply.text(
        target("refused"), status: 403,
        "<!doctype html>\n<html lang=en>\n<title>403 Forbidden</title>\n<h1>Forbidden</h1>\n"),
      Exchange(
        target("rejected"), status: 400, body: #"{"error":"Invalid value \"x\" for parameter q"}"#
      ),
      .html(target("html"), Pages.portal),
      SearXNGReply.page("nothing", []),
      Exchange(target("nonsense"), body: #"{"query":"nonsense","results":{"a":1}}"#),
      SearXNGReply.page("cut", Sample<SearXNGRow>.rows("cut", 3)).cut,
      Exchange(target("silent"), error: "Connection refused"))
    expect(.searxng, "nothing", [[]])
    addSearXNGBroken()
  }

  /// Empty pages, one of known rows, a limit on the way, and engines that are all silent
  private mutating func addSearXNGEnds() {
    var gap = Sample<SearXNGRow>("gap")
    let first = gap.rows(4)
    let pages = [first, [], gap.rows(3), [], []]
    let wall = Sample<SearXNGRow>.rows("wall", 5)
    let silent = [("bing images", "Suspended: access denied"), ("google cse images", "timeout")]
    for (words, pages) in [
      ("gap", pages + [first]), ("wall", [wall, Array(wall.prefix(3)), wall]),
      ("tired", [[], []]),
    ] {
      record(
        Self.searxngOdd,
        pages.enumerated().map { index, rows in
          SearXNGReply.page(words, page: index + 1, rows, silent: words == "tired" ? silent : [])
        })
    }
    expect(.searxng, "gap", pages)
    expect(.searxng, "wall", [wall, Array(wall.prefix(3))])
    expect(.searxng, "tired", [[], []])
    let midway = Sample<SearXNGRow>.rows("midway", 4)
    record(
      Self.searxngOdd, .searxng, "midway", expecting: [midway],
      SearXNGReply.page("midway", midway),
      SearXNGReply.text(SearXNGReply.target("midway", page: 2), status: 429, "Too Many Requests"))
  }

  /// Rows of wrong types among good ones, and a photo of which only the least is right
  private mutating func addSearXNGBroken() {
    let good = Sample<SearXNGRow>.rows("broken", 4)
    let odd = good[3].json.replacing([
      "title": 7, "content": ["text"], "thumbnail_src": "javascript:alert(1)",
      "resolution": "large", "source": nil, "img_format": [:], "engine": nil, "engines": "one",
    ])
    let page = [
      good[0], .unreadable("a photo"), .unreadable([:]), .unreadable(nil), good[1],
      .unreadable(good[2].json.replacing(["img_src": "/proxy?x"])),
      .unreadable(good[2].json.replacing(["url": "ftp://old.example/"])), Row(odd, good[3].outcome),
    ]
    record(
      Self.searxngOdd,
      SearXNGReply.page("broken", page), SearXNGReply.page("broken", page: 2, []),
      SearXNGReply.page("broken", page: 3, []))
    expect(.searxng, "broken", [page, [], []])
  }
}
