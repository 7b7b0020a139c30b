/// The header fields in which a service tells its remaining quota
public struct QuotaFields: Sendable {
  private let remaining: String
  private let limit: String
  private let period: String?

  /// - Parameters:
  ///   - remaining: the field with the number of requests left
  ///   - limit: the field with the number in all: `50`, or `200/day`
  ///   - period: the limit's period, if the field doesn't have it
  public init(
    remaining: String = "X-Ratelimit-Remaining", limit: String = "X-Ratelimit-Limit",
    period: String? = nil
  ) {
    self.remaining = remaining
    self.limit = limit
    self.period = period
  }

  /// The remaining quota; nil without these fields, and for an old copy from a proxy's cache
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
