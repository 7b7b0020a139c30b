public import Foundation
import Platform

/// A provider that failed, and why
public struct ProviderError: Error, Hashable, Sendable {
  /// The provider
  public var provider: ProviderID
  /// The reason
  public var reason: Reason

  /// A provider's failure
  public init(_ provider: ProviderID, _ reason: Reason) {
    self.provider = provider
    self.reason = reason
  }

  /// The facts of a failure; `description` has the words
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: Hashable, Sendable {
    /// No key is set: the variable that it is read from, and where to get one
    case keyMissing(variable: String, address: URL)
    /// The key isn't accepted: its variable, where to get another, and the service's words
    case keyRefused(variable: String, address: URL, message: String)
    /// The address of a service that the user runs isn't set: its variable, and how to start one
    case addressMissing(variable: String, guide: URL)
    /// A service that the user runs is set up wrongly: the variable of its address, and how to mend
    /// it
    case misconfigured(variable: String, message: String)
    /// The quota is used up until this time, if known
    case quotaSpent(until: Date?)
    /// The provider wasn't asked, because it said earlier that it answers nothing until this time
    case notAsked(until: Date)
    /// The service refuses the request: its status and its words
    case rejected(status: Int, message: String)
    /// The service is out of order, even after another try
    case unavailable(message: String)
    /// The reply isn't what the API promises: the place in its JSON, and the problem there
    case unreadable(path: String, problem: String)
    /// None of a page's rows can be read: how many there are, and the place and problem of the
    /// first
    case changed(rows: Int, path: String, problem: String)
    /// The requested thing doesn't exist: the service's words
    case absent(message: String)
    /// No photo has this id; with the service's words if it was asked
    case noSuchPhoto(String, message: String? = nil)
    /// The id belongs to a video
    case video(String)
    /// A cursor's page can't be one of this provider
    case unknownPage(PageCursor)
    /// There was no reply
    case transport(TransportError)
  }

  /// Whether the service was asked, or may have been
  package var wasAsked: Bool { if case .notAsked = reason { false } else { true } }

  /// Whether a recording has the first page, but not the one that was asked for
  var isPastRecording: Bool {
    if case .transport(.notRecorded(_, _, isPastFirstPage: true)) = reason { true } else { false }
  }

  /// Whether a recording or the cache was to answer, and lacks the reply
  var isMiss: Bool { if case .transport(let error) = reason { error.isMiss } else { false } }
}

extension ProviderError: LocalizedError, CustomStringConvertible {
  /// The message for people: what happened, why, and what to do next, on one line
  public var description: String { "\(provider): \(reason)" }

  /// `description` with the provider's name for people in place of its id
  public var errorDescription: String? { "\(ProviderCatalog.name(of: provider)): \(reason)" }
}

extension ProviderError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .keyMissing(let variable, let address):
      "no key: set \(variable) (get one at \(address.absoluteString))"
    case .keyRefused(let variable, let address, let message):
      "the key in \(variable) is refused (\(message)); "
        + "check it, or get a new one at \(address.absoluteString)"
    case .addressMissing(let variable, let guide):
      "no address: set \(variable) to that of your own, such as http://127.0.0.1:8888 "
        + "(how to start one: \(guide.absoluteString))"
    case .misconfigured(let variable, let message):
      "the service at \(variable) can't be asked; \(message)"
    case .quotaSpent(let until):
      "the quota is used up; "
        + (until.map { "try again at \($0.clockTime)" }
          ?? "it doesn't say until when: try again in an hour")
    case .notAsked(let until):
      "it isn't asked, as its quota is used up; try again at \(until.clockTime)"
    case .rejected(200..<300, let message):
      "the service doesn't answer this (\(message)); change the query or the options, "
        + "or check whether this network shows a sign-in page"
    case .rejected(404, let message):
      "the service refused (404: \(message)); check the address of its API, if you set one"
    case .rejected(let status, let message):
      "the service refused (\(status): \(message)); change the query or the options"
    case .unavailable(let message): "the service had an error (\(message)); try again later"
    case .unreadable(let path, let problem):
      "the reply can't be read: \(problem) at \(path); try again, and report it if it persists"
    case .changed(let rows, let path, let problem):
      "its replies have changed: none of \(rows) photos can be read (\(problem) at \(path)); "
        + "a newer imgsearch may know them"
    case .absent(let message): "it is not there (\(message)); check what was asked for"
    case .noSuchPhoto(let id, nil): "there is no photo \(id); check the id"
    case .noSuchPhoto(let id, let message?): "there is no photo \(id) (\(message)); check the id"
    case .video(let id): "\(id) is a video, not a photo; open its page in a web browser"
    case .unknownPage(let cursor):
      "there is no page \(cursor.text); search again from the first page"
    case .transport(let error):
      // The host isn't named: in a replay it may differ from the recorded run, and both must print
      // the same.
      error.words(for: "the service")
    }
  }

}

extension Date {
  /// Hours and minutes in local time; with the day if it is more than a day from now
  package var clockTime: String {
    let (day, time) = (localTime.dropLast(" 12:00".count), localTime.suffix("12:00".count))
    return abs(timeIntervalSinceNow) > 86_400 ? "\(time) on \(day)" : String(time)
  }
}
