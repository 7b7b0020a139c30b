import Foundation

/// Whose copy an Openverse item is, told by the address of the original's page
///
/// Only by what the other service itself calls the photo: the addresses of pictures differ between
/// the two, so they tell nothing.
enum OpenverseOrigin {
  /// - Returns: `flickr:ID`, `wikimedia:PAGEID` or `wikimedia:File:TITLE`; nil for other sites
  static func identity(at page: URL) -> PhotoID? {
    FlickrPage.photo(at: page).map { PhotoID(service: Flickr.service, native: $0) }
      ?? CommonsTitle.identity(at: page)
  }
}
