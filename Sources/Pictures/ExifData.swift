/// A picture's Exif data (CIPA DC-008): a TIFF file that has only a directory of facts, no picture
struct ExifData {
  private let bytes: [UInt8]
  private let isLittleEndian: Bool

  /// - Parameter bytes: from the mark of the byte order on
  /// - Returns: nil if that mark is missing
  init?(_ bytes: [UInt8]) {
    isLittleEndian = bytes.starts(with: "II".utf8)
    guard isLittleEndian || bytes.starts(with: "MM".utf8) else { return nil }
    self.bytes = bytes
  }

  /// The tags of the first directory's entries, and their offsets, as far as they are in the file
  var entries: [(tag: Int, offset: Int)] {
    guard let start = number(at: 4, bytes: 4), let count = number(at: start, bytes: 2) else {
      return []
    }
    return (0..<count).compactMap { index in
      let offset = start + 2 + 12 * index
      return number(at: offset, bytes: 2).map { ($0, offset) }
    }
  }

  /// The picture's orientation, 1 to 8 (4.6.5.1.6); nil if there is none
  var orientation: Int? {
    entries.first { $0.tag == 0x0112 }
      .flatMap { number(at: $0.offset + 8, bytes: 2) }
      .flatMap { (1...8).contains($0) ? $0 : nil }
  }

  /// The text of an entry; nil if it isn't in the file
  ///
  /// - Parameter entry: the entry's offset
  func text(at entry: Int) -> ArraySlice<UInt8>? {
    // A text of at most four bytes is in the entry itself.
    guard let length = number(at: entry + 4, bytes: 4),
      let start = length > 4 ? number(at: entry + 8, bytes: 4) : entry + 8,
      start <= bytes.count, length <= bytes.count - start
    else { return nil }
    return bytes[start..<start + length]
  }

  /// A number in the file's byte order; nil beyond the end
  private func number(at offset: Int, bytes count: Int) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    let part = bytes[offset..<offset + count]
    return isLittleEndian ? part.reversed().bigEndianNumber : part.bigEndianNumber
  }
}
