/// The answerer of a run's requests: the services, or a recording in their place
///
/// A recording answers at once and without keys, but only has what was requested when it was made.
/// Ask this value for what follows from that.
package enum AnswerSource: Sendable {
  /// The services, with the variables of the keys that are set
  case services(keys: Set<String>)
  case recording(ReplayTransport)

  /// Whether services are asked, which takes time, counts toward quotas, and tells how things are
  /// now
  package var isLive: Bool { if case .services = self { true } else { false } }

  /// Whether a key is set; none is for a recording
  package func hasKey(_ key: KeyRequirement) -> Bool {
    if case .services(let keys) = self { keys.contains(key.variable) } else { false }
  }

  /// The providers that `all` stands for in a query: those that don't have to be named, see
  /// ``PhotoProvider/isInAll(for:)``, if their key is set, or their first page recorded. If there
  /// are none, also the others, so that their errors say what is missing
  ///
  /// A provider that can't answer the query has sent no request for it. It is taken to be part of
  /// a recording if it needs no key, or if there are other requests to it.
  package func all(
    for query: PhotoQuery, of providers: [any PhotoProvider]
  ) -> [any PhotoProvider] {
    let candidates = providers.filter { $0.isInAll(for: query) }
    guard case .recording(let recording) = self else {
      let ready = candidates.filter { $0.profile.key.map(hasKey) ?? true }
      return ready.isEmpty ? candidates : ready
    }
    let recorded = candidates.filter { provider in
      provider.objection(to: query) == nil
        ? recording.hasFirstPage(of: query, from: provider)
        : provider.profile.key == nil || recording.hasEntries(of: provider.api)
    }
    return recorded.contains { $0.objection(to: query) == nil } ? recorded : candidates
  }

  /// Whether a recording has the words of a query from a provider, but only with other filters
  package func hasOtherwise(_ query: PhotoQuery, from provider: any PhotoProvider) -> Bool {
    guard case .recording(let recording) = self else { return false }
    let bare = query.words.map { PhotoQuery($0) } ?? query.bare
    return provider.answers(bare) && provider.objection(to: query) == nil
      && !recording.hasFirstPage(of: query, from: provider)
      && recording.hasFirstPage(of: bare, from: provider)
  }

  /// The search with limits for slow providers and for requests, which a recording doesn't need
  package func limiting(
    _ search: MergedSearch, patience: Duration?, maxRequests: Int?
  ) -> MergedSearch {
    guard isLive else { return search }
    var search = search
    (search.patience, search.maxRequests) = (patience, maxRequests)
    return search
  }

  /// The photo with the pictures that can be fetched; a recording may only have some of them
  package func fetchable(_ photo: Photo) -> Photo {
    guard case .recording(let recording) = self else { return photo }
    var photo = photo
    photo.renditions.removeAll { !recording.hasEntry(for: WebRequest(url: $0.url)) }
    return photo
  }

  /// The photo without addresses that have expired; a recording has its pictures at the addresses
  /// of its day
  package func working(_ photo: Photo) -> Photo { isLive ? photo.withoutExpiredAddresses : photo }

  /// Addresses of the services' APIs, by name, where pictures may be in addition to the internet. A
  /// service that the user runs is missing until its address is set; nil for a recording, which
  /// sends no requests
  package func apiOrigins(of providers: [any PhotoProvider]) -> [String: Set<Origin>]? {
    guard isLive else { return nil }
    let placed = providers.filter { $0.profile.key.map { !$0.isAddress || hasKey($0) } ?? true }
    return Dictionary(
      placed.map { ($0.profile.service, [Origin($0.api.base)]) },
      uniquingKeysWith: { $0.union($1) })
  }
}
