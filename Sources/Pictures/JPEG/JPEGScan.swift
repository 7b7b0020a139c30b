/// A scan, of which only the DC coefficients are decoded (ITU T.81, B.2.3)
struct JPEGScan {
  /// A component of the scan, with its tables
  private struct Part {
    /// The component's index in the frame
    let index: Int
    let dc: JPEGHuffmanTable?
    let ac: JPEGHuffmanTable?
    /// The previous coefficient; the next one is coded as the difference
    var predictor = 0
  }

  /// The part of a block's DC coefficient that a scan contains
  private enum Content {
    /// The whole coefficient, followed by the AC coefficients
    case block
    /// The coefficient's higher bits
    case first
    /// One more bit of the coefficient
    case refinement
  }

  private var parts: [Part] = []
  private let content: Content
  /// How many low bits come in later scans: "Al"
  private let missingBits: Int

  /// - Parameter segment: the bytes after the marker's length
  /// - Returns: nil for a scan without DC coefficients
  init?(
    _ segment: ArraySlice<UInt8>, of frame: JPEGFrame, _ tables: JPEGTables
  ) throws(JPEGRefusal) {
    let bytes = segment.map(Int.init)
    guard let count = bytes.first, (1...4).contains(count), bytes.count >= 4 + 2 * count else {
      throw .damaged
    }
    let (start, precision) = (bytes[1 + 2 * count], bytes[3 + 2 * count])
    if frame.isProgressive {
      guard start == 0 else { return nil }
      content = precision >> 4 == 0 ? .first : .refinement
      missingBits = precision & 15
    } else {
      content = .block
      missingBits = 0
    }
    guard missingBits <= 13 else { throw .damaged }
    for number in 0..<count {
      let (id, chosen) = (bytes[1 + 2 * number], bytes[2 + 2 * number])
      guard let index = frame.components.firstIndex(where: { $0.id == id }),
        !parts.contains(where: { $0.index == index })
      else { throw .damaged }
      let expected = content == .refinement ? missingBits + 1 : nil
      let part = Part(index: index, dc: tables.dc[chosen >> 4], ac: tables.ac[chosen & 15])
      guard frame.components[index].missingBits == expected,
        content == .refinement || part.dc != nil, content != .block || part.ac != nil
      else { throw .damaged }
      parts.append(part)
    }
  }

  /// Reads the coefficients into the frame
  mutating func read(
    _ bits: inout JPEGBits, into frame: inout JPEGFrame, _ tables: JPEGTables
  ) throws(JPEGRefusal) {
    for part in parts {
      let component = frame.components[part.index]
      // Each block takes at least a bit, so a small file can't claim a large picture.
      guard component.width * component.height <= 8 * bits.remaining else { throw .endsEarly }
      guard content != .refinement else { continue }
      guard let quantization = tables.quantization[component.table] else { throw .damaged }
      frame.components[part.index].quantization = quantization
      frame.components[part.index].coefficients = [Int16](
        repeating: 0, count: component.stride * frame.unitsDown * component.vertical)
    }
    // A scan of one component has no units: its blocks simply follow each other (A.2.2).
    let isAlone = parts.count == 1
    let only = frame.components[parts[0].index]
    let across = isAlone ? only.width : frame.unitsAcross
    let down = isAlone ? only.height : frame.unitsDown
    let restartInterval = tables.restartInterval
    for unit in 0..<across * down {
      if restartInterval > 0, unit > 0, unit % restartInterval == 0 {
        guard bits.restart(unit / restartInterval - 1) else { throw .damaged }
        for index in parts.indices { parts[index].predictor = 0 }
      }
      let (row, column) = unit.quotientAndRemainder(dividingBy: across)
      for index in parts.indices {
        let component = parts[index].index
        let high = isAlone ? 1 : frame.components[component].vertical
        let wide = isAlone ? 1 : frame.components[component].horizontal
        for y in row * high..<(row + 1) * high {
          for x in column * wide..<(column + 1) * wide {
            try readBlock(&bits, index, into: &frame.components[component], x, y)
          }
        }
      }
      guard !bits.isExhausted else { throw .endsEarly }
    }
    for part in parts { frame.components[part.index].missingBits = missingBits }
  }

  @inline(__always)
  private mutating func readBlock(
    _ bits: inout JPEGBits, _ part: Int, into component: inout JPEGComponent, _ column: Int,
    _ row: Int
  ) throws(JPEGRefusal) {
    let index = row * component.stride + column
    if content == .refinement {
      if bits.bit() { component.coefficients[index] |= 1 << Int16(missingBits) }
      return
    }
    guard let dc = parts[part].dc, let length = bits.symbol(dc), length <= 15 else {
      throw .damaged
    }
    parts[part].predictor += bits.difference(Int(length))
    guard let value = Int16(exactly: parts[part].predictor << missingBits) else { throw .damaged }
    component.coefficients[index] = value
    if content == .block, let ac = parts[part].ac { try Self.skipBlock(&bits, ac) }
  }

  /// Skips the 63 AC coefficients of a block (F.2.2.2)
  private static func skipBlock(
    _ bits: inout JPEGBits, _ table: JPEGHuffmanTable
  ) throws(JPEGRefusal) {
    var index = 1
    while index < 64 {
      guard let symbol = bits.symbol(table) else { throw .damaged }
      let (zeros, length) = (Int(symbol >> 4), Int(symbol & 15))
      // Either the rest of the block is zero, or the next 16 coefficients are.
      if length == 0, zeros < 15 { return }
      bits.skip(length)
      index += zeros + 1
    }
  }
}

/// Reads the bits of an entropy-coded segment (ITU T.81, F.2.2.5), up to the next marker
///
/// After the last bit it gives zeros for ever, so callers must check ``isExhausted`` now and then.
struct JPEGBits {
  private let bytes: [UInt8]
  /// The offset of the next byte
  private(set) var offset: Int
  /// The bits read ahead, from the highest bit down
  private var bits: UInt64 = 0
  /// How many bits read ahead are the file's; below 0 after its end
  private var count = 0

  init(_ bytes: [UInt8], from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Whether more bits were read than the file has
  var isExhausted: Bool { count < 0 }

  /// Bytes of the file that are left
  var remaining: Int { bytes.count - offset }

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

  /// Continues after the next restart marker: 0xD0 to 0xD7 in turn
  ///
  /// - Returns: false if the marker doesn't have this number
  mutating func restart(_ number: Int) -> Bool {
    guard let marker = JPEGMarker(in: bytes, from: offset), marker.code == 0xD0 + UInt8(number % 8)
    else { return false }
    (offset, bits, count) = (marker.end, 0, 0)
    return true
  }

  private mutating func fill() {
    while 0...56 ~= count, offset < bytes.count {
      let byte = bytes[offset]
      if byte == 0xFF {
        // A zero after 0xFF means that it is data and not a marker.
        guard offset + 1 < bytes.count, bytes[offset + 1] == 0 else { return }
        offset += 1
      }
      offset += 1
      bits |= UInt64(byte) << UInt64(56 - count)
      count += 8
    }
  }
}

/// Huffman codes of 1 to 16 bits and their symbols (ITU T.81, annex C)
struct JPEGHuffmanTable {
  /// The symbol and the length of its code, by the next 8 bits; length 0 for longer codes
  private var short = [(symbol: UInt8, length: UInt8)](repeating: (0, 0), count: 256)
  /// The first 16 bits above the codes of each length, and the difference from a code to the index
  /// of its symbol
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
        for number in 0..<count * share {
          short[code * share + number] = (self.symbols[index + number / share], UInt8(length))
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
