import Foundation
import Platform

/// Finds the files of a recording and reads them within limits
enum RecordingFiles {
  /// The file itself, or the recordings of a folder sorted by name
  static func files(at url: URL) throws(RecordingError) -> [URL] {
    guard let status = stat(at: url.path) else { throw .notFound(path: url.path) }
    guard status.isFolder else { return [url] }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    } catch { throw .unreadable(file: url.path, problem: SystemReason.words(for: error)) }
    let files =
      names
      .filter { !$0.begins(with: ".") && $0.lowercased().ends(with: ".har") }
      .sorted()
      .map { url.appendingPathComponent($0) }
      .filter { stat(at: $0.path)?.isFolder != true }
    guard !files.isEmpty else { throw .noRecordings(folder: url.path) }
    return files
  }

  /// - Parameters:
  ///   - limit: most bytes; a larger file is an error
  ///   - silence: how long each read waits for a pipe that the user named, e.g. a shell's `<(…)`;
  ///     nil for a file of a folder, where a pipe is a mistake
  static func contents(
    of file: URL, atMost limit: Int, silence: Duration?
  ) throws(RecordingError) -> [UInt8] {
    guard let opened = OpenFile.reading(file.path) else {
      throw unreadable(file, String(cString: strerror(errno)))
    }
    return try contents(of: opened.descriptor, at: file, atMost: limit, silence: silence)
  }

  /// - Parameters:
  ///   - descriptor: the open file; it stays open
  ///   - file: its path, for an error
  static func contents(
    of descriptor: Int32, at file: URL, atMost limit: Int, silence: Duration?
  ) throws(RecordingError) -> [UInt8] {
    guard let status = stat(of: descriptor) else {
      throw unreadable(file, String(cString: strerror(errno)))
    }
    let isFile = status.isFile
    guard isFile || silence != nil else { throw unreadable(file, "it isn't a plain file") }
    do {
      let bytes = try OpenFile.bytes(of: descriptor, atMost: limit) {
        guard let silence, !isFile, !isReadable(descriptor, within: silence) else { return }
        let time = "nothing came through it for \(silence.components.seconds) s"
        throw unreadable(
          file, "it is a pipe, and " + (Task.isCancelled ? "was waited for in vain" : time))
      }
      guard let bytes else {
        throw unreadable(
          file, "it is too large: recordings may have \(HARArchive.sizeLimit >> 20) MB in all")
      }
      return bytes
    } catch let error as RecordingError {
      throw error
    } catch { throw unreadable(file, SystemReason.words(for: error)) }
  }

  /// Whether there are bytes to read or the end is reached; false if the task is cancelled
  private static func isReadable(_ descriptor: Int32, within limit: Duration) -> Bool {
    let end = ContinuousClock.now + limit
    while !OpenFile.isReadable(descriptor, within: 50) {
      guard ContinuousClock.now < end, !Task.isCancelled else { return false }
    }
    return true
  }

  private static func unreadable(_ file: URL, _ problem: String) -> RecordingError {
    .unreadable(file: file.path, problem: problem)
  }
}

/// A file beside a recording with the body of one reply
package struct BodyFile: Hashable, Sendable {
  private let folder: URL
  /// The file's path relative to the folder
  let path: String

  /// A file below a folder; nil for a path that leaves the folder, or has an empty part
  init?(_ path: String, in folder: URL) {
    let names = path.components(at: "/")
    guard !names.contains(where: { ["", ".", ".."].contains($0) || $0.utf8.contains(0) }) else {
      return nil
    }
    self.folder = folder
    self.path = path
  }

  /// The file's content. No symbolic link below the folder is followed, so it is a file of that
  /// folder
  func contents() throws(RecordingError) -> Data {
    let file = folder.appending(path: path)
    let descriptor = opened()
    guard descriptor >= 0 else {
      let reason = errno == ELOOP ? "it is a link" : String(cString: strerror(errno))
      throw .unreadable(file: file.path, problem: reason)
    }
    defer { close(descriptor) }
    return Data(
      try RecordingFiles.contents(
        of: descriptor, at: file, atMost: HARArchive.sizeLimit, silence: nil))
  }

  /// The open file; below 0 if it can't be opened, with the reason in `errno`
  private func opened() -> Int32 {
    let names = path.components(at: "/").map(String.init)
    var descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for (index, name) in names.enumerated() where descriptor >= 0 {
      // Without O_NONBLOCK, opening a pipe would wait for its other end.
      let kind = index == names.count - 1 ? O_NONBLOCK : O_DIRECTORY
      let next = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
      let reason = errno
      close(descriptor)
      errno = reason
      descriptor = next
    }
    return descriptor
  }
}
