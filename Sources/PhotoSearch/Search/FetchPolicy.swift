/// Which pages are certain to be needed, so that they can be asked for early and side by side
struct FetchPolicy: Sendable {
  /// What is to come of one source that takes part
  struct Outlook: Sendable {
    let index: Int
    /// In hand and under way: at most so many photos come of them
    let photos: Int
    let canAsk: Bool
    let mayBringMore: Bool
    /// At most so many photos come of it before the run ends for want of a page of it; nil when
    /// that isn't known
    var photosUntilStop: Int?
  }

  /// Photos that the run is to show; nil when that is open
  var limit: Int?

  /// Pages of one source that may wait for their turn: where the limit is known only what is needed
  /// is asked for, and the number bounds what is kept for a reader that takes its time
  var capacity: Int { limit == nil ? 1 : 16 }

  /// Bytes of all replies under way or read and not needed yet: as many as a single reply may have, so
  /// that large ones come one after another
  static let maxBytes = 32_000_000

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
    case .newest: certainByDate(sources)
    }
  }

  /// A source that leaves only brings the turns of the others forward, so one that can bring no more
  /// leaves at the latest when what it has is shown
  private func certainInTurn(_ sources: [Outlook], remaining: Int) -> [Int] {
    var sources = sources
    var remaining = remaining
    for (place, source) in sources.enumerated() {
      guard let photos = source.photosUntilStop else { continue }
      remaining = min(remaining, photos * sources.count + place)
    }
    var had = 0
    while let least = sources.lazy.filter({ !$0.mayBringMore }).map(\.photos).min(),
      least - had <= remaining / sources.count
    {
      remaining -= (least - had) * sources.count
      had = least
      sources.removeAll { !$0.mayBringMore && $0.photos == least }
    }
    return sources.enumerated().filter { place, source in
      let turns = remaining <= place ? 0 : (remaining - place - 1) / sources.count + 1
      return source.canAsk && had + turns > source.photos
    }.map(\.element.index)
  }

  private func certainByDate(_ sources: [Outlook]) -> [Int] {
    let empty = sources.filter { $0.photos == 0 }
    return empty.contains { $0.photosUntilStop == 0 } ? [] : empty.filter(\.canAsk).map(\.index)
  }

  private func certainInSequence(_ sources: [Outlook], remaining: Int) -> [Int] {
    var wanted = remaining
    for source in sources where wanted > 0 {
      if wanted > source.photos, source.canAsk { return [source.index] }
      if source.mayBringMore { return [] }
      wanted -= source.photos
    }
    return []
  }

  private static let handful = 10
}
