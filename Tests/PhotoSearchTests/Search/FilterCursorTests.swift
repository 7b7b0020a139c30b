import FixtureMaker
import Foundation
import PhotoSearch
import Testing

/// A service that makes nothing of filters, and answers as if there were none
private struct FilterBlindProvider: DerivedProvider {
  let provider: any PhotoProvider

  func request(
    for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> WebRequest {
    try provider.request(for: PhotoQuery(query.words), at: cursor)
  }

  func requests(forPhoto native: String) throws(ProviderError) -> [WebRequest] {
    throw ProviderError(id, .noSuchPhoto(native))
  }
}

/// Searches with a filter, at services that make nothing of it
struct FilterCursorTests {
  private static let providers: [any PhotoProvider] =
    ProviderCatalog.providers { _ in Redaction.word }
    .map { RememberingProvider(FilterBlindProvider(provider: $0)) }

  private static let transport = Result {
    RememberingTransport(
      ReplayTransport(archive: try FixtureFiles.archive.get(), apis: providers.map(\.api)))
  }

  private static func search(_ filters: PhotoFilters) throws -> MergedSearch {
    let query = PhotoQuery("kittens", filters: filters)
    return MergedSearch(
      query,
      from: providers.filter { $0.profile.kind == .search && $0.objection(to: query) == nil },
      over: try transport.get())
  }

  private static let values: [(FilterRow, String)] = [
    (.minWidth, "4000"), (.minHeight, "3000"), (.minMegapixels, "12"), (.ratio, "3:2"),
    (.since, "2020"), (.until, "2021-06"), (.author, "lakowa"),
  ]

  @Test(arguments: values)
  func `nothing unfit is shown, and a list that is cut anywhere goes on as it would have`(
    filter: FilterRow, value: String
  ) async throws {
    let filters = try filter.filters(value)
    let whole = await Run(try Self.search(filters))
    let dropped = whole.reports.flatMap(\.excluded).filter { $0.key == .misfit(filter) }
    #expect(whole.ids.count > 3 && dropped.map(\.value).reduce(0, +) > 3, "\(whole.ids.count)")
    for case .photo(let photo) in whole.events {
      #expect(filter.exclusionReason(for: photo, by: filters) == nil, "\(photo.id)")
    }
    var cursor = try #require(whole.cursors.first)
    for step in 1..<min(whole.ids.count, LongRun.isAsked ? .max : 4) {
      let next = try await Run(
        continuing: cursor, from: Self.providers, limit: 1, over: Self.transport.get())
      #expect(next.ids == [whole.ids[step]], "after \(step)")
      cursor = next.cursor
      #expect(cursor == whole.cursors[step], "after \(step)")
    }
  }
}
