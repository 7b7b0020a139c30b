/// How long a provider whose turn it is is waited for while others have photos in hand
///
/// After that the turn passes, and the provider joins again when it has answered.
public struct Patience: Hashable, Sendable {
  /// Before the first photo of a run
  public var first: Duration
  /// After it
  public var later: Duration

  /// - Parameters:
  ///   - first: 1 second, so that something is seen soon
  ///   - later: 2 seconds
  public init(first: Duration = .seconds(1), later: Duration = .seconds(2)) {
    self.first = first
    self.later = later
  }
}
