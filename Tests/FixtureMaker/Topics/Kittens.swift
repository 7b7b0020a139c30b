import PhotoSearch

/// `kittens` at a service
struct KittenList<Kind: SampleRow>: Sendable {
  /// Rows that are photos, by relevance
  let photos: [Kind]
  /// By relevance
  let pages: [[Row]]
  /// The newest first, of services that can do that
  var latest: [[Row]] = []
  /// Those of the photos that are another service's, too
  var copies: [Expectations.Copy] = []
}

extension FixtureSet {
  /// - Parameters:
  ///   - latest: what asks for the newest first
  ///   - count: pages that the replies promise; nil for those that there are
  ///   - total: photos that the replies promise; nil for the rows that there are
  mutating func record<Kind: SampleRow>(
    _ kittens: KittenList<Kind>, latest: (String, String?)? = nil, of count: Int? = nil,
    total: Int? = nil
  ) {
    let (name, words) = ("\(Kind.provider)-kittens.har", Kittens.words)
    record(in: name, Kind.self, words, kittens.pages, of: count, total: total)
    if let latest {
      record(in: name, Kind.self, words, sort: .latest, items: [latest], kittens.latest)
    }
    expect(copies: kittens.copies)
  }
}

/// `kittens` at all services
struct Kittens: Sendable {
  let unsplash: KittenList<UnsplashRow>
  let flickr: KittenList<FlickrRow>
  let openverse: KittenList<OpenverseRow>
  let commons: KittenList<WikimediaRow>
  let pexels = PexelsRow.kittens()
  let pixabay = PixabayRow.kittens()
  let nasa = NASARow.kittens()
  let iNaturalist = INaturalistRow.kittens()
  let searxng: KittenList<SearXNGRow>
  let archives = Archives(of: words)

  static let words = "kittens"

  static let all = Kittens()

  private init() {
    let deck = TitleDeck(seed: 11)
    flickr = FlickrRow.kittens(titles: deck.dealt(0, of: 4))
    commons = WikimediaRow.kittens(titles: deck.dealt(1, of: 4))
    unsplash = UnsplashRow.kittens(titles: deck.dealt(2, of: 4))
    openverse = OpenverseRow.kittens(
      titles: deck.dealt(3, of: 4), flickr: flickr.photos, commons: commons.photos)
    searxng = SearXNGRow.kittens(
      unsplash: unsplash.photos, flickr: flickr.photos, commons: commons.photos,
      pexels: pexels.photos)
  }
}
