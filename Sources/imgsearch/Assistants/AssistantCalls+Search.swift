import CommandSyntax
import ModelContext
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

extension AssistantCalls {
  /// Answers with a page of a list
  func page(
    of kind: PhotoListKind, _ arguments: ToolArguments, _ progress: ToolProgress
  ) async throws -> ToolAnswer {
    let count = arguments.count
    let (search, plan, origin) = try await search(kind, arguments, count: count)
    var iterator = search.makeAsyncIterator()
    var found: [Photo] = []
    while let photo = await iterator.nextPhoto() {
      await photoCache.store(photo)
      await photoCache.store(search.plan.query.filters, of: photo.id)
      found.append(session.pictures.reachable(photo))
      progress(found.count, count)
    }
    try Task.checkCancellation()
    let notices = SearchNotices(
      missing: MissingServices(
        query: search.plan.query, reports: iterator.reports, session: session, plan: plan,
        reader: .assistant),
      remarks: [origin].compactMap(\.self)
        + arguments.options.flatMap { $0.row.remarks(on: $0.text, for: .assistant) },
      late: iterator.late, hasFewer: found.count < count)
    if let failure = notices.failure { throw failure }
    var next: String?
    if let cursor = iterator.cursor { next = try await cursors.name(for: cursor) }
    let rows = PhotoRows(found, hasAddresses: arguments["addresses"]?.truth ?? false)
    let quotas = iterator.reports.compactMap { report in
      report.quota.map { "\(report.id): \($0.words)" }
    }
    return .json { json in
      rows.write(to: &json)
      json.member("next", next)
      json.member("notices", notices.lines(unfit: rows.unfit))
      json.member("requests", SummaryText.requests(iterator.reports))
      if !quotas.isEmpty { json.member("quota", quotas) }
    }
  }

  /// The list that a call asks for, from its beginning or continued
  ///
  /// - Returns: the plan of a list that isn't continued; for similar photos, how they are found.
  private func search(
    _ kind: PhotoListKind, _ arguments: ToolArguments, count: Int
  ) async throws -> (search: MergedSearch, plan: SearchPlan?, origin: String?) {
    let words = arguments["words"]?.text.flatMap { PhotoQuery($0, strictWords: true).words }
    guard words?.utf8.count ?? 0 <= Session.maxWordBytes else {
      throw CommandFailure.usage("words: that is too long to be searched for")
    }
    let token = try await token(arguments)
    let subject = kind == .similar ? arguments["id"]?.text : words
    guard subject != nil || token != nil || kind == .wordless else {
      throw CommandFailure.usage(
        kind == .similar
          ? "id is missing, or the cursor of a list to continue"
          : "words are missing, or the cursor of a list to continue; list_photos needs no words")
    }
    var defaults = options.defaults.filter { !arguments.overrules($0.key) }
    if kind == .wordless, arguments["author"] == nil, arguments["tag"] == nil {
      // Services that are searched don't list photos of today.
      defaults[OptionTable.provider.row.setting] = nil
    }
    // A list that is continued keeps its own values.
    let request = try SearchRequest(
      token == nil && kind != .search ? nil : words ?? "",
      OptionValues(arguments.options, defaults: token == nil ? defaults : [:]),
      needsWords: token == nil)
    let beginning: SearchBeginning =
      if let token {
        .continued(try request.continued(from: SearchCursor(token)))
      } else if kind == .similar {
        .similar(try await reference(to: subject ?? ""), request.plan)
      } else { .new(request.plan) }
    let (search, similar) = try await session.search(
      beginning, count: count, with: options.settings)
    let origin = similar.map { similar in
      similar.origin.map { "a search by its \($0): “\(similar.plan.query.words ?? "")”" }
        ?? "\(SummaryText.names(similar.plan.providers))'s own list of photos\(similar.plan.query.phrase)"
    }
    return (search, token == nil ? similar?.plan ?? request.plan : nil, origin)
  }
}

extension AssistantCalls {
  /// The cursor that the call continues, in its full length; nil for none
  private func token(_ arguments: ToolArguments) async throws -> String? {
    guard let text = arguments["cursor"]?.text else { return nil }
    guard let token = try await cursors.token(text) else {
      throw CommandFailure.usage(
        "there is no cursor '\(text.trimmed.lowercased())'; give `next` of an answer as it is, or "
          + "search again with words")
    }
    return token
  }
}

/// Notices about a search beside its photos: services that gave nothing, and photos that filters
/// left out
struct SearchNotices {
  /// Most bytes of a notice, and of all notices
  private static let (maxLineBytes, maxBytes) = (250, 1_000)

  let missing: MissingServices
  /// Notes about arguments that have no effect
  let remarks: [String]
  /// Providers that haven't answered and weren't waited for
  let late: [ProviderID]
  /// Whether there are fewer photos than the call asked for
  let hasFewer: Bool

  private var reports: [ProviderReport] { missing.reports }

  /// The failure if no provider answered; nil if one did
  var failure: CommandFailure? {
    let failures = reports.compactMap(\.failure)
    guard !reports.hasAnswer, !failures.isEmpty else { return nil }
    return CommandFailure(
      "no service answered; " + missing.lines.joined(separator: "; "),
      code: ExitCode(forFailures: failures))
  }

  /// - Parameter unfit: how many photos were left out of the answer
  func lines(unfit: Int) -> [String] {
    var lines = unfit > 0 ? ["\(unfit) left out: too odd or too long to be passed on"] : []
    lines += remarks + missing.lines
    let lacking = missing.plan.map(missing.session.selection.servicesWithoutKey) ?? []
    if let line = KeysHint.line(for: lacking) { lines.append(line) }
    lines += SummaryText.endings(reports)
    if !late.isEmpty { lines.append("\(SummaryText.names(late)): not here yet; `next` has more") }
    if let filtered = LeftOutText(reports).filtered() {
      lines.append("left out: \(filtered)\(hasFewer ? remedy : "")")
    }
    lines += SummaryText.sentWords(reports.filter(\.bySomeWords))
    let fewer = SummaryText.wantingFewer(reports, of: missing.query)
    if !fewer.isEmpty { lines.append("\(SummaryText.names(fewer)): fewer words find more") }
    var room = Self.maxBytes
    return Array(
      lines.map { SafeText.line($0, jsonBytes: Self.maxLineBytes) }.prefix { line in
        // 3 bytes for the line's quotation marks and a comma
        room -= JSONWriter.length(of: line) + 3
        return room >= 0
      })
  }

  /// The arguments that leave fewer photos out
  private var remedy: String {
    let leftOut = LeftOutText(reports)
    let steps = FilterRow.all.filter { leftOut.count(by: $0) > 0 }.map { filter in
      filter == .license ? "set `license` to any" : "leave out `\(filter.argumentName)`"
    }
    return steps.isEmpty ? "" : "; for more, \(steps.joined(separator: " or "))"
  }
}
