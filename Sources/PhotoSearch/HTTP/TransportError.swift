/// Why a request has no reply
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
  /// Not in the cache, and the network is not to be used
  case notCached(asked: String)
  /// An address that no request is sent to, and why
  case forbidden(address: String, reason: String)
}
