import PhotoSearch

/// `kittens` at Commons: a page, a batch in two halves, and the rest
struct WikimediaKittens: Sendable {
  static let words = "kittens"
  /// Which of the files Openverse has too; all under CC BY-SA 4.0
  static let copied = [1, 6, 12, 31, 52, 71, 96]
  let rows: [WikimediaRow]
  /// Those of the rows that have a file
  var photos: [WikimediaRow] { rows.filter(\.hasFile) }

  init(titles: [String]) {
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
    for index in Self.copied { rows[good[index]].license = Terms.all[0] }
    self.rows = rows
  }
}

extension FixtureSet {
  mutating func add(wikimedia kittens: WikimediaKittens) {
    addByRelevance(kittens.rows)
    addByDate(kittens.rows)
    let shown = kittens.photos[0]
    let target = { (id: Int) in
      Target(WikimediaReply.base, [("action", "query"), ("pageids", "\(id)")])
    }
    let absent: JSONTree = ["pageid": 199_999_999, "missing": true]
    record(
      "show.har",
      WikimediaReply.pages(target(shown.id), [shown.detail], next: nil),
      WikimediaReply.pages(target(199_999_999), [absent], next: nil))
    expect("wikimedia", shown: ["\(shown.id)"], unknown: ["199999999"])
  }

  /// The second page comes in halves: the same pages twice, each file in one of them
  private mutating func addByRelevance(_ rows: [WikimediaRow]) {
    let words = WikimediaKittens.words
    let middle = Array(rows[50..<100])
    let median = middle.map(\.id).sorted()[29]
    let isEarly = { (row: WikimediaRow) in row.id <= median }
    let halves = [
      Self.ranked(middle, from: 51) { isEarly($0) },
      Self.ranked(middle, from: 51) { !isEarly($0) },
    ]
    let between: [(String, String?)] = [
      ("gsroffset", "50"), ("iicontinue", "\(middle[30].fileName)|20240101000000"),
      ("continue", "gsroffset||"),
    ]
    let first = Self.ranked(Array(rows[..<50]), from: 1)
    let last = Self.ranked(Array(rows[100...]), from: 101)
    let place = WikimediaReply.place
    record(
      "wikimedia-kittens.har",
      .init(Self.search(words), first, next: place(50)),
      .init(
        Self.search(words, place(50)), halves[0], next: between, isComplete: false),
      .init(Self.search(words, between), halves[1], next: place(100)),
      .init(Self.search(words, place(100)), last, next: nil))
    expect(.wikimedia, words, [first, halves[0], halves[1], last])
  }

  private mutating func addByDate(_ rows: [WikimediaRow]) {
    let words = WikimediaKittens.words
    let sorted = rows.sorted { $0.subject.posted > $1.subject.posted }.prefix(63)
    let order = [("gsrsort", "create_timestamp_desc" as String?)]
    let pages = stride(from: 0, to: sorted.count, by: 50).map { start in
      Self.ranked(Array(sorted[start..<min(start + 50, sorted.count)]), from: start + 1)
    }
    record(
      "wikimedia-kittens.har",
      pages.enumerated().map { index, rows in
        Exchange(
          WikimediaReply.target(
            words, index == 0 ? [] : WikimediaReply.place(50 * index), items: order),
          rows, next: index + 1 < pages.count ? WikimediaReply.place(50 * (index + 1)) : nil)
      })
    expect(.wikimedia, words, sort: .latest, pages)
  }

  private static func search(_ words: String, _ place: [(String, String?)] = []) -> Target {
    WikimediaReply.target(words, place)
  }

  /// Rows with their rank; those whose file is in another reply come without
  static func ranked(
    _ rows: [WikimediaRow], from rank: Int, hasFile: (WikimediaRow) -> Bool = { _ in true }
  ) -> [Row] { rows.enumerated().map { $1.row(index: rank + $0, hasFile: hasFile($1)) } }
}

extension Exchange {
  /// A reply with rows of Commons
  init(
    _ target: Target, _ rows: [Row], next: [(String, String?)]?, isComplete: Bool = true
  ) { self = WikimediaReply.pages(target, rows.map(\.json), next: next, isComplete: isComplete) }
}
