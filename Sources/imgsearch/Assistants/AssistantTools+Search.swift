import CommandSyntax
import ModelContext
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform

extension AssistantTools {
  /// Answers with a page of a search, of a list without words, or of similar photos
  func page(
    of tool: AssistantTool, _ arguments: ToolArguments, _ progress: Tool.Progress
  ) async throws -> ToolAnswer {
    let count = arguments.integer("count") ?? AssistantTool.standardCount
    let (search, plan, origin) = try await search(tool, arguments, count: count)
    var iterator = search.makeAsyncIterator()
    var (found, late) = ([Photo](), LateProviders())
    while let event = await iterator.next() {
      late.note(event)
      guard case .photo(let photo) = event else { continue }
      await photos.keep(photo, under: search.plan.query.filters)
      found.append(session.apiOrigins.map { photo.reachable(from: $0) } ?? photo)
      progress(Double(found.count), Double(count))
    }
    try Task.checkCancellation()
    let notices = SearchNotices(
      missing: MissingServices(
        query: search.plan.query, reports: iterator.reports, session: session, plan: plan,
        next: "`next`", command: nil),
      remarks: [origin].compactMap(\.self)
        + arguments.options.flatMap { $0.row.remarks(on: $0.text) },
      late: late.ids, lacking: plan.map(session.servicesWithoutKey) ?? [],
      hasFewer: found.count < count)
    if let failure = notices.failure { throw failure }
    var next: String?
    if let cursor = iterator.cursor { next = try await cursors.name(for: cursor) }
    let rows = PhotoRows(found, hasAddresses: arguments.flag("addresses"))
    let quotas = iterator.reports.compactMap { report in
      report.quota.map { "\(report.id): \($0.words)" }
    }
    return .object(
      JSONWriter.object(capacity: 8_192) { json in
        rows.write(to: &json)
        json.member("next", next)
        json.member("notices", notices.lines(unfit: rows.unfit))
        json.member("requests", notices.requests)
        if !quotas.isEmpty { json.member("quota", quotas) }
      })
  }

  /// The list that a call asks for, from its beginning or continued
  ///
  /// - Returns: the plan of a list that isn't continued; for similar photos, how they are found.
  private func search(
    _ tool: AssistantTool, _ arguments: ToolArguments, count: Int
  ) async throws -> (search: MergedSearch, plan: SearchPlan?, origin: String?) {
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
    let subject = tool == .similar ? arguments.text("id") : words
    guard subject != nil || token != nil || tool == .list else {
      throw CommandFailure.usage(
        tool == .similar
          ? "id is missing, or the cursor of a list to continue"
          : "words are missing, or the cursor of a list to continue; list_photos needs no words")
    }
    var defaults = options.defaults.filter { !arguments.overrules($0.key) }
    if tool == .list, !arguments.has("author"), !arguments.has("tag") {
      // Services that are searched don't list photos of today.
      defaults[OptionTable.provider.row.setting] = nil
    }
    let typed = try PlanOptions(
      Arguments(
        token == nil && tool != .search ? .list : .search, words.map { [$0] } ?? [], values,
        defaults: defaults),
      excludedAlone: "words has only words to leave out; add what to look for")
    if let token {
      let cursor = try typed.continued(from: SearchCursor(token))
      return (try session.search(continuing: cursor, count: count, in: options.manner), nil, nil)
    }
    guard tool == .similar else {
      return (try session.search(typed.plan, count: count, in: options.manner), typed.plan, nil)
    }
    let similar = try await session.similar(to: named(subject ?? ""), typed.plan)
    let found = similar.plan.query
    return (
      try session.search(
        similar.plan, count: count, leavingOut: similar.leftOut, in: options.manner),
      similar.plan,
      similar.origin.map { "a search by its \($0): “\(found.words ?? "")”" }
        ?? "\(SummaryText.names(similar.plan.providers))'s own list of photos\(found.phrase)"
    )
  }
}
