/// What a merged search tells, in the order it happens
public enum SearchEvent: Hashable, Sendable {
  /// The next photo; the iterator's cursor is the place just after it
  case photo(Photo)
  /// A provider left this run; a continued run asks it for the same page again
  case failed(ProviderError)
  /// A provider has no more photos
  case ended(ProviderID, EndReason)
  /// A provider has not answered in time: the others go on without it until it does
  case late(ProviderID)
  /// A provider cannot answer this query as asked, and why
  case aside(ProviderID, reason: String)
}
