import Foundation
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
    case .ok where isEnd: ("slow", GalleryReason("late"))
    case .ok: ("waiting", nil)
    case .ended(let reason): ("ended", GalleryReason(reason))
    case .failed(let error): ("failed", GalleryReason(error.reason, recorded: recorded))
    case .skipped(let reason): ("skipped", GalleryReason("skipped", message: reason))
    }
  }

  /// Ways out where a search finds nothing: filters to drop, and by their ids why providers can't
  /// do what it asks: `{"drop":["color"],"unable":{"flickr":"can't filter by color"}}`
  package static func ways(
    dropping filters: [String], _ query: PhotoQuery, _ providers: [any PhotoProvider]
  ) -> String {
    JSONWriter.object { json in
      json.member("drop", filters)
      json.member(
        "unable",
        providers.compactMap { one in
          one.objection(to: query).map { (name: one.id.rawValue, value: $0) }
        })
    }
  }

  /// The end of a batch as a line for the page
  ///
  /// - Parameter next: the cursor to continue with; nil at the true end
  package static func end(shown: Int, next: String?, _ reports: [ProviderReport]) -> String {
    JSONWriter.object(capacity: 1_024) { json in
      json.member("end") { json in
        json.member("next", next)
        json.member("shown", shown)
        json.member("leftOut", reports.reduce(0) { $0 + $1.excluded.total })
        json.member("stopped", reports.contains(where: \.reachedRequestLimit))
      }
    }
  }
}

/// Why a provider gives no photos, or no more, as JSON for the page
///
/// Only facts, which the page puts into words: `{"kind":"quota","until":"2026-11-23T14:30:00Z"}`.
/// Each kind has its own members.
struct GalleryReason {
  /// Writes the reason's members
  let write: (inout JSONWriter) -> Void

  /// - Parameter message: shortened, as it may be of any length
  fileprivate init(
    _ kind: String, message: String? = nil,
    _ members: @escaping (inout JSONWriter) -> Void = { _ in }
  ) {
    write = { json in
      json.member("kind", kind)
      members(&json)
      if let message { json.member("message", SafeText.line(message, cells: 1_000)) }
    }
  }

  /// Why a provider that was asked failed
  ///
  /// - Parameter recorded: the recording's searches, if it has none for these words
  init(_ reason: ProviderError.Reason, recorded: String? = nil) {
    switch reason {
    case .keyMissing(let variable, let address), .addressMissing(let variable, let address):
      let isAddress = if case .addressMissing = reason { true } else { false }
      self.init(isAddress ? "noAddress" : "noKey") { json in
        json.member("variable", variable)
        json.member("address", address.absoluteString)
      }
    case .keyRefused(_, let address, let message):
      self.init("keyRefused", message: message) { $0.member("address", address.absoluteString) }
    case .misconfigured(_, let message): self.init("misconfigured", message: message)
    case .quotaSpent(let until): self.init("quota") { $0.member("until", until) }
    case .notAsked(let until): self.init("quota") { $0.member("until", until) }
    case .rejected(let status, let message):
      self.init("refused", message: message) { $0.member("status", status) }
    case .unavailable(let message): self.init("broken", message: message)
    case .unreadable(let path, let problem):
      self.init("unreadable", message: "\(problem) at \(path)")
    case .changed: self.init("changed")
    case .transport(.notRecorded): self.init("notRecorded") { $0.member("recorded", recorded) }
    case .transport(.unreachable(_, let reason)): self.init("unreachable", message: reason)
    case .transport(.timedOut(_, let seconds)):
      self.init("timedOut") { $0.member("seconds", seconds) }
    case .transport(.notCached): self.init("notCached")
    case .transport(let error): self.init("other", message: error.words(for: "the service"))
    case .absent, .noSuchPhoto, .video, .unknownPage: self.init("other", message: "\(reason)")
    }
  }

  /// Why a provider has no more photos
  fileprivate init(_ reason: EndReason) {
    switch reason {
    case .exhausted: self.init("exhausted")
    case .depthLimit(let limit): self.init("wall") { $0.member("limit", limit) }
    case .repeats: self.init("repeats")
    case .recording: self.init("recording")
    }
  }
}
