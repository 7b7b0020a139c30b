import PhotoSearch

/// `kittens` at Commons: a page, a batch in two halves, and the rest
extension WikimediaRow {
  /// Which of the files Openverse has too; all under CC BY-SA 4.0
  static let copied = [1, 6, 12, 31, 52, 71, 96]

  static func kittens(titles: [String]) -> KittenList<WikimediaRow> {
    var random = SeededRandom(0xC0)
    var rows = titles.prefix(113).map { title in
      WikimediaRow(Subject(title, years: 2009...2026, topic: "kitten", &random), &random)
    }
    rows[0].description =
      "<p>A kitten looking out of a window in <b>Graz</b>.\n</p>"
      + "<div style=\"display: none;\">date QS:P,+2026-01-04T00:00:00Z/11</div>"
    rows[5].artist = nil
    rows[9].description = nil
    rows[13].hasFile = false
    rows[21].type = .tiff
    rows[33].type = .png
    rows[24].artist = "<span lang=\"en\"><img src=\"//upload.example/x.png\" alt=\"\"> </span>"
    let odd = [
      (18, KittenTitles.Odd.hostile), (27, KittenTitles.Odd.stacked), (38, KittenTitles.Odd.long),
      (45, KittenTitles.Odd.path),
    ]
    for (index, title) in odd { rows[index].subject.title = title }
    rows[30].description = KittenTitles.Odd.script
    let good = rows.indices.filter { rows[$0].hasFile }
    for index in copied { rows[good[index]].license = Terms.all[0] }
    let batches = rows.parts(50, 50)
    return KittenList(
      photos: rows.filter(\.hasFile),
      pages: [batches[0].ranked()] + halves(of: batches[1]) + [batches[2].ranked(page: 3)],
      latest: rows.newestFirst[..<63].parts(50).enumerated().map { $1.ranked(page: $0 + 1) })
  }

  /// The second page comes in halves: the same pages twice, each file in one of them
  private static func halves(of rows: [WikimediaRow]) -> [[Row]] {
    let median = rows.map(\.id).sorted()[29]
    return [true, false].map { isFirst in
      rows.enumerated().map {
        $1.row(index: size + 1 + $0, isHere: ($1.id <= median) == isFirst)
      }
    }
  }
}

extension FixtureSet {
  mutating func addWikimediaKittens() {
    let (kittens, words) = (Kittens.all.commons, Kittens.words)
    let file = kittens.photos[79].fileName
    let between: Items = [
      ("gsroffset", "50"), ("iicontinue", "\(file)|20240101000000"),
      ("continue", "gsroffset||"),
    ]
    let (second, third) = (WikimediaRow.place(1), WikimediaRow.place(2))
    let places: [(place: Items, next: Items?)] = [
      ([], second), (second, between), (between, third), (third, nil),
    ]
    record("wikimedia-kittens.har", .wikimedia, words, kittens.pages) { number, rows in
      let (place, next) = places[number - 1]
      return Exchange(
        WikimediaRow.target(words, place),
        WikimediaRow.reply(rows.map(\.json), next: next, isComplete: number != 2))
    }
    record(
      in: "wikimedia-kittens.har", WikimediaRow.self, words, sort: .latest,
      items: [("gsrsort", "create_timestamp_desc")], kittens.latest)
    let (shown, absent) = (kittens.photos[0], 199_999_999)
    record("show.har", shown.shown)
    record(
      "show.har",
      WikimediaRow.shown(absent, ["pageid": .integer(absent), "missing": true]))
    expect(.wikimedia, shown: ["\(shown.id)"], unknown: ["\(absent)"])
  }
}
