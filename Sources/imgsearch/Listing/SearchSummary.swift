import CommandSyntax
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// The closing lines of a search on standard error, and its exit code; a reason shared by several
/// providers is printed once
struct SearchSummary {
  let summary: ListingSummary
  let options: SearchOptions
  /// Photos of this run
  let shown: Int
  /// Providers that haven't answered and weren't waited for
  let late: [ProviderID]
  let session: Session

  private var reports: [ProviderReport] { summary.reports }
  private var query: PhotoQuery { summary.plan.query }
  private var errors: [ProviderError] { reports.compactMap(\.failure) }
  private var hasAnswer: Bool { reports.contains(where: \.hasAnswered) }

  /// Success if one provider answered, or, with `--strict`, if all did
  var code: ExitCode {
    guard !hasAnswer || options.manner.isStrict, !errors.isEmpty else { return .success }
    return ExitCode(forFailures: errors)
  }

  /// The ``lines`` about services that failed
  var failures: [String] { missing.failures.map { "imgsearch: \($0)" } }

  /// All lines in the order in which they are printed
  ///
  /// - Parameter next: commands to suggest to a person, who isn't told of requests unless he asks;
  ///   nil for a program
  func lines(next: [String]?) -> [String] {
    var lines = missing.lines.map { "imgsearch: \($0)" }
    guard hasAnswer else { return lines }
    if options.run.isVerbose { lines += SummaryText.sentWords(reports) }
    if shown == 0, !Task.isCancelled {
      // A run that was stopped may still find something, so it isn't said that nothing was found.
      let isStopped = reports.contains(where: \.reachedRequestLimit)
      lines += isStopped ? [fewerFilters].compactMap(\.self) : [nothing]
    }
    if let fewerWords, !Task.isCancelled { lines.append(fewerWords) }
    let people = next.map {
      SummaryText.line(shown: shown, reports: reports, late: late, next: $0, of: "imgsearch")
        .map { Task.isCancelled ? "stopped · \($0)" : $0 }
    }
    if let people, !options.run.isVerbose { return lines + [people].compactMap(\.self) }
    let cached = session.transport.cached
    lines.append(SummaryText.line(shown: shown, reports: reports, cached: cached, late: late))
    return lines
      + (next.map { $0.isEmpty ? [] : ["imgsearch \($0.joined(separator: " · "))"] } ?? [])
  }

  private var missing: MissingServices {
    MissingServices(
      query: query, reports: reports, session: session, plan: options.plan,
      next: "imgsearch more",
      command: SearchRecord(plan: options.plan ?? SearchPlan(query: query, providers: [])).command)
  }

  // The line for a search that found nothing

  private var nothing: String {
    let found = options.isNew ? "found" : "more"
    let meant = options.meant.map { "Did you mean \($0)?" }
    let parts =
      ["Nothing \(found)\(query.phrase).", meant] + (options.isNew ? [fewerFilters] : [])
    return parts.compactMap(\.self).joined(separator: " ")
  }

  private var fewerFilters: String? {
    let typed = query.narrowing.joined(separator: " ")
    if let filtered = LeftOutText(reports).filtered(byWords: false) {
      let looked = reports.contains(where: \.reachedRequestLimit) ? "checked so far" : "found"
      return "Filters left out every photo \(looked): \(filtered)."
        + (typed.isEmpty ? "" : " Without \(typed) there is more.")
    }
    return typed.isEmpty ? nil : "Without \(typed) there may be more."
  }

  /// For those that found nothing with all of the words, nor with some of them
  private var fewerWords: String? {
    let ids = options.isNew ? SummaryText.wantingFewer(reports, of: query) : []
    return ids.isEmpty
      ? nil : "\(SummaryText.names(ids)): found nothing; fewer words find more"
  }
}

extension SearchOptions {
  /// The plan as the user asked for it; nil when another search is continued
  fileprivate var plan: SearchPlan? {
    if case .anew(let search) = start { search.plan } else { nil }
  }

  fileprivate var isNew: Bool { plan != nil }
}

extension PhotoQuery {
  /// The options of the query that leave photos out
  fileprivate var narrowing: [String] {
    var query = withoutSubject
    (query.filters.sort, query.filters.language, query.filters.safety) = (.relevant, nil, nil)
    return query.options
  }
}
