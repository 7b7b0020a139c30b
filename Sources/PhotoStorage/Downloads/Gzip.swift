private import CZlib
import Foundation
import PhotoSearch
import Platform

/// Gzip data (RFC 1952) by the machine's zlib, on Linux loaded when it is first wanted
package enum Gzip {
  /// Why data can't be packed or unpacked
  package enum Fault: Error, CustomStringConvertible {
    /// The machine has no zlib that can be used
    case noZlib
    /// They aren't gzip's, were changed, or cut off
    case damaged

    /// What to do, where that helps
    package var description: String {
      switch self {
      case .noZlib:
        "gzip needs zlib, which can't be loaded; install zlib1g (Debian, Ubuntu) or zlib (Fedora, "
          + "Arch)"
      case .damaged: "its gzip data are damaged or cut off"
      }
    }
  }

  /// What gzip data begin with
  package static let start: [UInt8] = [0x1F, 0x8B]

  /// Whether a file is to hold gzip data, by its name
  package static func isName(_ file: String) -> Bool { file.lowercasedASCII.ends(with: ".gz") }

  fileprivate static let isThere = czlib_load() != 0

  /// zlib's, such as `1.2.13`; nil where none can be used
  package static var version: String? { isThere ? String(cString: czlib_version()) : nil }

  /// - Throws: ``Fault/noZlib``
  package static func check() throws {
    guard isThere else { throw Fault.noZlib }
  }

  /// Packs all of a file behind what is in another; the same bytes become the same
  ///
  /// - Throws: ``Fault/noZlib``, `POSIXError`
  package static func pack(_ file: Int32, into other: Int32) throws {
    let stream = try GzipStream(packs: true)
    lseek(file, 0, SEEK_SET)
    var isEnd = false
    while !isEnd {
      let part = try OpenFile.part(of: file, upTo: 1 << 18)
      isEnd = part.isEmpty
      try stream.run(part, isEnd: isEnd) { bytes in
        try bytes.withUnsafeBytes { try $0.write(to: other) }
      }
    }
  }
}

/// Gzip data that are unpacked as they come, one whole after another
package final class GzipReader {
  private let stream: GzipStream

  /// - Throws: ``Gzip/Fault/noZlib``
  package init() throws { stream = try GzipStream(packs: false) }

  /// What the next bytes become: up to a thousand times as many
  ///
  /// - Throws: ``Gzip/Fault/damaged``
  package func unpack(_ bytes: [UInt8]) throws -> [UInt8] {
    var unpacked: [UInt8] = []
    try stream.run(bytes, isEnd: false) { unpacked += $0 }
    return unpacked
  }

  /// - Throws: ``Gzip/Fault/damaged`` when more should have come.
  package func finish() throws {
    guard stream.isAtEnd else { throw Gzip.Fault.damaged }
  }
}

/// zlib's own, closed when nobody holds it any more
private final class GzipStream {
  private static let room = 1 << 16

  private let stream: OpaquePointer
  /// Whether all that came is of wholes
  private(set) var isAtEnd = true

  init(packs: Bool) throws {
    try Gzip.check()
    guard let stream = czlib_begin(packs ? 1 : 0) else { throw Gzip.Fault.noZlib }
    self.stream = stream
  }

  deinit { czlib_end(stream) }

  /// Takes bytes and gives what they become
  ///
  /// - Parameter isEnd: whether nothing more comes to be packed
  func run(_ bytes: [UInt8], isEnd: Bool, _ take: ([UInt8]) throws -> Void) throws {
    var rest = bytes[...]
    var hasMore = true
    while hasMore {
      var taken = UInt32(rest.count)
      var given = UInt32(Self.room)
      var code = Int32(CZLIB_DAMAGED)
      let part = [UInt8](unsafeUninitializedCapacity: Self.room) { room, count in
        guard let place = room.baseAddress else { return }
        code = rest.withUnsafeBufferPointer {
          czlib_run(stream, $0.baseAddress, &taken, place, &given, isEnd ? 1 : 0)
        }
        count = Int(given)
      }
      isAtEnd = code == CZLIB_END
      rest = rest.dropFirst(Int(taken))
      try take(part)
      let isStuck = taken == 0 && given == 0 && !rest.isEmpty
      guard code >= 0, !isStuck else { throw Gzip.Fault.damaged }
      // What came may have become more than there was room for.
      hasMore = !rest.isEmpty || !isAtEnd && (isEnd || given == Self.room)
    }
  }
}
