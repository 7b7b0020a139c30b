import Foundation
import PhotoSearch
import PhotoStorage
import Synchronization

/// The file that `-o` names, which holds the results when all of them are there
///
/// What isn't a plain file, as `/dev/stdout` and pipes aren't, is written to straight.
final class OutputFile {
  /// What results are written to
  let descriptor: Int32
  private let url: URL
  /// nil for what is written to straight
  private let replacement: FileReplacement?
  private let unfinished: UnfinishedFiles

  /// - Parameters:
  ///   - permissions: of a file that isn't there yet
  ///   - unfinished: knows of it until it is finished or discarded
  /// - Throws: a failure with code 74.
  init(_ url: URL, permissions: mode_t, unfinished: UnfinishedFiles) throws {
    (self.url, self.unfinished) = (url, unfinished)
    if let straight = try Self.straight(to: url) {
      (descriptor, replacement) = (straight, nil)
    } else {
      let new = try Self.named(url) { try FileReplacement.of(url, permissions: permissions) }
      (descriptor, replacement) = (new.descriptor, new)
      unfinished.add(new)
    }
  }

  deinit {
    if let replacement { unfinished.remove(replacement) } else { close(descriptor) }
  }

  /// Puts what is written in the place of what was there
  ///
  /// - Throws: a failure with code 74; what was there stays then.
  func finish() throws {
    guard let replacement else { return }
    // A disk that is full may say so only now.
    guard fsync(descriptor) == 0 else {
      let failure = Self.failure(url, String(cString: strerror(errno)))
      replacement.discard()
      throw failure
    }
    try Self.named(url, replacement.finish)
  }

  /// Leaves what was there, and nothing where nothing was
  func discard() {
    replacement?.discard()
  }

  /// nil for a plain file, and where nothing is
  private static func straight(to url: URL) throws -> Int32? {
    var status = stat()
    guard stat(url.path, &status) == 0 else { return nil }
    let own = [STDOUT_FILENO, STDERR_FILENO].first { isOpen(status, as: $0) }
    guard own != nil || status.st_mode & S_IFMT != S_IFREG else { return nil }
    // One that is open already goes on where it is, as `>>` has it.
    let straight = own.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } ?? open(url.path, O_WRONLY | O_CLOEXEC)
    guard straight >= 0 else { throw failure(url, String(cString: strerror(errno))) }
    return straight
  }

  /// Whether a descriptor is of that file, and can be written to
  private static func isOpen(_ status: stat, as descriptor: Int32) -> Bool {
    var opened = stat()
    return fstat(descriptor, &opened) == 0 && opened.st_ino == status.st_ino
      && opened.st_dev == status.st_dev && fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY
  }

  private static func named<T>(_ url: URL, _ body: () throws -> T) throws -> T {
    do { return try body() } catch DownloadFault.cannotWrite(_, let reason) {
      let words = reason.parts(at: ";").first.map(String.init) ?? reason
      throw failure(url, words)
    }
  }

  private static func failure(_ url: URL, _ reason: String) -> CommandFailure {
    CommandFailure(
      "couldn't write \(url.path): \(reason); choose another --output", code: .cannotWrite)
  }
}

/// Files that have been begun, to be removed when the program is ended before it can finish them
final class UnfinishedFiles: Sendable {
  private let files = Mutex<[ObjectIdentifier: FileReplacement]>([:])

  func add(_ file: FileReplacement) {
    files.withLock { $0[ObjectIdentifier(file)] = file }
  }

  func remove(_ file: FileReplacement) {
    files.withLock { $0[ObjectIdentifier(file)] = nil }
  }

  /// Leaves what was there before them, and nothing where nothing was
  func discard() {
    files.withLock { files in
      for file in files.values { file.discard() }
    }
  }
}
