/// A set of 32-bit marks in few bytes: sorted, and the gaps between them written as Rice codes
///
/// A mark costs about 34 − log₂(count) bits: 26 bits with 200 of them, 23 with 2,000.
enum MarkCoding {
  static func encode(_ marks: Set<UInt32>, into writer: inout ByteWriter) {
    writer.write(varint: UInt64(marks.count))
    guard !marks.isEmpty else { return }
    let shift = Self.shift(for: marks.count)
    var bits = BitWriter()
    var previous: UInt32 = 0
    for mark in marks.sorted() {
      let gap = mark - previous
      for _ in 0..<(gap >> shift) { bits.write(true) }
      bits.write(false)
      bits.write(gap, count: shift)
      previous = mark
    }
    writer.write(bytes: bits.bytes)
  }

  /// nil when the bytes are no such set
  static func decode(from reader: inout ByteReader) -> Set<UInt32>? {
    guard let count = reader.readVarint() else { return nil }
    guard count > 0 else { return [] }
    guard count <= UInt64(reader.remaining) * 8 else { return nil }
    let shift = Self.shift(for: Int(count))
    var bits = BitReader(bytes: reader.readRest())
    var marks = Set<UInt32>(minimumCapacity: Int(count))
    var mark: UInt64 = 0
    for _ in 0..<count {
      guard let high = bits.readRun(), let low = bits.read(count: shift) else { return nil }
      mark += UInt64(high) << UInt64(shift) | UInt64(low)
      guard mark <= UInt64(UInt32.max) else { return nil }
      marks.insert(UInt32(mark))
    }
    return marks
  }

  /// The number of low bits that are written as they are: log₂ of the mean gap
  private static func shift(for count: Int) -> UInt32 {
    let gap = UInt64(1) << 32 / UInt64(count)
    return gap < 2 ? 0 : UInt32(min(31, 63 - gap.leadingZeroBitCount))
  }
}

/// Bits, most significant first
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

  mutating func write(_ value: UInt32, count: UInt32) {
    for index in (0..<count).reversed() { write(value >> index & 1 == 1) }
  }
}

private struct BitReader {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func readBit() -> Bool? {
    guard position < bytes.count * 8 else { return nil }
    defer { position += 1 }
    return bytes[position / 8] >> UInt8(7 - position % 8) & 1 == 1
  }

  /// The number of ones before the next zero
  mutating func readRun() -> UInt32? {
    var run: UInt32 = 0
    while let bit = readBit() {
      guard bit else { return run }
      run += 1
    }
    return nil
  }

  mutating func read(count: UInt32) -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let bit = readBit() else { return nil }
      value = value << 1 | (bit ? 1 : 0)
    }
    return value
  }
}
