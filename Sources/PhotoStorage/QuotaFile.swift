package import Foundation
package import PhotoSearch
import Platform

/// What services last said of their quotas, kept from run to run
package struct QuotaFile: Sendable {
  /// What one said, and when
  package struct Note: Codable, Hashable, Sendable {
    /// What is left; nil when it never said
    package var quota: Quota?
    /// When it answers again, where it said that it answers nothing until then
    package var end: Date?
    package var seen: Date

    /// When it answers again; nil when that is over, a month after it was said, and when the clock
    /// was put back behind what it showed then
    package func end(after now: Date) -> Date? {
      end.flatMap { $0 > now && (now - month...now + 60).contains(seen) ? $0 : nil }
    }

    /// Seconds for which a note holds: no service counts its quota over a longer time
    private var month: TimeInterval { 31 * 24 * 3_600 }
  }

  private let url: URL
  /// Bytes; a note is about 100
  private static let maxBytes = 1_000_000

  package init(_ url: URL) {
    self.url = url
  }

  /// By the service, e.g. `unsplash`; empty when nothing was kept, or nothing readable
  package var notes: [String: Note] {
    do {
      guard let data = try RegularFile.contents(url, limit: Self.maxBytes) else { return [:] }
      return try JSONDecoder().decode([String: Note].self, from: data)
    } catch {
      return [:]
    }
  }

  /// Adds what services have just said of their quotas
  package func keep(_ quotas: [String: Quota], at date: Date) {
    change { notes in
      for (service, quota) in quotas {
        notes[service] = Note(quota: quota, end: notes[service]?.end, seen: date)
      }
    }
  }

  /// Adds when a service said now that it answers again; nil for one that answers
  package func keep(end: Date?, of service: String, at date: Date) {
    change { notes in
      notes[service] = Note(quota: notes[service]?.quota, end: end, seen: date)
    }
  }

  /// Changes the file under a lock, so that two programs don't undo each other's change
  private func change(_ body: (inout [String: Note]) -> Void) {
    let folder = url.deletingLastPathComponent()
    do {
      try RegularFile.makeFolder(folder)
      try FolderLock.holding(folder, patience: .milliseconds(200)) { _ in
        var notes = notes
        body(&notes)
        try JSONEncoder().encode(notes).write(to: url, options: .atomic)
      }
    } catch {
      // It is a convenience: what cannot be kept is not shown the next time.
    }
  }
}

/// Holds requests back that their service has said it won't answer yet, in this run or an earlier one
///
/// It stands below the cache, which still answers, and above what goes over the network. What it
/// knows is in a file alone, so that a gallery and the programs beside it know the same.
package struct QuotaGate: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let registry: ProviderRegistry
  private let file: QuotaFile
  private let asksAnyway: Bool

  /// - Parameter asksAnyway: whether the services are asked all the same; what they say then is kept
  package init(
    _ wrapped: any HTTPTransport, registry: ProviderRegistry, file: QuotaFile, asksAnyway: Bool
  ) {
    (self.wrapped, self.registry, self.file) = (wrapped, registry, file)
    self.asksAnyway = asksAnyway
  }

  /// - Throws: a `ProviderError` that says until when, and what the wrapped transport throws.
  package func send(_ request: WebRequest) async throws -> WebReply {
    guard let provider = registry.provider(of: request.url) else {
      return try await wrapped.send(request)
    }
    let service = provider.profile.service
    let known = file.notes[service]?.end(after: Date())
    if let known, !asksAnyway { throw ProviderError(provider.id, .notAsked(until: known)) }
    let reply = try await wrapped.send(request)
    let end = provider.quotaEnd(in: reply)
    if end != known { file.keep(end: end, of: service, at: Date()) }
    return reply
  }
}
