/// The header fields in which a service says what is left of a quota
public struct QuotaFields: Sendable {
  private let remaining: String
  private let limit: String
  private let period: String?

  /// - Parameters:
  ///   - remaining: the field with the requests that are left
  ///   - limit: the field with those in all: `50`, or `200/day`
  ///   - period: what the limit is for, where the field doesn't say
  public init(
    remaining: String = "X-Ratelimit-Remaining", limit: String = "X-Ratelimit-Limit",
    period: String? = nil
  ) {
    self.remaining = remaining
    self.limit = limit
    self.period = period
  }

  /// nil when it doesn't say, and for a copy from a cache on the way, whose counts are old
  func quota(in response: WebReply) -> Quota? {
    let headers = response.headers
    guard headers["Age"].flatMap({ Int($0) }) ?? 0 == 0,
      headers["cf-cache-status"]?.uppercased() != "HIT",
      let left = headers[remaining].flatMap({ Int($0) })
    else { return nil }
    let words = headers[limit]?.parts(at: "/", keepsEmpty: false) ?? []
    return Quota(
      remaining: max(0, left), limit: words.first.flatMap { Int($0) },
      period: period ?? (words.count == 2 ? String(words[1]) : nil))
  }
}
