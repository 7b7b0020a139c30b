/// Plain rows for a topic: a few photos with numbered titles
struct Sample {
  var random: SeededRandom
  private let titles: [String]

  /// - Parameters:
  ///   - words: the query; the seed comes from it
  ///   - titles: used in turn; without any the rows are numbered
  init(_ words: String, service: String, titles: [String] = []) {
    let seed = (service + words).utf8.reduce(5_381 as UInt64) { $0 &* 33 &+ UInt64($1) }
    random = SeededRandom(seed)
    let name = words.prefix(1).uppercased() + words.dropFirst()
    self.titles = titles.isEmpty ? (1...100).map { "\(name) no. \($0)" } : titles
  }

  private var used = 0

  mutating func subject() -> Subject {
    defer { used += 1 }
    return Subject(
      titles[used % titles.count], years: 2015...2026, topic: "fixture", &random)
  }

  mutating func unsplash(_ count: Int) -> [UnsplashRow] {
    (0..<count).map { _ in UnsplashRow(subject(), &random) }
  }

  mutating func flickr(_ count: Int) -> [FlickrRow] {
    (0..<count).map { _ in FlickrRow(subject(), &random) }
  }

  mutating func openverse(_ count: Int) -> [OpenverseRow] {
    (0..<count).map { _ in OpenverseRow(subject(), &random) }
  }

  mutating func wikimedia(_ count: Int) -> [WikimediaRow] {
    (0..<count).map { _ in WikimediaRow(subject(), &random) }
  }

  mutating func pexels(_ count: Int) -> [PexelsRow] {
    (0..<count).map { _ in PexelsRow(subject(), &random) }
  }

  mutating func pixabay(_ count: Int) -> [PixabayRow] {
    (0..<count).map { _ in PixabayRow(subject(), &random) }
  }

  /// The first rows for some words: more of them begin with the same
  static func rows(pixabay words: String, _ count: Int) -> [Row] {
    var sample = Sample(words, service: "pixabay")
    return sample.pixabay(count).map(\.row)
  }

  mutating func searxng(_ count: Int) -> [SearXNGRow] {
    (0..<count).map { _ in SearXNGRow(subject(), &random) }
  }

  /// The first rows for some words: more of them begin with the same
  static func rows(searxng words: String, _ count: Int) -> [Row] {
    var sample = Sample(words, service: "searxng")
    return sample.searxng(count).map(\.row)
  }

  /// The first rows for some words: more of them begin with the same
  static func rows(pexels words: String, _ count: Int) -> [Row] {
    var sample = Sample(words, service: "pexels")
    return sample.pexels(count).map(\.row)
  }

  /// The first rows for some words: more of them begin with the same
  static func rows(unsplash words: String, _ count: Int) -> [Row] {
    var sample = Sample(words, service: "unsplash")
    return sample.unsplash(count).map(\.row)
  }

  /// The first rows for some words: more of them begin with the same
  static func rows(flickr words: String, _ count: Int) -> [Row] {
    var sample = Sample(words, service: "flickr")
    return sample.flickr(count).map(\.row)
  }

  /// The first rows for some words: more of them begin with the same
  static func rows(openverse words: String, _ count: Int) -> [Row] {
    var sample = Sample(words, service: "openverse")
    return sample.openverse(count).map(\.row)
  }
}
