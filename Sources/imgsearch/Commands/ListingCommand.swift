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
    return try await session.keeping { try await list(session) }
  }

  private func list(_ session: Session) async throws -> ExitCode {
    let search = try makeSearch(session)
    var renderer = try makeRenderer(for: search.plan)
    var iterator = search.makeAsyncIterator()
    var number = 0
    try console.print(renderer.header())
    while let event = await iterator.next() {
      switch event {
      case .photo(let photo, _):
        number += 1
        let entry = ListingEntry(number: number, photo: photo, isFavorite: false)
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
    return conclude(summary, shown: number, cached: session.transport.cached)
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
        console.note("Nothing \(arguments.has("cursor") ? "more" : "found")\(words).")
      }
      console.note(SummaryText.line(shown: shown, reports: reports, cached: cached))
    }
    guard !hasAnswer || arguments.has("strict"), !failures.isEmpty else { return .success }
    return ExitCode(forFailures: failures)
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
    case .ended: requests > 0
    case .failed: requests > 1 || shown > 0
    case .aside: false
    }
  }
}
