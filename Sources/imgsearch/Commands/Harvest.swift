import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// A harvest under way
struct Harvest {
  private let options: HarvestOptions
  private let folder: HarvestFolder
  private let session: Session
  private let budget: RequestBudget?
  private let console: Console
  private var state = HarvestState(began: "")
  /// The searches that are to be done, by their place in the state
  private var lines: [(index: Int, line: HarvestLine)] = []

  /// Photos after which what is there is written down, so that little is asked for twice
  private static let batch = 300
  private static let pause = Duration.seconds(5)
  /// Between two looks of the progress
  private static let frame = Duration.milliseconds(200)

  init(
    _ options: HarvestOptions, into folder: HarvestFolder, _ session: Session,
    _ budget: RequestBudget?, _ console: Console
  ) {
    (self.options, self.folder, self.session) = (options, folder, session)
    (self.budget, self.console) = (budget, console)
  }

  // MARK: - What is to be done

  /// Finds each line's place in what was harvested before
  ///
  /// - Throws: a usage failure for a line that is another one by now, and where no line can be asked.
  mutating func begin(_ list: [HarvestLine]) throws {
    let today = CalendarDate(Date())?.day ?? ""
    state = folder.state ?? HarvestState(began: today)
    if options.isSinceLast, folder.state != nil, state.isWhole, state.began != today {
      state = HarvestState(began: today, since: state.began)
    }
    // A recording asks nobody.
    let allowed =
      session.recording == nil
      ? try session.providers.map(\.profile).allowed(list, note: console.note) : list
    var places = Dictionary(
      state.searches.indices.map { (state.searches[$0].line, $0) }, uniquingKeysWith: { $1 })
    for line in allowed {
      let text = line.text + form
      if let index = places[line.number], state.searches[index].search != text {
        guard !state.searches[index].isWhole else {
          throw CommandFailure.usage(
            "line \(line.number) was `\(state.searches[index].search)` when \(folder.url.path) was "
              + "begun, and is `\(text)` now; add lines at the end, or harvest into another folder")
        }
        state.searches[index] = new(line, text)
      }
      let index = places[line.number] ?? state.searches.count
      if index == state.searches.count { state.searches.append(new(line, text)) }
      places[line.number] = index
      lines.append((index, line))
    }
    try check()
    folder.state = state
    try folder.save()
  }

  /// Tries what each line asks for on those that are to be asked, before anything is written or asked
  ///
  /// - Throws: a failure that names the line.
  private func check() throws {
    for (index, line) in lines where !state.searches[index].isWhole {
      do {
        _ = try makeSearch(state.searches[index], line)
      } catch let failure as CommandFailure {
        let hint =
          state.since == nil
          ? "" : "\n\(OptionTable.harvestSince.row.flag) last takes providers that filter by date"
        throw CommandFailure("line \(line.number): \(failure.message)\(hint)", code: failure.code)
      }
    }
  }

  /// How rows are written, as it would be typed
  private var form: String {
    let size = OptionTable.listedSize
    return (options.isFlat ? " \(OptionTable.flat.row.flag)" : "")
      + (options.isFlat && options.role != size.standard
        ? " \(size.row.flag) \(options.role.rawValue)" : "")
      + (options.isGzip ? " \(OptionTable.gzip.row.flag)" : "")
  }

  private func new(_ line: HarvestLine, _ text: String) -> HarvestedSearch {
    let round = state.since == nil ? "" : " \(state.began)"
    let words = line.plan.query.words?.lowercased() ?? ""
    // img2dataset takes the files of a folder by that ending.
    return HarvestedSearch(
      line: line.number, search: text, named: words + round,
      ending: (options.isFlat ? "jsonl" : "ndjson") + (options.isGzip ? ".gz" : ""))
  }

  // MARK: - Doing it

  /// All that is left to do
  mutating func run() async throws -> ExitCode {
    var failures: [ProviderError] = []
    var rest = lines.filter { !state.searches[$0.index].isWhole }[...]
    while let (index, line) = rest.first {
      show(line)
      let failure: ProviderError?
      do {
        failure = try await harvest(index, line)
      } catch let failure as CommandFailure {
        throw CommandFailure("line \(line.number): \(failure.message)", code: failure.code)
      }
      try Task.checkCancellation()
      if let failure, let end = quotaEnd(failure) {
        guard options.waits else { return conclude(after: failure, until: end) }
        try await wait(for: failure.provider, until: end)
        continue
      }
      if let failure {
        console.note("imgsearch: line \(line.number): \(ErrorText.line(failure))")
        failures.append(failure)
      }
      rest.removeFirst()
    }
    console.showStatus([])
    console.note(
      "\(summary) in \(folder.url.path)"
        + (failures.isEmpty ? "" : "; the same command tries again what is missing"))
    return ExitCode(forFailures: failures)
  }

  /// One search, from where it stands
  ///
  /// - Returns: what a provider failed with: then its shard isn't whole.
  private mutating func harvest(_ index: Int, _ line: HarvestLine) async throws -> ProviderError? {
    let search = try makeSearch(state.searches[index], line)
    let shard = try folder.shard(of: state.searches[index])
    var iterator = search.makeAsyncIterator()
    var renderer: any ListingRenderer =
      options.isFlat ? FlatRenderer(role: options.role) : NDJSONRenderer()
    var pictures = ReachablePictures { [session] in session.apiOrigins ?? [:] }
    var (failure, new, keptAt): (ProviderError?, Int, _) = (nil, 0, ContinuousClock.now)
    var shownAt = keptAt
    events: while let event = await iterator.next() {
      switch event {
      case .photo(let photo):
        let shown = options.isFlat ? try pictures.shown(photo) : photo
        state.searches[index].photos += 1
        new += 1
        let entry = ListingEntry(number: state.searches[index].photos, photo: shown)
        try shard.add(renderer.entry(entry))
        if new % Self.batch == 0 || .now - keptAt > Self.pause {
          state.searches[index].cursor = iterator.cursor?.description
          try keep(shard, index)
          keptAt = .now
        }
        if .now - shownAt > Self.frame {
          show(line)
          shownAt = .now
        }
      case .failed(let error):
        failure = error
        break events
      case .late, .ended, .skipped: continue
      }
    }
    let isWhole = failure == nil && !Task.isCancelled
    state.searches[index].cursor = isWhole ? nil : iterator.cursor?.description
    if isWhole {
      state.searches[index].bytes = try shard.sync()
      try shard.finish()
      state.searches[index].isWhole = true
      folder.state = state
      try folder.save()
    } else {
      try keep(shard, index)
    }
    return failure
  }

  private mutating func keep(_ shard: HarvestFolder.Shard, _ index: Int) throws {
    state.searches[index].bytes = try shard.sync()
    // Without a place to go on from, what is there would come again.
    if state.searches[index].cursor == nil { state.searches[index].startAnew() }
    folder.state = state
    try folder.save()
  }

  private func makeSearch(_ known: HarvestedSearch, _ line: HarvestLine) throws -> MergedSearch {
    // The order is to depend on what services answer alone, never on when.
    let manner = SearchManner(
      isOffline: false, patience: nil, timeout: options.run.timeout, maxRequests: .max,
      isStrict: false, isInHistory: false)
    let left = max(0, line.count - known.photos)
    if let token = known.cursor {
      let cursor: SearchCursor
      do { cursor = try SearchCursor(token) } catch {
        throw CommandFailure("\(folder.url.path)/state.json: \(error)", code: .data)
      }
      return try session.search(continuing: cursor, count: left, in: manner)
    }
    var plan = line.plan
    if let since = state.since, plan.query.filters.since == nil {
      _ = SearchFilter.since.set(&plan.query.filters, to: since)
    }
    return try session.search(plan, count: left, in: manner, lacking: { _ in })
  }

  // MARK: - What is said of it

  /// When a provider answers again whose quota is spent; nil for any other failure
  private func quotaEnd(_ failure: ProviderError) -> Date? {
    switch failure.reason {
    // One that doesn't say until when counts by the hour at most.
    case .quotaSpent(let until): until ?? Date() + 3_600
    case .notAsked(let until): until
    default: nil
    }
  }

  private func conclude(after failure: ProviderError, until end: Date) -> ExitCode {
    console.showStatus([])
    console.note(
      "imgsearch: \(reason(failure.provider, until: end))\n"
        + "\(summary) in \(folder.url.path); the same command goes on then, or waits with "
        + OptionTable.wait.row.flag)
    return .tryLater
  }

  /// Whose limit it is: that of whoever began the harvest, or the service's
  private func reason(_ provider: ProviderID, until end: Date) -> String {
    let profile = session.providers.first { $0.id == provider }?.profile
    guard let limit = options.perDay[provider],
      budget?.left(at: Date())[profile?.service ?? ""] == 0
    else {
      return "\(provider) answers no more before \(end.clockTime)"
    }
    return "\(provider): the \(Counts.phrase(limit, "request")) of today "
      + "(\(OptionTable.perDay.row.flag)) are used; there are more from \(end.clockTime) on"
  }

  private func wait(for provider: ProviderID, until end: Date) async throws {
    if !console.showsProgress {
      console.note("imgsearch: \(provider) answers again at \(end.clockTime); waiting")
    }
    while end > Date() {
      show("\(provider) answers again at \(end.clockTime)")
      try await Task.sleep(for: .seconds(min(30, max(0.1, end.timeIntervalSinceNow))))
    }
  }

  private func show(_ line: HarvestLine) { show(line.plan.query.words ?? "") }

  private func show(_ last: String) {
    guard console.showsProgress else { return }
    let left = (budget?.left(at: Date()) ?? [:]).sorted { $0.key < $1.key }
      .map { "\($0.key): \(Counts.phrase($0.value, "request")) left today" }
    let line = ([summary, last] + left).joined(separator: " · ")
    console.showStatus([SafeText.line(line, cells: Console.errorSize.columns - 1)])
  }

  /// `12 of 50 searches · 340 photos`
  private var summary: String {
    let searches = lines.map { state.searches[$0.index] }
    let whole = searches.count { $0.isWhole }
    let photos = searches.reduce(0) { $0 + $1.photos }
    return "\(Counts.grouped(whole)) of \(Counts.phrase(searches.count, "search", "searches")) · "
      + Counts.phrase(photos, "photo")
  }
}
