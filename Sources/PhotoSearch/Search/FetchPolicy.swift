/// Decides which pages are certain to be needed, so that they can be requested early and side by
/// side
struct FetchPolicy: Sendable {
  /// Photos that can still come from one active source
  struct Outlook: Sendable {
    let index: Int
    /// Most photos that can come from the source's pages in hand and under way
    let photos: Int
    let canAsk: Bool
    let mayBringMore: Bool
    /// Most photos that can come from it before the run ends, because it may request no further
    /// page; nil if unknown
    var photosUntilStop: Int?
  }

  /// Photos that the run is to show; nil for no limit
  var limit: Int?

  /// Most pages of one source that may wait for their turn. Without a limit a reader may stop at
  /// any time, so one page; with a limit only needed pages are requested, and this bounds the
  /// memory
  var capacity: Int { limit == nil ? 1 : 16 }

  /// Most bytes of all replies under way or waiting: as many as a single reply may have, so that
  /// large replies come one after another
  static let maxBytes = 32_000_000

  /// The sources whose next page is needed, whatever the other pages contain
  ///
  /// - Parameters:
  ///   - sources: the active sources, in the order of their next turns
  ///   - shown: photos that this run has shown
  func certain(_ sources: [Outlook], order: MergeOrder, shown: Int) -> [Int] {
    // Without a limit the reader is assumed to want a handful more from each source.
    let remaining = limit.map { $0 - shown } ?? Self.handful * sources.count
    guard remaining > 0 else { return [] }
    return switch order {
    case .interleaved: certainInTurn(sources, remaining: remaining)
    case .sequential: certainInSequence(sources, remaining: remaining)
    case .newest: certainByDate(sources)
    }
  }

  /// A source that can bring no more leaves, at the latest, when its last photo is shown. Then the
  /// others have their turns sooner, so they need at least as many pages as computed here
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
