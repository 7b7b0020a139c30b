/// Where replies are kept for a while
public protocol ResponseStore: Sendable {
  /// The reply kept under a name, with `received` set; nil when there is none
  func response(named name: String) -> HTTPResponse?

  /// Keeps a reply; one that cannot be kept costs a request later, not the answer now
  func keep(_ response: HTTPResponse, named name: String)
}
