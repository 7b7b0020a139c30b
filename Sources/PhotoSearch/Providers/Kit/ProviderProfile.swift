public import Foundation
import Platform

/// Facts about a provider that are known before it is asked
public struct ProviderProfile: Hashable, Sendable {
  /// The id that users type
  public let id: ProviderID
  /// The name that people use, e.g. `Wikimedia Commons`
  public let name: String
  /// The service's name, which is the first part of its photos' ids
  package let service: String
  /// The site's name in a credit line; `name` unless that is longer than the site's name
  package let site: String
  /// Whether the provider searches or lists
  package let kind: PhotoQuery.Kind
  /// Whether `all` includes the provider; if not, it is only asked by name
  package let isInAll: Bool
  /// Whether its photos may be copies of other services' photos, with ids in ``Photo/aliases``
  package let isAggregator: Bool
  /// The key that the provider needs; nil if none
  public let key: KeyRequirement?
  /// An account with which the service gives more; it answers without one, too
  package let account: KeyRequirement?
  /// The terms of its API, for people
  public let terms: URL
  /// Hosts of its pages and pictures, including subdomains. Their http addresses become https, and
  /// only their addresses are recognized as its photos
  package let secureHosts: [String]
  /// The service's demands on apps that show its photos
  public let display: DisplayTerms
  /// Whether the service's terms allow collecting photos by many searches
  package let collecting: Collecting
  /// Whether the service only finds photos that have every word of a search
  package let wantsAllWords: Bool
  /// Whether the service's picture addresses change, so that an aggregator may have an old one
  package let renamesPictures: Bool
  /// Whether the service's answer about a single photo has larger pictures than its lists
  package let hasSizesByPhoto: Bool
  /// The parameter with which the address of an original gives a picture of any width, as the
  /// service documents; nil if there is none
  package let widthParameter: String?

  /// A profile; collecting its photos is refused unless `collecting` allows it
  public init(
    id: ProviderID, name: String, service: String, site: String? = nil, kind: PhotoQuery.Kind,
    isInAll: Bool = true, isAggregator: Bool = false, key: KeyRequirement?,
    account: KeyRequirement? = nil, terms: URL,
    secureHosts: [String] = [], display: DisplayTerms = DisplayTerms(),
    collecting: Collecting = .unread, wantsAllWords: Bool = false, renamesPictures: Bool = false,
    hasSizesByPhoto: Bool = false, widthParameter: String? = nil
  ) {
    self.id = id
    self.name = name
    self.service = service
    self.site = site ?? name
    self.kind = kind
    self.isInAll = isInAll
    self.isAggregator = isAggregator
    self.key = key
    self.account = account
    self.terms = terms
    self.secureHosts = secureHosts
    self.display = display
    self.collecting = collecting
    self.wantsAllWords = wantsAllWords
    self.renamesPictures = renamesPictures
    self.hasSizesByPhoto = hasSizesByPhoto
    self.widthParameter = widthParameter
  }

  /// The key or account that a user may set; nil if there is none
  package var credentials: KeyRequirement? { key ?? account }

  /// The environment variable for another address of its API; for a service that the user runs, for
  /// its only address
  package var addressVariable: String {
    key.flatMap { $0.isAddress ? $0.variable : nil } ?? "\(service.uppercased())_API_URL"
  }

  /// The environment variable for ``APIAccess/sources``; nil if there are none to choose from
  package var sourcesVariable: String? {
    key?.isAddress == true ? "\(service.uppercased())_ENGINES" : nil
  }

  /// Why its photos can't be collected, with the address of its terms; nil if they can
  package var refusal: String? {
    collecting.objection.map { "\(id) isn't asked: \($0) (\(WebAddress.printable(terms)))" }
  }

  /// The id of one of the provider's photos, made of the service's own id
  package func photoID(_ native: String) -> PhotoID { PhotoID(service: service, native: native) }

  /// The profile of the same service's list, which takes no words
  public func list(_ id: ProviderID, name: String) -> ProviderProfile {
    ProviderProfile(
      id: id, name: name, service: service, site: site, kind: .list, isInAll: isInAll,
      isAggregator: isAggregator, key: key, terms: terms, secureHosts: secureHosts,
      display: display, collecting: collecting, widthParameter: widthParameter)
  }
}

/// A service's demands on apps that show its photos, by its terms; nil where it has none
public struct DisplayTerms: Hashable, Sendable {
  /// A text to show beside the service's photos
  public let notice: String?
  /// Most of the service's pictures in one document
  public let maxPictures: Int?
  /// How long an address that isn't permanent works after the service sent it
  public let addressLifetime: Duration?
  /// Whether the service's name must always be seen beside each picture, rather than when somebody
  /// points at the picture
  public let namesEachPicture: Bool

  /// The terms' demands
  public init(
    notice: String? = nil, maxPictures: Int? = nil, addressLifetime: Duration? = nil,
    namesEachPicture: Bool = false
  ) {
    self.notice = notice
    self.maxPictures = maxPictures
    self.addressLifetime = addressLifetime
    self.namesEachPicture = namesEachPicture
  }
}

/// How many requests a service still answers
public struct Quota: Hashable, Sendable, Codable {
  /// Requests left
  public var remaining: Int
  /// Requests in all, if the service tells it
  public var limit: Int?
  /// The limit's period, e.g. `hour`
  public var period: String?

  /// A number of requests left
  public init(remaining: Int, limit: Int? = nil, period: String? = nil) {
    self.remaining = remaining
    self.limit = limit
    self.period = period
  }
}

/// A service's last report about its quota, and its time
package struct QuotaReport: Codable, Hashable, Sendable {
  /// The remaining quota; nil if it was never reported
  package let quota: Quota?
  /// When the service answers again, if it said that it answers nothing until then
  package let end: Date?
  package let seen: Date

  package init(quota: Quota?, end: Date?, seen: Date) {
    self.quota = quota
    self.end = end
    self.seen = seen
  }

  /// When the service answers again; nil if that is over, if the report is a month old, or if the
  /// clock has been set back since
  package func end(after now: Date) -> Date? {
    end.flatMap { $0 > now && (now - month...now + 60).contains(seen) ? $0 : nil }
  }

  /// Seconds until a report is outdated: no service counts its quota over a longer time
  private var month: TimeInterval { 31 * 24 * 3_600 }
}

/// The key that a provider needs
public struct KeyRequirement: Hashable, Sendable {
  /// The environment variable with the key
  public let variable: String
  /// The environment variable with the key's second part, such as a client's secret; nil for a key
  /// of one
  public let secondVariable: String?
  /// The page where users get a key
  public let address: URL
  /// Whether the variable has the address of a service that the user runs, which is no secret
  package let isAddress: Bool

  /// A key and where it comes from
  public init(
    variable: String, and secondVariable: String? = nil, address: URL, isAddress: Bool = false
  ) {
    self.variable = variable
    self.secondVariable = secondVariable
    self.address = address
    self.isAddress = isAddress
  }

  /// The variables, in the order in which they are asked for
  package var variables: [String] { [variable] + [secondVariable].compactMap(\.self) }

  /// The variables in one text: `OPENVERSE_CLIENT_ID and OPENVERSE_CLIENT_SECRET`
  package var names: String { variables.joined(separator: " and ") }

  /// The key, of which two parts have a blank between them; nil unless each variable has a value
  package func value(_ value: (_ variable: String) -> String?) -> String? {
    let parts = variables.compactMap(value)
    return parts.count == variables.count ? parts.joined(separator: " ") : nil
  }

  /// The parts of a key, each of which is a secret
  package static func parts(of key: String) -> [String] { key.components(at: " ").map(String.init) }

  /// The error of a key or address that isn't set
  package var missing: ProviderError.Reason {
    isAddress
      ? .addressMissing(variable: variable, guide: address)
      : .keyMissing(variable: variable, address: address)
  }
}

/// Whether a service's terms let its photos be collected by many searches, e.g. for a data set
public enum Collecting: Hashable, Sendable {
  /// The terms allow it; with the address of the page that says so
  case allowed(source: URL)
  /// The terms forbid it; the reason as the end of a sentence, e.g. `its terms forbid scraping its
  /// catalog`
  case forbidden(String)
  /// The adapter's author doesn't say what the terms allow, so collecting counts as forbidden
  case unread

  /// Why photos can't be collected under these terms; nil if they can
  package var objection: String? {
    switch self {
    case .allowed: nil
    case .forbidden(let reason): reason
    case .unread: "its adapter doesn't say that its terms allow it"
    }
  }
}
