package import Foundation
import Platform

/// Pages in the cache for the web browser to open; other users can't read them
///
/// A browser may load a page after the program has ended, so each new page removes old ones.
package struct TemporaryPages {
  /// The purpose of a page
  package enum Kind: String, CaseIterable {
    /// Redirects to the gallery; useless once its program has ended
    case redirect
    /// Shows a listing of photos
    case listing
  }

  /// How long a page is kept, in seconds
  private static let lifetime: TimeInterval = 3_600

  private let folder: URL

  /// - Parameter cache: the folder of this program's cache
  package init(in cache: URL) { folder = cache.appending(path: "pages") }

  /// The path for a new page, which doesn't exist yet
  ///
  /// - Throws: ``FileFault/cannotWrite`` if the folder can't be created.
  package func place(_ kind: Kind) throws -> URL {
    let manager = FileManager.default
    do {
      try manager.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      for name in try manager.contentsOfDirectory(atPath: folder.path) where isOver(name) {
        try manager.removeItem(at: folder.appending(path: name))
      }
    } catch {
      throw FileFault.cannotWrite(
        path: folder.path, reason: SystemReason.words(for: error),
        advice: "set XDG_CACHE_HOME to another folder")
    }
    return folder.appending(path: "\(kind.rawValue)-\(getpid())-\(UUID().uuidString).html")
  }

  /// Writes a page that redirects to an address, which then stands in no list of processes
  ///
  /// - Throws: what writing throws.
  package static func write(redirectTo address: String, in file: URL) throws {
    let page = """
      <!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
      <meta http-equiv="refresh" content="0;url=\(address.replacing(each: "&", by: "&amp;"))">
      <title>imgsearch</title>

      """
    try RegularFile.replace(file, with: Data(page.utf8), permissions: 0o600)
  }

  /// Whether a page is outdated; false for files of other programs
  private func isOver(_ name: String) -> Bool {
    let parts = name.components(at: "-")
    guard parts.count > 2, let kind = Kind(rawValue: String(parts[0])), let id = pid_t(parts[1])
    else { return false }
    if kind == .redirect, kill(id, 0) != 0, errno == ESRCH { return true }
    guard let status = stat(at: folder.appending(path: name).path) else { return false }
    return Date().timeIntervalSince1970 - TimeInterval(status.modified.tv_sec) > Self.lifetime
  }
}
