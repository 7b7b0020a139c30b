public import Foundation

/// Why a request has no reply
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum TransportError: Error, Hashable, Sendable {
  /// Nothing answers there: no network, no such host, refused, reset, cut off
  case unreachable(host: String, reason: String)
  /// The reply was not complete within the time a request may take
  case timedOut(host: String, seconds: Double)
  /// More bytes than a reply may have
  case tooLarge(host: String, limit: Int)
  /// Not in the recording
  ///
  /// - `asked`: the request, without keys
  /// - `nearest`: the entry of the recording most like it
  /// - `isPastFirstPage`: whether an earlier page is the likely end of the recording
  case notRecorded(asked: String, nearest: String?, isPastFirstPage: Bool)
  /// In a file of the recording that can't be read
  case unreadable(RecordingError)
  /// Not in the cache, and the network is not to be used
  case notCached(asked: String)
  /// An address that no request is sent to, and why
  case forbidden(address: String, reason: String)
  /// There is no libcurl on this machine, which carries requests on Linux
  case noLibcurl
}

extension TransportError: LocalizedError, CustomStringConvertible {
  /// What happened, why, and what to do next, on one line
  public var description: String { words() }

  /// The same
  public var errorDescription: String? { description }

  /// The same with other words for the host, such as `the service` where a proxy's name tells nothing
  package func words(for place: String? = nil) -> String {
    problem(for: place) + (advice.map { "; \($0)" } ?? "")
  }

  /// What happened and why, without what to do next: a program may have its own words for that
  package func problem(for place: String? = nil) -> String {
    switch self {
    case .unreachable(let host, let reason):
      "\(place ?? host) can't be reached (\(reason))"
    case .timedOut(let host, let seconds):
      "\(place ?? host) didn't answer within \(seconds.plainText) s"
    case .tooLarge(let host, let limit):
      "\(place ?? host) sent more than \(limit / 1_000_000) MB; nothing was kept"
    case .notRecorded(let asked, let nearest, _):
      "the recording doesn't have \(Self.clipped(asked))"
        + (nearest.map { "; the nearest it has is \(Self.clipped($0))" } ?? "")
    case .unreadable(let error): "\(error)"
    case .notCached(let asked):
      "the cache doesn't have \(Self.clipped(asked))"
    case .forbidden(let address, let reason):
      "\(address) isn't asked: \(reason)"
    case .noLibcurl: "libcurl, which carries requests, isn't installed"
    }
  }

  /// What to do next, where something can be done
  private var advice: String? {
    switch self {
    case .unreachable: "check the network and try again"
    case .timedOut: "try again, or allow it more time"
    case .notCached: "ask again with the network"
    case .noLibcurl: "install libcurl4 (Debian, Ubuntu), libcurl (Fedora) or curl (Arch)"
    case .tooLarge, .notRecorded, .unreadable, .forbidden: nil
    }
  }

  /// What was asked may be of any length
  private static func clipped(_ text: String) -> String {
    text.count > 400 ? text.prefix(400) + "…" : text
  }
}

/// How an exchange without a reply is kept in a recording, and what it replays as
extension TransportError {
  /// The words for `_error`; nil for what never was an exchange
  package var recordedReason: String? {
    switch self {
    case .unreachable(_, let reason): reason
    case .timedOut(_, let seconds): "timed out after \(seconds) s"
    case .tooLarge(_, let limit): "larger than \(limit) bytes"
    case .notRecorded, .unreadable, .notCached, .forbidden, .noLibcurl: nil
    }
  }

  /// - Parameters:
  ///   - reason: `_error`; nil when the recording does not say
  ///   - duration: seconds, for a timeout that does not say after how many
  package init(recordedReason reason: String?, host: String, duration: Double?) {
    guard let reason, !reason.isEmpty else {
      self = .unreachable(host: host, reason: "the recording has no reply")
      return
    }
    if let match = reason.wholeMatch(of: /larger than (\d{1,15}) bytes/), let limit = Int(match.1) {
      self = .tooLarge(host: host, limit: limit)
      return
    }
    let isTimeout = reason.contains(/time[d]?[ _-]?out/.ignoresCase())
    let stated = reason.firstMatch(of: /(\d{1,6}(?:\.\d{1,9})?) ?s\b/).flatMap { Double($0.1) }
    if isTimeout, let seconds = stated ?? duration, seconds > 0 {
      self = .timedOut(host: host, seconds: seconds)
    } else {
      self = .unreachable(host: host, reason: reason)
    }
  }
}
