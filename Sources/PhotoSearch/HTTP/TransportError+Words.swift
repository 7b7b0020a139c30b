private import Foundation

extension TransportError: CustomStringConvertible {
  /// What happened, why, and what to do next, on one line
  public var description: String {
    switch self {
    case .unreachable(let host, let reason):
      "\(host) cannot be reached (\(reason)); check the network and try again"
    case .timedOut(let host, let seconds):
      "\(host) did not answer within \(seconds.formatted()) s; try again, or raise --timeout"
    case .tooLarge(let host, let limit):
      "\(host) sent more than \(limit / 1_000_000) MB; nothing was kept"
    case .notRecorded(let asked, let nearest, _):
      "the recording does not have \(Self.clipped(asked))"
        + (nearest.map { "; the nearest it has is \(Self.clipped($0))" } ?? "")
    case .notCached(let asked):
      "the cache does not have \(Self.clipped(asked)); run again without --offline"
    case .forbidden(let address, let reason):
      "\(address) is not asked: \(reason)"
    }
  }

  /// What was asked may be of any length
  private static func clipped(_ text: String) -> String {
    text.count > 400 ? text.prefix(400) + "…" : text
  }
}
