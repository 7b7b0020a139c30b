package import Foundation

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
    (self.providers, apis) = (providers, providers.map(\.api))
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

  /// The API addresses of the services, by name; a service that the user runs is missing until its
  /// address is set
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
