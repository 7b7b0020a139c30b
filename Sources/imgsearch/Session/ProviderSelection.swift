import CommandSyntax
import PhotoDisplay
import PhotoSearch
import Platform

/// The providers that answer searches: finds those that a plan asks, and checks that they can
struct ProviderSelection: Sendable {
  /// All known providers, in the order of the catalog
  let providers: [any PhotoProvider]
  let source: AnswerSource
  /// Knows the keys in use
  let redaction: Redaction

  /// The providers that a plan asks: those that it names, all ready ones for `all`, and without
  /// those that are left out
  ///
  /// - Throws: a usage failure if there are none, if none can do what is asked, and what
  ///   ``checkWords(of:)`` throws.
  func checked(for plan: SearchPlan) throws -> [any PhotoProvider] {
    try checkWords(of: plan)
    let chosen = try chosen(for: plan)
    let objections = objections(of: chosen, to: plan)
    guard !objections.isEmpty else { return chosen }
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

  /// - Throws: a usage failure for words or filters that contain a key, because these are sent to
  ///   every service and stored in the history and the cursor.
  func checkWords(of plan: SearchPlan) throws {
    guard redaction.hasSecrets else { return }
    let query = plan.query
    // A key may begin with a hyphen, and only `wordsOfVersion2` has those of words to leave out.
    let texts = [query.wordsOfVersion2] + FilterRow.all.map { $0.text(in: query.filters) }
    guard texts.contains(where: { $0.map(redaction.finds) ?? false }) else { return }
    throw CommandFailure.usage(
      "the search words contain one of your keys, which may go only to its own service")
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

  /// Providers for which the recording has these words, but with other options
  func recordedOtherwise(_ plan: SearchPlan) -> [ProviderID] {
    guard plan.choice.includesAll else { return [] }
    return providers.filter { source.hasOtherwise(plan.askedQuery, from: $0) }.map(\.id)
  }

  /// The services that a search of all providers leaves out because they lack a key
  func servicesWithoutKey(for plan: SearchPlan) -> [String] {
    guard source.isLive, plan.choice.includesAll else { return [] }
    let asked = Set(source.all(for: plan.query, of: providers).map(\.id))
    return providers.filter { $0.isInAll(for: plan.query) && !asked.contains($0.id) }
      .map(\.profile.service)
  }

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

  private func objections(
    of chosen: [any PhotoProvider], to plan: SearchPlan
  ) -> [(id: ProviderID, text: String)] {
    let objections = chosen.compactMap { provider in
      provider.objection(to: plan.askedQuery).map { (provider.id, $0) }
    }
    return objections.count == chosen.count ? objections : []
  }
}
