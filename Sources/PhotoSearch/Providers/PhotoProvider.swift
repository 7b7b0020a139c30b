public import Foundation

/// A photo service: how to ask it, and how to read what it answers
///
/// Everything here is a pure function. Sending is not the provider's business, so that a provider
/// is one small file that can be tested without a network.
public protocol PhotoProvider: Sendable {
  /// Name, kind, key and terms
  var profile: ProviderProfile { get }
  /// Where the API is, and which parts of a request matter
  var api: APIDescription { get }

  /// Why this provider leaves a query to the others, e.g. `cannot filter by color`; nil when it
  /// can answer it as asked
  func objection(to query: PhotoQuery) -> String?

  /// The request for one page
  ///
  /// - Parameters:
  ///   - query: one that ``PhotoProvider/objection(to:)`` has nothing against
  ///   - cursor: from the page before; nil for the first
  /// - Throws: `keyMissing`, and `unknownPage` for a cursor that is not this provider's.
  func request(
    for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> WebRequest

  /// The photos in a reply whose verdict is `page`
  ///
  /// A bad row costs that row, never the page.
  ///
  /// - Throws: `unreadable` when the reply as a whole is not what the API promises, `changed` when
  ///   it has many rows and none can be read: both cost this provider's photos, not the others'.
  func page(
    from response: WebReply, for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> PhotoPage

  /// The requests that together tell all of one photo
  ///
  /// The first must succeed; the rest only add.
  ///
  /// - Parameter native: the native part of a photo id of this provider's service
  func requests(forPhoto native: String) throws(ProviderError) -> [WebRequest]

  /// The photo of that id in the answers to ``requests(forPhoto:)``, in their order
  ///
  /// - Throws: what the first answer failed with, `unreadable`, `noSuchPhoto`, `video`.
  func photo(
    _ native: String, from answers: [Result<WebReply, ProviderError>]
  ) throws(ProviderError) -> Photo

  /// The native part of the id of the photo that the address of a page of this service shows, or
  /// that its picture tells; nil for other addresses
  func native(at url: URL) -> String?

  /// What a reply is
  func verdict(on response: WebReply) -> ReplyVerdict

  /// What the service asks to be called when one of its photos has been saved
  ///
  /// nil, as by default, when it asks for nothing; when what the photo names is not a place of this
  /// service, as the key goes along; and without a key.
  func request(onSaving photo: Photo) -> WebRequest?

  /// What a reply says is left of the quota; nil, as by default, when it says nothing
  func quota(in response: WebReply) -> Quota?
}

extension PhotoProvider {
  /// The one of its profile
  public var id: ProviderID { profile.id }

  public func request(onSaving photo: Photo) -> WebRequest? { nil }

  public func quota(in response: WebReply) -> Quota? { nil }
}
