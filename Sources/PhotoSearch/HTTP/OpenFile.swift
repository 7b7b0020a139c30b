internal import Foundation

/// Reads open files, and no more of them than is wanted
package enum OpenFile {
  /// What can be read next; empty at the end
  ///
  /// - Parameter limit: bytes
  /// - Throws: `POSIXError`
  package static func part(of descriptor: Int32, upTo limit: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      var length = 0
      repeat {
        length = read(descriptor, buffer.baseAddress, buffer.count)
      } while length < 0 && (errno == EINTR || errno == EAGAIN)
      guard length >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
      count = length
    }
  }

  /// All that follows the place where it is at
  ///
  /// - Parameters:
  ///   - limit: bytes that a file may have; it may grow while it is read
  ///   - wait: called before each part, for a pipe that is waited for
  /// - Returns: nil for more than that many
  /// - Throws: `POSIXError`, and what `wait` throws.
  package static func bytes(
    of descriptor: Int32, atMost limit: Int, beforeEach wait: () throws -> Void = {}
  ) throws -> [UInt8]? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
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
}
