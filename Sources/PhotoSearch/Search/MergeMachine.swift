import Foundation

/// The rules of a merged search as a pure state machine: pages go in, photos and events come out
///
/// It asks for a page only if the next photo can't be known without it. The result depends on the
/// pages alone, never on when they came.
struct MergeMachine: Sendable {
  /// The next step of a search
  enum Step: Sendable {
    case event(SearchEvent)
    /// The next photo can't be known without a page of each of these sources (indices)
    case needs([Int])
    case finished
  }

  private let plan: SearchPlan
  private var sources: [MergeSource]
  /// The source whose turn it is in the interleaved order
  private var turn: Int
  private var seen: SeenPhotos
  /// Events that come before the next photo
  private var pending: [SearchEvent] = []
  /// Sources whose `late` event was sent
  private var calledLate: Set<Int> = []
  /// Photos given so far
  private(set) var shown = 0
  /// Photos still to give in this run; nil for no limit
  private var remaining: Int?
  /// Most pages that a source may take for one photo before its turn passes
  static let maxTurnPages = 3

  init(_ search: MergedSearch) {
    (plan, turn, seen) = (search.start.plan, search.start.turn, search.start.seen)
    remaining = search.limit
    let query = plan.askedQuery
    sources = zip(search.providers, search.start.sources).map { provider, place in
      MergeSource(of: provider, position: place, asked: query, in: search)
    }
    for (index, provider) in search.providers.enumerated() {
      guard !sources[index].position.isLeftOut, let objection = provider.objection(to: query)
      else { continue }
      sources[index].skip(objection)
      pending.append(.skipped(sources[index].id, reason: objection))
    }
  }

  /// The place just after the last photo
  var position: SearchPosition {
    SearchPosition(plan: plan, sources: sources.map(\.position), turn: turn, seen: seen)
  }

  /// Each source's results so far
  var reports: [ProviderReport] { sources.filter { !$0.position.isLeftOut }.map(\.report) }

  /// The next step; photos that were seen before are skipped
  ///
  /// - Parameter late: sources whose page isn't waited for while others have photos
  mutating func step(passing late: Set<Int>) -> Step {
    if !pending.isEmpty { return .event(pending.removeFirst()) }
    if let remaining, remaining <= 0 { return .finished }
    switch plan.order {
    case .interleaved: return stepInTurn(passing: late)
    case .sequential: return stepInSequence()
    case .newest: return stepByDate(passing: late)
    }
  }

  /// Allows more photos, and each source as many more pages as it may request in a run
  ///
  /// - Parameters:
  ///   - count: how many more photos; nil for no limit
  ///   - asksFailed: whether failed sources take part again
  mutating func extend(by count: Int?, asksFailed: Bool) {
    remaining = count
    if asksFailed { calledLate = [] }
    for index in sources.indices { sources[index].extend(asksFailed: asksFailed) }
  }

  /// Ends the run if the next photo needs a page of a source that may request no more
  ///
  /// - Parameter needed: sources whose next page is needed
  /// - Returns: whether the run ends
  mutating func endRun(needing needed: [Int]) -> Bool {
    let spent = needed.filter { sources[$0].pages.isIdle && sources[$0].pages.hasAskedMost }
    for index in spent { sources[index].stopRun() }
    return !spent.isEmpty
  }
}

// MARK: - The next photo in each order

extension MergeMachine {
  /// A source whose turn took the most pages without a photo loses that turn, so that one whose
  /// rows hardly pass a filter doesn't hold the others up. A late source gets its turn back when it
  /// has answered
  private mutating func stepInTurn(passing late: Set<Int>) -> Step {
    var passed: [Int] = []
    var index = turn
    for _ in sources.indices {
      defer { index = (index + 1) % sources.count }
      guard sources[index].isActive else { continue }
      if findHead(of: index, maxPages: Self.maxTurnPages) {
        return takeHead(of: index, passing: passed)
      }
      noteDeparture(of: index)
      if !pending.isEmpty { return step(passing: late) }
      if sources[index].endTurn(after: Self.maxTurnPages) {
        turn = (index + 1) % sources.count
        return step(passing: late)
      }
      guard late.contains(index) else { return .needs([index]) }
      passed.append(index)
    }
    return passed.isEmpty ? .finished : .needs(passed)
  }

  private mutating func stepInSequence() -> Step {
    guard let index = sources.firstIndex(where: \.isActive) else { return .finished }
    if findHead(of: index) { return takeHead(of: index, passing: []) }
    noteDeparture(of: index)
    return pending.isEmpty ? .needs([index]) : .event(pending.removeFirst())
  }

  private mutating func stepByDate(passing late: Set<Int>) -> Step {
    let needed = findAllHeads()
    if !pending.isEmpty { return step(passing: late) }
    let awaited = needed.filter { !late.contains($0) }
    if !awaited.isEmpty { return .needs(awaited) }
    let ready = sources.indices.filter { sources[$0].isActive && !needed.contains($0) }
    if ready.isEmpty, !needed.isEmpty { return .needs(needed) }
    func time(_ index: Int) -> Double {
      sources[index].head?.published?.timeIntervalSince1970 ?? -.infinity
    }
    // `max` keeps the first of equal elements, so an earlier source goes before a later one.
    let newest = ready.max { time($0) < time($1) }
    return newest.map { takeHead(of: $0, passing: needed) } ?? .finished
  }

  /// Skips photos that were seen before, until every source has a new photo at its head or needs a
  /// page
  ///
  /// Skipping marks names as seen, which may make another source's head a repeat. So this runs
  /// until nothing changes: then it doesn't matter which page came first.
  ///
  /// - Returns: the sources that need a page
  private mutating func findAllHeads() -> [Int] {
    var (needed, marks) = ([Int](), 0)
    repeat {
      marks = seen.marks.count
      needed = sources.indices.filter { index in sources[index].isActive && !findHead(of: index) }
    } while marks != seen.marks.count
    for index in sources.indices { noteDeparture(of: index) }
    return needed.filter { sources[$0].isActive }
  }

  /// Takes the head of a source; for each source passed over, its `late` event is sent first, once
  private mutating func takeHead(of index: Int, passing passed: [Int]) -> Step {
    let newly = passed.filter { !calledLate.contains($0) }
    guard newly.isEmpty else {
      calledLate.formUnion(newly)
      pending += newly.sorted().map { .late(sources[$0].id) }
      return .event(pending.removeFirst())
    }
    let names = names(toKeepOf: index)
    let photo = sources[index].takeHead(seen: &seen, keeping: names)
    shown += 1
    remaining? -= 1
    turn = (index + 1) % sources.count
    noteDeparture(of: index)
    return .event(.photo(photo))
  }

  /// Looks for a source's next new photo among the pages that have arrived
  private mutating func findHead(of index: Int, maxPages: Int? = nil) -> Bool {
    let names = names(toKeepOf: index)
    return sources[index].findHead(seen: &seen, keeping: names, maxPages: maxPages)
  }

  /// Which names of a source's photos other sources may still use for the same pictures
  ///
  /// An aggregator's photos are marked by their last name alone: nobody else uses its ids.
  private func names(toKeepOf index: Int) -> SeenPhotos.Names {
    let sources = sources
    let mayBeCopied = sources.indices.contains { $0 != index && sources[$0].maySendCopies }
    return mayBeCopied && !sources[index].isAggregator ? .all : .last
  }

  /// Queues the event that a source has ended or failed, if it has since the last call
  private mutating func noteDeparture(of index: Int) {
    guard let event = sources[index].announceDeparture() else { return }
    pending.append(event)
  }
}

// MARK: - Requested pages

extension MergeMachine {
  /// A page to request
  typealias Request = (ticket: PageTicket, page: NextPage)

  /// Takes a page that was requested; it is opened when its source's list comes to it
  mutating func receive(_ page: Result<PhotoPage, ProviderError>, for ticket: PageTicket) {
    sources[ticket.source].receive(page, number: ticket.number, seen: seen)
  }

  /// Whether a page that was requested is still needed
  func needs(_ ticket: PageTicket) -> Bool { sources[ticket.source].pages.needs(ticket.number) }

  /// When the page that a source's list waits for was requested; nil if it waits for none
  func waitsSince(_ index: Int) -> Duration? { sources[index].pages.waitsSince }

  /// Forgets the pages under way, whose requests are cancelled
  mutating func dropUnderWay() {
    for index in sources.indices { sources[index].pages.dropUnderWay() }
  }

  /// Pages that are certain to be needed and are to be requested now, one of each source after
  /// another
  ///
  /// - Parameters:
  ///   - time: since the run began
  ///   - countingOnlyNew: whether to leave out rows in hand that were seen before, which takes a
  ///     look at each of them
  mutating func askCertain(at time: Duration, countingOnlyNew: Bool = false) -> [Request] {
    let policy = FetchPolicy(order: plan.order, remaining: remaining)
    // A loop, as a closure would copy the machine for each photo.
    var asksAny = false
    for index in sources.indices where canAsk(index, policy) { asksAny = true }
    guard asksAny else { return [] }
    let inHand = sources.map { source in
      countingOnlyNew ? source.newRowsInHand(seen: seen) : source.rowsInHand
    }
    var requests: [Request] = []
    while true {
      let outlooks = sourcesByTurn.map { index in
        let pages = sources[index].pages
        let photos = inHand[index] + pages.photosUnderWay
        return FetchPolicy.Outlook(
          index: index, photos: photos, canAsk: canAsk(index, policy),
          mayBringMore: pages.mayBringMore, photosUntilStop: pages.photosUntilStop(after: photos))
      }
      let certain = policy.certain(outlooks)
      guard !certain.isEmpty else { return requests }
      // The first page fits into the memory limit; with it there may be no room for the others.
      for index in certain where hasRoom(for: index) { requests.append(ask(index, at: time)) }
    }
  }

  /// Pages without which there is no next photo, if they aren't requested yet; one at a time if
  /// there is no room for all
  mutating func askNeeded(of indices: [Int], at time: Duration) -> [Request] {
    var requests: [Request] = []
    for index in indices where sources[index].pages.isIdle {
      guard hasRoom(for: index) || !sources.contains(where: \.pages.isBusy) else { continue }
      requests.append(ask(index, at: time))
    }
    return requests
  }

  private mutating func ask(_ index: Int, at time: Duration) -> Request {
    let (page, number) = sources[index].pages.ask(at: time)
    return (PageTicket(source: index, number: number), page)
  }

  /// The active sources, in the order of their next turns
  private var sourcesByTurn: [Int] {
    // A closure would copy the whole machine.
    let (sources, first) = (sources, plan.order == .interleaved ? turn : 0)
    return sources.indices.map { (first + $0) % sources.count }.filter { sources[$0].isActive }
  }

  private func canAsk(_ index: Int, _ policy: FetchPolicy) -> Bool {
    sources[index].pages.canAsk(ahead: policy.capacity) && hasRoom(for: index)
  }

  /// Whether there is room for another page of a source beside those in memory
  private func hasRoom(for index: Int) -> Bool {
    // The sources are indexed rather than copied.
    var bytes = sources[index].pages.replySize
    for place in sources.indices { bytes += sources[place].pages.bytesAhead }
    return bytes <= FetchPolicy.maxBytes
  }
}

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

  let order: MergeOrder
  /// Photos that the run is still to give; nil for no limit
  let remaining: Int?

  /// Most pages of one source that may wait for their turn. Without a limit a reader may stop at
  /// any time, so one page; with a limit only needed pages are requested, and this bounds the
  /// memory
  var capacity: Int { remaining == nil ? 1 : 16 }

  /// Most bytes of all replies under way or waiting: as many as a single reply may have, so that
  /// large replies come one after another
  static let maxBytes = 32_000_000

  /// The sources whose next page is needed, whatever the other pages contain
  ///
  /// - Parameter sources: the active sources, in the order of their next turns
  func certain(_ sources: [Outlook]) -> [Int] {
    // Without a limit the reader is assumed to want a handful more from each source.
    let remaining = remaining ?? Self.handful * sources.count
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

  /// Photos of each source that a reader without a limit is assumed to want
  private static let handful = 10
}
