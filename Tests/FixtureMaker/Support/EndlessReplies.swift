package import PhotoSearch

/// Replies with as many photos as anybody asks for, in the shape of each service, for what is
/// measured: nothing in them is odd
package struct EndlessReplies: Sendable {
  /// The service's search
  package var provider: ProviderID { kind.provider }
  /// Rows of a page
  package let size: Int
  private let kind: any SampleRow.Type

  private static let kinds: [(kind: any SampleRow.Type, size: Int)] = [
    (UnsplashRow.self, 30), (FlickrRow.self, 100), (PexelsRow.self, 80), (PixabayRow.self, 200),
    (OpenverseRow.self, 20), (WikimediaRow.self, WikimediaRow.size), (WordPressRow.self, 100),
    (EuropeanaRow.self, 100), (FinnaRow.self, 100), (NASARow.self, 100),
    (INaturalistRow.self, 200), (SearXNGRow.self, 40),
  ]
  private static let total = 100_000

  /// nil for what is no search of a service
  package init?(of provider: ProviderID) {
    guard let found = Self.kinds.first(where: { $0.kind.provider == provider }) else { return nil }
    (kind, size) = found
  }

  /// The body of a page
  ///
  /// - Parameter number: from 1
  package func body(ofPage number: Int) -> String { body(number, of: kind) }

  private func body<Kind: SampleRow>(_ number: Int, of kind: Kind.Type) -> String {
    let titles = (1...size).map { place in
      "Kittens at play, no. \((number - 1) * size + place), \(provider)"
    }
    let rows = Sample<Kind>.made("kittens \(number)", size, titles: titles).ranked(page: number)
    let page = kind.answer("kittens", page: number, of: Self.total / size, total: Self.total, rows)
    return page.reply.body ?? ""
  }
}
