package import PhotoSearch
import Platform

/// Photos that a server has given its clients, to be found when a call names one
///
/// The latest used are kept as JSON, some 2 KB each; any other has to be requested again.
package actor PhotoCache {
  private var lines: LRUCache<PhotoID, String>
  private var filters: LRUCache<PhotoID, PhotoFilters>

  /// - Parameter limit: most photos
  package init(limit: Int) {
    lines = LRUCache(limit: limit, maxBytes: 20_000_000)
    filters = LRUCache(limit: limit)
  }

  package func store(_ photo: Photo) { lines.store(PhotoJSON.complete(photo), as: photo.id) }

  /// Stores the filters of the last search that found a photo
  package func store(_ found: PhotoFilters, of id: PhotoID) { filters.store(found, as: id) }

  /// The filters of a photo's last search; nil if none is known
  func filters(of id: PhotoID) -> PhotoFilters? { filters.value(id) }

  package func photo(_ id: PhotoID) -> Photo? {
    ifReadable { try lines.value(id).map(PhotoJSON.photo(from:)) }
  }
}
