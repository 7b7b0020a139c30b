package import PhotoSearch
import Terminal

/// Writes the state of each provider for the page when one has changed
package struct ProviderStates {
  /// Gives the recording's searches, if it lacks this one
  package var recorded: () -> String? = { nil }
  private var last: [String] = []

  package init() {}

  /// The states as a line for the page; nil if none has changed since the last call
  ///
  /// - Parameter isEnd: whether the batch has ended; then it is never nil, and no provider is
  ///   waiting
  package mutating func line(_ reports: [ProviderReport], isEnd: Bool = false) -> String? {
    let states = reports.map {
      "\($0.status) \(Self.state($0, isEnd: isEnd, nil).0) \($0.total ?? 0) \($0.asked ?? "")"
    }
    guard isEnd || states != last else { return nil }
    last = states
    let isMissed = reports.contains(where: \.isNotRecorded)
    let recorded = isMissed ? self.recorded() : nil
    return JSONWriter.object(capacity: 1_024) { json in
      json.objects("providers", reports) { json, report in
        let (state, reason) = Self.state(report, isEnd: isEnd, recorded)
        let sent = report.bySomeWords ? SummaryText.sentWords(report).map { [$0] } ?? [] : []
        let notice = (sent + report.notices).joined(separator: "; ")
        json.member("id", report.id.rawValue)
        json.member("name", ProviderCatalog.name(of: report.id))
        json.member("state", state)
        json.member("reason", reason) { $1.write(&$0) }
        json.member("notice", notice.isEmpty ? nil : SafeText.line(notice, cells: 1_000))
        json.member("shown", report.shown)
        json.member("total", report.total)
      }
    }
  }

  private static func state(
    _ report: ProviderReport, isEnd: Bool, _ recorded: String?
  ) -> (String, reason: GalleryReason?) {
    switch report.status {
    // `ok` is also the status before an answer; an answer shows in photos, a total or omissions.
    case .ok where report.shown > 0 || report.total != nil || !report.excluded.isEmpty:
      ("ready", nil)
    case .ok where isEnd: ("slow", .late)
    case .ok: ("waiting", nil)
    case .ended(let reason): ("ended", GalleryReason(reason))
    case .failed(let error): ("failed", GalleryReason(error.reason, recorded: recorded))
    case .skipped(let reason): ("skipped", GalleryReason(skipped: reason))
    }
  }
}
