/// What became of one provider in one run
public struct ProviderReport: Hashable, Sendable {
  /// Where a provider stands
  public enum Status: Hashable, Sendable {
    /// More may come
    case ok
    /// Its true end
    case ended(EndReason)
    /// It left this run; a continued run asks it again
    case failed(ProviderError)
    /// It cannot answer this query as asked, and why
    case aside(String)
  }

  /// Which one
  public let id: ProviderID
  /// Where it stands
  public var status: Status
  /// Photos of this run
  public var shown: Int
  /// How many the provider says it has: an estimate
  public var total: Int?
  /// Pages asked for in this run, from whatever layer they came
  public var requests: Int
  /// Rows that are not shown, by reason
  public var leftOut: [LeftOut: Int]

  /// One that nothing was asked of yet
  public init(
    id: ProviderID, status: Status = .ok, shown: Int = 0, total: Int? = nil, requests: Int = 0,
    leftOut: [LeftOut: Int] = [:]
  ) {
    self.id = id
    self.status = status
    self.shown = shown
    self.total = total
    self.requests = requests
    self.leftOut = leftOut
  }
}
