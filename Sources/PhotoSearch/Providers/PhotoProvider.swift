public import Foundation

/// A photo service: makes requests for it and reads its replies
///
/// Everything here is a pure function. A provider doesn't send anything, so it is one small file
/// that can be tested without a network.
public protocol PhotoProvider: Sendable {
  /// Name, kind, key and terms
  var profile: ProviderProfile { get }
  /// The API's address, and which parts of a request matter
  var api: APIDescription { get }

  /// The form in which the service gets the words of a search; by default as they were typed
  ///
  /// A request sends ``WordForm/text(for:)`` of its query, which has some of the words in a second
  /// try.
  var wordForm: WordForm { get }

  /// Why this provider can't answer a query, e.g. `cannot filter by color`; nil if it can
  func objection(to query: PhotoQuery) -> String?

  /// The request for one page
  ///
  /// - Parameters:
  ///   - query: a query to which ``PhotoProvider/objection(to:)`` doesn't object
  ///   - cursor: from the page before; nil for the first
  /// - Throws: `keyMissing`, and `unknownPage` for a cursor of another provider.
  func request(for query: PhotoQuery, at cursor: PageCursor?) throws(ProviderError) -> WebRequest

  /// The photos in a reply whose verdict is `page`
  ///
  /// A bad row is left out without failing the page.
  ///
  /// - Throws: `unreadable` if the reply as a whole isn't what the API promises, `changed` if it
  ///   has many rows and none can be read. Both errors only stop this provider.
  func page(
    from response: WebReply, for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> PhotoPage

  /// The requests for everything about one photo
  ///
  /// The first must succeed; the others only add facts.
  ///
  /// - Parameter native: the native part of a photo id of this provider's service
  func requests(forPhoto native: String) throws(ProviderError) -> [WebRequest]

  /// The photo in the answers to ``requests(forPhoto:)``, which come in the same order
  ///
  /// - Throws: the error of the first answer, `unreadable`, `noSuchPhoto`, `video`.
  func photo(
    _ native: String, from answers: [Result<WebReply, ProviderError>]
  ) throws(ProviderError) -> Photo

  /// The native part of a photo's id, from the address of its page or its picture at this service;
  /// nil for other addresses
  func native(at url: URL) -> String?

  /// The meaning of a reply
  func verdict(on response: WebReply) -> ReplyVerdict

  /// The request that the service wants when one of its photos has been saved
  ///
  /// nil, the default, if it wants none. Also nil without a key, and if the photo's address isn't
  /// one of this service, because the key is sent along.
  func request(onSaving photo: Photo) -> WebRequest?

  /// The remaining quota that a reply tells; nil, the default, if it tells none
  func quota(in response: WebReply) -> Quota?
}

extension PhotoProvider {
  /// The id in the provider's profile
  public var id: ProviderID { profile.id }

  public var wordForm: WordForm { WordForm() }

  public func request(onSaving photo: Photo) -> WebRequest? { nil }

  public func quota(in response: WebReply) -> Quota? { nil }
}

extension PhotoProvider {
  /// Whether the provider answers a query, apart from its filters
  package func answers(_ query: PhotoQuery) -> Bool { objection(to: query.bare) == nil }

  /// Whether the provider is one of `all` for a query: a list by author or tag asks every service
  /// that has such a list besides its search
  package func isInAll(for query: PhotoQuery) -> Bool {
    guard query.subject == nil else { return profile.kind == .search && answers(query) }
    return profile.kind == query.kind && profile.isInAll
  }
}
