import Foundation
package import PhotoSearch
import Terminal

/// Why a provider gives no photos, or no more, as JSON for the page
///
/// Only facts, which the page puts into words: `{"kind":"quota","until":"2026-11-23T14:30:00Z"}`.
/// Each kind has its own members.
package struct GalleryReason {
  /// Writes the reason's members
  package let write: (inout JSONWriter) -> Void

  /// - Parameter message: shortened, as it may be of any length
  private init(
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
  package init(_ reason: ProviderError.Reason, recorded: String? = nil) {
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
    case .transport(.notRecorded):
      self.init("notRecorded") { $0.member("recorded", recorded) }
    case .transport(let error): self.init(error)
    case .absent, .noSuchPhoto, .video, .unknownPage: self.init("other", message: "\(reason)")
    }
  }

  private init(_ error: TransportError) {
    switch error {
    case .unreachable(_, let reason): self.init("unreachable", message: reason)
    case .timedOut(_, let seconds): self.init("timedOut") { $0.member("seconds", seconds) }
    case .notCached: self.init("notCached")
    case .tooLarge, .unreadable, .forbidden, .noLibcurl, .notRecorded:
      self.init("other", message: error.words(for: "the service"))
    }
  }

  /// Why a provider has no more photos
  package init(_ reason: EndReason) {
    switch reason {
    case .exhausted: self.init("exhausted")
    case .depthLimit(let limit): self.init("wall") { $0.member("limit", limit) }
    case .repeats: self.init("repeats")
    case .recording: self.init("recording")
    }
  }

  /// Why a provider wasn't asked
  package init(skipped reason: String) { self.init("skipped", message: reason) }

  /// The provider hadn't answered when all others had
  package static var late: GalleryReason { GalleryReason("late") }
}
