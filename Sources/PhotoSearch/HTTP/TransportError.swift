public import Foundation
import Platform

/// Why a request got no reply
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum TransportError: Error, Hashable, Sendable {
  /// The host can't be reached: no network, no such host, refused, reset, cut off
  case unreachable(host: String, reason: String)
  /// The reply was not complete within the time a request may take
  case timedOut(host: String, seconds: Double)
  /// The reply has more bytes than allowed
  case tooLarge(host: String, limit: Int)
  /// The recording lacks the request
  ///
  /// - `asked`: the request, without keys
  /// - `nearest`: the most similar entry of the recording
  /// - `isPastFirstPage`: whether the request is for a later page, so that the recording probably
  ///   ends before it
  case notRecorded(asked: String, nearest: String?, isPastFirstPage: Bool)
  /// A file of the recording can't be read
  case unreadable(RecordingError)
  /// The cache lacks the reply, and the network may not be used
  case notCached(asked: String)
  /// No request may be sent to this address
  case forbidden(address: String, reason: String)
  /// libcurl, which sends requests on Linux, isn't installed
  case noLibcurl

  /// Whether a recording or the cache was to answer, and lacks the reply
  package var isMiss: Bool {
    switch self {
    case .notRecorded, .notCached: true
    default: false
    }
  }
}

extension TransportError: LocalizedError, CustomStringConvertible {
  /// The message for people: what happened, why, and what to do next, on one line
  public var description: String { words() }

  /// ``description``, for `LocalizedError`
  public var errorDescription: String? { description }

  /// The message with other words for the host, e.g. `the service` if a proxy's name would tell
  /// nothing
  package func words(for name: String? = nil) -> String {
    problem(for: name) + (advice.map { "; \($0)" } ?? "")
  }

  /// The message without advice, for a program with advice of its own
  package func problem(for name: String? = nil) -> String {
    switch self {
    case .unreachable(let host, let reason): "\(name ?? host) can't be reached (\(reason))"
    case .timedOut(let host, let seconds):
      "\(name ?? host) didn't answer within \(seconds.plainText) s"
    case .tooLarge(let host, let limit):
      "\(name ?? host) sent more than \(limit / 1_000_000) MB; nothing was kept"
    case .notRecorded(let asked, let nearest, _):
      "the recording doesn't have \(Self.clipped(asked))"
        + (nearest.map { "; the nearest it has is \(Self.clipped($0))" } ?? "")
    case .unreadable(let error): "\(error)"
    case .notCached(let asked): "the cache doesn't have \(Self.clipped(asked))"
    case .forbidden(let address, let reason): "\(address) isn't asked: \(reason)"
    case .noLibcurl: "libcurl, which carries requests, isn't installed"
    }
  }

  /// The advice: what to do next, if anything
  private var advice: String? {
    switch self {
    case .unreachable: "check the network and try again"
    case .timedOut: "try again, or allow it more time"
    case .notCached: "ask again with the network"
    case .noLibcurl: "install libcurl4 (Debian, Ubuntu), libcurl (Fedora) or curl (Arch)"
    case .tooLarge, .notRecorded, .unreadable, .forbidden: nil
    }
  }

  /// The text of a request, shortened, as it may have any length
  private static func clipped(_ text: String) -> String {
    text.count > 400 ? text.prefix(400) + "…" : text
  }
}

extension TransportError {
  /// Whether another try may help
  package var isPassing: Bool {
    switch self {
    case .unreachable, .timedOut: true
    default: false
    }
  }

  // MARK: The reason of an exchange without a reply in a recording

  /// The reason for the HAR member `_error`; nil for an error that wasn't an exchange
  package var recordedReason: String? {
    switch self {
    case .unreachable(_, let reason): reason
    case .timedOut(_, let seconds): "timed out after \(seconds) s"
    case .tooLarge(_, let limit): "larger than \(limit) bytes"
    case .notRecorded, .unreadable, .notCached, .forbidden, .noLibcurl: nil
    }
  }

  /// The error of an exchange without a reply
  ///
  /// - Parameters:
  ///   - reason: the HAR member `_error`; nil if there is none
  ///   - duration: seconds, for a timeout that doesn't tell its time
  package static func recorded(_ reason: String?, host: String, duration: Double?) -> Self {
    guard let reason, !reason.isEmpty else {
      return .unreachable(host: host, reason: "the recording has no reply")
    }
    if let match = reason.wholeMatch(of: /larger than (\d{1,15}) bytes/), let limit = Int(match.1) {
      return .tooLarge(host: host, limit: limit)
    }
    let isTimeout = reason.contains(/time[d]?[ _-]?out/.ignoresCase())
    let stated = reason.firstMatch(of: /(\d{1,6}(?:\.\d{1,9})?) ?s\b/).flatMap { Double($0.1) }
    guard isTimeout, let seconds = stated ?? duration, seconds > 0 else {
      return .unreachable(host: host, reason: reason)
    }
    return .timedOut(host: host, seconds: seconds)
  }
}

/// Why a recording cannot be used
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum RecordingError: Error, Hashable, Sendable {
  /// The file or folder does not exist
  case notFound(path: String)
  /// The folder has no `.har` file
  case noRecordings(folder: String)
  /// The file isn't a recording or is damaged; the problem says what is wrong, and where
  case unreadable(file: String, problem: String)
}

extension RecordingError: LocalizedError, CustomStringConvertible {
  /// The message for people: what happened, why, and what to do next, on one line
  public var description: String {
    switch self {
    case .notFound(let path): "there is no recording \(path); check the path"
    case .noRecordings(let folder):
      "the folder \(folder) has no recordings: no file there ends in .har; name another one"
    case .unreadable(let file, let problem):
      "the recording \(file) can't be read: \(problem); record it again, or name another one"
    }
  }

  /// ``description``, for `LocalizedError`
  public var errorDescription: String? { description }
}
