public import Foundation

/// A photo in the one shape that every provider's reply is brought into
///
/// Text is plain: markup and entities are resolved, white space is folded. What a provider does
/// not say is nil (or an empty list), never `""` and never 0.
public struct Photo: Hashable, Sendable, Identifiable {
  /// The photo at the service that sent it
  public var id: PhotoID
  /// The adapter that sent it
  public var provider: ProviderID
  /// The site as a credit line names it, e.g. `Flickr`
  public var site: String
  /// What else the same picture is known as: the Flickr or Commons original of an Openverse item,
  /// the file title of a Commons page, the picture of an Unsplash photo; of several names at one
  /// service the last is the one that everybody knows who sends the picture
  public var aliases: [PhotoID]
  /// The original's identity; `id` unless this is a copy of another service's photo
  public var origin: PhotoID

  /// What it is called, or a short text that stands for it
  public var title: String?
  /// What its author says of it, when that is more than the title
  public var description: String?
  /// Who made it
  public var author: Author?
  /// How whoever made it asks to be named in the credit line; nil for by ``author``'s name
  ///
  /// In JSON the credit line alone has it.
  package var attribution: String?
  /// The photo's page at the provider, for people
  public var pageURL: URL {
    get { page.url }
    set { page = WebAddress(newValue) }
  }
  /// The same as text
  package var page: WebAddress
  /// Of the original, in pixels
  public var size: PixelSize?
  /// From the smallest to the largest
  public var renditions: [Rendition]
  /// The terms under which it may be used; nil when the provider does not say
  public var license: License?

  /// How many people marked it as liked at the provider
  public var likes: Int?
  /// When it was published at the provider, UTC
  public var published: Date?
  /// The average color as `#rrggbb`
  public var color: String?
  /// See blurha.sh
  public var blurHash: String?
  /// In the provider's order
  public var tags: [String]
  /// What Unsplash asks to be called when one of its photos is saved
  public var downloadLocation: URL? {
    get { download?.url }
    set { download = newValue.map(WebAddress.init) }
  }
  /// The same as text
  package var download: WebAddress?
  /// Whether the service says that a machine made it; nil when it doesn't say
  public var isAIGenerated: Bool?
  /// What only a look at the single photo tells; nil in listings
  public var details: PhotoDetails?
  /// When the service told this, to the second, where addresses of its pictures die; else nil
  package var fetched: Date?

  /// A photo of which nothing more is known
  public init(id: PhotoID, provider: ProviderID, site: String, pageURL: URL) {
    self.init(id: id, provider: provider, site: site, page: WebAddress(pageURL))
  }

  /// The same
  package init(id: PhotoID, provider: ProviderID, site: String, page: WebAddress) {
    self.id = id
    self.provider = provider
    self.site = site
    self.aliases = []
    self.origin = id
    self.page = page
    self.renditions = []
    self.tags = []
  }

  /// Every name of this picture: two photos with one in common are the same picture
  package var identities: [PhotoID] { [id] + aliases }

  /// The rendition for a role: the one asked for, else the next larger, else the next smaller
  public func rendition(_ role: Rendition.Role) -> Rendition? {
    renditions.first { $0.role >= role } ?? renditions.last
  }

  /// The smallest picture whose longer side has that many pixels; the largest where none has
  ///
  /// Of one whose size isn't told, the role says about how large it is: 200 pixels for a thumb, 400 for
  /// small, 1,000 for regular, 2,000 for full, and the original has all.
  ///
  /// - Parameter pixels: of the screen, where it is to be shown
  public func rendition(atLeast pixels: Int) -> Rendition? {
    renditions.first { $0.longerSide >= pixels }
      ?? renditions.max { $0.longerSide < $1.longerSide }
  }

  /// The same among those whose addresses last: what may be written down
  package func lastingRendition(_ role: Rendition.Role) -> Rendition? { lasting.rendition(role) }

  /// The photo without the renditions whose addresses die, for what is to be kept or passed on
  package var lasting: Photo {
    guard renditions.contains(where: { !$0.isPermanent }) else { return self }
    var photo = self
    photo.renditions.removeAll { !$0.isPermanent }
    photo.fetched = nil
    return photo
  }
}

extension Photo: Codable {
  /// Reads a photo that ``encode(to:)`` wrote, or one of a listing printed as JSON
  ///
  /// A member of the wrong kind is left out: text where a count belongs, or an address that isn't
  /// one of the web.
  ///
  /// - Throws: `DecodingError` when the id or the page is missing.
  public init(from decoder: any Decoder) throws {
    do {
      self = try PhotoJSON.photo(CodableJSON(from: decoder).value)
    } catch let problem as PhotoJSON.Problem {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: problem.description))
    }
  }

  /// Writes the members that a listing has as JSON, then those of ``details``, if there are any,
  /// `site`, `aliases`, and `fetched` if that is known: reading them gives the same photo
  public func encode(to encoder: any Encoder) throws {
    let json = try JSONDocument(Data(PhotoJSON.complete(self).utf8)).root
    try CodableJSON(value: json).encode(to: encoder)
  }
}

/// Who made a photo
public struct Author: Hashable, Sendable {
  /// As it is to be written in a credit line
  public var name: String?
  /// The profile page
  public var url: URL? {
    get { address?.url }
    set { address = newValue.map(WebAddress.init) }
  }
  /// The same as text
  package var address: WebAddress?

  /// nil when nothing is known
  public init?(name: String?, url: URL?) {
    self.init(name: name, address: url.map(WebAddress.init))
  }

  /// The same
  package init?(name: String?, address: WebAddress?) {
    if name == nil, address == nil { return nil }
    self.name = name
    self.address = address
  }
}

/// Width and height in pixels, both above 0
public struct PixelSize: Hashable, Sendable {
  /// Of the picture as it is to be seen
  public let width: Int
  /// Of the picture as it is to be seen
  public let height: Int

  /// No picture has more on a side: what says so is not to be multiplied
  private static let largest = 10_000_000

  /// nil unless both are known, above 0, and such as a picture can have
  public init?(width: Int?, height: Int?) {
    guard let width, let height, (1...Self.largest).contains(width),
      (1...Self.largest).contains(height)
    else { return nil }
    self.width = width
    self.height = height
  }
}

/// One size of a photo's picture
public struct Rendition: Hashable, Sendable {
  /// What a rendition is good for, from the smallest to the largest
  public enum Role: String, CaseIterable, Comparable, Sendable {
    /// For a row of a list, about 200 pixels
    case thumb
    /// For a cell of a grid, about 400 pixels
    case small
    /// For a page, about 1,000 to 2,000 pixels
    case regular
    /// For a whole screen
    case full
    /// The picture as it was uploaded, or the largest there is
    case original

    /// By size, from `thumb` to `original`
    public static func < (left: Role, right: Role) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .thumb: 0
      case .small: 1
      case .regular: 2
      case .full: 3
      case .original: 4
      }
    }
  }

  /// What it is good for
  public var role: Role
  /// Of the picture itself, as the provider sent it
  public var url: URL {
    get { address.url }
    set { address = WebAddress(newValue) }
  }
  /// The same as text
  package var address: WebAddress
  /// nil when the provider does not say
  public var size: PixelSize?
  /// Whether it can always be found there; another address is good for as long as its service says,
  /// see ``DisplayTerms/addressLifetime``
  public package(set) var isPermanent: Bool

  /// In pixels; an estimate where the size isn't told
  fileprivate var longerSide: Int {
    if let size { return max(size.width, size.height) }
    return switch role {
    case .thumb: 200
    case .small: 400
    case .regular: 1_000
    case .full: 2_000
    case .original: .max
    }
  }

  /// One size of a picture
  ///
  /// - Parameters:
  ///   - role: what it is good for
  ///   - url: of the picture itself
  ///   - size: nil when the provider doesn't say
  ///   - isPermanent: whether it can always be found there
  public init(role: Role, url: URL, size: PixelSize? = nil, isPermanent: Bool = true) {
    self.init(role: role, address: WebAddress(url), size: size, isPermanent: isPermanent)
  }

  /// The same
  package init(role: Role, address: WebAddress, size: PixelSize?, isPermanent: Bool = true) {
    self.role = role
    self.address = address
    self.size = size
    self.isPermanent = isPermanent
  }

  /// The same for an address that may be missing; nil when it is
  package init?(
    _ role: Role, _ address: WebAddress?, _ size: PixelSize? = nil, isPermanent: Bool = true
  ) {
    guard let address else { return nil }
    self.init(role: role, address: address, size: size, isPermanent: isPermanent)
  }
}
