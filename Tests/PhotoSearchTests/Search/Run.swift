import PhotoSearch

/// What came out of a search
struct Run {
  var photos: [Photo] = []
  var events: [SearchEvent] = []
  /// The place after each photo
  var positions: [SearchPosition] = []
  var cursor: SearchCursor?
  var reports: [ProviderReport] = []

  init(_ search: MergedSearch) async {
    var iterator = search.makeAsyncIterator()
    while let event = await iterator.next() {
      events.append(event)
      guard case .photo(let photo, let position) = event else { continue }
      photos.append(photo)
      positions.append(position)
    }
    cursor = iterator.cursor
    reports = iterator.reports
  }

  var ids: [PhotoID] { photos.map(\.id) }
}
