public import Foundation

/// The providers there are, in the order of `all`
public enum ProviderCatalog {
  /// What is to be known of each before it is asked
  public static let profiles = [
    UnsplashSearch.profile, UnsplashList.profile, Flickr.profile, Openverse.profile,
    WikimediaCommons.profile,
  ]

  /// All of them, with the keys and addresses that are set
  ///
  /// - Parameters:
  ///   - key: the value of a key's variable; nil when it is not set
  ///   - address: where the API of a service is, if not at its default address
  public static func providers(
    key: (KeyRequirement) -> String?, address: (ProviderProfile) -> URL? = { _ in nil }
  ) -> [any PhotoProvider] {
    func value(_ profile: ProviderProfile) -> String? { profile.key.flatMap(key) }
    return [
      UnsplashSearch(
        key: value(UnsplashSearch.profile), base: address(UnsplashSearch.profile)),
      UnsplashList(key: value(UnsplashList.profile), base: address(UnsplashList.profile)),
      Flickr(key: value(Flickr.profile), base: address(Flickr.profile)),
      Openverse(base: address(Openverse.profile)),
      WikimediaCommons(base: address(WikimediaCommons.profile)),
    ]
  }
}
