import PhotoSearch
import Testing

/// What came out of a search
struct Run {
  var photos: [Photo] = []
  var events: [SearchEvent] = []
  /// The place after each photo; nil at the true end
  var cursors: [SearchCursor?] = []
  var cursor: SearchCursor?
  var reports: [ProviderReport] = []

  init(_ search: MergedSearch) async {
    var iterator = search.makeAsyncIterator()
    while let event = await iterator.next() {
      events.append(event)
      guard case .photo(let photo) = event else { continue }
      photos.append(photo)
      cursors.append(iterator.cursor)
    }
    cursor = iterator.cursor
    reports = iterator.reports
  }

  /// What comes of a search that goes on from a cursor as it is printed
  init(
    continuing cursor: SearchCursor?, from providers: [any PhotoProvider], limit: Int? = nil,
    over transport: any HTTPTransport = CountingTransport()
  ) async throws {
    let printed = try SearchCursor(#require(cursor).description)
    await self.init(
      try MergedSearch(continuing: printed, from: providers, limit: limit, over: transport))
  }

  /// Such as `flickr:1`
  var names: [String] { ids.map(\.description) }

  var ids: [PhotoID] { photos.map(\.id) }
}
