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
  /// Units between two restart markers; 0 if there are none
  private let restartInterval: Int

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
    restartInterval = tables.restartInterval
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
    for unit in 0..<across * down {
      if restartInterval > 0, unit > 0, unit % restartInterval == 0 {
        guard bits.restart(unit / restartInterval - 1) else { throw .damaged }
        for index in parts.indices { parts[index].predictor = 0 }
      }
      let (row, column) = unit.quotientAndRemainder(dividingBy: across)
      for index in parts.indices {
        let component = parts[index].index
        if isAlone {
          try readBlock(&bits, index, into: &frame.components[component], column, row)
          continue
        }
        let high = frame.components[component].vertical
        let wide = frame.components[component].horizontal
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
    let place = row * component.stride + column
    if content == .refinement {
      if bits.bit() { component.coefficients[place] |= 1 << Int16(missingBits) }
      return
    }
    guard let dc = parts[part].dc, let length = bits.symbol(dc), length <= 15 else {
      throw .damaged
    }
    parts[part].predictor += bits.difference(Int(length))
    guard let value = Int16(exactly: parts[part].predictor << missingBits) else { throw .damaged }
    component.coefficients[place] = value
    if content == .block, let ac = parts[part].ac { try Self.skipBlock(&bits, ac) }
  }

  /// Skips the 63 AC coefficients of a block (F.2.2.2)
  private static func skipBlock(
    _ bits: inout JPEGBits, _ table: JPEGHuffmanTable
  ) throws(JPEGRefusal) {
    var place = 1
    while place < 64 {
      guard let symbol = bits.symbol(table) else { throw .damaged }
      let (zeros, length) = (Int(symbol >> 4), Int(symbol & 15))
      // Either the rest of the block is zero, or the next 16 coefficients are.
      if length == 0, zeros < 15 { return }
      bits.skip(length)
      place += zeros + 1
    }
  }
}
