public import Foundation
import Platform

/// A photo, in the one shape that all providers' replies are turned into
///
/// Text is plain: markup and entities are resolved, white space is folded. A fact that the provider
/// doesn't tell is nil (or an empty list), never `""` or 0.
public struct Photo: Hashable, Sendable, Identifiable {
  /// The photo's identity at the service that sent it
  public var id: PhotoID
  /// The adapter that sent the photo
  public var provider: ProviderID
  /// The site's name in a credit line, e.g. `Flickr`
  public var site: String
  /// Other identities of the same picture: the Flickr or Commons original of an Openverse item, the
  /// file title of a Commons page, the picture of an Unsplash photo. The last id of a service is
  /// the one that every provider of the picture reports
  public var aliases: [PhotoID] = []
  /// The original's identity; equal to `id` unless this is a copy of another service's photo
  public var origin: PhotoID

  /// The title, or a short text in place of one
  public var title: String?
  /// The author's description, if it says more than the title
  public var description: String?
  /// The person or organization that made the photo
  public var author: Author?
  /// The name that the author asks for in the credit line; nil to use ``author``'s name
  ///
  /// JSON has it only as part of the credit line.
  package var attribution: String?
  /// The photo's page at the provider, for people
  public var pageURL: URL {
    get { page.url }
    set { page = WebAddress(newValue) }
  }
  /// ``pageURL`` as text
  package var page: WebAddress
  /// The original's size in pixels
  public var size: PixelSize?
  /// Sizes of the picture, from the smallest to the largest
  public var renditions: [Rendition] = []
  /// The terms of use; nil if the provider doesn't tell them
  public var license: License?

  /// How many people liked the photo at the provider
  public var likes: Int?
  /// When the photo was published at the provider, UTC
  public var published: Date?
  /// When the picture was taken, by the calendar and clock there, as precisely as the provider
  /// tells: `2014`, `2014-05`, `2014-05-03`, `2014-05-03T14:30` or `2014-05-03T14:30:09`
  public var taken: String?
  /// The average color as `#rrggbb`
  public var color: String?
  /// A tiny blurred preview as text; see blurha.sh
  public var blurHash: String?
  /// The photo's tags, in the provider's order
  public var tags: [String] = []
  /// The address that Unsplash asks apps to request when a photo is saved
  public var downloadLocation: URL? {
    get { download?.url }
    set { download = newValue.map(WebAddress.init) }
  }
  /// ``downloadLocation`` as text
  package var download: WebAddress?
  /// Whether the service says that a machine made the photo; nil if it says nothing
  public var isAIGenerated: Bool?
  /// Facts that only a request for the single photo tells; nil in listings
  public var details: PhotoDetails?
  /// When the service sent this, to the second, if its picture addresses expire; else nil
  package var fetched: Date?

  /// A photo with the facts that every photo has; the others are nil or empty
  public init(id: PhotoID, provider: ProviderID, site: String, pageURL: URL) {
    self.init(id: id, provider: provider, site: site, page: WebAddress(pageURL))
  }

  /// A photo whose page is given as text
  package init(id: PhotoID, provider: ProviderID, site: String, page: WebAddress) {
    self.id = id
    self.provider = provider
    self.site = site
    self.origin = id
    self.page = page
  }

  /// All ids of this picture: two photos that share one are the same picture
  package var identities: [PhotoID] { [id] + aliases }

  /// The rendition for a role: the one asked for, else the next larger, else the next smaller
  public func rendition(_ role: Rendition.Role) -> Rendition? {
    renditions.first { $0.role >= role } ?? renditions.last
  }

  /// The smallest picture whose longer side has this many pixels; the largest if none has
  ///
  /// If a picture's size is unknown, it is estimated from the role: 200 pixels for a thumb, 400 for
  /// small, 1,000 for regular, 2,000 for full; the original counts as large enough.
  ///
  /// - Parameter pixels: device pixels of the longer side on the screen
  public func rendition(atLeast pixels: Int) -> Rendition? {
    renditions.first { $0.longerSide >= pixels } ?? renditions.max { $0.longerSide < $1.longerSide }
  }

  /// The rendition for a role among those whose addresses don't expire, to be stored
  package func lastingRendition(_ role: Rendition.Role) -> Rendition? { lasting.rendition(role) }

  /// The photo without renditions whose addresses expire, to be stored or passed on
  package var lasting: Photo {
    guard renditions.contains(where: { !$0.isPermanent }) else { return self }
    var photo = self
    photo.renditions.removeAll { !$0.isPermanent }
    photo.fetched = nil
    return photo
  }

  /// When a picture was taken, in the form of ``taken``, to the precision in which a service tells
  ///
  /// - Parameter text: a year, a month, a day, or a day and a time after a blank or `T`, without a
  ///   zone. Midnight stands for an unknown time.
  /// - Returns: nil for anything else, e.g. `about 1900`, for a day that no calendar has, and for
  ///   years before the first photograph
  static func takenDate(_ text: String?) -> String? {
    guard let text, [4, 7, 10, 16, 19].contains(text.utf8.count) else { return nil }
    let length = text.utf8.count
    let rest = "2000-01-01T00:00:00Z".utf8.dropFirst(length)
    let whole = String(decoding: Array(text.utf8) + rest, as: UTF8.self)
      .replacing(each: " ", by: "T")
    guard let date = Date(iso8601: whole), let time = CalendarDate(date)?.time, time == whole,
      time >= "1826"
    else { return nil }
    return String(time.prefix(time.ends(with: "T00:00:00Z") ? min(length, 10) : length))
  }
}

extension Photo: Codable {
  /// Reads a photo that ``encode(to:)`` wrote, or one of a listing printed as JSON
  ///
  /// A member of the wrong kind is left out: text instead of a count, or an address that isn't http
  /// or https.
  ///
  /// - Throws: `DecodingError` if the id or the page is missing.
  public init(from decoder: any Decoder) throws {
    do {
      self = try PhotoJSON.photo(JSONValue(from: decoder))
    } catch let problem as PhotoJSON.Problem { throw decoder.corrupted(problem.description) }
  }

  /// Writes the members of a photo in a JSON listing, then those of ``details`` if there are any,
  /// `site`, `aliases`, and `fetched` if known: reading them gives the same photo
  public func encode(to encoder: any Encoder) throws {
    try JSONValue(parsing: Data(PhotoJSON.complete(self).utf8)).encode(to: encoder)
  }
}

/// The author of a photo
public struct Author: Hashable, Sendable {
  /// The name, as a credit line writes it
  public var name: String?
  /// The author's profile page
  public var url: URL? {
    get { address?.url }
    set { address = newValue.map(WebAddress.init) }
  }
  /// ``url`` as text
  package var address: WebAddress?

  /// An author; nil if both name and address are nil
  public init?(name: String?, url: URL?) {
    self.init(name: name, address: url.map(WebAddress.init))
  }

  /// An author, the profile given as text; nil if both are nil
  package init?(name: String?, address: WebAddress?) {
    if name == nil, address == nil { return nil }
    self.name = name
    self.address = address
  }
}
