import PhotoSearch

/// `kittens` at Flickr: 100 photos, then a short page, then the rest
extension FlickrRow {
  /// Which of the photos Openverse has too; all under CC BY-SA 2.0
  static let copied = [4, 9, 23, 40, 58, 77, 90, 125, 165, 210]

  static func kittens(titles: [String]) -> KittenList<FlickrRow> {
    var random = SeededRandom(0xF11C)
    var rows = titles.enumerated().map { index, title in
      let years = index % 7 == 5 ? 2008...2013 : 2014...2026
      return FlickrRow(Subject(title, years: years, topic: "kitten", &random), &random)
    }
    // The deck is smaller than the service: patterns with a number fill it up.
    while rows.count < 240 {
      let title = random.once(in: 9) ? "" : "Kitten diary, day \(rows.count - titles.count + 1)"
      rows.append(FlickrRow(Subject(title, years: 2014...2026, topic: "kitten", &random), &random))
    }
    makeOdd(&rows)
    let photos = rows.filter { !$0.isVideo && !$0.isPending }
    var pages = rows.map(\.row).parts(100, 94)
    breakAndRepeat(&pages, photos)
    return KittenList(
      photos: photos, pages: pages, latest: rows.newestFirst[..<110].map(\.row).parts(100))
  }

  private static func makeOdd(_ rows: inout [FlickrRow]) {
    for index in [7, 55, 148] { rows[index].isVideo = true }
    for index in [31, 201] { rows[index].isPending = true }
    let odd = [
      (12, KittenTitles.Odd.empty), (16, KittenTitles.Odd.markup), (20, KittenTitles.Odd.hostile),
      (36, KittenTitles.Odd.script), (44, KittenTitles.Odd.formula),
      (60, KittenTitles.Odd.invisible), (75, KittenTitles.Odd.path), (90, KittenTitles.Odd.long),
    ]
    for (index, title) in odd { rows[index].subject.title = title }
    rows[2].description =
      "Found behind the <a href=\"https://bakery.example\" rel=\"nofollow\">bakery</a>,\n"
      + "now at home with us &amp; very loud."
    // Everything that the show fixtures tell about may be shown: under a free licence.
    for index in [0, 1, 3] { rows[index].license = 4 }
    for index in 0...16 { rows[100 + index].license = index }
    let good = rows.indices.filter { !rows[$0].isVideo && !rows[$0].isPending }
    for index in copied { rows[good[index]].license = 5 }
  }

  private static func breakAndRepeat(_ pages: inout [[Row]], _ photos: [FlickrRow]) {
    pages[0][40] = .unreadable("not a row")
    pages[1][30] = .unreadable(photos[150].json.without("id"))
    pages[1][31] = .unreadable(photos[151].json.replacing(["id": .null]))
    pages[1][32] = .unreadable(photos[152].json.replacing(["owner": 7]))
    // The list moved on between two pages; and one row stands twice on a page.
    pages[1][0] = pages[0][99]
    pages[1][5] = pages[1][2]
    pages[2][10] = pages[1][50]
  }
}

extension FixtureSet {
  mutating func addFlickrKittens() {
    let (kittens, words) = (Kittens.all.flickr, Kittens.words)
    for (sort, items, pages) in [
      (PhotoFilters.Sort.relevant, [], kittens.pages),
      (.latest, [("sort", "date-posted-desc")], kittens.latest),
    ] as [(PhotoFilters.Sort, Items, [[Row]])] {
      let total = pages.joined().count
      record("flickr-kittens.har", .flickr, words, sort: sort, pages) { number, rows in
        Exchange(
          FlickrRow.target(words, page: number, items),
          FlickrRow.reply(
            number, of: pages.count, total: number == 2 ? .integer(total) : .string("\(total)"),
            rows))
      }
    }
    record("show.har", FlickrDetail.all(kittens.photos))
    expect(
      .flickr, shown: [0, 1, 3].map { kittens.photos[$0].id },
      unknown: ["90000000000", "90000000001"])
  }
}
