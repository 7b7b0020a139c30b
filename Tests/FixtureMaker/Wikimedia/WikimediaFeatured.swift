import PhotoSearch

extension FixtureSet {
  /// Commons' featured pictures: a whole page, a short one in two halves, and the rest
  ///
  /// The order is that of the list beside the pages. In the first half of a batch that list says
  /// where it would go on by itself; the second half comes with the list held where it was.
  mutating func addWikimediaFeatured() {
    let batches = Self.wikimediaFeatured.parts(50, 17)
    let middle = batches[1]
    let median = middle.map(\.id).sorted()[8]
    let halves = [true, false].map { isFirst in
      middle.map { $0.row(index: nil, isHere: ($0.id <= median) == isFirst) }
    }
    let (second, third) = (place(before: middle[0]), place(before: batches[2][0]))
    let between: Items = [("iicontinue", "\(middle[9].fileName)|20240101000000")]
    // What the list says in the midst of a batch leads past it.
    let astray = third.filter { $0.0 == "cmcontinue" } + second.filter { $0.0 != "cmcontinue" }
    let (first, last) = (batches[0].map(\.row), batches[2].map(\.row))
    // The last page has a file that the list doesn't name: it was chosen between the two looks.
    var named = batches[2]
    named.remove(at: last.count - 2)
    record(
      "wikimedia-featured.har",
      WikimediaRow.featured(first, named: batches[0], next: second),
      WikimediaRow.featured(
        at: second, halves[0], named: middle, next: astray + between, isComplete: false),
      WikimediaRow.featured(at: second + between, halves[1], named: middle, next: third),
      WikimediaRow.featured(at: third, last, named: named))
    var shown = last
    shown.append(shown.remove(at: last.count - 2))
    expect(.wikimediaFeatured, nil, [first, halves[0], halves[1], shown])
  }

  /// By the time at which each was chosen, the latest first: not the order in which they were made
  static let wikimediaFeatured: [WikimediaRow] = {
    var random = SeededRandom(0xFEA7)
    var rows = WikimediaRow.made(
      88, years: 2011...2026, topic: "nature", &random, title: Scenery.title)
    for index in [7, 58] { rows[index].type = .tiff }
    rows[24].hasFile = false
    return rows
  }()

  private func place(before row: WikimediaRow) -> Items {
    let mark = "20260401120000|\(row.id)"
    return [("gcmcontinue", mark), ("cmcontinue", mark), ("continue", "gcmcontinue||")]
  }
}

extension WikimediaRow {
  /// A page of the featured pictures
  ///
  /// - Parameters:
  ///   - place: the values of the `continue` before; none for the first page
  ///   - named: those in the list beside the pages
  static func featured(
    at place: Items = [], _ rows: [Row], named: [WikimediaRow], next: Items? = nil,
    isComplete: Bool = true
  ) -> Exchange {
    let category: Items = [
      ("action", "query"), ("generator", "categorymembers"),
      ("gcmtitle", "Category:Featured pictures on Wikimedia Commons"),
    ]
    let members = named.map { row -> JSONTree in
      ["pageid": .integer(row.id), "ns": 6, "timestamp": .string(row.subject.posted.iso())]
    }
    return Exchange(
      Target(base, category + place),
      reply(
        rows.map(\.json), members: ["categorymembers": .array(members)], next: next,
        isComplete: isComplete))
  }
}
