import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// What is said of a search on standard error when it ends, and the exit code: what is true of
/// several providers is said once
struct ClosingLines {
  private let summary: ListingSummary
  private let options: SearchOptions
  private let shown: Int
  private let late: [ProviderID]
  private let session: Session

  /// - Parameters:
  ///   - shown: photos of this run
  ///   - late: providers that were not waited for, and have not answered
  init(
    _ summary: ListingSummary, of options: SearchOptions, shown: Int, late: [ProviderID],
    session: Session
  ) {
    (self.summary, self.options, self.session) = (summary, options, session)
    (self.shown, self.late) = (shown, late)
  }

  private var reports: [ProviderReport] { summary.reports }
  private var query: PhotoQuery { summary.plan.query }
  private var failures: [ProviderError] { reports.compactMap(\.failure) }
  private var hasAnswer: Bool { reports.contains(where: \.hasAnswered) }

  /// A search that one provider answered has succeeded, unless all have to
  var code: ExitCode {
    guard !hasAnswer || options.manner.isStrict, !failures.isEmpty else { return .success }
    return ExitCode(forFailures: failures)
  }

  /// In the order in which they are told
  var lines: [String] {
    let others = reports.filter { !$0.isNotCached && !$0.isNotRecorded }
    var lines = SummaryText.skipped(reports) + SummaryText.notices(reports)
    lines +=
      networkLine.map { [$0] } ?? SummaryText.warnings(others, words: ErrorText.line)
    lines += SummaryText.stops(reports, option: OptionTable.maxRequests.row.flag)
    lines += [notCached, notRecorded, recordedOtherwise].compactMap(\.self)
    guard hasAnswer else { return lines }
    if shown == 0, !Task.isCancelled {
      // A run that was stopped may find something yet.
      let isStopped = reports.contains(where: \.stoppedRun)
      lines += isStopped ? [fewerFilters].compactMap(\.self) : [nothing]
    }
    let cached = session.transport.cached
    return lines + [SummaryText.line(shown: shown, reports: reports, cached: cached, late: late)]
  }

  /// One line for all failures where the network is the reason; nil otherwise
  private var networkLine: String? {
    let reasons = failures.map { failure in
      if case .transport(.unreachable(_, let reason)) = failure.reason { reason } else { "" }
    }
    guard !hasAnswer, reasons.count > 1, let reason = reasons.first, !reason.isEmpty,
      reasons.allSatisfy({ $0 == reason })
    else { return nil }
    return "imgsearch: no service can be reached (\(reason)); check the network and try again"
  }

  // Nothing found

  private var nothing: String {
    let found = options.isNew ? "found" : "more"
    let words = query.words.map { " for “\($0)”" } ?? ""
    let meant = options.meant.map { "Did you mean \($0)?" }
    let parts =
      ["Nothing \(found)\(words).", meant] + (options.isNew ? [fewerFilters, fewerWords] : [])
    return parts.compactMap(\.self).joined(separator: " ")
  }

  private var fewerFilters: String? {
    let typed = query.narrowing.joined(separator: " ")
    if let filtered = SummaryText.filtered(reports) {
      let looked = reports.contains(where: \.stoppedRun) ? "looked at so far" : "there"
      return "Filters left out all that was \(looked): \(filtered)."
        + (typed.isEmpty ? "" : " Without \(typed) there is more.")
    }
    return typed.isEmpty ? nil : "Without \(typed) there may be more."
  }

  private var fewerWords: String? {
    let names = ProviderCatalog.profiles.filter { profile in
      profile.wantsAllWords && reports.contains { $0.id == profile.id && $0.hasAnswered }
    }.map(\.name)
    let count = query.words?.parts(at: " ").count ?? 0
    guard count >= 4, !names.isEmpty else { return nil }
    let verb = names.count == 1 ? "wants" : "want"
    return "Fewer words find more: \(names.joined(separator: " and ")) \(verb) all of them."
  }

  // What a cache or a recording lacks, for all providers at once

  private var notCached: String? {
    let missed = reports.filter(\.isNotCached)
    guard !missed.isEmpty else { return nil }
    let nothing = hasAnswer ? "nothing more" : "nothing"
    let words = query.words.map { " for “\($0)”" } ?? ""
    return "imgsearch: the cache has \(nothing)\(words) from \(Self.names(missed)); "
      + "run again without \(OptionTable.offline.row.flag)"
  }

  private var notRecorded: String? {
    let missed = reports.filter(\.isNotRecorded)
    guard let first = missed.first, let recording = session.recording else { return nil }
    let recorded = RecordedWords(recording, providers: session.providers)
    if let words = query.words, !recorded.has(words) {
      return "imgsearch: the recording has nothing for “\(words)”; \(recorded.text)"
    }
    let what = query.words.map { "“\($0)”" } ?? "a list"
    let filters = query.asked.isEmpty ? "" : " with \(query.asked.joined(separator: " "))"
    guard case .transport(.notRecorded(_, let nearest, _)) = first.failure?.reason else {
      return nil
    }
    return "imgsearch: the recording doesn't have \(what)\(filters) from \(Self.names(missed)); "
      + (nearest.map { "the nearest it has is \($0)" } ?? recorded.text)
  }

  private var recordedOtherwise: String? {
    guard case .anew(let search) = options.start else { return nil }
    let missed = session.recordedOtherwise(search.plan).filter { id in
      !reports.contains { $0.id == id }
    }
    guard !missed.isEmpty, !query.asked.isEmpty else { return nil }
    return "imgsearch: \(SummaryText.names(missed)) not asked: the recording has "
      + "\(query.words.map { "“\($0)”" } ?? "their list") only without "
      + query.asked.joined(separator: " ")
  }

  private static func names(_ reports: [ProviderReport]) -> String {
    SummaryText.names(reports.map(\.id))
  }
}

extension SearchOptions {
  /// Whether it isn't the continuation of another
  fileprivate var isNew: Bool { if case .anew = start { true } else { false } }
}

extension PhotoQuery {
  /// The options that a query was asked with, as they would be typed
  fileprivate var asked: [String] {
    SearchRecord(plan: SearchPlan(query: self, providers: [])).options
  }

  /// Those of them that keep photos out
  fileprivate var narrowing: [String] {
    var query = self
    (query.filters.sort, query.filters.language, query.filters.safety) = (.relevant, nil, nil)
    return query.asked
  }
}

extension ProviderReport {
  /// Why it left this run, when it did
  fileprivate var failure: ProviderError? {
    if case .failed(let error) = status { error } else { nil }
  }

  /// Whether it failed because the cache alone was asked
  fileprivate var isNotCached: Bool {
    if case .transport(.notCached) = failure?.reason { true } else { false }
  }

  /// Whether it failed because a recording was asked that was made of other searches
  fileprivate var isNotRecorded: Bool {
    if case .transport(.notRecorded) = failure?.reason { true } else { false }
  }
}
