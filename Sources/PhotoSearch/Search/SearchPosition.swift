/// A place between two photos of a merged search
///
/// It depends on the plan and on the photos shown, never on what was asked ahead.
struct SearchPosition: Hashable, Sendable {
  /// What is searched
  let plan: SearchPlan
  /// One for each provider of the plan
  var sources: [SourcePosition]
  /// Whose turn it is in the interleaved order
  var turn: Int
  var seen: SeenPhotos

  init(startOf plan: SearchPlan) {
    self.plan = plan
    sources = plan.providers.map { _ in SourcePosition() }
    turn = 0
    seen = SeenPhotos()
  }

  init(plan: SearchPlan, sources: [SourcePosition], turn: Int, seen: SeenPhotos) {
    self.plan = plan
    self.sources = sources
    self.turn = turn
    self.seen = seen
  }

  /// What to continue with; nil at the true end of all providers
  var cursor: SearchCursor? {
    sources.allSatisfy(\.isEnded) ? nil : SearchCursor(position: self)
  }
}

/// A place in one provider's answer
struct SourcePosition: Hashable, Sendable {
  /// The page that the next row is on; nil is the first
  var page: PageCursor?
  /// Rows of that page that are done with
  var offset = 0
  /// Pages without any row that came just before
  var emptyPages = 0
  /// Why it has no more, once its true end has been reached
  var end: EndReason?

  var isEnded: Bool { end != nil }
}
