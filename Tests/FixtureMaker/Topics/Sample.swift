import PhotoSearch

/// A row of a service's replies, made by chance of what a photo shows, and the form that these
/// replies have
protocol SampleRow: Sendable {
  /// The service's search: the seed comes from its name
  static var provider: ProviderID { get }
  /// The recording with what is odd
  static var oddities: String { get }

  init(_ subject: Subject, _ random: inout SeededRandom)
  var subject: Subject { get }
  var row: Row { get }
  /// - Parameter rank: from 1, among all rows of the answer
  func row(rank: Int) -> Row

  /// Where its picture is, at all addresses that the program takes of a reply
  var addressesOfPicture: [String] { get }
  var drawn: [PhotoPictures] { get }
  /// What a program is told that asks for the photo alone
  var shown: [Exchange] { get }

  static func target(_ words: String, page: Int, _ items: Items) -> Target
  /// A page of an answer
  static func reply(to target: Target, _ page: PagePlace, _ rows: [Row]) -> Reply
}

/// Which page of an answer it is, and how much there is
struct PagePlace {
  /// From 1
  let number: Int
  /// Pages that there are
  let count: Int
  /// Photos that there are
  let total: Int
}

extension SampleRow {
  static var oddities: String { "\(provider)-odd.har" }

  func row(rank: Int) -> Row { row }
  var drawn: [PhotoPictures] { [PhotoPictures(subject: subject, addresses: addressesOfPicture)] }
  var isWide: Bool { subject.width > subject.height }

  static func target(_ words: String, page: Int = 1) -> Target { target(words, page: page, []) }

  /// - Parameter total: photos that there are; nil for these rows
  static func answer(
    to target: Target, page number: Int = 1, of pages: Int = 1, total: Int? = nil, _ rows: [Row]
  ) -> Exchange {
    let page = PagePlace(number: number, count: pages, total: total ?? rows.count)
    return Exchange(target, reply(to: target, page, rows))
  }

  /// A page of a search
  static func answer(
    _ words: String, page number: Int = 1, of pages: Int = 1, total: Int? = nil, items: Items = [],
    _ rows: [Row]
  ) -> Exchange {
    answer(
      to: target(words, page: number, items), page: number, of: pages, total: total, rows)
  }

  /// Rows with titles of their own
  static func made(
    _ count: Int, years: ClosedRange<Int>, topic: String, _ random: inout SeededRandom,
    title: (inout SeededRandom) -> String
  ) -> [Self] {
    var seen: Set<String> = []
    var rows: [Self] = []
    while rows.count < count {
      let title = title(&random)
      guard seen.insert(title).inserted else { continue }
      rows.append(Self(Subject(title, years: years, topic: topic, &random), &random))
    }
    return rows
  }
}

/// Services whose searches are an address with the words and the number of the page
protocol NumberedPages: SampleRow {
  static var search: (address: String, words: String) { get }
}

extension NumberedPages {
  static func target(_ words: String, page: Int, _ items: Items) -> Target {
    Target(search.address, [(search.words, words)] + items + .page(page))
  }
}

extension Items {
  /// The number of a page, which the first doesn't need
  static func page(_ number: Int, as name: String = "page") -> Items {
    [(name, number == 1 ? nil : "\(number)")]
  }
}

/// Plain rows for a topic: a few photos with numbered titles
struct Sample<Kind: SampleRow> {
  private var random: SeededRandom
  private let titles: [String]
  private var used = 0

  /// - Parameters:
  ///   - words: the query; the seed comes from it
  ///   - titles: used in turn; without any the rows are numbered
  init(_ words: String, titles: [String] = []) {
    let seed = (Kind.provider.rawValue + words).utf8.reduce(5_381 as UInt64) {
      $0 &* 33 &+ UInt64($1)
    }
    random = SeededRandom(seed)
    let name = words.prefix(1).uppercased() + words.dropFirst()
    self.titles = titles.isEmpty ? (1...100).map { "\(name) no. \($0)" } : titles
  }

  /// The next ones, which can be changed before they are rows
  mutating func made(_ count: Int) -> [Kind] {
    (0..<count).map { _ in
      defer { used += 1 }
      let title = titles[used % titles.count]
      return Kind(Subject(title, years: 2015...2026, topic: "fixture", &random), &random)
    }
  }

  /// The first ones for some words
  static func made(_ words: String, _ count: Int, titles: [String] = []) -> [Kind] {
    var sample = Sample(words, titles: titles)
    return sample.made(count)
  }

  /// The first rows for some words: more of them begin with the same
  static func rows(_ words: String, _ count: Int) -> [Row] { pages(words, [count])[0] }

  /// The first rows for some words, in pages of so many
  static func pages(_ words: String, _ counts: [Int]) -> [[Row]] {
    var sample = Sample(words)
    return counts.enumerated().map { sample.made($1).ranked(page: $0 + 1) }
  }
}

extension [any SampleRow] {
  /// The rows of a page, as if each before had been full
  func ranked(page: Int = 1) -> [Row] {
    // Only Commons tells ranks.
    enumerated().map { $1.row(rank: (page - 1) * WikimediaRow.size + $0 + 1) }
  }
}

extension Array where Element: SampleRow {
  var newestFirst: [Element] { sorted { $0.subject.posted > $1.subject.posted } }

  func ranked(page: Int = 1) -> [Row] { (self as [any SampleRow]).ranked(page: page) }
}

extension Collection {
  /// The elements in parts of these sizes, and what is left
  func parts(_ sizes: Int...) -> [[Element]] {
    var rest = self[...]
    let parts = sizes.map { size in
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
    return parts + [Array(rest)]
  }
}

extension Reply {
  static func nothing(_ kind: any SampleRow.Type) -> Reply {
    kind.answer("nothing", of: 0, []).reply
  }

  /// A page of three rows, of which only the first part came
  static func cut<Kind: SampleRow>(_ kind: Kind.Type) -> Reply {
    kind.answer("cut", Sample<Kind>.rows("cut", 3)).reply.cut
  }
}
