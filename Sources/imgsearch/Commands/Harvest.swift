import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// `imgsearch harvest WORDS.txt -o FOLDER`: runs many searches and writes a file for each
///
/// They run one after another, because running several at once would only use up the same quotas.
/// An interrupted run is continued by the same command.
struct Harvest {
  let options: HarvestOptions
  let folder: HarvestFolder
  let session: Session
  private let budget: RequestBudget?
  let console: Console
  /// The day from which photos count as new; nil to take all
  private var since: String?
  /// The searches that are left to do
  private var rest: ArraySlice<HarvestLine> = []
  private var progress = HarvestProgress()

  /// Time between two updates of the progress line
  private static let frame = Duration.milliseconds(200)

  /// Runs the harvest that a command line asks for
  static func run(_ options: HarvestOptions, on console: Console) async throws -> ExitCode {
    let lines = try await HarvestList.lines(of: options)
    let folder = try HarvestFolder(options.folder)
    let isLimited = options.requests.replay == nil && !options.perDay.isEmpty
    let budget = try isLimited ? RequestBudget(limits(of: options), in: folder.url) : nil
    let session = try Session(options.requests, budget: budget, console: console)
    return try await session.finishing {
      var harvest = Harvest(
        options: options, folder: folder, session: session, budget: budget, console: console)
      try harvest.begin(lines)
      do {
        return try await harvest.run()
      } catch is CancellationError {
        console.showStatus([])
        console.note("imgsearch: stopped; \(options.again) continues")
        throw CancellationError()
      }
    }
  }

  /// The most requests in a day by service, as several providers may share one
  private static func limits(of options: HarvestOptions) -> [String: Int] {
    let services = ProviderCatalog.profiles.compactMap { profile in
      options.perDay[profile.id].map { (profile.service, $0) }
    }
    return Dictionary(services, uniquingKeysWith: min)
  }

  // MARK: - Preparing

  /// Finds the searches that are left to do, and checks that their providers can be asked
  ///
  /// - Throws: a usage failure if a line has changed, or if no line can be asked; then nothing is
  ///   written.
  mutating func begin(_ list: [HarvestLine]) throws {
    let today = CalendarDate(Date())?.day ?? ""
    let last = folder.state
    let isNew = last.map { options.isSinceLast && $0.isOver && $0.began != today } ?? true
    since = isNew ? last?.began : last?.since
    // A recording sends no requests, so terms don't matter.
    let allowed =
      session.recording == nil
      ? try session.providers.map(\.profile).allowed(list, note: console.note) : list
    if let range = options.redo.first(where: { range in
      !allowed.contains { range.holds($0.number) }
    }) {
      throw CommandFailure.usage(
        "\(OptionTable.redo.row.flag) \(range): \(options.listName) has no such line, or none of "
          + "its providers may be asked")
    }
    var redone: [HarvestedSearch] = []
    var checked: Set<SearchPlan> = []
    for line in allowed {
      let known = isNew ? nil : try known(line)
      let isNamed = options.redo.contains { $0.holds(line.number) }
      if let known, known.isWhole, !isNamed {
        progress.photos += known.photos
        if folder.losses[line.number] != .short { progress.whole += 1 }
        continue
      }
      try check(line, known, &checked)
      rest.append(line)
      if let known, known.isWhole {
        redone.append(known)
      } else {
        progress.photos += known?.photos ?? 0
      }
    }
    progress.searches = allowed.count
    if isNew { try folder.begin(HarvestState(began: today, since: since)) }
    if !rest.isEmpty { try folder.goOn(anew: redone) }
    tell(.gone, "isn't here any more", "aren't here any more", of: allowed)
    tell(.short, "is shorter than it was", "are shorter than they were", of: allowed)
    tellIdleLimits(of: allowed)
  }

  /// The stored progress of a line's search; nil if there is none to continue
  ///
  /// - Throws: a usage failure if the line has a file but is another search now.
  private func known(_ line: HarvestLine) throws -> HarvestedSearch? {
    guard let known = folder.state?[line.number] else { return nil }
    guard known.search != line.text else { return known }
    guard known.hasFile else { return nil }
    throw CommandFailure.usage(
      "line \(line.number) was `\(known.search)` when \(folder.url.path) was begun, and is "
        + "`\(line.text)` now; add lines at the end, or harvest into another folder")
  }

  /// Checks a line against its providers, before anything is written or requested
  ///
  /// - Parameter checked: plans of earlier lines, without their words. Lines that differ only in
  ///   their words have the same providers and filters, so these are checked once
  /// - Throws: a failure that names the line.
  private func check(
    _ line: HarvestLine, _ known: HarvestedSearch?, _ checked: inout Set<SearchPlan>
  ) throws {
    var plan = line.plan
    plan.query = PhotoQuery("-", filters: plan.query.filters)
    do {
      if checked.insert(plan).inserted || known?.cursor != nil {
        _ = try makeSearch(known, line)
      } else {
        try session.checkWords(of: line.plan)
      }
    } catch let failure as CommandFailure {
      let hint =
        since == nil
        ? "" : "\n\(OptionTable.harvestSince.row.flag) last needs providers that filter by date"
      throw CommandFailure(
        "\(options.place(line.number)): \(failure.message)\(hint)", code: failure.code)
    }
  }

  private func new(_ line: HarvestLine) -> HarvestedSearch {
    let round = since == nil ? "" : " \(folder.state?.began ?? "")"
    let words = line.plan.query.words?.lowercased() ?? ""
    // img2dataset only takes files with this ending.
    return HarvestedSearch(
      line: line.number, search: line.text, named: words + round,
      ending: options.isFlat ? "jsonl" : "ndjson")
  }

  // MARK: - Running

  /// Runs all searches that are left
  mutating func run() async throws -> ExitCode {
    var failures: [ProviderError] = []
    while let line = rest.first {
      show(line)
      let failure: ProviderError?
      do {
        failure = try await harvest(line)
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
        console.note("imgsearch: line \(line.number): \(words(for: failure, of: line))")
        failures.append(failure)
      }
      rest.removeFirst()
      (progress.done, progress.part) = (progress.done + 1, 0)
    }
    if failures.isEmpty { try folder.end() }
    console.showStatus([])
    console.note(
      "\(progress.summary) in \(folder.url.path)"
        + (failures.isEmpty ? "" : "; \(options.again) tries the missing ones again"))
    return ExitCode(forFailures: failures)
  }

  /// Why a search is left for another run
  private func words(for failure: ProviderError, of line: HarvestLine) -> String {
    guard case .transport(.notRecorded) = failure.reason, let recording = session.recording,
      let words = line.plan.query.words,
      let lack = RecordedWords(recording, providers: session.providers).lack(of: words)
    else { return ErrorText.line(failure) }
    return lack
  }

  /// Runs one search from where it stopped
  ///
  /// - Returns: the failure of a provider; then its shard isn't complete.
  private mutating func harvest(_ line: HarvestLine) async throws -> ProviderError? {
    let begun = try known(line) ?? new(line)
    let others = progress.photos - begun.photos
    let renderer = options.isFlat ? LineRenderer.flat(role: options.role) : .ndjson()
    var pictures = PrivateAddressFilter { [session] in session.apiOrigins ?? [:] }
    var shownAt = ContinuousClock.now
    let failure = try await folder.run(makeSearch(begun, line), from: begun) { photo, number in
      progress.photos = others + number
      if .now - shownAt > Self.frame {
        progress.part =
          Double(number - begun.photos) / Double(max(1, line.count - begun.photos))
        show(line)
        shownAt = .now
      }
      let shown = options.isFlat ? try pictures.shown(photo) : photo
      return renderer.entry(ListingEntry(number: number, photo: shown))
    }
    let now = folder.state?[line.number]
    progress.photos = others + (now?.photos ?? 0)
    if now?.isWhole == true { progress.whole += 1 }
    return failure
  }

  /// The search of a line, or the rest of it, without limits for slow providers, as the order must
  /// only depend on the answers, never on their timing
  private func makeSearch(_ known: HarvestedSearch?, _ line: HarvestLine) throws -> MergedSearch {
    let left = max(0, line.count - (known?.photos ?? 0))
    if let token = known?.cursor {
      let cursor: SearchCursor
      do { cursor = try SearchCursor(token) } catch {
        throw CommandFailure("\(folder.url.path)/state.json: \(error)", code: .data)
      }
      return try session.search(continuing: cursor, count: left)
    }
    var plan = line.plan
    if let since, plan.query.filters.since == nil {
      _ = FilterRow.since.set(&plan.query.filters, to: since)
    }
    return try session.search(plan, count: left)
  }

  // MARK: - Messages

  /// When a provider with a used-up quota answers again; nil for other failures
  private func quotaEnd(_ failure: ProviderError) -> Date? {
    switch failure.reason {
    // A quota without a time is at most hourly.
    case .quotaSpent(let until): until ?? Date() + 3_600
    case .notAsked(let until): until
    default: nil
    }
  }

  private func conclude(after failure: ProviderError, until end: Date) -> ExitCode {
    console.showStatus([])
    console.note(
      "imgsearch: \(reason(failure.provider, until: end))\n"
        + "\(progress.summary) in \(folder.url.path); \(options.again) continues then, or waits with "
        + OptionTable.wait.row.flag)
    return .tryLater
  }

  /// The limit that was reached: the user's or the service's
  private func reason(_ provider: ProviderID, until end: Date) -> String {
    let profile = session.providers.first { $0.id == provider }?.profile
    guard let limit = options.perDay[provider],
      budget?.left(at: Date())[profile?.service ?? ""] == 0
    else {
      return "\(provider) doesn't answer again before \(end.clockTime)"
    }
    return "\(provider): the \(Counts.phrase(limit, "request")) of today "
      + "(\(OptionTable.perDay.row.flag)) are used up; there are more from \(end.clockTime) on"
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
    let line =
      ([progress.summary, progress.timeLeft(for: rest.count), last].compactMap(\.self) + left)
      .joined(separator: " · ")
    console.showStatus([SafeText.line(line, cells: Console.errorSize.columns - 1)])
  }
}
