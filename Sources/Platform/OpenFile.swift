package import Foundation

/// An open file, closed when the object is released
package final class OpenFile: Sendable {
  package let descriptor: Int32
  private let isOwned: Bool

  /// - Parameter isOwned: whether to close it
  package init(_ descriptor: Int32, isOwned: Bool = true) {
    (self.descriptor, self.isOwned) = (descriptor, isOwned)
  }

  deinit { if isOwned { close(descriptor) } }

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

  /// A pipe's two ends, which the caller closes: the first reads what is written to the second
  ///
  /// - Throws: `POSIXError`
  package static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { throw POSIXError.ofLastCall }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

// MARK: - Reading and writing

/// Reading by descriptor, because some descriptors aren't owned by an ``OpenFile``
extension OpenFile {
  /// The next bytes of a file; empty at its end
  ///
  /// - Parameters:
  ///   - limit: most bytes
  ///   - place: the offset; nil for the current position, which moves on
  /// - Throws: `POSIXError`
  package static func part(
    of descriptor: Int32, upTo limit: Int, at place: Int? = nil
  ) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      var length = 0
      repeat {
        length =
          place.map { pread(descriptor, buffer.baseAddress, buffer.count, off_t($0)) }
          ?? read(descriptor, buffer.baseAddress, buffer.count)
      } while length < 0 && (errno == EINTR || errno == EAGAIN)
      guard length >= 0 else { throw POSIXError.ofLastCall }
      count = length
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

  /// Removes a file's content
  ///
  /// - Throws: `POSIXError`
  package static func empty(_ descriptor: Int32) throws {
    guard ftruncate(descriptor, 0) == 0 else { throw POSIXError.ofLastCall }
  }
}

extension UnsafeRawBufferPointer {
  /// Writes all bytes to an open file
  ///
  /// - Parameter place: the offset; nil for the current position, which moves on
  /// - Throws: `POSIXError`
  package func write(to file: Int32, at place: Int? = nil) throws {
    var done = 0
    while done < count {
      let rest = UnsafeRawBufferPointer(rebasing: self[done...])
      let written = rest.put(to: file, at: place.map { off_t($0 + done) })
      if written < 0, errno == EINTR || errno == EAGAIN { continue }
      guard written > 0 else { throw POSIXError.ofLastCall }
      done += written
    }
  }

  /// Writes as much as the system takes at once; below 0 on an error
  private func put(to file: Int32, at place: off_t?) -> Int {
    place.map { pwrite(file, baseAddress, count, $0) } ?? Foundation.write(file, baseAddress, count)
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
}
