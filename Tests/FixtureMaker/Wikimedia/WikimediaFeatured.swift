import PhotoSearch

extension FixtureSet {
  /// Commons' featured pictures: a whole page, a short one in two halves, and the rest
  ///
  /// The order is that of the list beside the pages. In the first half of a batch that list says
  /// where it would go on by itself; the second half comes with the list held where it was.
  mutating func addWikimediaFeatured() {
    let rows = Self.wikimediaFeatured
    let batches = [Array(rows[..<50]), Array(rows[50..<67]), Array(rows[67...])]
    let (first, last) = (batches[0], batches[2])
    let median = batches[1].map(\.id).sorted()[8]
    let halves = [
      Self.members(batches[1]) { $0.id <= median }, Self.members(batches[1]) { $0.id > median },
    ]
    let (second, third) = (place(before: batches[1][0]), place(before: last[0]))
    let between = [("iicontinue", "\(batches[1][9].fileName)|20240101000000" as String?)]
    // What the list says in the midst of a batch leads past it.
    let astray = third.filter { $0.0 == "cmcontinue" } + second.filter { $0.0 != "cmcontinue" }
    // The last page has a file that the list doesn't name: it was chosen between the two looks.
    let unnamed = last.count - 2
    record(
      "wikimedia-featured.har",
      WikimediaReply.pages(
        Self.featured(), Self.members(first).map(\.json), members: Self.members(of: first),
        next: second),
      WikimediaReply.pages(
        Self.featured(second), halves[0].map(\.json), members: Self.members(of: batches[1]),
        next: astray + between, isComplete: false),
      WikimediaReply.pages(
        Self.featured(second + between), halves[1].map(\.json),
        members: Self.members(of: batches[1]), next: third),
      WikimediaReply.pages(
        Self.featured(third), Self.members(last).map(\.json),
        members: Self.members(of: Array(last[..<unnamed] + last[(unnamed + 1)...])), next: nil))
    var shown = Self.members(last)
    shown.append(shown.remove(at: unnamed))
    expect(.wikimediaFeatured, nil, [Self.members(first), halves[0], halves[1], shown])
  }

  /// By the time at which each was chosen, the latest first: not the order in which they were made
  static let wikimediaFeatured: [WikimediaRow] = {
    var random = SeededRandom(0xFEA7)
    var seen: Set<String> = []
    var rows: [WikimediaRow] = []
    while rows.count < 88 {
      let title = random.pick(Scenery.sights) + " " + random.pick(Scenery.places)
      guard seen.insert(title).inserted else { continue }
      let subject = Subject(title, years: 2011...2026, topic: "nature", &random)
      rows.append(WikimediaRow(subject, &random))
    }
    for index in [7, 58] { rows[index].type = .tiff }
    rows[24].hasFile = false
    return rows
  }()

  /// - Parameter hasFile: whether this half of a batch has it
  private static func members(
    _ rows: [WikimediaRow], hasFile: (WikimediaRow) -> Bool = { _ in true }
  ) -> [Row] { rows.map { $0.row(index: nil, hasFile: hasFile($0)) } }

  static func members(of rows: [WikimediaRow]) -> JSONTree {
    [
      "categorymembers": .array(
        rows.map { row in
          ["pageid": .integer(row.id), "ns": 6, "timestamp": .string(row.subject.posted.iso())]
        })
    ]
  }

  private func place(before row: WikimediaRow) -> [(String, String?)] {
    let mark = "20260401120000|\(row.id)"
    return [("gcmcontinue", mark), ("cmcontinue", mark), ("continue", "gcmcontinue||")]
  }

  /// - Parameter place: the values of the `continue` before; none for the first page
  static func featured(_ place: [(String, String?)] = []) -> Target {
    let category: [(String, String?)] = [
      ("action", "query"), ("generator", "categorymembers"),
      ("gcmtitle", "Category:Featured pictures on Wikimedia Commons"),
    ]
    return Target(WikimediaReply.base, category + place)
  }
}
