package import Foundation

/// All built-in providers
package enum ProviderCatalog {
  /// All adapters, in the order of their turns in a merged list
  ///
  /// Apps name a service by a constant of ``PhotoService``. A service with a licence of its own needs
  /// it in `License.ofSites`, and a code for it in `LicenseCode.swift` and `FilterLabel.swift`. The
  /// color of a new service's name is one more of `ProviderLabel.places`, at the service's place.
  /// AddAProvider.md has all steps.
  package static let adapters: [any JSONPhotoProvider.Type] = [
    UnsplashSearch.self, UnsplashList.self, Flickr.self, PexelsSearch.self, PexelsCurated.self,
    PixabaySearch.self, Openverse.self, WikimediaCommons.self, WikimediaFeatured.self,
    WordPress.self, Europeana.self, Finna.self, NASA.self, INaturalist.self, SearXNG.self,
  ]

  /// The profiles of all adapters
  package static let profiles = adapters.map { $0.profile }

  /// The providers that handle a filter in a given way
  package static func ids(with support: FilterSupport, of filter: FilterRow) -> [ProviderID] {
    adapters.filter { $0.feed.support(of: filter) == support }.map { $0.profile.id }
  }

  /// The providers that have a kind of list besides their search
  package static func ids(listing kind: ListSubject.Kind) -> [ProviderID] {
    adapters.filter { $0.feed.lists.contains { $0.kind == kind } }.map { $0.profile.id }
  }

  /// The profile of a service, by the first part of its photos' ids
  package static func profile(ofService service: String) -> ProviderProfile? {
    profiles.first { $0.service == service }
  }

  /// A provider's name as people write it
  package static func name(of id: ProviderID) -> String {
    profiles.first { $0.id == id }?.name ?? id.rawValue
  }

  /// Whether a host of pages or pictures, in lower case, is known to support https
  package static func isSecure(_ host: String) -> Bool { HostName.isAny(host, of: secureHosts) }

  private static let secureHosts = Set(profiles.flatMap(\.secureHosts) + ["creativecommons.org"])

  /// All providers, with the keys and addresses that are set
  ///
  /// - Parameters:
  ///   - key: gives the value of a key's variable; nil if it isn't set
  ///   - address: gives the address of a service's API, if not its default
  ///   - sources: gives the sources behind a service to ask, if not its adapter's default
  package static func providers(
    key: (KeyRequirement) -> String?, address: (ProviderProfile) -> URL? = { _ in nil },
    sources: (ProviderProfile) -> [String] = { _ in [] }
  ) -> [any PhotoProvider] {
    adapters.map { adapter in
      let profile = adapter.profile
      return adapter.init(
        access: APIAccess(
          key: profile.credentials.flatMap(key), base: address(profile), sources: sources(profile)))
    }
  }

  // MARK: The service of a photo

  private typealias Service = (id: String, provider: any JSONPhotoProvider)

  /// A provider per service, without a key, for facts that need no request
  private static let services: [Service] =
    adapters.filter { $0.profile.kind == .search }
    .map { ($0.profile.service, $0.init(access: APIAccess())) }

  /// The services by the hosts of their pages and pictures; two may share a host, and know their
  /// own photos by the path
  private static let servicesByHost = Dictionary(
    services.flatMap { service in service.provider.profile.secureHosts.map { ($0, [service]) } },
    uniquingKeysWith: +)

  /// The photo whose page or picture has this address, by its service's own id; nil if it belongs
  /// to no known service
  package static func photoID(at address: WebAddress) -> PhotoID? {
    guard let host = address.host?.lowercased(),
      let level = HostName.levels(of: host).first(where: { servicesByHost[$0] != nil })
    else { return nil }
    let url = address.url
    for (id, provider) in servicesByHost[level, default: []] {
      if let native = provider.native(at: url) { return PhotoID(service: id, native: native) }
    }
    return nil
  }

  /// Whether a service can be asked for a photo by this id
  package static func canBeAsked(_ id: PhotoID) -> Bool {
    services.contains { service, provider in
      service == id.service && !provider.calls(forPhoto: id.native).isEmpty
    }
  }

  /// The ids of a photo's original at its own service, the surest last
  ///
  /// The picture's address is trusted more than the page's, as a page may show other pictures too.
  /// The page's id is added only if the service can't be asked by the picture's id.
  ///
  /// - Parameters:
  ///   - pageID: the id in the address of the page that shows the photo, see ``photoID(at:)``
  ///   - picture: the address of the picture itself
  /// - Returns: ids at one service; empty if the photo isn't known to be from a service.
  package static func originals(pageID: PhotoID?, picture: WebAddress) -> [PhotoID] {
    guard let pictureID = photoID(at: picture) else { return [pageID].compactMap(\.self) }
    guard let pageID, pageID != pictureID, pageID.service == pictureID.service,
      !canBeAsked(pictureID)
    else { return [pictureID] }
    return [pageID, pictureID]
  }
}

// MARK: - Addresses that expire
extension Photo {
  /// Whether the picture addresses work at a time. They always do unless the service's addresses
  /// expire; then they work for their lifetime, and count as expired if their age is unknown
  package func knowsAddresses(at time: Date = Date()) -> Bool {
    let display = ProviderCatalog.profile(ofService: id.service)?.display
    guard let lifetime = display?.addressLifetime else { return true }
    return fetched.map { (0..<lifetime / .seconds(1)).contains(time.timeIntervalSince($0)) }
      ?? false
  }

  /// The photo without pictures whose addresses may have expired
  package var withoutExpiredAddresses: Photo { knowsAddresses() ? self : lasting }

  /// The photo with addresses that still work: this one, else the stored copy; nil if the service
  /// has to be asked first
  ///
  /// - Parameters:
  ///   - size: the only rendition that is needed; nil for all
  ///   - stored: gives the stored copy of a photo by its id
  package func withWorkingAddresses(
    _ size: Rendition.Role? = nil, stored: (PhotoID) -> Photo?
  ) -> Photo? {
    func isUsable(_ photo: Photo) -> Bool {
      photo.knowsAddresses() || photo.renditions.contains { $0.role == size && $0.isPermanent }
    }
    return isUsable(self) ? self : stored(id).flatMap { isUsable($0) ? $0 : nil }
  }

  /// Sets the ids of the original, if this photo is a copy of another service's
  ///
  /// - Parameter originals: see ``ProviderCatalog/originals(pageID:picture:)``
  mutating func setOriginals(_ originals: [PhotoID]) {
    aliases = originals.filter { $0.service != id.service }
    origin = aliases.first(where: ProviderCatalog.canBeAsked) ?? id
  }

  /// The photo without pictures on the reader's own machine or network, as a stranger's row might
  /// name such addresses
  ///
  /// - Parameter apiOrigins: addresses of services that the user has set, by name; such a service's
  ///   own pictures are kept
  package func reachable(from apiOrigins: [String: Set<Origin>]) -> Photo {
    let own = apiOrigins[id.service, default: []]
    var photo = self
    photo.renditions.removeAll { !own.contains(Origin($0.url)) && !Origin($0.url).isPublic }
    return photo
  }
}

/// The providers in use: finds the provider of an address, and its judgement of a reply
///
/// Everything that looks at requests or replies from outside (retries, a log, a recording) asks
/// here, so that all name the same provider.
package struct ProviderRegistry: Sendable {
  /// The providers, in the order of their turns
  package let providers: [any PhotoProvider]
  /// The providers' APIs
  package let apis: [APIDescription]

  package init(_ providers: [any PhotoProvider]) {
    self.providers = providers
    apis = providers.map(\.api)
  }

  /// The provider that sends requests to an address; nil if there is none
  ///
  /// If two providers share a service, it is the one that requests its pages there.
  package func provider(of url: URL) -> (any PhotoProvider)? {
    apis.owner(of: url).map { providers[$0] }
  }

  /// A reply's meaning to its provider; `page` if it belongs to no provider
  package func verdict(on response: WebReply, to request: WebRequest) -> ReplyVerdict {
    provider(of: request.url)?.verdict(on: response) ?? .page
  }

  /// A redaction that knows the keys of all JSON providers
  var redaction: Redaction {
    let keys = providers.flatMap { provider in
      KeyRequirement.parts(of: (provider as? any JSONPhotoProvider)?.access.key ?? "")
        .map { KeyInUse($0, home: provider.api.base) }
    }
    return Redaction(inUse: keys, keys: apis.compactMap(\.key))
  }

  /// How long a reply is fresh
  package func replyLifetime(of request: WebRequest) -> Duration {
    provider(of: request.url)?.api.replyLifetime ?? .seconds(3_600)
  }
}
