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

  /// A service of your own: the provider that searches it, and one that lists its photos if it can
  public init(_ providers: any PhotoProvider...) { make = { _ in providers } }

  /// A service made of this library's adapters, all with the same key and address
  private init(
    _ adapters: any JSONPhotoProvider.Type..., key: String? = nil, base: URL? = nil,
    sources: [String] = []
  ) {
    make = { application in
      let access = APIAccess(key: key, base: base, sources: sources, application: application)
      return adapters.map { $0.init(access: access) }
    }
  }

  /// The service's providers, which send an application's name
  func providers(for application: String) -> [any PhotoProvider] { make(application) }

  /// Unsplash: its search and its featured photos; get a key at unsplash.com/oauth/applications
  public static func unsplash(key: String) -> PhotoService {
    PhotoService(UnsplashSearch.self, UnsplashList.self, key: key)
  }

  /// Flickr; get a key at flickr.com/services/apps/create
  public static func flickr(key: String) -> PhotoService { PhotoService(Flickr.self, key: key) }

  /// Pexels: its search and its editors' choice; get a key at pexels.com/api
  public static func pexels(key: String) -> PhotoService {
    PhotoService(PexelsSearch.self, PexelsCurated.self, key: key)
  }

  /// Pixabay; get a key at pixabay.com/api/docs
  public static func pixabay(key: String) -> PhotoService {
    PhotoService(PixabaySearch.self, key: key)
  }

  /// Openverse, which needs no key
  public static let openverse = PhotoService(Openverse.self)

  /// Openverse with an account, for which it answers with twice as many photos at a time; register
  /// one as api.openverse.org/v1/ says
  public static func openverse(clientID: String, secret: String) -> PhotoService {
    PhotoService(Openverse.self, key: "\(clientID) \(secret)")
  }

  /// Wikimedia Commons: its search and its featured pictures; it needs no key
  public static let wikimedia = PhotoService(WikimediaCommons.self, WikimediaFeatured.self)

  /// WordPress Photo Directory, which needs no key
  public static let wordpress = PhotoService(WordPress.self)

  /// Europeana, the photographs of Europe's museums and archives; get a key at
  /// pro.europeana.eu/page/get-api
  public static func europeana(key: String) -> PhotoService {
    PhotoService(Europeana.self, key: key)
  }

  /// Finna, the photographs of Finnish museums and archives, which needs no key; only asked if a
  /// search names it
  public static let finna = PhotoService(Finna.self)

  /// NASA's image library, which needs no key; only asked if a search names it
  public static let nasa = PhotoService(NASA.self)

  /// The observations of iNaturalist, which needs no key; only asked if a search names it
  public static let iNaturalist = PhotoService(INaturalist.self)

  /// An instance of SearXNG, maybe your own, which searches the whole web; only asked if a search
  /// names it
  ///
  /// - Parameters:
  ///   - base: its address
  ///   - engines: the image engines that it should ask; empty for those that find photos
  public static func searxng(at base: URL, engines: [String] = []) -> PhotoService {
    PhotoService(SearXNG.self, base: base, sources: engines)
  }

  /// All services that need no key or whose key is in the environment
  static var ready: [PhotoService] {
    let environment = ProcessInfo.processInfo.environment
    return ProviderCatalog.adapters.compactMap { adapter in
      let value = adapter.profile.credentials?.value { variable in
        environment[variable].flatMap { $0.isEmpty ? nil : $0 }
      }
      guard let key = adapter.profile.key else { return PhotoService(adapter, key: value) }
      guard let value else { return nil }
      return key.isAddress
        ? URL(string: value).map { PhotoService(adapter, base: $0) }
        : PhotoService(adapter, key: value)
    }
  }

  /// All services of this library, for a replay: no request is sent, so any text will do as a key
  static var all: [PhotoService] {
    ProviderCatalog.adapters.map { PhotoService($0, key: Redaction.word) }
  }
}
