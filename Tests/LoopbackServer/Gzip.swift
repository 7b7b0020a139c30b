package import Foundation

/// Gzip data (RFC 1951 and 1952) for replies, sound and not
package enum Gzip {
  private static let header = Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

  /// Sound, in stored blocks
  package static func stored(_ data: Data) -> Data {
    header + blocks(data) + littleEndian(checksum(data)) + littleEndian(UInt32(data.count))
  }

  /// Stored blocks without a header and a sum
  private static func blocks(_ data: Data) -> Data {
    var out = Data()
    var rest = data[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      out.append(rest.isEmpty ? 1 : 0)
      let count = UInt16(block.count)
      out += littleEndian(count)
      out += littleEndian(~count)
      out += block
    } while !rest.isEmpty
    return out
  }

  /// A megabyte for each gigabyte of zeros, without an end
  ///
  /// One literal zero, then matches of 258 bytes whose length and distance cost one bit each: with
  /// the codes below both are the bit 0, so that the rest of the data is zeros too.
  package static func bomb(megabytes: Int) -> Data {
    var bits = BitWriter()
    bits.write(1, 1)  // the last block
    bits.write(2, 2)  // with codes of its own
    bits.write(29, 5)  // 286 codes for literals and lengths
    bits.write(0, 5)  // one code for distances
    bits.write(14, 4)  // 18 lengths of code lengths follow, in the order of RFC 1951
    for length in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2] { bits.write(length, 3) }
    // Codes of code lengths: 18 is 0, 1 is 10, 2 is 11; 18 stands for 11 and more zeros.
    func zeros(_ count: Int) {
      bits.writeCode([0])
      bits.write(count - 11, 7)
    }
    bits.writeCode([1, 1])  // literal zero: two bits
    zeros(138)
    zeros(117)
    bits.writeCode([1, 1])  // end of block: two bits
    zeros(28)
    bits.writeCode([1, 0])  // length 258: one bit
    bits.writeCode([1, 0])  // distance 1: one bit
    bits.writeCode([1, 0])  // a literal zero
    return header + bits.bytes + Data(count: megabytes << 20)
  }

  /// CRC-32 of RFC 1952
  private static func checksum(_ data: Data) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in data {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let half = sum >> 1
        sum = sum & 1 == 0 ? half : half ^ 0xedb8_8320
      }
    }
    return ~sum
  }

  private static func littleEndian(_ value: some FixedWidthInteger) -> Data {
    withUnsafeBytes(of: value.littleEndian) { Data($0) }
  }
}

/// Bits into bytes, the lowest first
private struct BitWriter {
  private(set) var bytes = Data()
  private var used = 8

  /// A number, its lowest bit first
  mutating func write(_ value: Int, _ count: Int) {
    for place in 0..<count { append(value >> place & 1) }
  }

  /// A code, as it is written in the RFC
  mutating func writeCode(_ bits: [Int]) { for bit in bits { append(bit) } }

  private mutating func append(_ bit: Int) {
    if used == 8 {
      bytes.append(0)
      used = 0
    }
    bytes[bytes.count - 1] |= UInt8(bit << used)
    used += 1
  }
}
