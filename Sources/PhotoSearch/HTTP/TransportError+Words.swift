private import Foundation

extension TransportError: CustomStringConvertible {
  /// What happened, why, and what to do next, on one line
  public var description: String { words() }

  /// The same with other words for the host: where a request went is not always what it is for
  package func words(for place: String? = nil) -> String {
    switch self {
    case .unreachable(let host, let reason):
      "\(place ?? host) cannot be reached (\(reason)); check the network and try again"
    case .timedOut(let host, let seconds):
      "\(place ?? host) did not answer within \(seconds.formatted()) s; try again, or raise --timeout"
    case .tooLarge(let host, let limit):
      "\(place ?? host) sent more than \(limit / 1_000_000) MB; nothing was kept"
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
