/// Numbers and short texts as bytes, for cursors
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(byte: UInt8) {
    bytes.append(byte)
  }

  mutating func write(bytes more: [UInt8]) {
    bytes += more
  }

  /// Seven bits a byte, the lowest first (LEB128)
  mutating func write(varint value: UInt64) {
    var value = value
    while value > 0x7f {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  mutating func write(_ text: String) {
    write(varint: UInt64(text.utf8.count))
    bytes += text.utf8
  }
}

/// Reads what a ``ByteWriter`` wrote; every reading is nil past the end or for what is no such thing
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

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
