/// What a service says is left of the requests it answers
public struct Quota: Hashable, Sendable, Codable {
  /// Requests left
  public var remaining: Int
  /// Requests in all, when the service says so
  public var limit: Int?
  /// What the limit is for, e.g. `hour`
  public var period: String?

  /// What is left
  public init(remaining: Int, limit: Int? = nil, period: String? = nil) {
    self.remaining = remaining
    self.limit = limit
    self.period = period
  }
}
