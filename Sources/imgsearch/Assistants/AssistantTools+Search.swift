import PhotoDisplay
import PhotoSearch

extension AssistantTools {
  /// A page of a search
  func search(_ arguments: ToolArguments, _ progress: Progress) async throws -> ToolAnswer {
    let count = arguments.integer("count") ?? AssistantTool.standardCount
    var lacking: [String] = []
    let search = try await makeSearch(arguments, count: count) { lacking = $0 }
    var iterator = search.makeAsyncIterator()
    var (found, late) = ([Photo](), LateProviders())
    while let event = await iterator.next() {
      late.note(event)
      guard case .photo(let photo) = event else { continue }
      await photos.keep(photo)
      found.append(session.apiOrigins.map { photo.reachable(from: $0) } ?? photo)
      progress(Double(found.count), Double(count))
    }
    try Task.checkCancellation()
    var notices = SearchNotices(search.plan.query, iterator.reports)
    notices.remarks = arguments.options.flatMap { $0.row.remarks(on: $0.text) }
    (notices.late, notices.lacking, notices.shown) = (late.ids, lacking, found.count)
    if let failure = notices.failure { throw failure }
    var next: String?
    if let cursor = iterator.cursor { next = try await cursors.name(for: cursor) }
    return .object(
      Self.answer(found, next: next, notices, hasAddresses: arguments.flag("addresses")))
  }

  /// Characters of an answer for each of its photos, and photos for which there is room in any case
  private static let (rowCharacters, fewRows) = (225, 20)

  private static func answer(
    _ photos: [Photo], next: String?, _ notices: SearchNotices, hasAddresses: Bool
  ) -> String {
    func answer(_ rows: PhotoRows?) -> String {
      JSONWriter.object(capacity: 8_192) { json in
        json.member("photos", written: rows?.json ?? "")
        json.member("next", next)
        json.member("notices", notices.lines(unfit: rows?.unfit ?? 0))
        json.member("requests", notices.requests)
      }
    }
    let room = max(fewRows, photos.count) * rowCharacters - answer(nil).unicodeScalars.count
    return answer(PhotoRows(photos, hasAddresses: hasAddresses, room: room))
  }

  private func makeSearch(
    _ arguments: ToolArguments, count: Int, lacking: ([String]) -> Void
  ) async throws -> MergedSearch {
    var values = arguments.options
    let words = arguments.text("words").map { $0.trimmed }.flatMap { $0.isEmpty ? nil : $0 }
    guard words?.utf8.count ?? 0 <= Gallery.maxWordBytes else {
      throw CommandFailure.usage("words: that is too long to be searched for")
    }
    var token: String?
    if let text = arguments.text("cursor") {
      token = try await cursors.token(text)
      values.append((OptionTable.cursor.row, text))
    }
    guard words != nil || token != nil else {
      throw CommandFailure.usage("words are missing, or the cursor of a list to go on with")
    }
    let asked = try PlanOptions(
      Arguments(
        .search, words.map { [$0] } ?? [], values,
        defaults: options.defaults.filter { !arguments.overrules($0.key) }))
    guard let token else {
      return try session.search(asked.plan, count: count, in: options.manner, lacking: lacking)
    }
    let cursor = try SearchCursor(token)
    try asked.check(against: cursor.plan)
    return try session.search(continuing: cursor, count: count, in: options.manner)
  }
}

/// What is said of a search beside its photos: why a service gave nothing, and what filters left out
struct SearchNotices {
  /// Lines, and terminal cells of each
  private static let (maxLines, maxCells) = (8, 200)

  private let query: PhotoQuery
  private let reports: [ProviderReport]
  /// Notes on arguments of which a part has no effect
  var remarks: [String] = []
  /// Providers that were not waited for, and have not answered
  var late: [ProviderID] = []
  /// Services that weren't asked for want of a key
  var lacking: [String] = []
  /// Photos that were found
  var shown = 0

  init(_ query: PhotoQuery, _ reports: [ProviderReport]) {
    (self.query, self.reports) = (query, reports)
  }

  /// Pages that were asked for, answered in time or not
  var requests: Int { reports.reduce(0) { $0 + $1.requests + $1.requestsBeside } }

  /// Why nobody answered; nil where somebody did
  var failure: CommandFailure? {
    let failures = reports.compactMap { report in
      if case .failed(let error) = report.status { error } else { nil }
    }
    guard !reports.contains(where: \.hasAnswered), !failures.isEmpty else { return nil }
    return CommandFailure(
      "no service answered; " + failed.joined(separator: "; "),
      code: ExitCode(forFailures: failures))
  }

  /// - Parameter unfit: photos that were left out of the answer
  func lines(unfit: Int) -> [String] {
    var lines = remarks + failed + skipped + endings
    lines += reports.flatMap { report in report.notices.map { "\(report.id): \($0)" } }
    if !late.isEmpty { lines.append("\(SummaryText.names(late)): not here yet; `next` has more") }
    if let filtered = SummaryText.filtered(reports) { lines.append("left out: \(filtered)") }
    if reports.contains(where: \.stoppedRun) {
      lines.append("stopped after many pages that hardly fit the filters; `next` goes on")
    }
    if unfit > 0 { lines.append("\(unfit) left out whose ids or pages can't be passed on") }
    if shown == 0 { lines += nothing }
    return lines.prefix(Self.maxLines)
      .map { SafeText.line(ToolArguments.named(in: $0), cells: Self.maxCells) }
  }

  private var failed: [String] {
    shared { if case .failed(let error) = $0.status { ErrorText.line(error.reason) } else { nil } }
  }

  private var skipped: [String] {
    shared { if case .skipped(let reason) = $0.status { "skipped, \(reason)" } else { nil } }
  }

  /// Of those that came to their end now, and had nothing
  private var endings: [String] {
    shared { report in
      guard case .ended(let reason) = report.status, report.requests > 0, report.shown == 0,
        report.leftOut.isEmpty
      else { return nil }
      return SummaryText.words(for: reason, report)
    }
  }

  private func shared(_ text: (ProviderReport) -> String?) -> [String] {
    SummaryText.shared(reports.compactMap { report in text(report).map { (report.id, $0) } })
      .map { "\($0.names): \($0.text)" }
  }

  private var nothing: [String] {
    let words = query.words?.parts(at: " ").count ?? 0
    return (words > 2 ? ["fewer words find more"] : [])
      + (lacking.isEmpty
        ? [] : ["not asked, for want of a key: \(lacking.joined(separator: ", "))"])
  }
}
