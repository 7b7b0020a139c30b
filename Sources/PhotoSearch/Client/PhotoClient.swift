public import Foundation
import Platform

/// One search across photo services, for an app
///
/// ```swift
/// let photos = PhotoClient(application: "MyApp")
/// for try await photo in photos.search("kittens").prefix(60) { print(photo.credit.text) }
/// ```
///
/// It holds the services with their keys, and the transport for requests: a cache, retries and each
/// service's own rules. It is a value; copies share the cache and the connections.
public struct PhotoClient: Sendable {
  /// The providers in the order of their turns, each once
  let providers: [any PhotoProvider]

  /// The providers in the order of their turns: their names, their terms, and what they ask of apps
  /// that show their photos
  public var profiles: [ProviderProfile] { providers.map(\.profile) }

  private let transport: any HTTPTransport
  private let source: AnswerSource

  /// - Parameters:
  ///   - application: the app's name, if possible with its version and an address for the people
  ///     who run a service: `MyApp/1.0 (me@example.org)`. It is in the User-Agent of every request,
  ///     and its first word in the links to Unsplash, whose guidelines ask for both.
  ///   - services: the services to ask, in the order of their turns. nil for those that need no key
  ///     or whose key is in the environment (`UNSPLASH_ACCESS_KEY`, `FLICKR_API_KEY`, …); in a
  ///     replay, for those that are recorded
  ///   - transport: sends the requests; nil for a ``NetworkTransport``. In tests, a
  ///     ``ReplayTransport``.
  public init(
    application: String, providers services: [PhotoService]? = nil,
    transport: (any HTTPTransport)? = nil
  ) {
    let replay = transport as? ReplayTransport
    let asked = services ?? (replay == nil ? PhotoService.ready : PhotoService.all)
    var providers = asked.flatMap { $0.providers(for: application) }.distinct(by: \.id)
    if let replay, services == nil { providers.removeAll { !replay.hasEntries(of: $0.api) } }
    self.providers = providers
    source =
      replay.map(AnswerSource.recording)
      ?? .services(keys: Set(providers.compactMap(\.profile.key?.variable)))
    self.transport = transport ?? NetworkTransport(for: providers, application: application)
  }

  /// Searches all services, or some of them, and merges their photos: each picture comes once
  ///
  /// No request is sent before the first photo is asked for.
  ///
  /// - Parameters:
  ///   - words: a few words or a sentence. Each service gets them in the form that suits it, and a
  ///     photo must match all of them. A service that has no such photo is asked once more, for
  ///     some of the words, if there are three content words or more (see
  ///     ``ProviderReport/asked``); then a photo must have two of them. A word after a hyphen is
  ///     one that no photo may have (``PhotoFilters/without``). Without words the result is what
  ///     the services show today, as in ``list(author:tag:filters:from:limit:)``.
  ///   - filters: narrow the search; a service that lacks a filter is skipped, see
  ///     ``ProviderReport/Status/skipped(_:)``
  ///   - order: how the services' photos become one list
  ///   - providers: which of the client's providers to ask; nil for all of them
  ///   - strictWords: whether every service gets the words exactly as they are, and only once
  ///   - limit: most photos in all; nil for no limit. With a limit, pages that are certain to be
  ///     needed are requested side by side; without it a loop is at most one page ahead, and
  ///     ``SearchSession/next(_:)`` requests what its count needs.
  public func search(
    _ words: String, filters: PhotoFilters = PhotoFilters(), order: MergeOrder = .interleaved,
    from providers: [ProviderID]? = nil, strictWords: Bool = false, limit: Int? = nil
  ) -> SearchSession {
    let query = PhotoQuery(words, filters: filters, strictWords: strictWords)
    return session(merged(query, order: order, from: providers), limit)
  }

  /// Lists photos without words: those of one author or with one tag, else what the services show
  /// today: editors' choices of Unsplash and Pexels, featured pictures of Wikimedia Commons
  ///
  /// A service without lists by author or by tag isn't asked for one, and one that is named even so
  /// is skipped, see ``ProviderReport/Status/skipped(_:)``. One that doesn't know the author says
  /// so in its ``ProviderReport/notices``.
  ///
  /// - Parameters:
  ///   - author: a name as ``PhotoFilters/author`` takes it, or the address of the author's page at
  ///     one service, which is then asked alone
  ///   - tag: one tag, which may have blanks. With an author too, those of the photos with this tag
  ///     that are theirs
  ///   - filters: narrow the list
  ///   - providers: which of the client's providers to ask; nil for all that have such a list
  ///   - limit: most photos in all; nil for no limit
  public func list(
    author: String? = nil, tag: String? = nil, filters: PhotoFilters = PhotoFilters(),
    from providers: [ProviderID]? = nil, limit: Int? = nil
  ) -> SearchSession {
    var filters = filters
    // A text that can't be a name or a tag is asked for as it is, and finds nothing.
    filters.author =
      author.flatMap { FilterValue.author($0) ?? PlainText.folded($0) } ?? filters.author
    filters.tag = tag.flatMap { FilterValue.tag($0) ?? PlainText.folded($0) } ?? filters.tag
    return session(merged(PhotoQuery(nil, filters: filters), from: providers), limit)
  }

  /// Finds photos like another, without that photo itself
  ///
  /// Openverse, Wikimedia Commons and iNaturalist list such photos themselves, and are asked alone
  /// for one of theirs. For others this is a search of all services for the photo's first three
  /// tags, else for the words of its title. A photo without tags is asked for once, as its service
  /// may tell more of a single photo.
  ///
  /// - Parameters:
  ///   - photo: a photo of any service
  ///   - filters: narrow the list
  ///   - limit: most photos in all; nil for no limit
  /// - Throws: ``PhotoClientError/nothingLike(_:)`` if the photo has neither tags nor a title, and
  ///   `CancellationError` once cancelled.
  @concurrent public func similar(
    to photo: Photo, filters: PhotoFilters = PhotoFilters(), limit: Int? = nil
  ) async throws -> SearchSession {
    let identities = photo.identities
    if let (list, id) = SimilarPhotos.list(like: identities, from: providers) {
      var query = list
      query.filters = filters
      return session(merged(query, from: [id], leavingOut: identities), limit)
    }
    let tagged = try await SimilarPhotos.withTags(photo) { try await self.photo($0) }
    guard let words = SimilarPhotos.words(of: tagged) ?? SimilarPhotos.words(of: photo) else {
      throw PhotoClientError.nothingLike(photo.id)
    }
    let query = PhotoQuery(words.text, filters: filters)
    return session(merged(query, leavingOut: identities), limit)
  }

  /// Continues a search from a cursor, also one of an earlier run of the app
  ///
  /// - Parameters:
  ///   - cursor: of a ``SearchSession``; it contains the words, the filters and the order
  ///   - limit: most photos in all from here; nil for no limit
  /// - Throws: ``PhotoClientError/unknownProvider(_:)`` if the search used a service that this
  ///   client lacks.
  public func search(
    continuing cursor: SearchCursor, limit: Int? = nil
  ) throws(PhotoClientError) -> SearchSession {
    do {
      return session(try MergedSearch(continuing: cursor, from: providers, over: transport), limit)
    } catch { throw .unknownProvider(error.id) }
  }

  private func merged(
    _ query: PhotoQuery, order: MergeOrder = .interleaved, from ids: [ProviderID]? = nil,
    leavingOut leftOut: [PhotoID] = []
  ) -> MergedSearch {
    let kind = query.subject == nil ? query.kind : .search
    // A service's name stands for all its providers, whether they search or list.
    let named = ids.map { ids in
      providers.filter { candidate in
        ids.contains { $0 == candidate.id || $0.rawValue == candidate.profile.service }
          && candidate.profile.kind == kind
      }
    }
    let asked = named ?? source.all(for: query, of: providers)
    return MergedSearch(query, from: asked, order: order, leavingOut: leftOut, over: transport)
  }

  /// A session with limits for slow providers and for pages
  private func session(_ search: MergedSearch, _ limit: Int?) -> SearchSession {
    SearchSession(
      source.limiting(
        search, patience: .seconds(1), maxRequests: SearchSession.maxRequests), limit: limit)
  }

  /// Everything its service tells of one photo, including place, camera and counts
  ///
  /// - Throws: ``ProviderError``, ``PhotoClientError/unknownService(_:)``, and `CancellationError`
  ///   once cancelled.
  @concurrent public func photo(_ id: PhotoID) async throws -> Photo {
    let provider = providers.first { $0.profile.service == id.service }
    guard let provider else { throw PhotoClientError.unknownService(id) }
    do { return try await provider.photo(id.native, over: transport) } catch {
      try Task.checkCancellation()
      throw error
    }
  }

  /// The photo with an id such as `flickr:43213681030`, or with the address of its page
  ///
  /// - Throws: ``PhotoClientError/noPhotoID(_:)`` for any other text, and what
  ///   ``photo(_:)-(PhotoID)`` throws.
  @concurrent public func photo(_ idOrAddress: String) async throws -> Photo {
    let text = idOrAddress.trimmed
    let named = URL(string: text).flatMap { url in
      providers.lazy.compactMap { provider in
        provider.native(at: url).map(provider.profile.photoID)
      }.first
    }
    guard let id = named ?? (text.contains(bytes: "://") ? nil : PhotoID(text)) else {
      throw PhotoClientError.noPhotoID(idOrAddress)
    }
    return try await photo(id)
  }

  /// Tells a photo's service that its picture was saved, if its terms ask so, as Unsplash's do
  ///
  /// - Throws: ``ProviderError``, and `CancellationError` once cancelled; the picture may be used
  ///   despite an error.
  @concurrent public func trackDownload(of photo: Photo) async throws {
    for provider in providers where provider.profile.service == photo.id.service {
      guard let request = provider.request(onSaving: photo) else { continue }
      let answer = await provider.answer(to: request, over: transport)
      try Task.checkCancellation()
      _ = try answer.get()
      return
    }
  }
}

/// Why a client has nothing to show; a failure of one provider is a ``ProviderError``
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum PhotoClientError: Error, Hashable, Sendable {
  /// None of the providers answered; each has its reason
  case noAnswer([ProviderError])
  /// No provider can do what was asked; each has its reason, in the order of their turns
  case noneCan([ProviderReport])
  /// A cursor's search used a provider that the client lacks
  case unknownProvider(ProviderID)
  /// The client lacks the service of this photo
  case unknownService(PhotoID)
  /// The text is neither an id nor the address of a photo's page
  case noPhotoID(String)
  /// The photo has neither tags nor a title to search by
  case nothingLike(PhotoID)
}

extension PhotoClientError: LocalizedError, CustomStringConvertible {
  /// The message for people: what happened, why, and what to do next, on one line
  public var description: String {
    switch self {
    case .noAnswer(let errors) where errors.isEmpty: "No photo service is asked here."
    case .noAnswer(let errors):
      "No photo service answered. " + Self.shared(errors.map { ($0.provider, "\($0.reason)") })
    case .noneCan(let reports):
      "No photo service can do this. "
        + Self.shared(reports.compactMap { report in report.objection.map { (report.id, $0) } })
    case .unknownProvider(let id):
      "This search can't be continued: it asked \(id), which isn't asked here. Search again."
    case .unknownService(let id): "The photo \(id) is of a service that isn't asked here."
    case .nothingLike(let id):
      "Nothing is known of \(id) to search by: it has neither tags nor a title."
    case .noPhotoID(let text):
      "“\(text.prefix(100))” names no photo: an id such as flickr:43213681030, or the address of its page, does."
    }
  }

  /// ``description``, for `LocalizedError`
  public var errorDescription: String? { description }

  /// Each reason once, after the names of all providers that gave it
  private static func shared(_ reasons: [(id: ProviderID, text: String)]) -> String {
    reasons.map(\.text).distinct(by: \.self).map { text in
      let names = reasons.filter { $0.text == text }.map { ProviderCatalog.name(of: $0.id) }
      return names.joined(separator: ", ") + ": " + text
    }.joined(separator: ". ")
  }
}
