/// What a provider makes of a reply: all that the HTTP layers learn of it
public enum Verdict: Hashable, Sendable {
  /// The reply is what was asked for
  case page
  /// A passing fault: asking again may help, not before that many seconds when it says so
  case again(after: Double?, reason: String)
  /// The quota is used up, until a time (seconds from now) when it is known
  case spent(until: Double?)
  /// The key is not accepted
  case refused(String)
  /// What was asked for does not exist: the service's own words
  case absent(String)
  /// Anything else that is no page: the status and the service's own words
  case failed(status: Int, message: String)
}
