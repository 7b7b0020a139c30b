import CommandSyntax
import PhotoSearch
import PhotoStorage

extension Session {
  /// Most bytes of the words of a search, and of a page's title
  static let maxWordBytes = 2_000

  /// A search or a list
  ///
  /// - Parameters:
  ///   - beginning: a new one with the providers that the user named, see ``ProviderChoice``
  ///   - count: photos to show
  ///   - settings: has the limits for slow providers and for pages; nil for no limits
  /// - Returns: the search; for photos like one, also how they are found.
  func search(
    _ beginning: SearchBeginning, count: Int, with settings: SearchSettings? = nil
  ) async throws -> (MergedSearch, similar: SimilarSearch?) {
    let search: MergedSearch
    var similar: SimilarSearch?
    switch beginning {
    case .new(let plan, let leftOut):
      search = try self.search(plan, count: count, leavingOut: leftOut)
    case .similar(let reference, let plan):
      let found = try await self.similar(to: reference, plan)
      search = try self.search(found.plan, count: count, leavingOut: found.leftOut)
      similar = found
    case .continued(let cursor): search = try self.search(continuing: cursor, count: count)
    }
    let limited = source.limiting(
      search, patience: settings?.patience, maxRequests: settings?.maxRequests)
    return (limited, similar)
  }

  /// A new search without limits
  func search(
    _ plan: SearchPlan, count: Int, leavingOut leftOut: [PhotoID] = []
  ) throws -> MergedSearch {
    MergedSearch(
      plan.query, from: try selection.checked(for: plan), order: plan.order, limit: count,
      leavingOut: leftOut, over: transport)
  }

  /// A search without limits that continues at a cursor
  func search(continuing cursor: SearchCursor, count: Int) throws -> MergedSearch {
    try selection.checkWords(of: cursor.plan)
    do {
      return try MergedSearch(continuing: cursor, from: providers, limit: count, over: transport)
    } catch {
      throw CommandFailure(code: .data) { reader in
        "\(reader.option(OptionTable.cursor.row.name)): it names a provider that this imgsearch doesn't "
          + "have (\(error.id)); update imgsearch, or start the search again"
      }
    }
  }
}

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
  /// - Throws: ``PhotoFault/wordless(_:)``, and what ``PhotoRequests/photo(_:_:stored:)`` throws.
  func similar(to reference: PhotoReference, _ typed: SearchPlan) async throws -> SimilarSearch {
    var plan = typed
    if let (list, provider) = SimilarPhotos.list(like: reference.identities, from: providers),
      plan.providers.isEmpty || plan.providers == [provider]
    {
      plan.query.similar = list.similar
      plan.providers = [provider]
      return SimilarSearch(plan: plan, leftOut: reference.identities, origin: nil)
    }
    var photo = try await photos.photo(reference, .stored)
    if reference.photo != nil {
      photo = try await SimilarPhotos.withTags(photo) { _ in
        try await self.photos.photo(reference, .current)
      }
    }
    guard let words = SimilarPhotos.words(of: photo) else { throw PhotoFault.wordless(photo.id) }
    plan.query = PhotoQuery(
      words.text, filters: plan.query.filters, strictWords: plan.query.strictWords)
    return SimilarSearch(
      plan: plan, leftOut: photo.identities, origin: words.areTags ? "tags" : "title")
  }
}
