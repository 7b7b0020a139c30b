package import PhotoSearch

/// Replies with as many photos as anybody asks for, in the shape of each service, for what is
/// measured: nothing in them is odd
package struct EndlessReplies: Sendable {
  /// The service's search
  package let provider: ProviderID
  /// Rows of a page
  package let size: Int

  private static let sizes: [ProviderID: Int] = [
    .unsplash: 30, .flickr: 100, .pexels: 80, .pixabay: 200, .openverse: 20, .wikimedia: 50,
    .wordpress: 100, .europeana: 100, .finna: 100, .nasa: 100, .iNaturalist: 200, .searxng: 40,
  ]
  private static let words = "kittens"
  private static let total = 100_000

  /// nil for what is no search of a service
  package init?(of provider: ProviderID) {
    guard let size = Self.sizes[provider] else { return nil }
    (self.provider, self.size) = (provider, size)
  }

  /// The body of a page
  ///
  /// - Parameter number: from 1
  package func body(ofPage number: Int) -> String { exchange(number).body ?? "" }

  private func made<Kind: SampleRow>(_ number: Int, of kind: Kind.Type = Kind.self) -> [Kind] {
    let first = (number - 1) * size + 1
    var sample = Sample<Kind>(
      "\(Self.words) \(number)",
      titles: (first..<first + size).map { "Kittens at play, no. \($0), \(provider)" })
    return sample.made(size)
  }

  private func exchange(_ number: Int) -> Exchange {
    let (words, total) = (Self.words, Self.total)
    let pages = total / size
    func rows<Kind: SampleRow>(_ kind: Kind.Type) -> [Row] { made(number, of: kind).map(\.row) }
    switch provider {
    case .unsplash:
      return UnsplashReply.search(
        words, page: number, of: pages, total: total, rows(UnsplashRow.self))
    case .flickr:
      return FlickrReply.search(
        words, page: number, of: pages, total: .integer(total), rows(FlickrRow.self))
    case .pexels:
      return PexelsReply.page(words, page: number, total: total, rows(PexelsRow.self))
    case .pixabay:
      return PixabayReply.page(words, page: number, total: total, rows(PixabayRow.self))
    case .openverse:
      return OpenverseReply.search(
        words, page: number, of: pages, total: total, rows(OpenverseRow.self))
    case .wikimedia:
      let rows = FixtureSet.ranked(made(number), from: (number - 1) * size + 1)
      return WikimediaReply.pages(
        WikimediaReply.target(words), rows.map(\.json), next: WikimediaReply.place(number * size))
    case .wordpress:
      let target = WordPressReply.target(words, page: number)
      return WordPressReply.page(
        target, page: number, of: pages, total: total, rows(WordPressRow.self))
    case .europeana:
      return EuropeanaReply.page(
        EuropeanaReply.target(words), total: total, next: "\(number + 1)",
        rows(EuropeanaRow.self))
    case .finna:
      let target = FinnaReply.target(words, page: number)
      return FinnaReply.page(target, total: total, rows(FinnaRow.self))
    case .nasa:
      let target = NASAReply.target(words, page: number)
      return NASAReply.page(target, page: number, total: total, rows(NASARow.self))
    case .iNaturalist:
      let target = INaturalistReply.target(words, page: number)
      return INaturalistReply.page(target, page: number, total: total, rows(INaturalistRow.self))
    default:
      return SearXNGReply.page(words, page: number, rows(SearXNGRow.self))
    }
  }
}
