package import Foundation
package import PhotoSearch
import Platform

/// A small file of JSON that several programs read and change: rows by name
struct SharedTable<Row: Codable & Sendable>: Sendable {
  let url: URL
  var permissions: mode_t = 0o644

  /// The rows; empty if the file is missing or can't be read
  var rows: [String: Row] {
    ifReadable {
      try RegularFile.contents(url, limit: 1_000_000).map {
        try JSONDecoder().decode([String: Row].self, from: $0)
      }
    } ?? [:]
  }

  /// Changes the file under a lock, so that two programs don't undo each other's changes
  func change(_ body: (inout [String: Row]) -> Void) {
    let folder = url.deletingLastPathComponent()
    do {
      try RegularFile.makeFolder(folder)
      try FolderLock.holding(folder, patience: .milliseconds(200)) { _ in
        var rows = rows
        body(&rows)
        try RegularFile.replace(url, with: JSONEncoder().encode(rows), permissions: permissions)
      }
    } catch {
      // Errors are ignored: the next run only lacks the rows.
    }
  }
}

/// `tokens.json`: tokens of accounts until they end, which only the user can read
package struct TokenFile: TokenStore {
  /// A token, and until when it lasts
  private struct Token: Codable {
    let value: String
    let end: Date
  }

  private let table: SharedTable<Token>

  /// - Parameter folder: the cache folder, as a lost token costs one request
  package init(in folder: URL) {
    table = SharedTable(url: folder.appending(path: "tokens.json"), permissions: 0o600)
  }

  package func token(named name: String, at now: Date) -> String? {
    table.rows[name].flatMap { $0.end > now ? $0.value : nil }
  }

  package func keep(_ token: String?, until end: Date, named name: String) {
    guard token != nil || table.rows[name] != nil else { return }
    table.change { tokens in
      tokens = tokens.filter { $0.value.end > Date() }
      tokens[name] = token.map { Token(value: $0, end: end) }
    }
  }

  /// Removes all tokens
  package func removeAll() {
    if RegularFile.isThere(table.url) { table.change { $0 = [:] } }
  }
}

/// The quotas that services last reported, kept from run to run
package struct QuotaFile: Sendable {
  /// A service's report, and its time
  package struct Note: Codable, Hashable, Sendable {
    /// The remaining quota; nil if it was never reported
    package let quota: Quota?
    /// When the service answers again, if it said that it answers nothing until then
    package let end: Date?
    package let seen: Date

    /// When the service answers again; nil if that is over, if the report is a month old, or if the
    /// clock has been set back since
    package func end(after now: Date) -> Date? {
      end.flatMap { $0 > now && (now - month...now + 60).contains(seen) ? $0 : nil }
    }

    /// Seconds until a report is outdated: no service counts its quota over a longer time
    private var month: TimeInterval { 31 * 24 * 3_600 }
  }

  private let table: SharedTable<Note>

  package init(_ url: URL) { table = SharedTable(url: url) }

  /// Reports by service, e.g. `unsplash`; empty if there are none, or none that can be read
  package var notes: [String: Note] { table.rows }

  /// Stores quotas that services have just reported
  package func keep(_ quotas: [String: Quota], at date: Date) {
    table.change { notes in
      for (service, quota) in quotas {
        notes[service] = Note(quota: quota, end: notes[service]?.end, seen: date)
      }
    }
  }

  /// Stores when a service answers again, as it just said; nil if it does answer
  package func keep(end: Date?, of service: String, at date: Date) {
    table.change { notes in
      notes[service] = Note(quota: notes[service]?.quota, end: end, seen: date)
    }
  }
}

/// Holds requests back while their service's quota is used up, as it said in this or an earlier run
///
/// It is below the cache, which still answers, and above the network. All its knowledge is in a
/// file, so that a gallery and other programs share it.
package struct QuotaGate: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let registry: ProviderRegistry
  private let file: QuotaFile
  private let asksAnyway: Bool

  /// - Parameter asksAnyway: whether to send requests all the same, and store the new answers
  package init(
    _ wrapped: any HTTPTransport, registry: ProviderRegistry, file: QuotaFile, asksAnyway: Bool
  ) {
    (self.wrapped, self.registry, self.file) = (wrapped, registry, file)
    self.asksAnyway = asksAnyway
  }

  /// - Throws: a `ProviderError` with the time when the service answers again, and what the wrapped
  ///   transport throws.
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
