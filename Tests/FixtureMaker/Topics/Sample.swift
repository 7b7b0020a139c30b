/// A row of a service's replies, made by chance of what a photo shows
protocol SampleRow {
  /// The service's name: the seed comes from it
  static var service: String { get }
  init(_ subject: Subject, _ random: inout SeededRandom)
  var subject: Subject { get }
  var row: Row { get }
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
    let seed = (Kind.service + words).utf8.reduce(5_381 as UInt64) { $0 &* 33 &+ UInt64($1) }
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

  mutating func rows(_ count: Int) -> [Row] { made(count).map(\.row) }

  /// The first rows for some words: more of them begin with the same
  static func rows(_ words: String, _ count: Int) -> [Row] { pages(words, [count])[0] }

  /// The first rows for some words, in pages of so many
  static func pages(_ words: String, _ counts: [Int]) -> [[Row]] {
    var sample = Sample(words)
    return counts.map { sample.rows($0) }
  }
}
