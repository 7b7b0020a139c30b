public import Foundation

/// What is to be known of a provider before it is asked
public struct ProviderProfile: Hashable, Sendable {
  /// As it is typed
  public let id: ProviderID
  /// As people write it, e.g. `Wikimedia Commons`
  public let name: String
  /// The first part of its photos' ids
  public let service: String
  /// What kind of query it answers
  public let kind: PhotoQuery.Kind
  /// nil when it needs none
  public let key: KeyRequirement?
  /// The terms of its API, for people
  public let terms: URL

  /// What is to be known
  public init(
    id: ProviderID, name: String, service: String, kind: PhotoQuery.Kind, key: KeyRequirement?,
    terms: URL
  ) {
    self.id = id
    self.name = name
    self.service = service
    self.kind = kind
    self.key = key
    self.terms = terms
  }
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
