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
  package func body(ofPage number: Int) -> String {
    let first = (number - 1) * size + 1
    var sample = Sample(
      "\(Self.words) \(number)", service: provider.rawValue,
      titles: (first..<first + size).map { "Kittens at play, no. \($0), \(provider)" })
    return exchange(number, &sample).body ?? ""
  }

  private func exchange(_ number: Int, _ sample: inout Sample) -> Exchange {
    let (words, total, count) = (Self.words, Self.total, size)
    let pages = total / size
    switch provider {
    case .unsplash:
      return UnsplashReply.search(
        words, page: number, of: pages, total: total, sample.unsplash(count).map(\.row))
    case .flickr:
      return FlickrReply.search(
        words, page: number, of: pages, total: .integer(total), sample.flickr(count).map(\.row))
    case .pexels:
      return PexelsReply.page(words, page: number, total: total, sample.pexels(count).map(\.row))
    case .pixabay:
      return PixabayReply.page(words, page: number, total: total, sample.pixabay(count).map(\.row))
    case .openverse:
      return OpenverseReply.search(
        words, page: number, of: pages, total: total, sample.openverse(count).map(\.row))
    case .wikimedia:
      let rows = FixtureSet.ranked(sample.wikimedia(count), from: (number - 1) * size + 1) { _ in
        true
      }
      return WikimediaReply.pages(
        WikimediaReply.target(words), rows.map(\.json), next: WikimediaReply.place(number * size))
    case .wordpress:
      let target = WordPressReply.target(words, page: number)
      return WordPressReply.page(
        target, page: number, of: pages, total: total, sample.wordPress(count).map(\.row))
    case .europeana:
      return EuropeanaReply.page(
        EuropeanaReply.target(words), total: total, next: "\(number + 1)",
        sample.europeana(count).map(\.row))
    case .finna:
      let target = FinnaReply.target(words, page: number)
      return FinnaReply.page(target, total: total, sample.finna(count).map(\.row))
    case .nasa:
      let target = NASAReply.target(words, page: number)
      return NASAReply.page(target, page: number, total: total, sample.nasa(count).map(\.row))
    case .iNaturalist:
      let rows = sample.iNaturalist(count).map(\.row)
      return INaturalistReply.page(
        INaturalistReply.target(words, page: number), page: number, total: total, rows)
    default:
      return SearXNGReply.page(words, page: number, sample.searxng(count).map(\.row))
    }
  }
}
