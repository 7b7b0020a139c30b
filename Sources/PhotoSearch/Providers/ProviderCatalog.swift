public import Foundation

/// The providers there are
public enum ProviderCatalog {
  /// In the order of `all`: a provider's place is its turn in a merged list
  public static let adapters: [any JSONPhotoProvider.Type] = [
    UnsplashSearch.self, UnsplashList.self, Flickr.self, PexelsSearch.self, PexelsCurated.self,
    Openverse.self, WikimediaCommons.self, WikimediaFeatured.self,
    NASA.self, INaturalist.self,
  ]

  /// What is to be known of each before it is asked
  public static let profiles = adapters.map { $0.profile }

  /// Hosts of pages and pictures that are known to answer https
  package static let secureHosts = profiles.flatMap(\.secureHosts) + ["creativecommons.org"]

  /// A web address, of a known host always https; nil for anything else
  package static func address(_ text: String?) -> URL? {
    WebAddress.url(text, secureHosts: secureHosts)
  }

  /// All of them, with the keys and addresses that are set
  ///
  /// - Parameters:
  ///   - key: the value of a key's variable; nil when it is not set
  ///   - address: where the API of a service is, if not at its default address
  public static func providers(
    key: (KeyRequirement) -> String?, address: (ProviderProfile) -> URL? = { _ in nil }
  ) -> [any PhotoProvider] {
    adapters.map { adapter in
      adapter.init(
        access: APIAccess(
          key: adapter.profile.key.flatMap(key), base: address(adapter.profile)))
    }
  }
}

/// The providers in use: whose an address is, and what a reply from there means
///
/// Everything that looks at a request or a reply from outside (retries, a log, a recording) asks
/// here, so that all of them name the same provider.
public struct ProviderRegistry: Sendable {
  /// In the order of their turns
  public let providers: [any PhotoProvider]

  public init(_ providers: [any PhotoProvider]) {
    self.providers = providers
  }

  /// The provider that sends requests to an address; nil for an address of no provider
  ///
  /// Where two ask one service, it is the one that asks there for its pages.
  public func provider(of url: URL) -> (any PhotoProvider)? {
    providers.owner(of: url, api: \.api)
  }

  /// What its service means by a reply; a page when it is nobody's
  public func verdict(on response: WebReply, to request: WebRequest) -> Verdict {
    provider(of: request.url)?.verdict(on: response) ?? .page
  }

  /// Where they are and where keys stand in their requests
  public var apis: [APIDescription] { providers.map(\.api) }
}
