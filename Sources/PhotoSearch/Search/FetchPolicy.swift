/// Which pages are certain to be needed, so that they can be asked for early and side by side
struct FetchPolicy: Sendable {
  /// What is to come of one source that takes part
  struct Outlook: Sendable {
    let index: Int
    /// In hand: at most so many photos come of them
    let rows: Int
    let canFetch: Bool
    let mayBringMore: Bool
  }

  /// Photos that the run is to show; nil when that is open
  let limit: Int?

  /// Pages of one source that may wait for their turn
  var capacity: Int { limit == nil ? 1 : 4 }

  /// The sources whose next page is needed whatever the other pages turn out to hold
  ///
  /// - Parameters:
  ///   - sources: those that take part, in the order of their coming turns
  ///   - shown: photos of this run so far
  func certain(_ sources: [Outlook], order: MergeOrder, shown: Int) -> [Int] {
    // With an open limit a reader is taken to want a handful more.
    let remaining = limit.map { $0 - shown } ?? Self.handful * sources.count
    guard remaining > 0 else { return [] }
    return switch order {
    case .interleaved: certainInTurn(sources, remaining: remaining)
    case .sequential: certainInSequence(sources, remaining: remaining)
    case .newest: sources.filter { $0.canFetch && $0.rows <= 0 }.map(\.index)
    }
  }

  /// A source that leaves only brings the turns of the others forward
  private func certainInTurn(_ sources: [Outlook], remaining: Int) -> [Int] {
    sources.enumerated().filter { place, source in
      let turns = remaining <= place ? 0 : (remaining - place - 1) / sources.count + 1
      return source.canFetch && turns > max(0, source.rows)
    }.map(\.element.index)
  }

  private func certainInSequence(_ sources: [Outlook], remaining: Int) -> [Int] {
    var wanted = remaining
    for source in sources where wanted > 0 {
      if wanted > source.rows, source.canFetch { return [source.index] }
      if source.mayBringMore { return [] }
      wanted -= max(0, source.rows)
    }
    return []
  }

  private static let handful = 10
}
