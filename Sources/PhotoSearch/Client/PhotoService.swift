public import Foundation

/// A photo service that a client asks, with its key
///
/// ```swift
/// let photos = PhotoClient(
///   application: "MyApp", providers: [.openverse, .unsplash(key: key), .wikimedia])
/// print(photos.search("kittens").reports.map(\.id))
/// ```
public struct PhotoService: Sendable {
  private let make: @Sendable (_ application: String) -> [any PhotoProvider]

  /// A service of one's own: its search, and its list where it has one
  public init(_ providers: any PhotoProvider...) {
    make = { _ in providers }
  }

  /// Adapters of this library, each with the same access
  private init(
    _ adapters: any JSONPhotoProvider.Type..., key: String? = nil, base: URL? = nil,
    sources: [String] = []
  ) {
    make = { application in
      let access = APIAccess(key: key, base: base, sources: sources, application: application)
      return adapters.map { $0.init(access: access) }
    }
  }

  /// What is asked of it, in the name of an application
  func providers(for application: String) -> [any PhotoProvider] { make(application) }

  /// Unsplash, and what it features today; a key is made at unsplash.com/oauth/applications
  public static func unsplash(key: String) -> PhotoService {
    PhotoService(UnsplashSearch.self, UnsplashList.self, key: key)
  }

  /// Flickr; a key is made at flickr.com/services/apps/create
  public static func flickr(key: String) -> PhotoService { PhotoService(Flickr.self, key: key) }

  /// Pexels, and what its editors chose; a key is made at pexels.com/api
  public static func pexels(key: String) -> PhotoService {
    PhotoService(PexelsSearch.self, PexelsCurated.self, key: key)
  }

  /// Pixabay; a key is made at pixabay.com/api/docs
  public static func pixabay(key: String) -> PhotoService {
    PhotoService(PixabaySearch.self, key: key)
  }

  /// Openverse, which needs no key
  public static let openverse = PhotoService(Openverse.self)

  /// Wikimedia Commons, and its featured pictures; it needs no key
  public static let wikimedia = PhotoService(WikimediaCommons.self, WikimediaFeatured.self)

  /// NASA's image library, which needs no key; asked when a search names it
  public static let nasa = PhotoService(NASA.self)

  /// The observations of iNaturalist, which needs no key; asked when a search names it
  public static let iNaturalist = PhotoService(INaturalist.self)

  /// An instance of SearXNG, which may be one's own: the whole web; asked when a search names it
  ///
  /// - Parameters:
  ///   - base: its address
  ///   - engines: of pictures that it is to ask; empty for those that find photos
  public static func searxng(at base: URL, engines: [String] = []) -> PhotoService {
    PhotoService(SearXNG.self, base: base, sources: engines)
  }

  /// All whose key, if they need one, is in the environment
  static var ready: [PhotoService] {
    let environment = ProcessInfo.processInfo.environment
    return ProviderCatalog.adapters.compactMap { adapter in
      guard let key = adapter.profile.key else { return PhotoService(adapter) }
      guard let value = environment[key.variable], !value.isEmpty else { return nil }
      return key.isAddress
        ? URL(string: value).map { PhotoService(adapter, base: $0) }
        : PhotoService(adapter, key: value)
    }
  }

  /// All of this library, for a replay: no request leaves, so any text is a key
  static var all: [PhotoService] {
    ProviderCatalog.adapters.map { PhotoService($0, key: Redaction.word) }
  }
}
