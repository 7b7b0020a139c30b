/// The ways to find photos like another: its own service's list of them, else a search by its words
package enum SimilarPhotos {
  /// Most tags to search for
  private static let maxTags = 3

  /// The list of photos like one by the photo's own service; nil if it has none
  ///
  /// - Parameters:
  ///   - identities: all ids of the photo, its own first
  ///   - providers: those that may be asked
  package static func list(
    like identities: [PhotoID], from providers: [any PhotoProvider]
  ) -> (query: PhotoQuery, provider: ProviderID)? {
    guard let id = identities.first else { return nil }
    var query = PhotoQuery(nil)
    // Where a service has several ids for a photo, the last one is what it is asked by.
    query.similar = identities.last { $0.service == id.service }
    return providers.first { $0.objection(to: query) == nil }.map { (query, $0.id) }
  }

  /// The words to search for: the photo's first three tags, or the words of its title without those
  /// that tell the least; nil if it has neither
  package static func words(of photo: Photo) -> (text: String, areTags: Bool)? {
    let tags = photo.tags.lazy.map { SearchText.withoutMarks($0).joined(separator: " ") }
      .filter { !$0.isEmpty }.prefix(maxTags)
    if !tags.isEmpty { return (tags.joined(separator: " "), true) }
    let words = PhotoQuery(photo.title, strictWords: true).contentWords
    return words.isEmpty ? nil : (words.joined(separator: " "), false)
  }

  /// A photo with its tags, which some services only tell of a single photo
  ///
  /// - Parameters:
  ///   - seen: the photo as a list has it
  ///   - ask: requests the photo from its service; if that fails, the photo stays as it is
  /// - Throws: `CancellationError` once cancelled.
  package static func withTags(
    _ seen: Photo, asking ask: (PhotoID) async throws -> Photo
  ) async throws -> Photo {
    guard seen.tags.isEmpty, ProviderCatalog.canBeAsked(seen.id) else { return seen }
    do {
      var photo = try await ask(seen.id)
      photo.title = photo.title ?? seen.title
      return photo
    } catch {
      try Task.checkCancellation()
      return seen
    }
  }
}
