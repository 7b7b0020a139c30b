import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
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
  /// The searches that are left to do
  private var rest: ArraySlice<HarvestLine> = []
  private var progress = HarvestProgress()

  /// Most files and most ranges of lines in a sentence
  private static let (maxNames, maxRanges) = (3, 20)
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
    // A recording sends no requests, so terms don't matter.
    let profiles = session.providers.map(\.profile)
    let allowed = session.source.isLive ? try profiles.allowed(list, note: console.note) : list
    if let range = options.redo.first(where: { range in
      !allowed.contains { range.holds($0.number) }
    }) {
      throw CommandFailure.usage(
        "\(OptionTable.redo.row.flag) \(range): \(options.listName) has no such line, or none of "
          + "its providers may be asked")
    }
    var checked: Set<SearchPlan> = []
    let round = try folder.begin(
      allowed, isSinceLast: options.isSinceLast, anew: options.redo
    ) { try check($0, $1, since: $2, &checked) }
    rest = round.rest[...]
    (progress.searches, progress.whole, progress.photos) =
      (allowed.count, round.whole, round.photos)
    note(.gone, "isn't here any more", "aren't here any more", of: allowed)
    note(.short, "is shorter than it was", "are shorter than they were", of: allowed)
    // That isn't an error, because the list may use them tomorrow.
    for id in profiles.idle(options.perDay.keys, in: allowed) {
      console.note(
        "imgsearch: \(OptionTable.perDay.row.flag) \(id) limits nothing: no line of the list asks "
          + "\(id)")
    }
  }

  /// Names files of complete searches that are damaged, and the option that makes them again
  ///
  /// They aren't made again by default, because they may have been moved or changed on purpose.
  ///
  /// - Parameter lines: the list, in its order
  private func note(
    _ loss: HarvestFolder.Loss, _ one: String, _ many: String, of lines: [HarvestLine]
  ) {
    let lost = lines.map(\.number).filter { folder.losses[$0] == loss }
    guard !lost.isEmpty else { return }
    let names = lost.prefix(Self.maxNames).compactMap { folder.state?[$0]?.shard }
    let more = lost.count - names.count
    let ranges = ListedNumbers.ranges(of: lost)
    let isOne = lost.count == 1
    console.note(
      "imgsearch: \(Counts.phrase(lost.count, "file")) \(isOne ? one : many): "
        + names.joined(separator: ", ") + (more > 0 ? " and \(Counts.grouped(more)) more" : "")
        + "; \(OptionTable.redo.row.flag) "
        + ranges.prefix(Self.maxRanges).map(\.description).joined(separator: ",")
        + (ranges.count > Self.maxRanges ? ",…" : "") + " makes \(isOne ? "it" : "them") again")
  }

  /// Checks a line against its providers, before anything is written or requested
  ///
  /// - Parameter checked: plans of earlier lines, without their words. Lines that differ only in
  ///   their words have the same providers and filters, so these are checked once
  /// - Throws: a failure that names the line.
  private func check(
    _ line: HarvestLine, _ begun: HarvestedSearch?, since: String?, _ checked: inout Set<SearchPlan>
  ) throws {
    var plan = line.plan
    plan.query = PhotoQuery("-", filters: plan.query.filters)
    do {
      if checked.insert(plan).inserted || begun?.cursor != nil {
        _ = try makeSearch(begun, line, since: since)
      } else {
        try session.selection.checkWords(of: line.plan)
      }
    } catch let failure as CommandFailure {
      let need = "\n\(OptionTable.harvestSince.row.flag) last needs providers that filter by date"
      throw failure.at(options.place(line.number), advice: since == nil ? "" : need)
    }
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
        throw failure.at("line \(line.number)")
      }
      try Task.checkCancellation()
      if let failure, let end = failure.quotaEnd {
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
    guard case .transport(.notRecorded) = failure.reason, let words = line.plan.query.words,
      let lack = session.recordedWords?.lack(of: words)
    else { return ErrorText.line(failure) }
    return lack
  }

  /// Runs one search from where it stopped
  ///
  /// - Returns: the failure of a provider; then its shard isn't complete.
  private mutating func harvest(_ line: HarvestLine) async throws -> ProviderError? {
    // img2dataset only takes files with the ending jsonl.
    let begun = try folder.search(of: line, ending: options.isFlat ? "jsonl" : "ndjson")
    let otherPhotos = progress.photos - begun.photos
    let renderer = options.isFlat ? LineRenderer.flat(role: options.role) : .ndjson()
    var pictures = PrivateAddressFilter { [session] in session.pictures.apiOrigins ?? [:] }
    var shownAt = ContinuousClock.now
    let search = try makeSearch(begun, line, since: folder.state?.since)
    let failure = try await folder.run(search, from: begun) { photo, number in
      progress.photos = otherPhotos + number
      if .now - shownAt > Self.frame {
        progress.part = Double(number - begun.photos) / Double(max(1, line.count - begun.photos))
        show(line)
        shownAt = .now
      }
      let shown = options.isFlat ? try pictures.shown(photo) : photo
      return renderer.entry(ListingEntry(number: number, photo: shown))
    }
    let state = folder.state?[line.number]
    progress.photos = otherPhotos + (state?.photos ?? 0)
    if state?.isWhole == true { progress.whole += 1 }
    return failure
  }

  /// The search of a line, or the rest of it, without limits for slow providers, as the order must
  /// only depend on the answers, never on their timing
  private func makeSearch(
    _ begun: HarvestedSearch?, _ line: HarvestLine, since: String?
  ) throws -> MergedSearch {
    let left = max(0, line.count - (begun?.photos ?? 0))
    if let token = begun?.cursor {
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
    else { return "\(provider) doesn't answer again before \(end.clockTime)" }
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
