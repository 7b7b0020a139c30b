/// A frame: the kind of JPEG, its size and its components (ITU T.81, B.2.2)
struct JPEGFrame {
  /// Most pixels of the reduced picture: an eighth of a photo of 256 megapixels
  static let maxPixels = 4_000_000

  let isProgressive: Bool
  /// Width of the whole picture in pixels
  let samplesAcross: Int
  /// Height of the whole picture in pixels
  let samplesDown: Int
  /// Width at an eighth of the size
  let width: Int
  /// Height at an eighth of the size
  let height: Int
  /// The largest sampling factors of all components
  let horizontal: Int
  let vertical: Int
  /// How many units (with blocks of all components) there are across and down
  let unitsAcross: Int
  let unitsDown: Int
  /// One component, or three
  var components: [JPEGComponent]

  /// - Parameters:
  ///   - code: the marker's code
  ///   - segment: the bytes after the segment's length
  init(_ code: UInt8, _ segment: ArraySlice<UInt8>) throws(JPEGRefusal) {
    switch code {
    case 0xC0, 0xC1: isProgressive = false
    case 0xC2: isProgressive = true
    case 0xC3: throw .lossless
    case 0xC9...0xCC: throw .arithmetic
    default: throw .hierarchical
    }
    let bytes = segment.map(Int.init)
    guard bytes.count >= 6, bytes.count >= 6 + 3 * bytes[5] else { throw .damaged }
    guard bytes[0] == 8 else { throw .deep }
    guard bytes[5] == 1 || bytes[5] == 3 else { throw .print }
    let (rows, columns) = (bytes[1] << 8 | bytes[2], bytes[3] << 8 | bytes[4])
    (samplesAcross, samplesDown) = (columns, rows)
    (width, height) = (columns.quotient(8), rows.quotient(8))
    guard width * height <= Self.maxPixels else { throw .tooLarge }
    components = (0..<bytes[5]).map { number in
      JPEGComponent(bytes[(6 + 3 * number)..<(9 + 3 * number)])
    }
    let (across, down) = (components.map(\.horizontal), components.map(\.vertical))
    // A height of 0 would be told after the first scan; no real file does this.
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

  /// Whether each component has its DC coefficients, at least roughly
  var isReadable: Bool { components.allSatisfy { $0.missingBits != nil } }
  /// Whether all DC coefficients are complete
  var isComplete: Bool { components.allSatisfy { $0.missingBits == 0 } }
}

/// A component of a frame: brightness, one of two colors, or red, green or blue
struct JPEGComponent {
  let id: Int
  /// How many of the component's blocks a unit has, across and down
  let horizontal: Int
  let vertical: Int
  /// The number of the component's quantization table
  let table: Int
  /// Size in blocks
  var width = 0
  var height = 0
  /// Blocks per row, including those that fill the last unit
  var stride = 0
  /// The DC coefficients, row after row
  var coefficients: [Int16] = []
  /// How many low bits of the coefficients come in later scans; nil before the first scan
  var missingBits: Int?
  /// The factor by which the DC coefficients are multiplied
  var quantization = 1

  /// - Parameter bytes: three bytes of the frame's segment
  init(_ bytes: ArraySlice<Int>) {
    id = bytes[bytes.startIndex]
    horizontal = bytes[bytes.startIndex + 1] >> 4
    vertical = bytes[bytes.startIndex + 1] & 15
    table = bytes[bytes.startIndex + 2]
  }

  /// The mean of a block's 64 samples, 0 to 255: an eighth of its DC coefficient (A.3.3)
  ///
  /// Bits that haven't come are assumed to be in the middle of their range.
  func level(_ column: Int, _ row: Int) -> Int {
    let middle = (1 << (missingBits ?? 0)) - 1
    let twice = 2 * Int(coefficients[row * stride + column]) + middle
    return min(max((twice * quantization + 8) >> 4 + 128, 0), 255)
  }
}

extension Int {
  /// The quotient, rounded up
  func quotient(_ divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
