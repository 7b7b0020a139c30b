import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// `imgsearch <words>` and `imgsearch list`: a merged search, printed as it comes
struct ListingCommand {
  private let arguments: Arguments
  private let console: Console
  /// What is gone on with, and the token of its listing
  private let last: LastSearch?
  private let token: String?

  init(
    _ arguments: Arguments, console: Console, after last: LastSearch? = nil, token: String? = nil
  ) {
    self.arguments = arguments
    self.console = console
    self.last = last
    self.token = token
  }

  func run() async throws -> ExitCode {
    try MisspeltCommand(arguments)?.check()
    let session = try Session(arguments, console: console)
    return try await session.keeping { try await list(session) }
  }

  private func list(_ session: Session) async throws -> ExitCode {
    let output = try ListingOutput(arguments)
    let search = try await makeSearch(session)
    var renderer = output.renderer(for: search.plan, on: console)
    var iterator = search.makeAsyncIterator()
    var keeper = ListingKeeper(console, token: token)
    let before = last?.shown ?? 0
    var number = before
    do {
      try console.print(renderer.header())
      while let event = await iterator.next() {
        switch event {
        case .photo(let photo):
          number += 1
          keeper.take(photo, number: number)
          let isFavorite = keeper.isFavorite(photo)
          let entry = ListingEntry(number: number, photo: photo, isFavorite: isFavorite)
          try console.print(renderer.entry(entry))
        case .late(let id):
          console.note("imgsearch: \(id) is slow; going on without it until it answers")
        case .failed, .ended, .aside: break
        }
      }
      try console.checkReader()
      let reports = iterator.reports
      let summary = ListingSummary(
        plan: search.plan, next: iterator.cursor?.description, reports: reports)
      try console.print(renderer.footer(summary))
      let code = conclude(summary, shown: number - before, cached: session.transport.cached)
      keep(search.plan, iterator, shown: number, in: &keeper)
      return code
    } catch {
      keep(search.plan, iterator, shown: number, in: &keeper)
      throw error
    }
  }

  /// What was shown, where it goes on, and the query: a search that nobody answered leaves no trace
  ///
  /// One that found nothing leaves the numbers as they are, and is the one that `more` goes on with.
  private func keep(
    _ plan: SearchPlan, _ iterator: MergedSearch.Iterator, shown: Int,
    in keeper: inout ListingKeeper
  ) {
    guard iterator.reports.contains(where: \.hasAnswered) else { return }
    // What goes on from elsewhere is nobody's search, nor is what goes on with that.
    let own = arguments.has("cursor") ? arguments.with("no-history", "") : arguments
    let record = last?.search ?? SearchRecord(own, words: plan.query.words)
    let isKept = !arguments.has("no-history") && !arguments.has("cursor")
    let isHistory = isKept && HistorySetting(environment: console.environment).isOn
    let search = LastSearch(
      search: record, cursor: iterator.cursor?.description, shown: shown)
    keeper.finish(search, history: isHistory ? record.forHistory : nil)
  }

  /// The closing lines, those of the providers in their order, and the exit code by the table
  private func conclude(_ summary: ListingSummary, shown: Int, cached: Int) -> ExitCode {
    let reports = summary.reports
    for line in SummaryText.notices(reports) + SummaryText.warnings(reports) { console.note(line) }
    let failures = reports.compactMap(\.failure)
    let hasAnswer = reports.contains(where: \.hasAnswered)
    if hasAnswer {
      if shown == 0, !Task.isCancelled {
        let words = summary.plan.query.words.map { " for “\($0)”" } ?? ""
        console.note(
          "Nothing \(arguments.has("cursor") || last != nil ? "more" : "found")\(words)."
            + (MisspeltCommand(arguments).map { " Did you mean \($0.meant)?" } ?? ""))
      }
      console.note(SummaryText.line(shown: shown, reports: reports, cached: cached))
    }
    guard !hasAnswer || arguments.has("strict"), !failures.isEmpty else { return .success }
    return ExitCode(forFailures: failures)
  }

  private func makeSearch(_ session: Session) async throws -> MergedSearch {
    let limit = arguments.number("count") ?? 30
    if let token = last?.cursor {
      return try session.search(
        continuing: try await CursorArgument(token).cursor, limit: limit)
    }
    if let token = arguments.value("cursor") {
      let cursor = try await CursorArgument(token).cursor
      try PlanArguments(arguments).check(against: cursor.plan)
      return try session.search(continuing: cursor, limit: limit)
    }
    return try session.search(PlanArguments(arguments), limit: limit, note: console.note)
  }
}

extension ProviderReport {
  /// Why it left this run, when it did
  fileprivate var failure: ProviderError? {
    if case .failed(let error) = status { error } else { nil }
  }

  /// Whether at least one of its pages was read
  fileprivate var hasAnswered: Bool {
    switch status {
    case .ok: requests > 0
    case .ended: requests > 0
    case .failed: requests > 1 || shown > 0
    case .aside: false
    }
  }
}
