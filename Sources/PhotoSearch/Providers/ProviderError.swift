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
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: Hashable, Sendable {
    /// No key is set: the variable it is read from, and where to get one
    case keyMissing(variable: String, address: URL)
    /// The key is not accepted: the variable, where to get another, and the service's own words
    case keyRefused(variable: String, address: URL, message: String)
    /// A service of one's own, and nobody said where: the variable, and how to start one
    case addressMissing(variable: String, guide: URL)
    /// A service of one's own that can't be asked as it is set up: the variable of its address, and
    /// what is to be done about it
    case misconfigured(variable: String, message: String)
    /// Nothing more is answered for now, until a time when that is known
    case quotaSpent(until: Date?)
    /// It wasn't asked: it has said before that it answers nothing until then
    case notAsked(until: Date)
    /// The service says no: its status and its own words
    case rejected(status: Int, message: String)
    /// Out of order, also after asking again
    case unavailable(message: String)
    /// Not what the API promises: where in the JSON, and what was wrong there
    case unreadable(path: String, problem: String)
    /// A page none of whose rows can be read: how many, and what was wrong where with the first
    case changed(rows: Int, path: String, problem: String)
    /// What was asked for is not there: the service's own words
    case absent(message: String)
    /// No photo has that id; with the service's own words when it was asked
    case noSuchPhoto(String, message: String? = nil)
    /// What has that id is a video
    case video(String)
    /// The page that a cursor names cannot be one of this provider's
    case unknownPage(PageCursor)
    /// There was no reply
    case transport(TransportError)
  }
}

extension ProviderError {
  /// Whether its service was asked, or might have been
  package var wasAsked: Bool {
    if case .notAsked = reason { false } else { true }
  }

  /// Whether what was to answer in place of the service doesn't have it
  var isMiss: Bool {
    switch reason {
    case .transport(.notRecorded), .transport(.notCached): true
    default: false
    }
  }
}

extension ProviderError: LocalizedError, CustomStringConvertible {
  /// What happened, why, and what to do next, on one line
  public var description: String { "\(provider): \(reason)" }

  /// The same for people, with the provider's name in place of its id
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
        + "or look whether this network shows a sign-in page"
    case .rejected(404, let message):
      "the service refused (404: \(message)); check the address of its API, if you set one"
    case .rejected(let status, let message):
      "the service refused (\(status): \(message)); change the query or the options"
    case .unavailable(let message):
      "the service had an error (\(message)); try again later"
    case .unreadable(let path, let problem):
      "the reply can't be read: \(problem) at \(path); try again, and report it if it stays"
    case .changed(let rows, let path, let problem):
      "its replies have changed: none of \(rows) photos can be read (\(problem) at \(path)); "
        + "a newer imgsearch may know them"
    case .absent(let message):
      "it is not there (\(message)); check what was asked for"
    case .noSuchPhoto(let id, nil):
      "there is no photo \(id); check the id"
    case .noSuchPhoto(let id, let message?):
      "there is no photo \(id) (\(message)); check the id"
    case .video(let id):
      "\(id) is a video, not a photo; open its page in a web browser"
    case .unknownPage(let cursor):
      "there is no page \(cursor.text); search again from the first page"
    case .transport(let error):
      // Not the host, which a recording of this run does not have when it was not the usual one.
      error.words(for: "the service")
    }
  }

}

extension Date {
  /// Hours and minutes, local time; with the day when it is more than a day from now
  package var clockTime: String {
    let (day, time) = (localTime.dropLast(" 12:00".count), localTime.suffix("12:00".count))
    return abs(timeIntervalSinceNow) > 86_400 ? "\(time) on \(day)" : String(time)
  }
}
