import Foundation
import PhotoSearch
import Platform

/// Files one after another in one file, as tar has them (POSIX.1-2017, pax, "ustar Interchange Format")
///
/// The same files make the same bytes, whoever writes them and when: all are of the first second of
/// 1970 and of nobody, and everybody may read them.
enum TarArchive {
  /// A file in it
  struct Member: Equatable {
    let name: String
    /// Where its content begins
    let place: Int
    let bytes: Int
  }

  /// What contents and headers are filled up to
  private static let blockBytes = 512
  /// Of a file in it: eleven octal digits
  private static let maxBytes = 0o77_777_777_777

  /// What stands at its end: two blocks of zeros
  static let end = [UInt8](repeating: 0, count: 2 * blockBytes)

  /// What stands before a file's content
  ///
  /// - Parameters:
  ///   - name: ASCII, at most 100 bytes, unlike all others
  ///   - bytes: of the content
  static func header(of name: String, bytes: Int) -> [UInt8] {
    precondition(name.utf8.count <= 100 && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    precondition((0...maxBytes).contains(bytes))
    var block = [UInt8](repeating: 0, count: blockBytes)
    func put(_ text: String, at place: Int) {
      block.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
    }
    put(name, at: 0)
    put("0000644", at: 100)
    for place in [108, 116] { put("0000000", at: place) }
    put(bytes.text(digits: 11, radix: 8), at: 124)
    put(0.text(digits: 11, radix: 8), at: 136)
    put("0", at: 156)
    put("ustar\u{0}00", at: 257)
    put(sum(of: block).text(digits: 6, radix: 8) + "\u{0} ", at: checksum.lowerBound)
    return block
  }

  /// What stands after a content of so many bytes
  static func padding(after bytes: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: (blockBytes - bytes % blockBytes) % blockBytes)
  }

  /// What is in it, in its order
  ///
  /// - Returns: nil for another kind of file, and for one without its end
  /// - Throws: `POSIXError`
  static func members(of file: OpenFile) throws -> [Member]? {
    var members: [Member] = []
    var place = 0
    while let block = try content(of: file, at: place, bytes: blockBytes) {
      place += blockBytes
      if block.allSatisfy({ $0 == 0 }) { return members }
      guard block[257..<263].elementsEqual("ustar\u{0}".utf8),
        number(block[checksum]) == sum(of: block), let bytes = number(block[124..<136])
      else { return nil }
      let name = String(decoding: block[..<100].prefix { $0 != 0 }, as: UTF8.self)
      members.append(Member(name: name, place: place, bytes: bytes))
      place += bytes + padding(after: bytes).count
    }
    return nil
  }

  /// Some of a file's bytes; nil where it has fewer
  ///
  /// - Throws: `POSIXError`
  static func content(of file: OpenFile, at place: Int, bytes: Int) throws -> [UInt8]? {
    lseek(file.descriptor, off_t(place), SEEK_SET)
    var content: [UInt8] = []
    while content.count < bytes {
      let part = try OpenFile.part(of: file.descriptor, upTo: bytes - content.count)
      guard !part.isEmpty else { return nil }
      content += part
    }
    return content
  }

  private static let checksum = 148..<156

  /// Of all bytes, those of the sum itself as blanks
  private static func sum(of block: [UInt8]) -> Int {
    block.indices.reduce(0) { $0 + (checksum.contains($1) ? 0x20 : Int(block[$1])) }
  }

  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: field.prefix { $0 != 0 && $0 != 0x20 }, as: UTF8.self), radix: 8)
      .flatMap { (0...maxBytes).contains($0) ? $0 : nil }
  }
}
