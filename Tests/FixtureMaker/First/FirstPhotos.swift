import PhotoSearch

/// The photos of a topic, dealt to the services
struct FirstPhotos: Sendable {
  /// The rows of each service that has some
  let services: [[any SampleRow]]
  /// Photos of Openverse that are Flickr's
  private(set) var copies: [Expectations.Copy] = []

  init(of topic: FirstTopic) {
    var deck = Deck(topic)
    let isList = topic.nasa.isEmpty
    let unsplash = deck.dealt(9) { $0.unsplash() }
    let pexels = deck.dealt(isList ? 9 : 7) { $0.pexels() }
    let wikimedia = deck.dealt(isList ? 9 : 7) { $0.wikimedia() }
    guard !isList else {
      services = [unsplash, pexels, wikimedia]
      return
    }
    var flickr = deck.dealt(9) { $0.flickr() }
    let pixabay = deck.dealt(7) { $0.pixabay() }
    var openverse = (0..<6).map { deck.openverse(isCopy: [1, 4].contains($0)) }
    let searxng = deck.dealt(2) { $0.searxng() }
    // They stand further up at Flickr, which is asked before.
    for (index, original) in [(1, 2), (4, 5)] {
      flickr[original].license = 5
      copies.append(openverse[index].copy(flickr[original], form: index))
    }
    let nasa = topic.nasa.map { deck.nasa($0) }
    let iNaturalist = topic.species.map { deck.iNaturalist($0) }
    let archived = deck.archived().parts(3, 2)
    services = [
      unsplash, flickr, pexels, pixabay, openverse, wikimedia,
      archived[0].map { deck.wordPress($0) }, archived[1].map { deck.europeana($0) },
      archived[2].map { deck.finna($0) }, nasa, iNaturalist, searxng,
    ]
  }

  /// Each with a name that its files begin with
  func pictures(named topic: String) -> [Pictured] {
    services.map { rows in
      Pictured(
        name: "\(topic)-\(type(of: rows[0]).provider)", topic: topic, photos: rows.flatMap(\.drawn))
    }
  }
}

/// Titles and scenes in an order of their own, each dealt once
private struct Deck {
  private let topic: FirstTopic
  private var random: SeededRandom
  private var cards: ArraySlice<(scene: String, title: String)>
  private var authors: ArraySlice<Person> = []
  private var shades: ArraySlice<String> = []

  init(_ topic: FirstTopic) {
    self.topic = topic
    var random = SeededRandom(topic.words.utf8.reduce(0xF125) { $0 &* 33 &+ UInt64($1) })
    // A scene after the other, so that neighbors differ
    let decks = topic.scenes.map { scene in
      random.shuffled(scene.titles).map { (scene: scene.name, title: $0) }
    }
    let first = topic.scenes[0]
    var cards = (0..<9).flatMap { turn in decks.compactMap { $0.count > turn ? $0[turn] : nil } }
    // What a list begins with is the first title of all.
    if let place = cards.firstIndex(where: { $0.title == first.titles[0] }) {
      cards.swapAt(0, place)
    }
    self.cards = cards[...]
    self.random = random
  }

  mutating func dealt<Kind: SampleRow>(
    _ count: Int, _ row: (inout Deck) -> Kind
  ) -> [Kind] { (0..<count).map { _ in row(&self) } }

  private mutating func subject(
    _ title: String? = nil, scene: String? = nil, since year: Int = 2016, hasColor: Bool = false
  ) -> Subject {
    if authors.isEmpty { authors = random.shuffled(FirstTopic.authors)[...] }
    if shades.isEmpty { shades = random.shuffled(FirstShade.all.map(\.hex))[...] }
    let card = title == nil ? cards.removeFirst() : (scene: "", title: "")
    var subject = Subject(
      title ?? card.title, by: authors.removeFirst(),
      posted: Moment.random(in: year...2026, &random), size: random.pick(Self.sizes),
      tags: [topic.tags[0]] + random.shuffled(Array(topic.tags.dropFirst())).prefix(3),
      scene: scene ?? card.scene)
    if hasColor { subject.color = shades.removeFirst() }
    return subject
  }

  private static let sizes = [
    (6000, 4000), (4000, 6000), (5472, 3648), (4032, 3024), (3024, 4032), (5120, 2880),
    (4000, 4000), (3840, 2160), (5184, 3456),
  ]

  mutating func unsplash() -> UnsplashRow {
    var row = UnsplashRow(subject(since: 2020, hasColor: true), &random)
    row.color = row.subject.color ?? row.color
    row.blurHash = FirstShade.hash(of: row.color)
    return row
  }

  mutating func flickr() -> FlickrRow {
    var row = FlickrRow(subject(), &random)
    row.license = random.pick([0, 1, 4, 5, 9, 11, 12, 4])
    return row
  }

  mutating func pexels() -> PexelsRow {
    var row = PexelsRow(subject(hasColor: true), &random)
    row.color = row.subject.color?.uppercased() ?? row.color
    return row
  }

  mutating func pixabay() -> PixabayRow { PixabayRow(subject(hasColor: true), &random) }

  /// - Parameter isCopy: whether it is made one of another photo
  mutating func openverse(isCopy: Bool) -> OpenverseRow {
    var row = OpenverseRow(isCopy ? subject("", scene: "") : subject(), &random)
    row.license = random.pick([
      ("cc0", "1.0"), ("by", "4.0"), ("by-sa", "4.0"), ("by-nc", "4.0"), ("pdm", "1.0"),
    ])
    return row
  }

  mutating func wikimedia() -> WikimediaRow { WikimediaRow(subject(since: 2010), &random) }
  mutating func searxng() -> SearXNGRow { SearXNGRow(subject(), &random) }

  mutating func nasa(_ title: String) -> NASARow {
    NASARow(subject(title, scene: "in_space"), &random)
  }

  mutating func iNaturalist(_ names: (String, String)) -> INaturalistRow {
    let scene =
      topic.words == "kittens" ? "in_tall_grass" : topic.scenes[random.number(0...4)].name
    var row = INaturalistRow(subject(names.0, scene: scene), &random)
    row.names = names
    row.guess = names.0
    return row
  }
}

extension Deck {
  fileprivate mutating func archived() -> [Subject] {
    topic.archived.enumerated().map { index, title in
      subject(title, scene: topic.scenes[index % topic.scenes.count].name, since: 2022)
    }
  }

  fileprivate mutating func wordPress(_ subject: Subject) -> WordPressRow {
    WordPressRow(subject, &random)
  }

  fileprivate mutating func europeana(_ subject: Subject) -> EuropeanaRow {
    var row = EuropeanaRow(subject, &random)
    row.rights = random.pick([
      "http://creativecommons.org/publicdomain/mark/1.0/",
      "http://creativecommons.org/publicdomain/zero/1.0/",
      "http://creativecommons.org/licenses/by/4.0/",
    ])
    row.year = "\(random.number(1890...1960))"
    row.concept = topic.tags[0]
    return row
  }

  fileprivate mutating func finna(_ subject: Subject) -> FinnaRow {
    var row = FinnaRow(subject, &random)
    row.year = "\(random.number(1890...1960))"
    row.topic = topic.tags[0]
    return row
  }
}

/// A color that a service tells of a photo
struct FirstShade: Sendable {
  let color: PhotoFilters.Color
  let hex: String

  static let all = [
    FirstShade(color: .blue, hex: "#4a8cc4"), FirstShade(color: .blue, hex: "#7fb2d9"),
    FirstShade(color: .blue, hex: "#3b5f9e"), FirstShade(color: .orange, hex: "#e09a52"),
    FirstShade(color: .teal, hex: "#5ba8a0"), FirstShade(color: .green, hex: "#8fb573"),
    FirstShade(color: .purple, hex: "#8a78b4"), FirstShade(color: .yellow, hex: "#e3c878"),
  ]

  static func isShade(_ hex: String?, of color: PhotoFilters.Color) -> Bool {
    all.contains { $0.color == color && $0.hex == hex }
  }

  /// A blur hash of nothing but a color: one component, whose 24 bits are four digits to base 83
  static func hash(of hex: String) -> String {
    let digits = Array(
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")
    var (value, text) = (Int(hex.dropFirst(), radix: 16) ?? 0, "")
    for _ in 0..<4 {
      text = String(digits[value % 83]) + text
      value /= 83
    }
    return "00" + text
  }
}
