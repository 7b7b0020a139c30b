package import Foundation
import Synchronization

/// The file that `-o` names; its content is only replaced once the results are complete
///
/// A path that isn't a plain file, such as `/dev/stdout` or a pipe, is written to directly.
package final class OutputFile {
  /// The descriptor for results
  package let descriptor: Int32
  private let path: String
  /// The advice for a path that can't be written to
  private let advice: String
  /// The new file; nil if the path is written to directly
  private let replacement: FileReplacement?
  private let unfinished: UnfinishedFile

  /// - Parameters:
  ///   - permissions: of a new file
  ///   - unfinished: keeps the file until it is finished or discarded
  ///   - advice: what to do if the path can't be written to
  /// - Throws: ``FileFault/cannotWrite``.
  package init(_ url: URL, permissions: mode_t, unfinished: UnfinishedFile, advice: String) throws {
    path = url.path
    self.advice = advice
    self.unfinished = unfinished
    (descriptor, replacement) = try Self.naming(url.path, advice) {
      if let direct = try Self.direct(to: url) { return (direct, nil) }
      let new = try FileReplacement.of(url, permissions: permissions)
      return (new.file.descriptor, new)
    }
    unfinished.set(replacement)
  }

  deinit { if replacement == nil { close(descriptor) } else { unfinished.set(nil) } }

  /// Replaces the old file with the new one
  ///
  /// - Throws: ``FileFault/cannotWrite``; the old file stays then.
  package func finish() throws {
    guard let replacement else { return }
    try Self.naming(path, advice) {
      // A full disk may only be reported now.
      try replacement.write { guard fsync($0) == 0 else { throw POSIXError.ofLastCall } }
    }
  }

  /// Discards the results; an old file stays as it was
  package func discard() { replacement?.discard() }

  /// A descriptor for a path that is written to directly; nil for a plain file or a free path
  private static func direct(to url: URL) throws -> Int32? {
    guard let status = stat(at: url.path) else { return nil }
    let own = [STDOUT_FILENO, STDERR_FILENO].first { descriptor in
      status.isOf(descriptor) && fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY
    }
    guard own != nil || !status.isFile else { return nil }
    // A file that is open already continues at its position, as after `>>`.
    let direct = own.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } ?? open(url.path, O_WRONLY | O_CLOEXEC)
    guard direct >= 0 else { throw FileFault(writing: url) }
    return direct
  }

  /// Runs a body, whose errors then name this path and this advice
  private static func naming<T>(
    _ path: String, _ advice: String, _ body: () throws -> T
  ) throws -> T {
    do { return try body() } catch FileFault.cannotWrite(_, let reason, _) {
      throw FileFault.cannotWrite(path: path, reason: reason, advice: advice)
    }
  }
}

/// A begun file, to be removed if the program is ended before it can finish it
package final class UnfinishedFile: Sendable {
  private let file = Mutex<FileReplacement?>(nil)

  package init() {}

  /// - Parameter file: nil once the file is finished or discarded
  func set(_ file: FileReplacement?) { self.file.withLock { $0 = file } }

  /// Discards a begun file; an old file stays as it was
  package func discard() { file.withLock { $0?.discard() } }
}
