import Foundation
import Terminal

/// Tells users about providers that need a key, at most once a day
///
/// The time of the last hint is that of an empty file in the cache. It is only checked if a key is
/// missing.
struct KeysHint {
  private static let pause = 24 * 3_600.0

  private let console: Console

  init(_ console: Console) {
    self.console = console
  }

  /// - Parameter services: services that were left out because they lack a key
  func show(_ services: [String]) {
    guard console.isErrorTerminal, !console.isQuiet, let line = Self.line(for: services), !wasShown
    else { return }
    console.note("imgsearch: \(line)")
    let folder = file.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data().write(to: file)
    } catch {
      // If the file can't be written, the hint comes again the next time.
    }
  }

  /// `more photos with a key of flickr or pexels: imgsearch keys`; nil for no services
  ///
  /// - Parameter most: most names in it; the others are counted. More than three don't fit on a
  ///   line
  static func line(for services: [String], most: Int = 3) -> String? {
    guard let last = services.last else { return nil }
    let others = services.dropLast().joined(separator: ", ")
    let keys =
      services.count > most
      ? "keys of \(services.count) services"
      : "a key of \(others)\(others.isEmpty ? "" : " or ")\(last)"
    return "more photos with \(keys): imgsearch keys"
  }

  private var file: URL { console.folders.cache.appending(path: "keys-hint") }

  private var wasShown: Bool {
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      let shown = attributes[.modificationDate] as? Date ?? .distantPast
      return abs(shown.timeIntervalSinceNow) < Self.pause
    } catch {
      return false
    }
  }
}
