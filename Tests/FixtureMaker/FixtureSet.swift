import PhotoSearch

/// Recordings and what is expected of them, put together piece by piece
struct FixtureSet: Sendable {
  private(set) var recordings: [Recording] = []
  private(set) var expectations = Expectations()

  /// All of Fixtures/odd but the pictures
  static let odd: FixtureSet = {
    var set = FixtureSet()
    let kittens = Kittens.all
    set.add(unsplash: kittens.unsplash)
    set.addUnsplashFeed()
    set.add(flickr: kittens.flickr)
    set.add(wikimedia: kittens.commons)
    set.addWikimediaFeatured()
    set.add(openverse: kittens.openverse)
    set.addHarbor()
    set.addKit()
    set.addPexels()
    set.addPixabay()
    set.add(searxng: kittens.searxng)
    set.addWordPress()
    set.addEuropeana()
    set.addFinna()
    set.add(kittens.archives)
    set.add(Archives(of: "harbor"))
    set.addNASA()
    set.addINaturalist()
    set.addUnsplashOddities()
    set.addFlickrOddities()
    set.addOpenverseOddities()
    set.addWikimediaOddities()
    return set
  }()

  mutating func record(_ name: String, _ exchanges: [Exchange]) {
    if let index = recordings.firstIndex(where: { $0.name == name }) {
      recordings[index].exchanges += exchanges
    } else {
      recordings.append(Recording(name: name, exchanges: exchanges))
    }
  }

  mutating func record(_ name: String, _ exchanges: Exchange...) { record(name, exchanges) }

  /// Replies to one query, whose pages are expected
  mutating func record(
    _ name: String, _ provider: ProviderID, _ words: String, expecting pages: [[Row]],
    _ exchanges: Exchange...
  ) {
    record(name, exchanges)
    expect(provider, words, pages)
  }

  /// - Parameter pages: rows in rank order, of the pages that have to be asked for
  mutating func expect(
    _ provider: ProviderID, _ words: String?, sort: PhotoFilters.Sort = .relevant, _ pages: [[Row]]
  ) {
    expectations.answers.append(
      Expectations.Answer(
        provider: provider, words: words, sort: sort, pages: pages.map(Expectations.Page.init)))
  }

  /// Pages of one query, recorded as replies, each of which is expected
  ///
  /// - Parameter reply: the one with the page of that number, from 1
  mutating func record(
    _ name: String, _ provider: ProviderID, _ words: String?,
    sort: PhotoFilters.Sort = .relevant, _ pages: [[Row]],
    reply: (_ number: Int, _ rows: [Row]) -> Exchange
  ) {
    record(name, pages.enumerated().map { reply($0 + 1, $1) })
    expect(provider, words, sort: sort, pages)
  }

  mutating func expect(copies: [Expectations.Copy]) { expectations.copies += copies }

  /// What `show` can be asked, and what it is asked in vain
  mutating func expect(_ service: String, shown: [String], unknown: [String]) {
    expectations.shown += shown.map { PhotoID(service: service, native: $0) }
    expectations.unknown += unknown.map { PhotoID(service: service, native: $0) }
  }
}
