import PhotoDisplay
import PhotoSearch

/// `imgsearch <words>` and `imgsearch list`: a merged search, printed as it comes
struct ListingCommand {
  private let arguments: Arguments
  private let console: Console

  init(_ arguments: Arguments, console: Console) {
    self.arguments = arguments
    self.console = console
  }

  func run() async throws -> ExitCode {
    let session = try Session(arguments, console: console)
    let search = try makeSearch(session)
    let plan = search.plan
    var renderer = try makeRenderer(for: plan)
    var iterator = search.makeAsyncIterator()
    var number = 0
    try console.print(renderer.header())
    while let event = await iterator.next() {
      if case .photo(let photo, _) = event {
        number += 1
        let entry = ListingEntry(number: number, photo: photo, isFavorite: false)
        try console.print(renderer.entry(entry))
      } else {
        note(event)
      }
    }
    let reports = iterator.reports
    let summary = ListingSummary(
      plan: plan, next: iterator.cursor?.description, reports: reports)
    try console.print(renderer.footer(summary))
    try session.finish()
    let line = SummaryText.line(
      shown: number, reports: reports, cached: session.transport.cached)
    return conclude(plan: plan, shown: number, reports: reports, summary: line)
  }

  private func note(_ event: SearchEvent) {
    switch event {
    case .failed(let error): console.note("imgsearch: \(error)")
    case .aside(let id, let reason): console.note("imgsearch: \(id) stands aside: \(reason)")
    case .late(let id):
      console.note("imgsearch: \(id) is slow; going on without it until it answers")
    case .photo, .ended: break
    }
  }

  /// The closing lines, and the exit code by the table
  private func conclude(
    plan: SearchPlan, shown: Int, reports: [ProviderReport], summary: String
  ) -> ExitCode {
    let failures = reports.compactMap(\.failure)
    let hasAnswer = reports.contains(where: \.hasAnswered)
    if hasAnswer, shown == 0 {
      console.note("Nothing found" + (plan.query.words.map { " for “\($0)”" } ?? "") + ".")
    }
    if hasAnswer {
      console.note(summary)
    }
    if !hasAnswer || (arguments.has("strict") && !failures.isEmpty) {
      return failures.isEmpty ? .success : ExitCode(forFailures: failures)
    }
    return .success
  }

  private func makeSearch(_ session: Session) throws -> MergedSearch {
    let limit = arguments.number("count") ?? 30
    if let token = arguments.value("cursor") {
      let cursor = try CursorArgument(token, console: console).cursor
      try PlanArguments(arguments).check(against: cursor.plan)
      return try session.search(continuing: cursor, limit: limit)
    }
    return try session.search(PlanArguments(arguments), limit: limit, note: console.note)
  }

  private func makeRenderer(for plan: SearchPlan) throws -> any ListingRenderer {
    let format = arguments.value("format").flatMap(ListingFormat.init) ?? .grid
    let role = arguments.value("size").flatMap(Rendition.Role.init) ?? .regular
    if arguments.has("columns"), format != .grid {
      throw CommandFailure.usage("--columns goes with --format grid, not \(format.rawValue)")
    }
    if arguments.has("size"), format != .urls {
      throw CommandFailure.usage("--size goes with --format urls, not \(format.rawValue)")
    }
    return switch format {
    case .grid:
      GridRenderer(
        width: console.width, columns: arguments.number("columns"), style: console.style)
    case .table: TableRenderer(width: console.width, plan: plan, style: console.style)
    case .json: JSONRenderer(plan: plan)
    case .ndjson: NDJSONRenderer()
    case .urls: URLsRenderer(role: role)
    }
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
    case .ended: true
    case .failed: requests > 1 || shown > 0
    case .aside: false
    }
  }
}
