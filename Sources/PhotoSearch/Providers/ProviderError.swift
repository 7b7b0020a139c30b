public import Foundation

/// A provider that did not answer: which, and why
public struct ProviderError: Error, Hashable, Sendable {
  /// Which one
  public var provider: ProviderID
  /// Why
  public var reason: Reason

  /// A provider's reason
  public init(_ provider: ProviderID, _ reason: Reason) {
    self.provider = provider
    self.reason = reason
  }

  /// The facts; the words are in `description`
  public enum Reason: Hashable, Sendable {
    /// No key is set: the variable it is read from, and where to get one
    case keyMissing(variable: String, address: URL)
    /// The key is not accepted: the variable, where to get another, and the service's own words
    case keyRefused(variable: String, address: URL, message: String)
    /// Nothing more is answered for now, until a time when that is known
    case quotaSpent(until: Date?)
    /// The service says no: its status and its own words
    case rejected(status: Int, message: String)
    /// Out of order, also after asking again
    case unavailable(message: String)
    /// Not what the API promises: where in the JSON, and what was wrong there
    case unreadable(path: String, problem: String)
    /// What was asked for is not there: the service's own words
    case absent(message: String)
    /// No photo has that id; with the service's own words when it was asked
    case noSuchPhoto(String, message: String? = nil)
    /// The page that a cursor names cannot be one of this provider's
    case unknownPage(PageCursor)
    /// There was no reply
    case transport(TransportError)
  }
}
