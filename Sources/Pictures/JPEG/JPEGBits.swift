/// Reads the bits of an entropy-coded segment (ITU T.81, F.2.2.5), up to the next marker
///
/// After the last bit it gives zeros for ever, so callers must check ``isExhausted`` now and then.
struct JPEGBits {
  private let bytes: [UInt8]
  /// The place of the next byte
  private(set) var place: Int
  /// The bits read ahead, from the highest bit down
  private var bits: UInt64 = 0
  /// How many bits read ahead are the file's; below 0 after its end
  private var count = 0

  init(_ bytes: [UInt8], from place: Int) {
    self.bytes = bytes
    self.place = place
  }

  /// Whether more bits were read than the file has
  var isExhausted: Bool { count < 0 }

  /// Bytes of the file that are left
  var remaining: Int { bytes.count - place }

  /// Reads a Huffman code and returns its symbol; nil for an invalid code
  @inline(__always)
  mutating func symbol(_ table: JPEGHuffmanTable) -> UInt8? {
    if count < 32 { fill() }
    guard let (symbol, length) = table.symbol(startOf: UInt16(bits >> 48)) else { return nil }
    skip(length)
    return symbol
  }

  /// - Parameter length: at most 16, directly after a symbol
  @inline(__always)
  mutating func skip(_ length: Int) {
    bits <<= UInt64(length)
    count -= length
  }

  /// Reads a signed number of some bits: if they begin with 0 it is negative (F.2.2.1, EXTEND)
  ///
  /// - Parameter length: at most 16, directly after a symbol
  mutating func difference(_ length: Int) -> Int {
    guard length > 0 else { return 0 }
    let value = Int(bits >> UInt64(64 - length))
    skip(length)
    return value < 1 << (length - 1) ? value - (1 << length) + 1 : value
  }

  /// Reads one bit
  mutating func bit() -> Bool {
    if count < 32 { fill() }
    defer { skip(1) }
    return bits >> 63 == 1
  }

  /// Continues after the next restart marker
  ///
  /// - Returns: false if the marker doesn't have this number
  mutating func restart(_ number: Int) -> Bool {
    guard let marker = JPEGMarker(in: bytes, from: place),
      marker.code == JPEGMarker.restarts.lowerBound + UInt8(number % 8)
    else { return false }
    (place, bits, count) = (marker.end, 0, 0)
    return true
  }

  private mutating func fill() {
    while 0...56 ~= count, place < bytes.count {
      let byte = bytes[place]
      if byte == 0xFF {
        // A zero after 0xFF means that it is data and not a marker.
        guard place + 1 < bytes.count, bytes[place + 1] == 0 else { return }
        place += 1
      }
      place += 1
      bits |= UInt64(byte) << UInt64(56 - count)
      count += 8
    }
  }
}

/// Huffman codes of 1 to 16 bits and their symbols (ITU T.81, annex C)
struct JPEGHuffmanTable {
  /// The symbol and the length of its code, by the next 8 bits; length 0 for longer codes
  private var short = [(symbol: UInt8, length: UInt8)](repeating: (0, 0), count: 256)
  /// The first 16 bits above the codes of each length, and the offset from a code to the place of
  /// its symbol
  private var lengths: [(end: Int, offset: Int)] = []
  private let symbols: [UInt8]

  /// - Parameters:
  ///   - counts: the number of codes with 1, 2, … 16 bits
  ///   - symbols: in the order of their codes
  /// - Returns: nil if there are more codes than possible
  init?(counts: some Collection<UInt8>, symbols: some Collection<UInt8>) {
    self.symbols = Array(symbols)
    var (code, index) = (0, 0)
    for (length, count) in zip(1..., counts.map(Int.init)) {
      lengths.append((end: (code + count) << (16 - length), offset: index - code))
      guard code + count <= 1 << length, index + count <= self.symbols.count else { return nil }
      if length <= 8 {
        let share = 1 << (8 - length)
        for place in 0..<count * share {
          short[code * share + place] = (self.symbols[index + place / share], UInt8(length))
        }
      }
      (code, index) = ((code + count) << 1, index + count)
    }
  }

  /// The symbol and length of the code at the start of these bits; nil if there is none
  @inline(__always)
  func symbol(startOf bits: UInt16) -> (UInt8, length: Int)? {
    let (symbol, length) = short[Int(bits >> 8)]
    return length > 0 ? (symbol, Int(length)) : longSymbol(startOf: Int(bits))
  }

  private func longSymbol(startOf bits: Int) -> (UInt8, length: Int)? {
    guard let index = lengths.firstIndex(where: { bits < $0.end }) else { return nil }
    let length = index + 1
    return (symbols[bits >> (16 - length) + lengths[index].offset], length)
  }
}
