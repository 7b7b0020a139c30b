package import Foundation
package import PhotoSearch

/// What services last said is left of their quotas, kept from run to run
package struct QuotaFile: Sendable {
  /// What one said, and when
  package struct Note: Codable, Hashable, Sendable {
    package var quota: Quota
    package var seen: Date
  }

  private let url: URL
  /// Bytes; a note is about 100
  private static let largest = 1_000_000

  package init(_ url: URL) {
    self.url = url
  }

  /// By the service, e.g. `unsplash`; empty when nothing was kept, or nothing readable
  package var notes: [String: Note] {
    do {
      guard let data = try RegularFile.contents(url, limit: Self.largest) else { return [:] }
      return try JSONDecoder().decode([String: Note].self, from: data)
    } catch {
      return [:]
    }
  }

  /// Adds what was said now; of two programs at once the later one's is kept
  package func keep(_ quotas: [String: Quota], at date: Date) {
    var notes = notes
    for (service, quota) in quotas { notes[service] = Note(quota: quota, seen: date) }
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try JSONEncoder().encode(notes).write(to: url, options: .atomic)
    } catch {
      // It is a convenience: what cannot be kept is not shown the next time.
    }
  }
}
