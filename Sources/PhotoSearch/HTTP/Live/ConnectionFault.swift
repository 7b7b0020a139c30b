import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What went wrong with a connection, in words for people
///
/// Never the system's own words: they may hold the address, and with it a key. On Linux most
/// faults share one code, so that the system's words decide which of ours is meant.
func connectionFault(_ error: any Error) -> String {
  let error = error as NSError
  guard error.domain == NSURLErrorDomain else { return "the connection failed" }
  if let words = wordsByCode[error.code] { return words }
  let text = error.localizedDescription.lowercased()
  return wordsByClue.first { clue, _ in text.contains(clue) }?.words
    ?? "the connection failed (\(error.code))"
}

private let wordsByCode: [Int: String] = [
  NSURLErrorCancelled: ConnectionPool.closed,
  NSURLErrorNotConnectedToInternet: "there is no network",
  NSURLErrorCannotFindHost: "there is no such host, or no network",
  NSURLErrorDNSLookupFailed: "there is no such host, or no network",
  NSURLErrorCannotConnectToHost: "the connection is refused",
  NSURLErrorNetworkConnectionLost: "the connection was reset",
  NSURLErrorTimedOut: "it did not answer in time",
  NSURLErrorBadServerResponse: "it hung up without a reply",
  NSURLErrorUnsupportedURL: "what answers does not speak HTTP",
  NSURLErrorBadURL: "the address cannot be used",
  NSURLErrorSecureConnectionFailed: secureFault,
  NSURLErrorServerCertificateUntrusted: certificateFault,
  NSURLErrorServerCertificateHasBadDate: certificateFault,
  NSURLErrorServerCertificateHasUnknownRoot: certificateFault,
  NSURLErrorServerCertificateNotYetValid: certificateFault,
  NSURLErrorCannotDecodeContentData: "the reply is compressed wrongly",
  NSURLErrorCannotDecodeRawData: "the reply is compressed wrongly",
]

private let secureFault = "no secure connection can be made"
private let certificateFault = "its certificate is not accepted"

private let wordsByClue: [(clue: String, words: String)] = [
  ("certificate", certificateFault), ("subject name", certificateFault), ("ssl", secureFault),
  ("tls", secureFault),
  ("unencoding", "the reply is compressed wrongly"),
  ("encoding type", "the reply is compressed in an unknown way"),
  ("chunked", "the reply was cut off"),
  ("transfer closed", "the reply was cut off"),
  ("header", "the head of the reply cannot be read"),
  ("content-length", "the head of the reply cannot be read"),
  ("unreachable", "there is no network"),
  ("reset", "the connection was reset"),
]
