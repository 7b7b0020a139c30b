/// A frame: what kind of JPEG it is, its size and its components (ITU T.81, B.2.2)
struct JPEGFrame {
  /// The most pixels that an eighth may have: a photo of 256 megapixels
  static let maxPixels = 4_000_000

  let isProgressive: Bool
  /// Of the whole picture
  let samplesAcross: Int
  /// Of the whole picture
  let samplesDown: Int
  /// Of the eighth
  let width: Int
  /// Of the eighth
  let height: Int
  /// The largest factors by which components are sampled
  let horizontal: Int
  let vertical: Int
  /// How many units with blocks of all components there are, across and down
  let unitsAcross: Int
  let unitsDown: Int
  /// One, or three
  var components: [JPEGComponent]

  /// - Parameters:
  ///   - code: of the marker
  ///   - segment: what stands behind its length
  init(_ code: UInt8, _ segment: ArraySlice<UInt8>) throws(JPEGRefusal) {
    switch code {
    case 0xC0, 0xC1: isProgressive = false
    case 0xC2: isProgressive = true
    case 0xC3: throw .unsupported(.lossless)
    case 0xC9...0xCC: throw .unsupported(.arithmetic)
    default: throw .unsupported(.hierarchical)
    }
    let bytes = segment.map(Int.init)
    guard bytes.count >= 6, bytes.count >= 6 + 3 * bytes[5] else { throw .damaged }
    guard bytes[0] == 8 else { throw .unsupported(.deep) }
    guard bytes[5] == 1 || bytes[5] == 3 else { throw .unsupported(.print) }
    let (rows, columns) = (bytes[1] << 8 | bytes[2], bytes[3] << 8 | bytes[4])
    (samplesAcross, samplesDown) = (columns, rows)
    (width, height) = (columns.quotient(8), rows.quotient(8))
    guard width * height <= Self.maxPixels else { throw .tooLarge }
    components = (0..<bytes[5]).map { number in
      JPEGComponent(bytes[(6 + 3 * number)..<(9 + 3 * number)])
    }
    let (across, down) = (components.map(\.horizontal), components.map(\.vertical))
    // A height of 0 is told at the end of the first scan, which nobody does.
    guard rows > 0, columns > 0, Set(components.map(\.id)).count == components.count,
      (across + down).allSatisfy({ (1...4).contains($0) })
    else { throw .damaged }
    (horizontal, vertical) = (across.max() ?? 1, down.max() ?? 1)
    unitsAcross = columns.quotient(8 * horizontal)
    unitsDown = rows.quotient(8 * vertical)
    for index in components.indices {
      components[index].width = (columns * across[index]).quotient(8 * horizontal)
      components[index].height = (rows * down[index]).quotient(8 * vertical)
      components[index].stride = unitsAcross * across[index]
    }
  }

  /// Whether each component has its DC coefficients, if only roughly
  var isReadable: Bool { components.allSatisfy { $0.missingBits != nil } }
  /// Whether there is nothing left to be read
  var isComplete: Bool { components.allSatisfy { $0.missingBits == 0 } }
}

/// A component of a frame: light, one of two colors, or red, green or blue
struct JPEGComponent {
  let id: Int
  /// How many blocks of it a unit has, across and down
  let horizontal: Int
  let vertical: Int
  /// Which quantization table is its
  let table: Int
  /// In blocks
  var width = 0
  var height = 0
  /// Blocks of a row, with those that fill the last unit
  var stride = 0
  /// The DC coefficients, row after row
  var coefficients: [Int16] = []
  /// How many of their lowest bits come in a later scan; nil when no scan had any
  var missingBits: Int?
  /// By how much they are to be multiplied
  var quantization = 1

  /// - Parameter bytes: three of the frame's segment
  init(_ bytes: ArraySlice<Int>) {
    id = bytes[bytes.startIndex]
    horizontal = bytes[bytes.startIndex + 1] >> 4
    vertical = bytes[bytes.startIndex + 1] & 15
    table = bytes[bytes.startIndex + 2]
  }

  /// The mean of a block's 64 samples, 0 to 255: an eighth of its DC coefficient (A.3.3)
  ///
  /// Of bits that didn't come the middle is taken.
  func level(_ column: Int, _ row: Int) -> Int {
    let middle = (1 << (missingBits ?? 0)) - 1
    let twice = 2 * Int(coefficients[row * stride + column]) + middle
    return min(max((twice * quantization + 8) >> 4 + 128, 0), 255)
  }
}

extension Int {
  /// Divided, and rounded up
  func quotient(_ divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
