import PhotoSearch

extension FixtureSet {
  private static let wordPressFile = "wordpress.har"
  private static let total = 130

  mutating func addWordPress() {
    var sample = Sample<WordPressRow>("owls", titles: Self.owlTitles)
    var rows = sample.made(10)
    rows[1].title = rows[1].slug
    rows[2].caption = "<p>Two owls &amp; a barn &#8220;at dusk&#8221;</p>\n"
    rows[3].hasCamera = false
    rows[5].caption = "<p>\(KittenTitles.Odd.hostile) owls</p>"
    var list = rows.map(\.row)
    // Found inside of another word; without its picture; with an id that can't be part of an
    // address.
    rows[7].caption = "<p>Bowls of porridge</p>"
    list[7] = Row(rows[7].json, .leftOut(.words))
    rows[8].isWhole = false
    list[8] = Row(rows[8].json, .leftOut(.withoutImage))
    list[9] = Row.unreadable(rows[9].json.replacing(["slug": "a/b"]))
    let pages = [Array(list[..<8]), Array(list[8...])]
    record(Self.wordPressFile, .wordpress, "owls", pages) { number, rows in
      WordPressReply.page(
        WordPressReply.target("owls", page: number), page: number, of: 2, total: Self.total, rows)
    }
    let target = { Target(WordPressReply.base, [("slug", $0)]) }
    record(
      "show.har",
      WordPressReply.page(target(rows[0].slug), of: 1, total: 1, [rows[0].row]),
      WordPressReply.page(target("0000000000"), of: 0, total: 0, []))
    expect("wordpress", shown: [rows[0].slug], unknown: ["0000000000"])
    addWordPressEnds()
    addWordPressOddities()
  }

  private static let owlTitles = [
    "Owls in an old oak", "An owl called Owlsworth", "Three owls, wide awake",
    "Snowy owls before sunrise", "Night of the owls", "Owls over the mill",
  ]

  /// Totals that promise more than there is, an empty page between others, a page past the last
  /// one, a limit met on the way
  private mutating func addWordPressEnds() {
    for (words, counts, pages) in [("promise", [1, 0, 0], 3), ("gap", [1, 0, 1], 3)] {
      let list = Sample<WordPressRow>.pages(words, counts)
      record(Self.wordPressFile, .wordpress, words, list) { number, rows in
        WordPressReply.page(
          WordPressReply.target(words, page: number), page: number, of: pages, total: 250, rows)
      }
    }
    for words in ["excess", "midway"] {
      let rows = Sample<WordPressRow>.rows(words, 1)
      let next = WordPressReply.target(words, page: 2)
      record(
        Self.wordPressFile,
        WordPressReply.page(WordPressReply.target(words), of: 4, total: 390, rows),
        words == "excess"
          ? WordPressReply.refusal(
            next, status: 400, "rest_post_invalid_page_number",
            "The page number requested is larger than the number of pages available.")
          : WordPressReply.refusal(next, status: 429, "too_many", "Too many requests"))
      expect(.wordpress, words, words == "excess" ? [rows, []] : [rows])
    }
  }

  private mutating func addWordPressOddities() {
    let target = { WordPressReply.target($0) }
    var sample = Sample<WordPressRow>("broken")
    let good = sample.made(2)
    let odd = good[1].json.replacing([
      "date_gmt": "soon", "title": ["rendered": 7], "content": "text",
      "_embedded": [
        "author": "nobody", "wp:term": [7, [nil, "x"]],
        "wp:featuredmedia": [
          [
            "source_url": "https://pd.w.org/2024/05/a.jpg",
            "media_details": ["sizes": [1], "width": "wide", "image_meta": 3],
          ]
        ],
      ],
    ])
    let page = [
      good[0].row, .unreadable("a photo"), .unreadable([:]), .unreadable(nil),
      Row(odd, .photo(good[1].slug)),
    ]
    record(
      Self.wordPressFile,
      WordPressReply.page(target("nothing"), of: 0, total: 0, []),
      WordPressReply.page(target("broken"), of: 1, total: 5, page),
      WordPressReply.refusal(target("limited"), status: 429, "too_many", "Too many requests"),
      WordPressReply.refusal(
        target("rejected"), status: 400, "rest_invalid_param", "Invalid parameter(s): per_page"),
      .html(target("html"), status: 502, Pages.gateway),
      Exchange(target("nonsense"), body: #"{"photos":{"a":1}}"#),
      WordPressReply.page(target("cut"), of: 1, total: 1, [Row.unreadable([:])]).cut,
      Exchange(target("silent"), error: "Operation timed out"))
    expect(.wordpress, "nothing", [[]])
    expect(.wordpress, "broken", [page])
  }
}
