/// How long a provider whose turn it is is waited for while others have photos in hand
///
/// Until a page was asked for as long ago as `limit`, or as twice the time that the first answer of
/// the run took: a slow line is nobody's fault.
struct Patience: Sendable {
  /// nil waits for everybody
  let limit: Duration?
  private var began: Duration?
  private var firstAnswer: Duration?

  init(limit: Duration?) {
    self.limit = limit
  }

  /// - Parameter time: when a page was asked for
  mutating func noteRequest(at time: Duration) {
    began = began ?? time
  }

  /// - Parameter time: when a page was there; a failure, which may come at once, is no answer
  mutating func noteAnswer(at time: Duration) {
    guard let began, firstAnswer == nil else { return }
    firstAnswer = time - began
  }

  /// When there is no more patience for a page; nil before anything was answered, as nobody else
  /// has photos then
  func deadline(forPageAskedAt time: Duration) -> Duration? {
    guard let limit, let firstAnswer else { return nil }
    return time + max(limit, firstAnswer * 2)
  }
}
