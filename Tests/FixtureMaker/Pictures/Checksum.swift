/// The sums by which PNG and zlib notice that bytes were changed
enum Checksum {
  /// CRC-32 as in PNG, annex D
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      let place = UInt8(truncatingIfNeeded: sum) ^ byte
      sum = table[Int(place)] ^ (sum >> 8)
    }
    return ~sum
  }

  /// Adler-32 as in RFC 1950
  static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (sum, sumOfSums) = (1 as UInt32, 0 as UInt32)
    for byte in bytes {
      sum = (sum + UInt32(byte)) % 65_521
      sumOfSums = (sumOfSums + sum) % 65_521
    }
    return sumOfSums << 16 | sum
  }

  private static let table: [UInt32] = (0..<256).map { number in
    var sum = UInt32(number)
    for _ in 0..<8 {
      let isOdd = sum & 1 == 1
      sum >>= 1
      if isOdd { sum ^= 0xEDB8_8320 }
    }
    return sum
  }
}
