package import Foundation
import Synchronization

/// An open file, closed when the object is released
package final class OpenFile: Sendable {
  package let descriptor: Int32
  private let isOwned: Atomic<Bool>

  /// - Parameter isOwned: whether to close it
  package init(_ descriptor: Int32, isOwned: Bool = true) {
    self.descriptor = descriptor
    self.isOwned = Atomic(isOwned)
  }

  /// Opens a file to be read, links followed; nil if that fails, with the reason in `errno`
  package static func reading(_ path: String) -> OpenFile? {
    // Without O_NONBLOCK, opening a pipe would wait for its other end.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    return descriptor < 0 ? nil : OpenFile(descriptor)
  }

  deinit { finish() }

  /// Closes the file now, before its last user is gone
  func finish() { if isOwned.exchange(false, ordering: .relaxed) { close(descriptor) } }

  package static let standardInput = OpenFile(STDIN_FILENO, isOwned: false)

  /// A new file on a folder's disk, without a name, so nothing is left of it after any end
  ///
  /// - Throws: `POSIXError`
  package static func nameless(in folder: String) throws -> OpenFile {
    let path = "\(folder)/.\(UInt64.random(in: 0 ... .max)).imgsearch.part"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError.ofLastCall }
    unlink(path)
    return OpenFile(descriptor)
  }

  /// A pipe's two ends: the first reads what is written to the second
  ///
  /// - Throws: `POSIXError`
  package static func pipe() throws -> (reading: OpenFile, writing: OpenFile) {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { throw POSIXError.ofLastCall }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (OpenFile(ends[0]), OpenFile(ends[1]))
  }

  // MARK: Reading by descriptor, because some descriptors aren't owned by an OpenFile

  /// The next bytes of a file; empty at its end
  ///
  /// - Parameters:
  ///   - limit: most bytes
  ///   - offset: from the start of the file; nil for the current position, which moves on
  /// - Throws: `POSIXError`
  package static func part(
    of descriptor: Int32, upTo limit: Int, at offset: Int? = nil
  ) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      var length = 0
      repeat {
        // A file system may give fewer bytes than there are at an offset.
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
        length =
          offset.map { pread(descriptor, rest.baseAddress, rest.count, off_t($0 + count)) }
          ?? read(descriptor, rest.baseAddress, rest.count)
        guard length >= 0 || errno == EINTR || errno == EAGAIN else { throw POSIXError.ofLastCall }
        count += max(length, 0)
      } while length < 0 || (offset != nil && length > 0 && count < limit)
    }
  }

  /// All bytes from the current position on
  ///
  /// - Parameters:
  ///   - limit: most bytes; the file may grow while it is read
  ///   - wait: called before each part, to wait for a pipe
  /// - Returns: nil if there are more bytes than the limit
  /// - Throws: `POSIXError`, and what `wait` throws.
  package static func bytes(
    of descriptor: Int32, atMost limit: Int, beforeEach wait: () throws -> Void = {}
  ) throws -> [UInt8]? {
    guard let status = stat(of: descriptor) else { throw POSIXError.ofLastCall }
    guard status.st_size <= limit else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    while bytes.count <= limit {
      try wait()
      let next = try part(of: descriptor, upTo: min(1 << 20, limit - bytes.count + 1))
      if next.isEmpty { return bytes }
      bytes += next
    }
    return nil
  }

  /// Whether a descriptor has bytes to read, or is at its end; false if the wait was interrupted, too
  ///
  /// - Parameter milliseconds: how long to wait; -1 for no limit
  package static func isReadable(_ descriptor: Int32, within milliseconds: Int32 = 0) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
  }

  /// Cuts a file to its first bytes, or removes all of its content
  ///
  /// - Throws: `POSIXError`
  package static func cut(_ descriptor: Int32, to count: Int = 0) throws {
    guard ftruncate(descriptor, off_t(count)) == 0 else { throw POSIXError.ofLastCall }
  }
}

extension ContiguousBytes {
  /// Writes all bytes to an open file
  ///
  /// - Parameter offset: from the start of the file; nil for the current position, which moves on
  /// - Throws: `POSIXError`
  package func write(to file: Int32, at offset: Int? = nil) throws {
    try withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let next = UnsafeRawBufferPointer(rebasing: rest)
        let written =
          offset.map { pwrite(file, next.baseAddress, next.count, off_t($0 + rest.startIndex)) }
          ?? Foundation.write(file, next.baseAddress, next.count)
        if written < 0, errno == EINTR || errno == EAGAIN { continue }
        guard written > 0 else { throw POSIXError.ofLastCall }
        rest = rest.dropFirst(written)
      }
    }
  }
}

extension POSIXError {
  /// The error of the system call that has just failed, by `errno`
  package static var ofLastCall: POSIXError { POSIXError(.init(rawValue: errno) ?? .EIO) }
}

extension stat {
  /// The status of the file at a path, links followed; nil for none, with the reason in `errno`
  package init?(at path: String) {
    self.init()
    guard stat(path, &self) == 0 else { return nil }
  }

  /// The status of an open file; nil if the system refuses it
  package init?(of descriptor: Int32) {
    self.init()
    guard fstat(descriptor, &self) == 0 else { return nil }
  }

  package var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  package var isFile: Bool { st_mode & S_IFMT == S_IFREG }

  /// When the content was last changed
  package var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }

  package var identity: FileIdentity { FileIdentity(device: st_dev, inode: st_ino) }

  /// Whether the status is that of an open file
  package func isOf(_ descriptor: Int32) -> Bool { stat(of: descriptor)?.identity == identity }
}

/// Tells one file or folder from others, whatever its path
package struct FileIdentity: Hashable, Sendable {
  let device: dev_t
  let inode: ino_t
}
