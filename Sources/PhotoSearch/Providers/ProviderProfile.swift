public import Foundation

/// What is to be known of a provider before it is asked
public struct ProviderProfile: Hashable, Sendable {
  /// As it is typed
  public let id: ProviderID
  /// As people write it, e.g. `Wikimedia Commons`
  public let name: String
  /// The first part of its photos' ids
  package let service: String
  /// As a credit line names it; `name` unless that says more than the site's
  package let site: String
  /// What kind of query it answers
  package let kind: PhotoQuery.Kind
  /// Whether it is asked when `all` are; if not, only when it is named
  public let isInAll: Bool
  /// Whether its photos may be those of other services, named by their ``Photo/aliases``
  package let isAggregator: Bool
  /// nil when it needs none
  public let key: KeyRequirement?
  /// The terms of its API, for people
  public let terms: URL
  /// Hosts of its pages and pictures, whose http addresses become https; subdomains count too, and
  /// only their addresses may be those of its photos
  package let secureHosts: [String]
  /// What it asks of whoever shows its photos
  public let display: DisplayTerms
  /// Whether its terms let its photos be collected by many searches
  package let collecting: Collecting
  /// Whether it finds those photos alone that have every word of a search
  package let wantsAllWords: Bool
  /// Whether its pictures are renamed, so that an aggregator may have an address of before
  package let renamesPictures: Bool

  /// What is to be known; nobody collects its photos unless `collecting` says that its terms allow it
  public init(
    id: ProviderID, name: String, service: String, site: String? = nil, kind: PhotoQuery.Kind,
    isInAll: Bool = true, isAggregator: Bool = false, key: KeyRequirement?, terms: URL,
    secureHosts: [String] = [], display: DisplayTerms = DisplayTerms(),
    collecting: Collecting = .unread, wantsAllWords: Bool = false, renamesPictures: Bool = false
  ) {
    self.id = id
    self.name = name
    self.service = service
    self.site = site ?? name
    self.kind = kind
    self.isInAll = isInAll
    self.isAggregator = isAggregator
    self.key = key
    self.terms = terms
    self.secureHosts = secureHosts
    self.display = display
    self.collecting = collecting
    self.wantsAllWords = wantsAllWords
    self.renamesPictures = renamesPictures
  }

  /// The profile of a list, without words, at the same service
  public func list(_ id: ProviderID, name: String) -> ProviderProfile {
    ProviderProfile(
      id: id, name: name, service: service, site: site, kind: .list, isInAll: isInAll,
      isAggregator: isAggregator, key: key, terms: terms, secureHosts: secureHosts,
      display: display, collecting: collecting)
  }

  /// The environment variable with another address of its API; for a service of one's own, the one
  /// with its only address
  package var addressVariable: String {
    key.flatMap { $0.isAddress ? $0.variable : nil } ?? "\(service.uppercased())_API_URL"
  }

  /// The environment variable with its ``APIAccess/sources``; nil where there are none to choose from
  package var sourcesVariable: String? {
    key?.isAddress == true ? "\(service.uppercased())_ENGINES" : nil
  }

  /// That its photos aren't collected, why, and where its terms stand; nil where they may be
  package var refusal: String? {
    collecting.objection.map { "\(id) isn't asked: \($0) (\(WebAddress.printable(terms)))" }
  }

  /// The id of one of its photos, by the service's own name for it
  package func photoID(_ native: String) -> PhotoID { PhotoID(service: service, native: native) }
}

/// Whether the terms of a service let its photos be collected by many searches, for a data set
public enum Collecting: Hashable, Sendable {
  /// They do, as that page of the service says
  case allowed(source: URL)
  /// They don't: why, as the end of a sentence, e.g. `its terms forbid scraping its catalog`
  case forbidden(String)
  /// The adapter's author doesn't say what they say, so nobody collects its photos
  case unread

  /// Why its photos aren't collected; nil where they may be
  package var objection: String? {
    switch self {
    case .allowed: nil
    case .forbidden(let reason): reason
    case .unread: "its adapter doesn't say that its terms allow it"
    }
  }
}

/// What the terms of a service ask of whoever shows its photos; nil for what they don't
public struct DisplayTerms: Hashable, Sendable {
  /// What is to be said beside its photos
  public let notice: String?
  /// Its pictures that one document may have at a time
  public let maxPictures: Int?
  /// For how long addresses of pictures that don't last are good after they were told
  public let addressLifetime: Duration?

  /// What is asked
  public init(
    notice: String? = nil, maxPictures: Int? = nil, addressLifetime: Duration? = nil
  ) {
    self.notice = notice
    self.maxPictures = maxPictures
    self.addressLifetime = addressLifetime
  }
}

/// The key that a provider asks for
public struct KeyRequirement: Hashable, Sendable {
  /// The environment variable it is read from
  public let variable: String
  /// Where to get one
  public let address: URL
  /// Whether it isn't a key but the address of a service of one's own, which is no secret
  package let isAddress: Bool

  /// A key and where it comes from
  public init(variable: String, address: URL, isAddress: Bool = false) {
    self.variable = variable
    self.address = address
    self.isAddress = isAddress
  }

  /// That it isn't set
  package var missing: ProviderError.Reason {
    isAddress
      ? .addressMissing(variable: variable, guide: address)
      : .keyMissing(variable: variable, address: address)
  }
}

/// What a service says is left of the requests it answers
public struct Quota: Hashable, Sendable, Codable {
  /// Requests left
  public var remaining: Int
  /// Requests in all, when the service says so
  public var limit: Int?
  /// What the limit is for, e.g. `hour`
  public var period: String?

  /// What is left
  public init(remaining: Int, limit: Int? = nil, period: String? = nil) {
    self.remaining = remaining
    self.limit = limit
    self.period = period
  }
}
