/// Bytes made smaller as in RFC 1951: one block, in the codes that need no table
///
/// Looked for are repeats of the last byte and of the bytes a row above: all that flat pictures have.
struct Deflate {
  private(set) var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingCount: UInt32 = 0

  /// - Parameter stride: bytes in a row
  init(_ data: [UInt8], stride: Int) {
    // The last block; fixed codes.
    add(0b011, count: 3)
    var position = 0
    while position < data.count {
      let above = Self.repeated(data, at: position, from: stride)
      let left = Self.repeated(data, at: position, from: 1)
      let (length, distance) = above > left ? (above, stride) : (left, 1)
      if length >= Self.shortest {
        add(length: length, distance: distance)
        position += length
      } else {
        add(symbol: Int(data[position]))
        position += 1
      }
    }
    add(symbol: 256)
    if pendingCount > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
  }

  private static let shortest = 3
  private static let longest = 258

  /// How many bytes are the same as those at a distance before them
  private static func repeated(_ data: [UInt8], at position: Int, from distance: Int) -> Int {
    guard position >= distance else { return 0 }
    let end = min(position + longest, data.count)
    var next = position
    while next < end, data[next] == data[next - distance] { next += 1 }
    return next - position
  }

  /// From the lowest bit on
  private mutating func add(_ bits: Int, count: Int) {
    pending |= UInt32(bits) << pendingCount
    pendingCount += UInt32(count)
    while pendingCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }

  /// Codes, other than numbers, begin with their highest bit
  private mutating func add(code: Int, count: Int) {
    let reversed = (0..<count).reduce(0) { $0 << 1 | code >> $1 & 1 }
    add(reversed, count: count)
  }

  /// A byte, the end or a length; RFC 1951, 3.2.6
  private mutating func add(symbol: Int) {
    switch symbol {
    case ..<144: add(code: 0x30 + symbol, count: 8)
    case ..<256: add(code: 0x190 + symbol - 144, count: 9)
    case ..<280: add(code: symbol - 256, count: 7)
    default: add(code: 0xC0 + symbol - 280, count: 8)
    }
  }

  /// A repeat; RFC 1951, 3.2.5
  private mutating func add(length: Int, distance: Int) {
    if length == Self.longest {
      add(symbol: 285)
    } else {
      let (step, extra, rest) = Self.step(length - Self.shortest, perDoubling: 4)
      add(symbol: 257 + step)
      add(rest, count: extra)
    }
    let (step, extra, rest) = Self.step(distance - 1, perDoubling: 2)
    add(code: step, count: 5)
    add(rest, count: extra)
  }

  /// The code for a number, how many bits follow it, and these
  ///
  /// - Parameter steps: how many codes there are until a code stands for twice as many numbers
  private static func step(
    _ number: Int, perDoubling steps: Int
  ) -> (step: Int, extra: Int, rest: Int) {
    guard number >= 2 * steps else { return (number, 0, 0) }
    let extra = (number / steps).highestBit
    let start = steps << extra
    let step = steps * (extra + 1) + (number - start) >> extra
    return (step, extra, number & (1 << extra - 1))
  }
}

extension Int {
  /// The place of the highest bit that is set; of a number above 0
  fileprivate var highestBit: Int { Int.bitWidth - 1 - leadingZeroBitCount }
}
