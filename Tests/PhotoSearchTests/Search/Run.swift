import PhotoSearch

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

  var ids: [PhotoID] { photos.map(\.id) }
}
