public import Foundation

/// What is to be known of a provider before it is asked
public struct ProviderProfile: Hashable, Sendable {
  /// As it is typed
  public let id: ProviderID
  /// As people write it, e.g. `Wikimedia Commons`
  public let name: String
  /// The first part of its photos' ids
  public let service: String
  /// As a credit line names it; `name` unless that says more than the site's
  public let site: String
  /// What kind of query it answers
  public let kind: PhotoQuery.Kind
  /// nil when it needs none
  public let key: KeyRequirement?
  /// The terms of its API, for people
  public let terms: URL
  /// Hosts of its pages and pictures, whose http addresses become https; subdomains count too
  public let secureHosts: [String]

  /// What is to be known
  public init(
    id: ProviderID, name: String, service: String, site: String? = nil, kind: PhotoQuery.Kind,
    key: KeyRequirement?, terms: URL, secureHosts: [String] = []
  ) {
    self.id = id
    self.name = name
    self.service = service
    self.site = site ?? name
    self.kind = kind
    self.key = key
    self.terms = terms
    self.secureHosts = secureHosts
  }

  /// The profile of a list, without words, at the same service
  public func list(_ id: ProviderID, name: String) -> ProviderProfile {
    ProviderProfile(
      id: id, name: name, service: service, site: site, kind: .list, key: key, terms: terms,
      secureHosts: secureHosts)
  }

  /// The id of one of its photos, by the service's own name for it
  public func photoID(_ native: String) -> PhotoID { PhotoID(service: service, native: native) }
}

/// The key that a provider asks for
public struct KeyRequirement: Hashable, Sendable {
  /// The environment variable it is read from
  public let variable: String
  /// Where to get one
  public let address: URL

  /// A key and where it comes from
  public init(variable: String, address: URL) {
    self.variable = variable
    self.address = address
  }
}
