import CommandSyntax
import PhotoSearch
import PhotoStorage

/// A search for photos like one: its service's own list, else a search by its words
struct SimilarSearch {
  var plan: SearchPlan
  /// The ids of the photo itself, which isn't shown
  let leftOut: [PhotoID]
  /// Where the words come from, `tags` or `title`; nil for a list of the photo's own service
  let origin: String?
}

extension Session {
  /// The search for photos like one; a photo without tags is requested for them at most once
  ///
  /// - Parameter typed: the filters, the order, and the providers that the user named
  /// - Throws: a failure for a photo that has neither tags nor a title, and what
  ///   ``photo(_:wasSeen:)`` throws.
  func similar(to named: PhotoReference, _ typed: SearchPlan) async throws -> SimilarSearch {
    var plan = typed
    if let (list, provider) = SimilarPhotos.list(like: named.identities, from: providers),
      plan.providers.isEmpty || plan.providers == [provider]
    {
      plan.query.similar = list.similar
      plan.providers = [provider]
      return SimilarSearch(plan: plan, leftOut: named.identities, origin: nil)
    }
    let photo = try await withTags(named)
    guard let words = SimilarPhotos.words(of: photo) else {
      throw CommandFailure(
        "\(photo.id) has neither tags nor a title to search by; search for words that describe it",
        code: .noInput)
    }
    plan.query = PhotoQuery(
      words.text, filters: plan.query.filters, strictWords: plan.query.strictWords)
    return SimilarSearch(
      plan: plan, leftOut: photo.identities, origin: words.areTags ? "tags" : "title")
  }

  /// The photo with its tags, which some services only give for a single photo
  private func withTags(_ named: PhotoReference) async throws -> Photo {
    guard let seen = named.photo else { return try await photo(named.id) }
    guard seen.tags.isEmpty, ProviderCatalog.canBeAsked(seen.id) else { return seen }
    do {
      var photo = try await photo(seen.id, wasSeen: true)
      photo.title = photo.title ?? seen.title
      return photo
    } catch is CommandFailure {
      return seen
    }
  }
}
