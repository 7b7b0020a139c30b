public import Foundation
import Platform

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
    (self.variable, self.secondVariable) = (variable, secondVariable)
    (self.address, self.isAddress) = (address, isAddress)
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
  package static func parts(of key: String) -> [String] { key.parts(at: " ").map(String.init) }

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

extension ProviderProfile {
  /// The profile of the same service's list, which takes no words
  public func list(_ id: ProviderID, name: String) -> ProviderProfile {
    ProviderProfile(
      id: id, name: name, service: service, site: site, kind: .list, isInAll: isInAll,
      isAggregator: isAggregator, key: key, terms: terms, secureHosts: secureHosts,
      display: display, collecting: collecting, widthParameter: widthParameter)
  }
}
