import CommandSyntax
import ModelContext
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Terminal

extension AssistantTools {
  /// Answers with a page of a search
  func search(_ arguments: ToolArguments, _ progress: Tool.Progress) async throws -> ToolAnswer {
    let count = arguments.integer("count") ?? AssistantTool.standardCount
    let asked = try await asked(arguments)
    var lacking: [String] = []
    let search =
      if let cursor = asked.cursor {
        try session.search(continuing: cursor, count: count, in: options.manner)
      } else {
        try session.search(asked.plan, count: count, in: options.manner) { lacking = $0 }
      }
    var iterator = search.makeAsyncIterator()
    var (found, late) = ([Photo](), LateProviders())
    while let event = await iterator.next() {
      late.note(event)
      guard case .photo(let photo) = event else { continue }
      let choice = RenditionChoice(search.plan.query.filters)
      await photos.keep(photo, size: choice?.rendition(of: photo)?.role)
      found.append(session.apiOrigins.map { photo.reachable(from: $0) } ?? photo)
      progress(Double(found.count), Double(count))
    }
    try Task.checkCancellation()
    var notices = SearchNotices(
      MissingServices(
        query: search.plan.query, reports: iterator.reports, session: session,
        asked: asked.cursor == nil ? asked.plan : nil, next: "`next`", command: nil))
    notices.remarks = arguments.options.flatMap { $0.row.remarks(on: $0.text) }
    (notices.late, notices.lacking, notices.shown) = (late.ids, lacking, found.count)
    if let failure = notices.failure { throw failure }
    var next: String?
    if let cursor = iterator.cursor { next = try await cursors.name(for: cursor) }
    return .object(
      Self.answer(found, next: next, notices, hasAddresses: arguments.flag("addresses")))
  }

  /// Bytes of an answer for each of its photos, and the number of photos that always have room
  ///
  /// They are bytes of the JSON as written, with its escapes: any other way to count gives less.
  private static let (rowBytes, fewRows) = (225, 20)

  private static func answer(
    _ photos: [Photo], next: String?, _ notices: SearchNotices, hasAddresses: Bool
  ) -> String {
    func answer(_ rows: PhotoRows?) -> String {
      JSONWriter.object(capacity: 8_192) { json in
        json.member("photos", written: rows?.json ?? "")
        json.member("next", next)
        json.member("notices", notices.lines(unfit: rows?.unfit ?? photos.count))
        json.member("requests", notices.requests)
      }
    }
    let room = max(fewRows, photos.count) * rowBytes - answer(nil).utf8.count
    return answer(PhotoRows(photos, hasAddresses: hasAddresses, room: room))
  }

  /// The search that a call asks for; with a cursor, its continuation
  private func asked(
    _ arguments: ToolArguments
  ) async throws -> (plan: SearchPlan, cursor: SearchCursor?) {
    var values = arguments.options
    let words = arguments.text("words").flatMap { PhotoQuery($0, strictWords: true).words }
    guard words?.utf8.count ?? 0 <= Session.maxWordBytes else {
      throw CommandFailure.usage("words: that is too long to be searched for")
    }
    var token: String?
    if let text = arguments.text("cursor") {
      token = try await cursors.token(text)
      if token == nil {
        throw CommandFailure.usage(
          "there is no cursor '\(text.trimmed.lowercased())'; give `next` of an answer as it is, or "
            + "search again with words")
      }
      values.append((OptionTable.cursor.row, text))
    }
    guard words != nil || token != nil else {
      throw CommandFailure.usage("words are missing, or the cursor of a list to continue")
    }
    let asked = try PlanOptions(
      Arguments(
        .search, words.map { [$0] } ?? [], values,
        defaults: options.defaults.filter { !arguments.overrules($0.key) }),
      excludedAlone: "words has only words to leave out; add what to look for")
    guard let token else { return (asked.plan, nil) }
    let cursor = try SearchCursor(token)
    try asked.check(against: cursor.plan)
    return (cursor.plan, cursor)
  }
}

/// Notices about a search beside its photos: services that gave nothing, and photos that filters
/// left out
struct SearchNotices {
  /// Most bytes of a notice, and of all notices
  private static let (maxLineBytes, maxBytes) = (250, 1_000)

  private let missing: MissingServices
  /// Notes about arguments that have no effect
  var remarks: [String] = []
  /// Providers that haven't answered and weren't waited for
  var late: [ProviderID] = []
  /// Services that weren't asked because they lack a key
  var lacking: [String] = []
  /// Photos found
  var shown = 0

  init(_ missing: MissingServices) { self.missing = missing }

  private var reports: [ProviderReport] { missing.reports }

  /// Requested pages, answered in time or not
  var requests: Int { reports.reduce(0) { $0 + $1.requests + $1.requestsBeside } }

  /// The failure if no provider answered; nil if one did
  var failure: CommandFailure? {
    let failures = reports.compactMap(\.failure)
    guard !reports.contains(where: \.hasAnswered), !failures.isEmpty else { return nil }
    return CommandFailure(
      "no service answered; " + missing.lines.joined(separator: "; "),
      code: ExitCode(forFailures: failures))
  }

  /// - Parameter unfit: how many photos were left out of the answer
  func lines(unfit: Int) -> [String] {
    var lines = unfit > 0 ? ["\(unfit) left out: too odd or too long to be passed on"] : []
    lines += remarks + missing.lines
    if let line = KeysHint.line(for: lacking) { lines.append(line) }
    lines += endings
    if !late.isEmpty { lines.append("\(SummaryText.names(late)): not here yet; `next` has more") }
    if let filtered = SummaryText.filtered(reports) { lines.append("left out: \(filtered)") }
    lines += SummaryText.asked(reports.filter(\.bySomeWords))
    let fewer = SummaryText.wantingFewer(reports, of: missing.query)
    if !fewer.isEmpty { lines.append("\(SummaryText.names(fewer)): fewer words find more") }
    lines = lines.map { SafeText.line(ToolArguments.named(in: $0), jsonBytes: Self.maxLineBytes) }
    var room = Self.maxBytes
    return Array(
      lines.prefix { line in
        // 3 bytes for the line's quotation marks and a comma
        room -= JSONWriter.length(of: line) + 3
        return room >= 0
      })
  }

  /// The reasons of providers that are at their end and gave no photo
  private var endings: [String] {
    let endings = reports.compactMap { report -> (ProviderID, String)? in
      guard case .ended(let reason) = report.status, report.requests > 0, report.shown == 0,
        report.excluded.isEmpty
      else { return nil }
      return (report.id, SummaryText.words(for: reason, report))
    }
    return SummaryText.shared(endings).map { "\($0.names): \($0.text)" }
  }
}
