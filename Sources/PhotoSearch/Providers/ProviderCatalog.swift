package import Foundation

/// The providers there are
package enum ProviderCatalog {
  /// In the order of `all`: a provider's place is its turn in a merged list
  package static let adapters: [any JSONPhotoProvider.Type] = [
    UnsplashSearch.self, UnsplashList.self, Flickr.self, PexelsSearch.self, PexelsCurated.self,
    PixabaySearch.self, Openverse.self, WikimediaCommons.self, WikimediaFeatured.self,
    NASA.self, INaturalist.self, SearXNG.self,
  ]

  /// What is to be known of each before it is asked
  package static let profiles = adapters.map { $0.profile }

  /// The providers at which a filter has that support
  package static func ids(with support: FilterSupport, of filter: SearchFilter) -> [ProviderID] {
    adapters.filter { $0.feed.support(of: filter) == support }.map { $0.profile.id }
  }

  /// What is to be known of a service, by the first part of its photos' ids
  package static func profile(ofService service: String) -> ProviderProfile? {
    profiles.first { $0.service == service }
  }

  /// A provider as people write it
  package static func name(of id: ProviderID) -> String {
    profiles.first { $0.id == id }?.name ?? id.rawValue
  }

  /// Whether a host of pages or pictures, in lower case, is known to answer https
  package static func isSecure(_ host: String) -> Bool {
    HostName.isAny(host, of: secureHosts)
  }

  private static let secureHosts = Set(profiles.flatMap(\.secureHosts) + ["creativecommons.org"])

  /// A web address, of a known host always https; nil for anything else
  package static func address(_ text: String?) -> URL? {
    WebAddress(text, isSecure: isSecure)?.url
  }

  /// All of them, with the keys and addresses that are set
  ///
  /// - Parameters:
  ///   - key: the value of a key's variable; nil when it is not set
  ///   - address: where the API of a service is, if not at its default address
  ///   - sources: which of the sources behind a service are asked, if not those of its adapter
  package static func providers(
    key: (KeyRequirement) -> String?, address: (ProviderProfile) -> URL? = { _ in nil },
    sources: (ProviderProfile) -> [String] = { _ in [] }
  ) -> [any PhotoProvider] {
    adapters.map { adapter in
      let profile = adapter.profile
      return adapter.init(
        access: APIAccess(
          key: profile.key.flatMap(key), base: address(profile), sources: sources(profile)))
    }
  }
}

// MARK: - Whose photo it is

extension ProviderCatalog {
  private typealias Service = (id: String, provider: any JSONPhotoProvider)

  /// One of each, for what is told without asking it
  private static let services: [Service] =
    adapters.filter { $0.profile.kind == .search }
    .map { ($0.profile.service, $0.init(access: APIAccess())) }

  /// By the hosts of its pages and pictures
  private static let servicesByHost = Dictionary(
    services.flatMap { service in service.provider.profile.secureHosts.map { ($0, service) } },
    uniquingKeysWith: { first, _ in first })

  /// The photo whose page or picture is at an address, by its own service's name for it; nil for an
  /// address of no service
  package static func photoID(at address: WebAddress) -> PhotoID? {
    guard let host = address.host?.lowercased() else { return nil }
    for level in HostName.levels(of: host) {
      if let service = servicesByHost[level] {
        return service.provider.native(at: address.url).map {
          PhotoID(service: service.id, native: $0)
        }
      }
    }
    return nil
  }

  /// See ``ProviderProfile/renamesPictures``
  static func renamesPictures(_ service: String) -> Bool {
    profile(ofService: service)?.renamesPictures ?? false
  }

  /// Whether the service of a photo tells of that one when it is asked
  package static func canBeAsked(_ id: PhotoID) -> Bool {
    services.contains { service, provider in
      service == id.service && !provider.calls(forPhoto: id.native).isEmpty
    }
  }

  /// What a service that has the original of a photo calls it, the surest name last
  ///
  /// What the address of the picture says goes before what that of the page says: a page may show
  /// other pictures too. The page is believed where the picture's service can't be asked by the
  /// picture's name.
  ///
  /// - Parameters:
  ///   - told: what the address of the page where it is shown says, see ``photoID(at:)``
  ///   - picture: where the picture itself is
  /// - Returns: names at one service; none when it isn't known to be a service's own photo.
  package static func originals(told: PhotoID?, picture: WebAddress) -> [PhotoID] {
    guard let shown = photoID(at: picture) else { return [told].compactMap(\.self) }
    guard let told, told != shown, told.service == shown.service, !canBeAsked(shown) else {
      return [shown]
    }
    return [told, shown]
  }
}

// MARK: - Addresses that die

extension Photo {
  /// Whether the addresses of its pictures can be used at a time: always, unless those of its
  /// service die; then for as long as they live, and not at all when their age isn't known
  package func knowsAddresses(at time: Date = Date()) -> Bool {
    let display = ProviderCatalog.profile(ofService: id.service)?.display
    guard let lifetime = display?.addressLifetime else { return true }
    return fetched.map { (0..<lifetime / .seconds(1)).contains(time.timeIntervalSince($0)) }
      ?? false
  }

  /// The photo without the pictures that may have moved since it was told
  package var current: Photo { knowsAddresses() ? self : lasting }

  /// The photo with a picture that can be asked for: as it is, else as it was last seen; nil when
  /// its service has to be asked first where the picture is now
  ///
  /// - Parameters:
  ///   - size: the one rendition that is needed; nil for all of them
  ///   - lastSeen: the photo of an id as it was kept
  package func current(
    _ size: Rendition.Role? = nil, lastSeen: (PhotoID) -> Photo?
  ) -> Photo? {
    func isUsable(_ photo: Photo) -> Bool {
      photo.knowsAddresses() || photo.renditions.contains { $0.role == size && $0.isPermanent }
    }
    return isUsable(self) ? self : lastSeen(id).flatMap { isUsable($0) ? $0 : nil }
  }
}

extension Photo {
  /// Takes the names that the original has at its service, where it is another's photo
  ///
  /// - Parameter originals: see ``ProviderCatalog/originals(told:picture:)``
  mutating func setOriginals(_ originals: [PhotoID]) {
    aliases = originals.filter { $0.service != id.service }
    origin = aliases.first(where: ProviderCatalog.canBeAsked) ?? id
  }

  /// The photo without the pictures that lead whoever follows them into his own machine or network,
  /// which a stranger's row may name
  ///
  /// - Parameter apiOrigins: where services are that somebody has set, by their names: their own pictures
  ///   may be there
  package func reachable(from apiOrigins: [String: Set<Origin>]) -> Photo {
    let own = apiOrigins[id.service, default: []]
    var photo = self
    photo.renditions.removeAll { !own.contains(Origin($0.url)) && !Origin($0.url).isPublic }
    return photo
  }
}

/// The providers in use: whose an address is, and what a reply from there means
///
/// Everything that looks at a request or a reply from outside (retries, a log, a recording) asks
/// here, so that all of them name the same provider.
package struct ProviderRegistry: Sendable {
  /// In the order of their turns
  package let providers: [any PhotoProvider]

  package init(_ providers: [any PhotoProvider]) {
    self.providers = providers
  }

  /// The provider that sends requests to an address; nil for an address of no provider
  ///
  /// Where two ask one service, it is the one that asks there for its pages.
  package func provider(of url: URL) -> (any PhotoProvider)? {
    providers.owner(of: url, api: \.api)
  }

  /// What its service means by a reply; a page when it is nobody's
  package func verdict(on response: WebReply, to request: WebRequest) -> ReplyVerdict {
    provider(of: request.url)?.verdict(on: response) ?? .page
  }

  /// Where the services are, by their names; one of one's own is nowhere until its address is set
  ///
  /// - Parameter keys: the variables of the keys and addresses that are set
  package func apiOrigins(keys: Set<String>) -> [String: Set<Origin>] {
    let placed = providers.filter { provider in
      provider.profile.key.map { !$0.isAddress || keys.contains($0.variable) } ?? true
    }
    return Dictionary(
      placed.map { ($0.profile.service, [Origin($0.api.base)]) },
      uniquingKeysWith: { $0.union($1) })
  }

  /// Where they are and where keys stand in their requests
  package var apis: [APIDescription] { providers.map(\.api) }

  /// Knows the keys of those that stand on the kit
  var redaction: Redaction {
    let keys = providers.compactMap { provider in
      (provider as? any JSONPhotoProvider)?.access.key.map { KeyInUse($0, home: provider.api.base) }
    }
    return Redaction(inUse: keys, keys: apis.compactMap(\.key))
  }

  /// For how long a reply is fresh
  package func replyLifetime(of request: WebRequest) -> Duration {
    provider(of: request.url)?.api.replyLifetime ?? APIDescription.usualReplyLifetime
  }
}
