import PhotoSearch

extension FixtureSet {
  mutating func addWordPress() {
    var rows = Sample<WordPressRow>.made("owls", 10, titles: Self.owlTitles)
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
    record(WordPressRow.self, "owls", list.parts(8), total: 130)
    record("show.har", rows[0].shown)
    record(
      "show.har", WordPressRow.answer(to: WordPressRow.target(shown: "0000000000"), of: 0, []))
    expect(.wordpress, shown: [rows[0].slug], unknown: ["0000000000"])
    addWordPressOddities()
  }

  private static let owlTitles = [
    "Owls in an old oak", "An owl called Owlsworth", "Three owls, wide awake",
    "Snowy owls before sunrise", "Night of the owls", "Owls over the mill",
  ]

  private mutating func addWordPressOddities() {
    let limited = WordPressRow.refusal(status: 429, "too_many", "Too many requests")
    // Totals that promise more than there is, an empty page between others, a page past the last
    // one, a limit met on the way
    record(WordPressRow.self, "promise", pages: [1, 0, 0], total: 250)
    record(WordPressRow.self, "gap", pages: [1, 0, 1], total: 250)
    record(
      WordPressRow.self, "excess", pages: [1], of: 4, total: 390,
      end: WordPressRow.refusal(
        status: 400, "rest_post_invalid_page_number",
        "The page number requested is larger than the number of pages available."))
    record(WordPressRow.self, midway: 1, of: 4, total: 390, then: limited)
    record(WordPressRow.self, "nothing", [[]], of: 0)
    addWordPressBroken()
    record(
      WordPressRow.self,
      odd: [
        "limited": limited,
        "rejected": WordPressRow.refusal(
          status: 400, "rest_invalid_param", "Invalid parameter(s): per_page"),
        "html": .html(Pages.gateway, status: 502),
        "nonsense": Reply(text: #"{"photos":{"a":1}}"#),
        "cut": WordPressRow.answer("cut", [.unreadable([:])]).reply.cut,
        "silent": .lost("Operation timed out"),
      ])
  }

  private mutating func addWordPressBroken() {
    let good = Sample<WordPressRow>.made("broken", 2)
    let odd = good[1].json.replacing([
      "date_gmt": "soon", "title": ["rendered": 7], "content": "text",
      "_embedded": [
        "author": "nobody", "wp:term": [7, [.null, "x"]],
        "wp:featuredmedia": [
          [
            "source_url": "https://pd.w.org/2024/05/a.jpg",
            "media_details": ["sizes": [1], "width": "wide", "image_meta": 3],
          ]
        ],
      ],
    ])
    let page = [
      good[0].row, .unreadable("a photo"), .unreadable([:]), .unreadable(.null),
      Row(odd, .photo(good[1].slug)),
    ]
    record(WordPressRow.self, "broken", [page])
  }
}
