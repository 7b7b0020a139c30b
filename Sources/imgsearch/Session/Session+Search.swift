import CommandSyntax
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform

extension Session {
  /// Most bytes of the words of a search, and of a page's title
  static let maxWordBytes = 2_000

  /// A new search
  ///
  /// - Parameters:
  ///   - plan: with the providers that the user named, see ``ProviderChoice``
  ///   - count: photos to show
  ///   - leftOut: ids of pictures that aren't shown
  ///   - settings: has the limits for slow providers and for pages; nil for no limits
  func search(
    _ plan: SearchPlan, count: Int, leavingOut leftOut: [PhotoID] = [],
    with settings: SearchSettings? = nil
  ) throws -> MergedSearch {
    try checkWords(of: plan)
    let chosen = try chosen(for: plan)
    try checkObjections(of: chosen, to: plan)
    let search = MergedSearch(
      plan.query, from: chosen, order: plan.order, limit: count, leavingOut: leftOut,
      over: transport)
    return source.limiting(
      search, patience: settings?.patience, maxRequests: settings?.maxRequests)
  }

  /// A search that continues at a cursor
  func search(
    continuing cursor: SearchCursor, count: Int, with settings: SearchSettings? = nil
  ) throws -> MergedSearch {
    try checkWords(of: cursor.plan)
    do {
      return source.limiting(
        try MergedSearch(continuing: cursor, from: providers, limit: count, over: transport),
        patience: settings?.patience, maxRequests: settings?.maxRequests)
    } catch {
      throw CommandFailure(code: .data) { reader in
        "\(reader.option(OptionTable.cursor.row.name)): it names a provider that this imgsearch doesn't "
          + "have (\(error.id)); update imgsearch, or start the search again"
      }
    }
  }

  /// Providers for which the recording has these words, but with other options
  func recordedOtherwise(_ plan: SearchPlan) -> [ProviderID] {
    guard plan.choice.includesAll else { return [] }
    return providers.filter { source.hasOtherwise(plan.askedQuery, from: $0) }.map(\.id)
  }

  /// The named providers, with all ready ones for `all`, and without those that are left out
  private func chosen(for plan: SearchPlan) throws -> [any PhotoProvider] {
    let choice = plan.choice
    let found = try choice.named.flatMap { name in
      try name == ProviderChoice.all
        ? source.all(for: plan.askedQuery, of: providers) : [provider(named: name, for: plan)]
    }
    let chosen = found.distinct(by: \.id).filter { !choice.leftOut.contains($0.id) }
    guard !chosen.isEmpty else {
      throw CommandFailure.usage { reader in
        plan.query.subject != nil && choice.leftOut.isEmpty
          ? "no service here can list photos\(plan.query.phrase); in place of an address type the "
            + "author's name"
          : "\(reader.option(OptionTable.provider.row.name)) leaves out all that could be asked"
      }
    }
    return chosen
  }

  private func provider(named id: ProviderID, for plan: SearchPlan) throws -> any PhotoProvider {
    guard let provider = providers.first(where: { $0.id == id }) else {
      throw CommandFailure.usage("there is no provider \(id)")
    }
    guard plan.query.subject != nil || provider.profile.kind == plan.query.kind else {
      let others = SummaryText.names(
        providers.filter { $0.profile.kind == plan.query.kind }.map(\.id))
      let verb = plan.query.kind == .search ? "search words" : "list without words"
      throw CommandFailure.usage {
        "\($0.option(OptionTable.provider.row.name)) \(id) can't \(verb); those that can: \(others)"
      }
    }
    return provider
  }

  /// Each provider's reason if none can answer a search; empty if one can
  func objections(to plan: SearchPlan) throws -> [(id: ProviderID, text: String)] {
    objections(of: try chosen(for: plan), to: plan)
  }

  /// Tells which providers of a search could answer it with other filters
  func able(of plan: SearchPlan) throws -> (PhotoFilters) -> [ProviderID] {
    var bare = plan
    // The subject of a list stays, as it says which providers have such lists.
    bare.query.filters = plan.query.filters.keeping { [.tag, .author].contains($0) }
    let chosen = try chosen(for: bare)
    return { filters in
      var changed = plan
      changed.query.filters = filters
      return chosen.filter { $0.objection(to: changed.askedQuery) == nil }.map(\.id)
    }
  }

  private func objections(
    of chosen: [any PhotoProvider], to plan: SearchPlan
  ) -> [(id: ProviderID, text: String)] {
    let objections = chosen.compactMap { provider in
      provider.objection(to: plan.askedQuery).map { (provider.id, $0) }
    }
    return objections.count == chosen.count ? objections : []
  }

  private func checkObjections(of chosen: [any PhotoProvider], to plan: SearchPlan) throws {
    let objections = objections(of: chosen, to: plan)
    guard !objections.isEmpty else { return }
    let reasons = SummaryText.shared(objections).map { "\($0.names): \($0.text)" }
    let others = providers.filter { other in
      (plan.query.subject == nil || other.profile.kind == .search)
        && !chosen.contains { $0.id == other.id } && other.objection(to: plan.askedQuery) == nil
    }.map { other in
      let lack = other.profile.key.flatMap { source.hasKey($0) ? nil : " (set \($0.variable))" }
      return other.id.rawValue + (lack ?? "")
    }
    throw CommandFailure.usage(
      "no \(plan.providers.isEmpty ? "provider that is ready" : "chosen provider") can do this\n  "
        + reasons.joined(separator: "\n  ")
        + (others.isEmpty ? "" : "\nThese can: \(others.joined(separator: ", "))"))
  }
}

/// How a search that a client of a server asks for begins
enum SearchBeginning {
  case new(SearchPlan)
  /// A search for photos like one
  case similar(PhotoReference, SearchPlan)
  case continued(SearchCursor)

  var cursor: SearchCursor? { if case .continued(let cursor) = self { cursor } else { nil } }
}

extension Session {
  /// - Returns: the search; for photos like one, also how they are found.
  func search(
    _ beginning: SearchBeginning, count: Int, with settings: SearchSettings
  ) async throws -> (MergedSearch, similar: SimilarSearch?) {
    switch beginning {
    case .new(let plan): return (try search(plan, count: count, with: settings), nil)
    case .continued(let cursor):
      return (try search(continuing: cursor, count: count, with: settings), nil)
    case .similar(let reference, let plan):
      let similar = try await similar(to: reference, plan)
      let search = try search(
        similar.plan, count: count, leavingOut: similar.leftOut, with: settings)
      return (search, similar)
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
  /// - Throws: a failure for a photo that has neither tags nor a title, and what
  ///   ``photo(_:_:)`` throws.
  func similar(to reference: PhotoReference, _ typed: SearchPlan) async throws -> SimilarSearch {
    var plan = typed
    if let (list, provider) = SimilarPhotos.list(like: reference.identities, from: providers),
      plan.providers.isEmpty || plan.providers == [provider]
    {
      plan.query.similar = list.similar
      plan.providers = [provider]
      return SimilarSearch(plan: plan, leftOut: reference.identities, origin: nil)
    }
    var photo = try await photo(reference, .stored)
    if reference.photo != nil {
      photo = try await SimilarPhotos.withTags(photo) { _ in
        try await self.photo(reference, .current)
      }
    }
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
}

extension Session {
  /// The recording's searches if none is for these words; nil if one is, for a list, and without a
  /// recording
  func recordedInstead(of words: String?) -> String? {
    guard let words, let recorded = RecordedWords(source, providers: providers) else { return nil }
    return recorded.has(words) ? nil : recorded.list
  }

  /// The services that a search of all providers leaves out because they lack a key
  func servicesWithoutKey(for plan: SearchPlan) -> [String] {
    guard source.isLive, plan.choice.includesAll else { return [] }
    let asked = Set(source.all(for: plan.query, of: providers).map(\.id))
    return providers.filter { $0.isInAll(for: plan.query) && !asked.contains($0.id) }
      .map(\.profile.service)
  }
}
