package import PhotoSearch

/// Photos that a server has given its clients, to be found when a call names one
///
/// The latest used are kept as JSON, some 2 KB each; any other has to be requested again.
package actor PhotoCache {
  private var lines: LRUCache<PhotoID>
  private var sizes: LRUCache<PhotoID>
  private var entries: LRUCache<PhotoID>
  /// The filters of the searches that found the photos; all are dropped together at the limit
  private var filters: [PhotoID: PhotoFilters] = [:]
  private let limit: Int

  /// - Parameter limit: most photos
  package init(limit: Int) {
    self.limit = limit
    lines = LRUCache(limit: limit, maxBytes: 20_000_000)
    (sizes, entries) = (LRUCache(limit: limit), LRUCache(limit: limit, maxBytes: 20_000_000))
  }

  package func keep(_ photo: Photo) { lines.keep(PhotoJSON.complete(photo), as: photo.id) }

  /// Keeps a photo, and the size to save, if the search that found it asks for one
  package func keep(_ photo: Photo, size: Rendition.Role?) {
    keep(photo)
    sizes.keep(size?.rawValue ?? "", as: photo.id)
  }

  /// The size that a photo's last search asks for; nil if it asks for none
  package func size(of id: PhotoID) -> Rendition.Role? {
    sizes.text(id).flatMap(Rendition.Role.init)
  }

  /// Keeps a photo, and the filters of the search that found it
  package func keep(_ photo: Photo, under asked: PhotoFilters) {
    keep(photo)
    if filters.count >= limit { filters.removeAll() }
    filters[photo.id] = asked
  }

  /// The filters of a photo's last search; nil if none is known
  package func filters(of id: PhotoID) -> PhotoFilters? { filters[id] }

  /// Keeps a photo as it was written for a page
  package func keep(entry: String, of id: PhotoID) { entries.keep(entry, as: id) }

  /// Photos as they were last written for a page; nil if one is no longer kept
  package func entries(of ids: [PhotoID]) -> [String]? {
    let found = ids.compactMap { entries.text($0) }
    return found.count == ids.count ? found : nil
  }

  package func photo(_ id: PhotoID) -> Photo? {
    guard let line = lines.text(id) else { return nil }
    do { return try PhotoJSON.photo(from: line) } catch { return nil }
  }
}

/// Texts by their names; the least recently used are dropped
package struct LRUCache<Name: Hashable> {
  private let limit: Int
  private let maxBytes: Int
  private var texts: [Name: (text: String, turn: Int)] = [:]
  /// Names by the turn of their last use; there may be gaps
  private var names: [Int: Name] = [:]
  private var (firstTurn, lastTurn) = (1, 0)
  private var bytes = 0

  /// - Parameters:
  ///   - limit: most texts
  ///   - maxBytes: most bytes of all texts; a longer text isn't kept
  package init(limit: Int, maxBytes: Int = .max) { (self.limit, self.maxBytes) = (limit, maxBytes) }

  package mutating func keep(_ text: String, as name: Name) {
    drop(name)
    guard text.utf8.count <= maxBytes else { return }
    lastTurn += 1
    (texts[name], names[lastTurn]) = ((text, lastTurn), name)
    bytes += text.utf8.count
    while texts.count > limit || bytes > maxBytes {
      if let oldest = names[firstTurn] { drop(oldest) }
      firstTurn += 1
    }
  }

  package mutating func text(_ name: Name) -> String? {
    guard let text = texts[name]?.text else { return nil }
    keep(text, as: name)
    return text
  }

  private mutating func drop(_ name: Name) {
    guard let (text, turn) = texts.removeValue(forKey: name) else { return }
    names[turn] = nil
    bytes -= text.utf8.count
  }
}
