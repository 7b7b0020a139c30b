import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

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

  /// Success if one provider answered, or, with `--strict`, if all did
  var code: ExitCode {
    if reports.hasAnswer, !options.settings.isStrict { return .success }
    return ExitCode(forFailures: reports.compactMap(\.failure))
  }

  /// The ``lines`` about services that failed
  var failures: [String] { missing.failures.map { "imgsearch: \($0)" } }

  /// All lines in the order in which they are printed
  ///
  /// - Parameter next: commands to suggest to a person, who isn't told of requests without `--verbose`;
  ///   nil for a program
  func lines(next: [String]?) -> [String] {
    var lines = missing.lines.map { "imgsearch: \($0)" }
    guard reports.hasAnswer else { return lines }
    if options.requests.isVerbose { lines += SummaryText.sentWords(reports) }
    if shown == 0, !Task.isCancelled {
      // A run that was stopped may still find something, so it isn't said that nothing was found.
      let isStopped = reports.contains(where: \.reachedRequestLimit)
      lines += isStopped ? [fewerFilters].compactMap(\.self) : [nothingFound]
    }
    if let fewerWords, !Task.isCancelled { lines.append(fewerWords) }
    if let next, !options.requests.isVerbose {
      let line = SummaryText.briefClosing(shown: shown, reports: reports, late: late, next: next)
      return lines + (line.map { [Task.isCancelled ? "stopped · \($0)" : $0] } ?? [])
    }
    let cached = session.transport.cached
    lines.append(
      SummaryText.detailedClosing(shown: shown, reports: reports, cached: cached, late: late))
    if let next, !next.isEmpty { lines.append("imgsearch \(next.joined(separator: " · "))") }
    return lines
  }

  private var missing: MissingServices {
    MissingServices(
      query: query, reports: reports, session: session, plan: options.plan, reader: .commandLine)
  }

  // The line for a search that found nothing

  private var nothingFound: String {
    let found = options.isNew ? "found" : "more"
    let meant = options.suggestion.map { "Did you mean \($0)?" }
    let parts = ["Nothing \(found)\(query.phrase).", meant] + (options.isNew ? [fewerFilters] : [])
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
    guard options.isNew, reports.contains(where: { $0.shown == 0 }) else { return nil }
    let ids = SummaryText.wantingFewer(reports, of: query)
    return ids.isEmpty ? nil : "\(SummaryText.names(ids)): found nothing; fewer words find more"
  }
}

/// Why services weren't asked or gave nothing, in a line for each reason, for standard error and
/// for assistants
struct MissingServices {
  let query: PhotoQuery
  let reports: [ProviderReport]
  let session: Session
  /// The plan with the providers that the user named; nil when a search is continued
  let plan: SearchPlan?
  let reader: Reader

  /// All lines in the order in which they are printed
  var lines: [String] {
    // Mostly all services have answered.
    guard reports.contains(where: \.isToBeExplained) else {
      return [recordedOtherwise].compactMap(\.self)
    }
    return SummaryText.skipped(reports) + SummaryText.notices(reports) + warnings
      + SummaryText.stops(
        reports, option: reader.isAssistant ? nil : OptionTable.maxRequests.row.flag, next: next)
      + [notCached, notRecorded, recordedOtherwise].compactMap(\.self)
  }

  /// The ``lines`` about services that failed
  var failures: [String] { warnings + [notCached, notRecorded].compactMap(\.self) }

  /// The way to continue the search
  private var next: String { reader.isAssistant ? "`next`" : "imgsearch more" }

  /// The command line that searches anew; nil for assistants, which have none
  private var command: String? {
    guard !reader.isAssistant else { return nil }
    return SearchRecord(plan: plan ?? SearchPlan(query: query, providers: [])).command
  }

  /// Failures apart from those of a cache or a recording, which have lines of their own
  private var warnings: [String] {
    networkLine.map { [$0] }
      ?? SummaryText.warnings(reports.filter { !$0.isNotCached && !$0.isNotRecorded }, words: words)
  }

  /// Why a provider failed, with the command for a quota that is used up
  private func words(_ reason: ProviderError.Reason) -> String {
    let line = ErrorText.line(reason, for: reader)
    guard let command = plan == nil && !reader.isAssistant ? next : command else { return line }
    return switch reason {
    case .quotaSpent: "\(line): \(command)"
    case .notAsked: "\(line): \(command) --refresh"
    default: line
    }
  }

  /// One line for all failures if they are the network's; else nil
  private var networkLine: String? {
    let reasons = reports.compactMap(\.failure).map { failure in
      if case .transport(.unreachable(_, let reason)) = failure.reason { reason } else { "" }
    }
    guard !reports.hasAnswer, reasons.count > 1, let reason = reasons.first, !reason.isEmpty,
      reasons.allSatisfy({ $0 == reason })
    else { return nil }
    return "no service can be reached (\(reason)); check the network and try again"
  }

  // The replies that the cache or the recording lacks, in one line for all providers

  private var notCached: String? {
    let missed = reports.filter(\.isNotCached)
    guard !missed.isEmpty else { return nil }
    let nothing = reports.hasAnswer ? "nothing more" : "nothing"
    return "the cache has \(nothing)\(query.phrase) from \(SummaryText.names(missed.map(\.id))); "
      + ErrorText.adviceOffline(for: reader) + (command.map { ": \($0)" } ?? "")
  }

  private var notRecorded: String? {
    let missed = reports.filter(\.isNotRecorded)
    guard case .transport(.notRecorded(_, let nearest, _)) = missed.first?.failure?.reason,
      let recorded = session.recordedWords
    else { return nil }
    if let lack = query.words.flatMap(recorded.lack) { return lack + askingServices }
    let what = query.words.map { "“\($0)”" } ?? "a list\(query.phrase)"
    let options = query.withoutSubject.options(for: reader)
    let filters = options.isEmpty ? "" : " with \(options.joined(separator: " "))"
    return
      "the recording doesn't have \(what)\(filters) from \(SummaryText.names(missed.map(\.id))); "
      + (nearest.flatMap { reader.isAssistant ? nil : "the nearest it has is \($0)" }
        ?? recorded.text) + askingServices
  }

  /// The command that asks the services in place of the recording, behind a semicolon
  private var askingServices: String { command.map { "; to ask the services: \($0)" } ?? "" }

  private var recordedOtherwise: String? {
    guard let plan else { return nil }
    let missed = session.selection.recordedOtherwise(plan).filter { id in
      !reports.contains { $0.id == id }
    }
    guard !missed.isEmpty else { return nil }
    let options = query.withoutSubject.options(for: reader)
    guard !options.isEmpty else { return nil }
    return "\(SummaryText.names(missed)) not asked: the recording has "
      + "\(query.words.map { "“\($0)”" } ?? "their list\(query.phrase)"), but not with "
      + options.joined(separator: " ") + askingServices
  }
}

extension PhotoQuery {
  /// The options of a query as a reader knows them
  func options(for reader: Reader = .commandLine) -> [String] {
    SearchRecord(plan: SearchPlan(query: self, providers: [])).options(for: reader)
  }

  /// The options of the query that leave photos out, apart from `--safe`, which nobody is advised to
  /// drop
  fileprivate var narrowing: [String] {
    var query = withoutSubject
    query.filters = query.filters.keeping { $0.narrows && $0 != .safe }
    return query.options()
  }
}

extension ProviderReport {
  /// Whether a line tells more of the provider than its photos
  fileprivate var isToBeExplained: Bool {
    failure != nil || objection != nil || !notices.isEmpty || reachedRequestLimit
  }
}

/// Tells users once about services that need a key
///
/// An empty file among the data remembers it. It is only looked for if a key is missing.
enum KeysHint {
  /// - Parameter services: services that were left out because they lack a key
  static func show(_ services: @autoclosure () -> [String], on console: Console) {
    guard console.isErrorTerminal, !console.isQuiet else { return }
    let (services, file) = (services(), console.folders.data.appending(path: "keys-hint"))
    guard !services.isEmpty, !FileManager.default.fileExists(atPath: file.path) else { return }
    let count = Counts.phrase(services.count, "more service")
    console.note("\(count) with a free key: imgsearch keys")
    do {
      try RegularFile.makeFolder(console.folders.data)
      try Data().write(to: file)
    } catch {
      // If the file can't be written, the hint comes again the next time.
    }
  }

  /// For assistants: `more photos with a key of flickr or pexels, which the person sets with
  /// imgsearch keys`; nil for no services
  static func line(for services: [String]) -> String? {
    guard let last = services.last else { return nil }
    let others = services.dropLast().joined(separator: ", ")
    return "more photos with a key of \(others)\(others.isEmpty ? "" : " or ")\(last), which the "
      + "person sets with imgsearch keys"
  }
}
