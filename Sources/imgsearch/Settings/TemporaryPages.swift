import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Platform

/// Pages that the web browser is given to open, readable by nobody else, in the cache
///
/// A browser may ask for one after the program that made it has ended, so that they aren't removed at
/// its end: each new page removes those that are too old.
struct TemporaryPages {
  /// What a page is for
  enum Kind: String, CaseIterable {
    /// Leads to the gallery, and is of no use when its program has ended
    case redirect
    /// Shows photos
    case listing
  }

  /// How long a page may be asked for again
  private static let lifetime: TimeInterval = 3_600

  private let folder: URL

  /// - Parameter cache: the folder of this program's cache
  init(in cache: URL) {
    folder = cache.appending(path: "pages")
  }

  /// Where a new page can be put; nothing is there yet
  ///
  /// - Throws: a failure with code 74 when the folder can't be made.
  func place(_ kind: Kind) throws -> URL {
    let manager = FileManager.default
    do {
      try manager.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      for name in try manager.contentsOfDirectory(atPath: folder.path) where isOver(name) {
        try manager.removeItem(at: folder.appending(path: name))
      }
    } catch {
      throw CommandFailure(
        "couldn't write \(folder.path): \(SystemReason.words(for: error)); "
          + "set XDG_CACHE_HOME to another folder",
        code: .cannotWrite)
    }
    return folder.appending(path: "\(kind.rawValue)-\(getpid())-\(UUID().uuidString).html")
  }

  /// Whether a page is of no more use; false for files of somebody else
  private func isOver(_ name: String) -> Bool {
    let parts = name.parts(at: "-")
    guard parts.count > 2, let kind = Kind(rawValue: String(parts[0])), let id = pid_t(parts[1])
    else { return false }
    if kind == .redirect, kill(id, 0) != 0, errno == ESRCH { return true }
    var status = stat()
    guard stat(folder.appending(path: name).path, &status) == 0 else { return false }
    return Date().timeIntervalSince1970 - TimeInterval(status.modified.tv_sec) > Self.lifetime
  }
}
