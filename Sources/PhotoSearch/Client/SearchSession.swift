import Platform
import Synchronization

/// A running search: read its photos one by one in a loop, or in batches
///
/// ```swift
/// let search = photos.search("kittens")
/// var shown = try await search.next(30)
/// shown += try await search.next(30)    // when somebody has scrolled that far
/// ```
///
/// Several tasks and actors may use it at the same time: each photo is given to one of them.
/// Requests for later pages are cancelled when the session is released.
public final class SearchSession: AsyncSequence, Sendable {
  /// Most pages to request from one provider for a batch, or for one photo of a loop
  static let maxRequests = 20

  private struct State {
    var run: MergeRun
    /// The run before the current batch: until the batch is returned, its photos count as not given
    var beforeBatch: MergeRun?
    /// The streams of ``reportUpdates`` that are still read, by number
    var followers: [Int: AsyncStream<[ProviderReport]>.Continuation] = [:]
    /// The number of the last stream
    var lastFollower = 0
    /// The reports that were last sent to the streams
    var lastSent: [ProviderReport] = []

    var cursor: SearchCursor? { (beforeBatch ?? run).cursor }
  }

  private let state: Mutex<State>
  private let turns = AsyncSemaphore(1)
  private let limit: Int?

  /// - Parameters:
  ///   - search: a search without a limit
  ///   - limit: most photos in all
  init(_ search: MergedSearch, limit: Int?) {
    state = Mutex(State(run: MergeRun(search)))
    self.limit = limit
  }

  deinit { for follower in state.withLock({ $0.followers.values }) { follower.finish() } }

  /// The cursor to continue from, also in a later run of the app; nil if no provider has more
  public var cursor: SearchCursor? { state.withLock { $0.cursor } }

  /// Each provider's results since the session began, in the order of their turns: why one failed
  /// or was skipped, and how much of its quota is left
  public var reports: [ProviderReport] { state.withLock { $0.run.reports } }

  /// ``reports`` as they are now, and again whenever they have changed
  ///
  /// ```swift
  /// let progress = Task {
  ///   for await reports in search.reportUpdates { print(reports.map(\.shown)) }
  /// }
  /// defer { progress.cancel() }
  /// print(try await search.next(30).count)
  /// ```
  ///
  /// Each call makes a stream of its own. Where several changes come before the next is asked for,
  /// it gives the newest alone. It ends when no provider has any more photos, and when nobody holds
  /// the session any more.
  public var reportUpdates: AsyncStream<[ProviderReport]> {
    let (stream, follower) = AsyncStream.makeStream(
      of: [ProviderReport].self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.lastFollower += 1
      state.followers[state.lastFollower] = follower
      // Still locked, so that no later reports come before
      state.lastSent = state.run.reports
      follower.yield(state.lastSent)
      return state.lastFollower
    }
    follower.onTermination = { [weak self] _ in
      self?.state.withLock { $0.followers[number] = nil }
    }
    endUpdatesWhenDone()
    return stream
  }

  /// The next photos
  ///
  /// The next batch asks a failed provider again, for the page that failed. When the task is
  /// cancelled, its requests end, and the photos of this batch come with the next one.
  ///
  /// - Parameter count: how many photos are wanted
  /// - Returns: fewer at the end, at the limit, and if a filter rejects nearly all photos of 20
  ///   pages; then ``cursor`` isn't nil, and the next batch searches further.
  /// - Throws: ``PhotoClientError`` if no provider answered, `CancellationError` once cancelled.
  public func next(_ count: Int) async throws -> [Photo] {
    try await turns.withTurn {
      let before = state.withLock { $0.run }
      state.withLock { $0.beforeBatch = before }
      defer {
        state.withLock { $0.beforeBatch = nil }
        endUpdatesWhenDone()
      }
      change { run in
        let wanted = wanted(count, run)
        run.extend(by: wanted, asksFailed: wanted != 0)
      }
      var photos: [Photo] = []
      while let photo = await nextPhoto() { photos.append(photo) }
      guard !Task.isCancelled else {
        change { run in
          run = before
          run.interrupt()
        }
        throw CancellationError()
      }
      if photos.isEmpty { try checkAnswers() }
      return photos
    }
  }

  /// A loop over the photos that are left
  public func makeAsyncIterator() -> Iterator { Iterator(session: self) }

  /// Gives one photo at a time
  public struct Iterator: AsyncIteratorProtocol {
    let session: SearchSession
    fileprivate var hasBegun = false
    fileprivate var hasGiven = false

    /// The next photo; nil at the end, at the limit, once cancelled, and if no photo on 20 pages of
    /// a service passes the filters: then ``SearchSession/cursor`` isn't nil
    ///
    /// - Throws: ``PhotoClientError`` if no provider answered.
    public mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async throws -> Photo? {
      let isFirst = !hasBegun
      hasBegun = true
      let photo = try await session.photo(isFirst: isFirst, mayBeNone: hasGiven)
      hasGiven = hasGiven || photo != nil
      return photo
    }
  }

  /// - Parameters:
  ///   - isFirst: whether a loop begins
  ///   - mayBeNone: whether the loop has given a photo already, so that no photo isn't an error
  fileprivate func photo(isFirst: Bool, mayBeNone: Bool) async throws -> Photo? {
    do {
      return try await turns.withTurn {
        change { run in run.extend(by: wanted(nil, run), asksFailed: isFirst) }
        defer { endUpdatesWhenDone() }
        if let photo = await nextPhoto() { return photo }
        if Task.isCancelled { change { $0.interrupt() } } else if !mayBeNone { try checkAnswers() }
        return nil
      }
    } catch is CancellationError { return nil }
  }

  /// How many photos the run is to give; nil for no limit
  private func wanted(_ count: Int?, _ run: MergeRun) -> Int? {
    [count, limit.map { $0 - run.shown }].compactMap(\.self).min().map { Swift.max(0, $0) }
  }

  /// Does something to the run, and tells of what became of the providers by that
  private func change<Result>(_ body: (inout MergeRun) -> sending Result) -> sending Result {
    state.withLock { state in
      let result = body(&state.run)
      // Reports are made only if somebody follows them.
      if !state.followers.isEmpty, case let reports = state.run.reports, reports != state.lastSent {
        state.lastSent = reports
        for follower in state.followers.values { follower.yield(reports) }
      }
      return result
    }
  }

  private func endUpdatesWhenDone() {
    // Ending a stream calls back into the state, so it must not be locked then.
    let ended = state.withLock { state in
      state.followers.isEmpty || state.cursor != nil ? [:] : state.followers
    }
    for follower in ended.values { follower.finish() }
  }

  /// - Returns: nil at the end of this part of the run, and once cancelled
  private func nextPhoto() async -> Photo? {
    while let event = await MergeRun.nextEvent(advancing: { change { $0.advance() } }) {
      // Other events are told by the reports.
      if case .photo(let photo) = event { return photo }
    }
    return nil
  }

  /// - Throws: ``PhotoClientError`` if no provider has answered since this part of the run began
  private func checkAnswers() throws(PhotoClientError) {
    let (reports, hasAnswer) = state.withLock { ($0.run.reports, $0.run.hasAnswer) }
    let failures = reports.compactMap(\.failure)
    if !hasAnswer, !failures.isEmpty || reports.isEmpty { throw .noAnswer(failures) }
    if reports.allSatisfy({ $0.objection != nil }) { throw .noneCan(reports) }
  }
}
