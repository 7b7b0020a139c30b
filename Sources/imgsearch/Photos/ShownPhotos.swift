import PhotoSearch

/// The photos that a server has given, to be found again when a call names one
///
/// The newest of them, as JSON, some 2 KB each; an older one is asked for again.
actor ShownPhotos {
  private let limit: Int
  private var lines: [PhotoID: String] = [:]
  private var order: [PhotoID] = []
  private var oldest = 0

  /// - Parameter limit: photos that are held
  init(limit: Int) { self.limit = limit }

  func keep(_ photo: Photo) {
    let isNew = lines.updateValue(PhotoJSON.complete(photo), forKey: photo.id) == nil
    guard isNew else { return }
    if order.count < limit {
      order.append(photo.id)
    } else {
      lines[order[oldest]] = nil
      order[oldest] = photo.id
      oldest = (oldest + 1) % limit
    }
  }

  func photo(_ id: PhotoID) -> Photo? {
    guard let line = lines[id] else { return nil }
    do { return try PhotoJSON.photo(from: line) } catch { return nil }
  }
}
