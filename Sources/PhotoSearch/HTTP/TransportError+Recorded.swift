internal import Foundation

/// How an exchange without a reply is kept in a recording, and what it replays as
extension TransportError {
  /// The words for `_error`; nil for what never was an exchange
  package var recordedReason: String? {
    switch self {
    case .unreachable(_, let reason): reason
    case .timedOut(_, let seconds): "timed out after \(seconds) s"
    case .tooLarge(_, let limit): "larger than \(limit) bytes"
    case .notRecorded, .notCached, .forbidden: nil
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
