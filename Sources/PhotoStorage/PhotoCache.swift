package import PhotoSearch
import Platform

/// Photos that a server has given its clients, to be found when a call names one
///
/// The latest used are kept as JSON, some 2 KB each; any other has to be requested again.
package actor PhotoCache {
  private var lines: LRUCache<PhotoID, String>
  private var sizes: LRUCache<PhotoID, Rendition.Role?>
  private var filters: LRUCache<PhotoID, PhotoFilters>

  /// - Parameter limit: most photos
  package init(limit: Int) {
    lines = LRUCache(limit: limit, maxBytes: 20_000_000)
    (sizes, filters) = (LRUCache(limit: limit), LRUCache(limit: limit))
  }

  package func keep(_ photo: Photo) { lines.keep(PhotoJSON.complete(photo), as: photo.id) }

  /// Keeps a photo, and the size to save, if the search that found it asks for one
  package func keep(_ photo: Photo, size: Rendition.Role?) {
    keep(photo)
    sizes.keep(size, as: photo.id)
  }

  /// The size that a photo's last search asks for; nil if it asks for none
  package func size(of id: PhotoID) -> Rendition.Role? { sizes.value(id) ?? nil }

  /// Keeps a photo, and the filters of the search that found it
  package func keep(_ photo: Photo, under asked: PhotoFilters) {
    keep(photo)
    filters.keep(asked, as: photo.id)
  }

  /// The filters of a photo's last search; nil if none is known
  package func filters(of id: PhotoID) -> PhotoFilters? { filters.value(id) }

  package func photo(_ id: PhotoID) -> Photo? {
    ifReadable { try lines.value(id).map(PhotoJSON.photo(from:)) }
  }
}
