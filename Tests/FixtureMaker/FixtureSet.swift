import PhotoSearch

/// Recordings and what is expected of them, put together piece by piece
struct FixtureSet: Sendable {
  private(set) var recordings: [Recording] = []
  private(set) var expectations = Expectations()

  /// All of Fixtures/odd but the pictures
  static let odd: FixtureSet = {
    var set = FixtureSet()
    set.addUnsplashKittens()
    set.addUnsplashFeed()
    set.addFlickrKittens()
    set.addWikimediaKittens()
    set.addWikimediaFeatured()
    set.addOpenverseKittens()
    set.addHarbor()
    set.addKit()
    set.addPexels()
    set.addPixabay()
    set.addSearXNG()
    set.addWordPress()
    set.addEuropeana()
    set.addFinna()
    for words in [Kittens.words, "harbor"] { set.add(Archives(of: words)) }
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
  mutating func expect(_ provider: ProviderID, shown: [String], unknown: [String]) {
    let service = provider.rawValue
    expectations.shown += shown.map { PhotoID(service: service, native: $0) }
    expectations.unknown += unknown.map { PhotoID(service: service, native: $0) }
  }
}

/// What all services' replies have alike
extension FixtureSet {
  /// Pages of a search, in the service's usual form
  ///
  /// - Parameters:
  ///   - name: the recording; nil for the one with what is odd
  ///   - count: pages that the replies promise; nil for those that there are
  ///   - total: photos that the replies promise; nil for the rows that there are
  ///   - asked: pages that have to be asked for; nil for all
  ///   - end: what comes in place of another page, and says that there is none
  mutating func record<Kind: SampleRow>(
    in name: String? = nil, _ kind: Kind.Type, _ words: String,
    sort: PhotoFilters.Sort = .relevant, items: Items = [], _ pages: [[Row]],
    of count: Int? = nil, total: Int? = nil, asked: Int? = nil, end: Reply? = nil
  ) {
    let name = name ?? kind.oddities
    record(
      name,
      pages.enumerated().map { index, rows in
        kind.answer(
          words, page: index + 1, of: count ?? pages.count, total: total ?? pages.joined().count,
          items: items, rows)
      })
    if let end { record(name, Exchange(kind.target(words, page: pages.count + 1), end)) }
    let shown = Array(pages.prefix(asked ?? pages.count)) + (end == nil ? [] : [[]])
    expect(kind.provider, words, sort: sort, shown)
  }

  /// Pages of so many plain rows
  mutating func record<Kind: SampleRow>(
    _ kind: Kind.Type, _ words: String, pages counts: [Int], of count: Int? = nil,
    total: Int? = nil, asked: Int? = nil, end: Reply? = nil
  ) {
    let pages = Sample<Kind>.pages(words, counts)
    record(kind, words, pages, of: count, total: total, asked: asked, end: end)
  }

  /// `midway`: a page of so many plain rows, and a failure in place of the second page
  mutating func record<Kind: SampleRow>(
    _ kind: Kind.Type, midway rows: Int, of count: Int = 2, total: Int? = nil, then failure: Reply
  ) {
    record(kind, "midway", pages: [rows], of: count, total: total)
    record(kind.oddities, Exchange(kind.target("midway", page: 2), failure))
  }

  /// What comes in place of a page, each for words of its own
  mutating func record(
    _ kind: any SampleRow.Type, odd replies: KeyValuePairs<String, Reply>
  ) { record(kind.oddities, replies.map { Exchange(kind.target($0), $1) }) }
}
