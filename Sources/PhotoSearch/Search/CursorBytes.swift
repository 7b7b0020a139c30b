/// Writes numbers and short texts, for cursors
extension [UInt8] {
  /// Writes seven bits per byte, the lowest first (LEB128)
  mutating func append(varint value: UInt64) {
    var value = value
    while value > 0x7f {
      append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    append(UInt8(value))
  }

  /// Writes a text after the number of its bytes
  mutating func append(text: String) {
    append(varint: UInt64(text.utf8.count))
    self += text.utf8
  }
}

/// Reads the bytes of a cursor; each method returns nil past the end, and for invalid bytes
struct ByteReader {
  let bytes: [UInt8]
  var position = 0

  var remaining: Int { bytes.count - position }

  mutating func readByte() -> UInt8? {
    guard remaining > 0 else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func readVarint() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard let byte = readByte() else { return nil }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  mutating func readText() -> String? {
    guard let count = readVarint(), count <= UInt64(remaining) else { return nil }
    defer { position += Int(count) }
    return String(validating: bytes[position..<position + Int(count)], as: UTF8.self)
  }

  mutating func readRest() -> [UInt8] {
    defer { position = bytes.count }
    return Array(bytes[position...])
  }
}

/// Encodes the marks of ``SeenPhotos`` in few bytes: sorted, with the gaps between them as Rice
/// codes
///
/// A mark costs about 42.6 − log₂(count) bits: 35 bits with 200 marks, 26 with 100,000.
enum MarkCoding {
  static func encode(_ marks: MarkSet, into bytes: inout [UInt8]) {
    bytes.append(varint: UInt64(marks.count))
    guard !marks.isEmpty else { return }
    let shift = Self.shift(for: marks.count)
    var bits = BitWriter()
    var previous: UInt64 = 0
    for mark in marks.ascending {
      let gap = mark - previous
      bits.write(run: gap >> shift)
      bits.write(gap, count: shift)
      previous = mark
    }
    bytes += bits.bytes
  }

  /// Decodes a set of marks; nil for other bytes
  static func decode(from reader: inout ByteReader) -> MarkSet? {
    guard let count = reader.readVarint() else { return nil }
    var marks = MarkSet()
    guard count > 0 else { return marks }
    let bitsThere = reader.remaining * 8
    guard count <= UInt64(bitsThere) else { return nil }
    let shift = Self.shift(for: Int(count))
    guard Int(count) <= bitsThere / Int(shift + 1) else { return nil }
    var bits = BitReader(bytes: reader.readRest())
    var mark: UInt64 = 0
    for _ in 0..<count {
      guard let high = bits.readRun(), let low = bits.read(count: shift) else { return nil }
      guard high <= 1 << (SeenPhotos.bits - shift) else { return nil }
      mark += high << shift | low
      guard mark < 1 << SeenPhotos.bits else { return nil }
      marks.insert(mark)
    }
    return marks
  }

  /// How many low bits of a gap are written unchanged: log₂ of the mean gap
  private static func shift(for count: Int) -> UInt64 {
    let gap = UInt64(1) << SeenPhotos.bits / UInt64(count)
    return gap < 2 ? 0 : min(SeenPhotos.bits - 1, UInt64(63 - gap.leadingZeroBitCount))
  }
}

/// Writes bits, the most significant first
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var free = 0

  mutating func write(_ bit: Bool) {
    if free == 0 {
      bytes.append(0)
      free = 8
    }
    free -= 1
    if bit { bytes[bytes.count - 1] |= 1 << UInt8(free) }
  }

  mutating func write(_ value: UInt64, count: UInt64) {
    for place in (0..<count).reversed() { write(value >> place & 1 == 1) }
  }

  /// So many ones, and a zero
  mutating func write(run ones: UInt64) {
    for _ in 0..<ones { write(true) }
    write(false)
  }
}

private struct BitReader {
  let bytes: [UInt8]
  var position = 0

  mutating func readBit() -> Bool? {
    guard position < bytes.count * 8 else { return nil }
    defer { position += 1 }
    return bytes[position / 8] >> UInt8(7 - position % 8) & 1 == 1
  }

  /// The number of ones before the next zero
  mutating func readRun() -> UInt64? {
    var run: UInt64 = 0
    while let bit = readBit() {
      guard bit else { return run }
      run += 1
    }
    return nil
  }

  mutating func read(count: UInt64) -> UInt64? {
    var value: UInt64 = 0
    for _ in 0..<count {
      guard let bit = readBit() else { return nil }
      value = value << 1 | (bit ? 1 : 0)
    }
    return value
  }
}
