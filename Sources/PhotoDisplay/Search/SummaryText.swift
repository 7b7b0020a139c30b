package import PhotoSearch
import Platform
import Terminal

/// The texts that end a listing on standard error
package enum SummaryText {
  /// `30 photos from 3 providers · 4 requests · flickr ended (all shown) · 2 left out: 2 videos`
  ///
  /// - Parameters:
  ///   - shown: photos printed in this run
  ///   - cached: requests that the cache answered
  ///   - late: providers that haven't answered yet and weren't waited for
  package static func detailedClosing(
    shown: Int, reports: [ProviderReport], cached: Int = 0, late: [ProviderID] = []
  ) -> String {
    let requests = requests(reports)
    let source =
      cached == 0 ? "" : cached >= requests ? ", all from the cache" : ", \(cached) from the cache"
    var parts = [Counts.phrase(requests, "request") + source]
    if !late.isEmpty { parts.append("\(names(late)) not yet here: imgsearch more") }
    parts += reports.compactMap { report in
      guard case .ended(let reason) = report.status else { return nil }
      return "\(report.id) ended (\(words(for: reason, report)))"
    }
    return found(shown: shown, reports: reports, parts)
  }

  /// All requests sent, answered in time or not, because they count against quotas
  package static func requests(_ reports: [ProviderReport]) -> Int {
    reports.reduce(0) { $0 + $1.requests + $1.requestsBeside }
  }

  /// A line for people: `14 photos from 5 services · imgsearch more · show 3 · download 3`; nil if
  /// it says nothing
  ///
  /// Photos left out are counted if the user's filters left them out, or if there are no others.
  ///
  /// - Parameter next: commands to suggest
  package static func briefClosing(
    shown: Int, reports: [ProviderReport], late: [ProviderID], next: [String]
  ) -> String? {
    var reports = reports
    if shown > 0 {
      for index in reports.indices {
        reports[index].excluded = reports[index].excluded.filter { $0.key.isByFilter }
      }
    }
    var steps = next
    if !steps.isEmpty { steps[0] = "imgsearch \(steps[0])" }
    if !late.isEmpty {
      if next.first == "more" { steps.removeFirst() }
      steps.insert("\(names(late)) not yet here: imgsearch more", at: 0)
    }
    let line = found(shown: shown, reports: reports, senders: "services")
    return shown == 0 && steps.isEmpty && line == "no photos"
      ? nil : ([line] + steps).joined(separator: " · ")
  }

  /// A line without requests and ended providers: `30 photos from 3 providers · 2 left out: …`
  ///
  /// - Parameters:
  ///   - senders: the word for several providers
  ///   - more: texts to put between the two parts
  package static func found(
    shown: Int, reports: [ProviderReport], senders: String = "providers", _ more: [String] = []
  ) -> String {
    var parts = [photos(shown, reports, senders)] + more
    let loose = reports.filter { $0.bySomeWords && $0.shown > 0 }.map(\.id)
    if !loose.isEmpty { parts.append("\(names(loose)): by some of the words") }
    if let leftOut = LeftOutText(reports).text(shown: shown) { parts.append(leftOut) }
    let unknown = reports.reduce(0) { $0 + $1.maybeAIGenerated }
    if unknown > 0 {
      let silent = Counts.phrase(unknown, "doesn't say", "don't say")
      parts.append("\(silent) whether a machine made \(unknown == 1 ? "it" : "them")")
    }
    return SafeText.line(parts.joined(separator: " · "))
  }

  /// The result of one provider: `16 photos of 74 · 3 left out: 2 premium, 1 by licence`
  package static func result(of report: ProviderReport) -> String {
    let photos = report.shown == 0 ? "no photos" : Counts.phrase(report.shown, "photo")
    let total = report.total.map { $0 > report.shown ? " of \(Counts.grouped($0))" : "" }
    var parts = [photos + (total ?? "")]
    if let leftOut = LeftOutText([report]).text(shown: report.shown) { parts.append(leftOut) }
    switch report.status {
    case .ok: break
    case .ended(let reason): parts.append("ended: \(words(for: reason, report))")
    case .failed: parts.append("failed")
    case .skipped(let reason): parts.append("skipped: \(reason)")
    }
    return SafeText.line(parts.joined(separator: " · "), cells: maxCells)
  }

  /// A line for each reason of failed providers: `flickr, pexels: …`
  ///
  /// - Parameter words: gives the words for a reason
  package static func warnings(
    _ reports: [ProviderReport], words: (ProviderError.Reason) -> String
  ) -> [String] {
    lines(reports.compactMap(\.failure).map { ($0.provider, words($0.reason)) })
  }

  /// A line for each reason of skipped providers: `flickr, pexels skipped: …`
  package static func skipped(_ reports: [ProviderReport]) -> [String] {
    lines(reports.compactMap { report in report.objection.map { (report.id, $0) } }, " skipped: ")
  }

  /// A line for each provider with a notice: `searxng: bing images didn't answer (timeout)`
  package static func notices(_ reports: [ProviderReport]) -> [String] {
    reports.filter { !$0.notices.isEmpty }.map { report in
      let notices = report.notices.joined(separator: "; ")
      return SafeText.line("\(report.id): \(notices)", cells: maxCells)
    }
  }

  /// Each text once, after the names of all providers that have it
  package static func shared(
    _ texts: [(id: ProviderID, text: String)]
  ) -> [(names: String, text: String)] {
    texts.map(\.text).distinct(by: \.self).map { text in
      (names(texts.filter { $0.text == text }.map(\.id)), text)
    }
  }

  /// A line for each different text: the providers that have it, the joining words, and the text
  private static func lines(
    _ texts: [(id: ProviderID, text: String)], _ words: String = ": "
  ) -> [String] {
    shared(texts).map { SafeText.line($0.names + words + $0.text, cells: maxCells) }
  }

  /// Names in one text: `flickr, pexels`
  package static func names(_ ids: [ProviderID]) -> String {
    ids.map(\.rawValue).joined(separator: ", ")
  }

  /// One line for each text that was sent to providers instead of the typed words:
  /// `flickr: asked for “dog beach”`, `openverse: by some of the words: dog | beach | sunset`
  package static func sentWords(_ reports: [ProviderReport]) -> [String] {
    lines(reports.compactMap { report in sentWords(report).map { (report.id, $0) } })
  }

  /// The text that was sent to one provider instead of the typed words; nil if it got those
  package static func sentWords(_ report: ProviderReport) -> String? {
    report.asked.map { report.bySomeWords ? "by some of the words: \($0)" : "asked for “\($0)”" }
  }

  /// Providers that found nothing and may want all of three words or more
  package static func wantingFewer(
    _ reports: [ProviderReport], of query: PhotoQuery
  ) -> [ProviderID] {
    guard query.words?.components(at: " ").count ?? 0 > 2 else { return [] }
    return reports.filter { report in
      guard report.wantsAllWords, report.shown == 0, report.requests > 0,
        case .ended(.exhausted) = report.status
      else { return false }
      return report.excluded.keys.allSatisfy { $0 == .words }
    }.map(\.id)
  }

  /// A line for each provider whose limit of pages ended the run
  ///
  /// - Parameters:
  ///   - option: the option that sets the limit; nil for a reader who can't set it
  ///   - next: the command that continues the search
  package static func stops(
    _ reports: [ProviderReport], option: String?, next: String
  ) -> [String] {
    reports.filter(\.reachedRequestLimit).map { report in
      SafeText.line(
        "stopped after \(Counts.phrase(report.requests, "page")) of \(report.id)"
          + (option.map { " (\($0))" } ?? ", the most of a call") + "; \(next) continues")
    }
  }

  /// `28 of 30 pictures · 30 requests · 412 KB · 2 missing: …`; nil if none were requested
  ///
  /// - Parameter problem: why the first missing picture can't be shown; nil if that isn't known
  package static func pictures(
    _ count: Int, of requests: Int, bytes: Int, problem: String?, isRecorded: Bool
  ) -> String? {
    let missing = requests - count
    guard requests > 0 else { return nil }
    let noun = requests == 1 ? "picture" : "pictures"
    let words = [
      (missing > 0 ? "\(count) of " : "") + "\(requests) \(noun)"
        + (isRecorded ? " from the recording" : ""),
      isRecorded ? nil : Counts.phrase(requests, "request"),
      isRecorded || bytes == 0 ? nil : Counts.bytes(bytes),
      missing > 0 ? "\(missing) missing: \(problem ?? "they didn't come in time")" : nil,
    ]
    return words.compactMap(\.self).joined(separator: " · ")
  }

  /// Most terminal cells of a warning, which may contain a service's own words
  private static let maxCells = 1_000

  private static func photos(_ shown: Int, _ reports: [ProviderReport], _ noun: String) -> String {
    guard shown > 0 else { return "no photos" }
    let senders = reports.filter { $0.shown > 0 }.map(\.id.rawValue)
    let source = senders.count > 1 ? "\(senders.count) \(noun)" : senders.first
    return Counts.phrase(shown, "photo") + (source.map { " from \($0)" } ?? "")
  }

  /// A line for each reason of providers that are at their end and gave no photo
  package static func endings(_ reports: [ProviderReport]) -> [String] {
    let endings = reports.compactMap { report -> (ProviderID, String)? in
      guard case .ended(let reason) = report.status, report.requests > 0, report.shown == 0,
        report.excluded.isEmpty
      else { return nil }
      return (report.id, words(for: reason, report))
    }
    return lines(endings)
  }

  /// Why a provider has no more photos: `all shown`
  private static func words(for reason: EndReason, _ report: ProviderReport) -> String {
    switch reason {
    case .exhausted:
      report.total ?? (report.shown + report.excluded.count) == 0 ? "found nothing" : "all shown"
    case .depthLimit(let limit): "shows no more than \(Counts.grouped(limit))"
    case .repeats: "repeats itself"
    case .recording: "the recording ends here"
    }
  }
}

/// The photos left out of a list, in words: how many, and why
package struct LeftOutText {
  private let counts: [ExclusionReason: Int]

  package init(_ reports: [ProviderReport]) {
    counts = reports.reduce(into: [:]) { $0.merge($1.excluded, uniquingKeysWith: +) }
  }

  /// `2 left out: 2 advertisements`; if filters left photos out, also the number of photos looked
  /// at: `412 of 442 left out: 2 advertisements, 410 by licence (1 doesn't say)`; nil if nothing
  /// was left out
  func text(shown: Int) -> String? {
    let all = counts.total
    guard all > 0 else { return nil }
    let reasons = counts.compactMap(phrase).sorted { $0.order < $1.order }.map(\.text)
    let looked = filtered() == nil ? "" : " of \(Counts.grouped(all + shown))"
    return "\(Counts.grouped(all))\(looked) left out: "
      + (reasons + byFilters + byWords).joined(separator: ", ")
  }

  /// How many photos each filter left out: `41 by licence, 10 by orientation (3 don't say)`; nil if
  /// none
  ///
  /// - Parameter byWords: whether to count photos with too few of the words, too
  package func filtered(byWords: Bool = true) -> String? {
    let parts = byFilters + (byWords ? self.byWords : [])
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// How many photos a filter left out
  package func count(by filter: FilterRow) -> Int {
    (counts[.misfit(filter)] ?? 0) + (counts[.unknown(filter)] ?? 0)
  }

  /// The count of photos that had too few of the words
  private var byWords: [String] { counts[.words].map { ["\(Counts.grouped($0)) by words"] } ?? [] }

  /// Each filter's count: `10 by orientation (3 don't say)`
  private var byFilters: [String] {
    FilterRow.all.compactMap { filter in
      let (count, unknown) = (count(by: filter), counts[.unknown(filter)] ?? 0)
      guard count > 0 else { return nil }
      let silent = Counts.phrase(unknown, "doesn't say", "don't say")
      return "\(Counts.grouped(count)) \(filter.misfits)" + (unknown > 0 ? " (\(silent))" : "")
    }
  }

  /// The words for a reason, and its place among the others; nil for filters, which have phrases of
  /// their own
  private func phrase(
    _ reason: ExclusionReason, _ count: Int
  ) -> (order: Int, text: String)? {
    switch reason {
    case .advertisement: (1, Counts.phrase(count, "advertisement"))
    case .premium: (2, "\(Counts.grouped(count)) premium")
    case .video: (3, Counts.phrase(count, "video"))
    case .drawing: (4, Counts.phrase(count, "drawing"))
    case .withoutImage: (5, "\(Counts.grouped(count)) without an image")
    case .unreadable: (6, "\(Counts.grouped(count)) unreadable")
    case .excess: (7, "\(Counts.grouped(count)) more than one page may have")
    case .misfit, .unknown: nil
    }
  }
}
