package import Foundation

/// Reads a JPEG file's segments, and only the DC coefficients of its scans (ITU T.81, annex B)
struct JPEGReader {
  /// The frame, with the coefficients read so far
  private(set) var frame: JPEGFrame?
  /// The Exif orientation, 1 to 8; 1 is upright
  private(set) var orientation = 1
  /// Whether the three components are red, green and blue
  var isRGB: Bool {
    if isJFIF { return false }
    if let adobeTransform { return adobeTransform == 0 }
    return frame?.components.map(\.id) == "RGB".utf8.map(Int.init)
  }

  private let bytes: [UInt8]
  private var offset = 2
  private var tables = JPEGTables()
  private var isJFIF = false
  /// How colors were converted to components, from Adobe's segment
  private var adobeTransform: UInt8?

  init(_ bytes: [UInt8]) throws(JPEGRefusal) {
    self.bytes = bytes
    guard bytes.starts(with: [0xFF, 0xD8]) else { throw .otherType }
    do {
      while frame?.isComplete != true { try readSegment() }
    } catch {
      // The first scans of a progressive file suffice, even if it ends early.
      guard frame?.isReadable == true else { throw error }
    }
  }

  /// Reads the next segment, and its scan if it begins one
  private mutating func readSegment() throws(JPEGRefusal) {
    guard let marker = JPEGMarker(in: bytes, from: offset), marker.code != 0xD9 else {
      throw .endsEarly
    }
    offset = marker.end
    // Some markers have no segment; restart markers here belong to a scan that was skipped.
    if marker.code == 0x01 || (0xD0...0xD8).contains(marker.code) { return }
    guard offset + 2 <= bytes.count else { throw .endsEarly }
    let length = bytes[offset..<offset + 2].bigEndianNumber
    guard length >= 2 else { throw .damaged }
    guard offset + length <= bytes.count else { throw .endsEarly }
    let segment = bytes[offset + 2..<offset + length]
    offset += length
    switch marker.code {
    case 0xC4: try tables.readHuffman(segment)
    case 0xDB: try tables.readQuantization(segment)
    case 0xDD:
      guard segment.count >= 2 else { throw .damaged }
      tables.restartInterval = segment.prefix(2).bigEndianNumber
    case 0xC0...0xCF:
      guard frame == nil else { throw .damaged }
      frame = try JPEGFrame(marker.code, segment)
    case 0xDE, 0xDF: throw .hierarchical
    case 0xDA: try readScan(segment)
    case 0xE0 where segment.starts(with: "JFIF\0".utf8): isJFIF = true
    case 0xE1 where segment.starts(with: "Exif\0".utf8):
      orientation = ExifData(Array(segment.dropFirst(6)))?.orientation ?? orientation
    case 0xEE where segment.starts(with: "Adobe".utf8) && segment.count >= 12:
      adobeTransform = segment[segment.startIndex + 11]
    default: break
    }
  }

  private mutating func readScan(_ segment: ArraySlice<UInt8>) throws(JPEGRefusal) {
    // Read into a copy: half of a scan would be worse than none.
    guard var frame, var scan = try JPEGScan(segment, of: frame, tables) else {
      if frame == nil { throw .damaged }
      return
    }
    var bits = JPEGBits(bytes, from: offset)
    try scan.read(&bits, into: &frame, tables)
    offset = bits.offset
    self.frame = frame
  }
}

/// Tables for decoding scans, set by earlier segments
struct JPEGTables {
  /// Huffman tables for DC coefficients, by number
  private(set) var dc: [Int: JPEGHuffmanTable] = [:]
  /// Huffman tables for AC coefficients, by number
  private(set) var ac: [Int: JPEGHuffmanTable] = [:]
  /// Factors of the DC coefficients, by table number
  private(set) var quantization: [Int: Int] = [:]
  /// Units between two restart markers; 0 if there are none (B.2.4.4)
  var restartInterval = 0

  /// Reads Huffman tables (B.2.4.2)
  mutating func readHuffman(_ segment: ArraySlice<UInt8>) throws(JPEGRefusal) {
    var rest = segment
    while let target = rest.popFirst() {
      let counts = rest.prefix(16)
      rest = rest.dropFirst(16)
      let count = counts.reduce(0) { $0 + Int($1) }
      guard counts.count == 16, rest.count >= count,
        let table = JPEGHuffmanTable(counts: counts, symbols: rest.prefix(count))
      else { throw .damaged }
      rest = rest.dropFirst(count)
      if target >> 4 == 0 { dc[Int(target & 15)] = table } else { ac[Int(target & 15)] = table }
    }
  }

  /// Reads tables of 64 numbers with one or two bytes each, the DC coefficient's first (B.2.4.1)
  mutating func readQuantization(_ segment: ArraySlice<UInt8>) throws(JPEGRefusal) {
    var rest = segment
    while let target = rest.popFirst() {
      let size = target >> 4 == 0 ? 1 : 2
      guard rest.count >= 64 * size else { throw .damaged }
      quantization[Int(target & 15)] = rest.prefix(size).bigEndianNumber
      rest = rest.dropFirst(64 * size)
    }
  }
}

/// A marker between the parts of a JPEG file (ITU T.81, B.1.1.3)
struct JPEGMarker {
  /// The marker's second byte
  let code: UInt8
  /// The offset after the marker
  let end: Int

  /// The next marker from an offset on, after any other bytes; nil if there is none
  init?(in bytes: [UInt8], from start: Int) {
    var offset = start
    while offset + 1 < bytes.count {
      // 0xFF followed by zero is data; of several 0xFF bytes the last one counts.
      if bytes[offset] == 0xFF, bytes[offset + 1] != 0, bytes[offset + 1] != 0xFF {
        (code, end) = (bytes[offset + 1], offset + 2)
        return
      }
      offset += 1
    }
    return nil
  }
}

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
  var width: Int { samplesAcross.quotient(8) }
  /// Height at an eighth of the size
  var height: Int { samplesDown.quotient(8) }
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
    guard columns.quotient(8) * rows.quotient(8) <= Self.maxPixels else { throw .tooLarge }
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

  /// The component's values for each pixel; values of a component with fewer blocks, which is usual
  /// for colors, are interpolated
  fileprivate func plane(in frame: JPEGFrame) -> [UInt8] {
    let columns = Self.taps(frame.width, from: width, ratio: horizontal, of: frame.horizontal)
    let rows = Self.taps(frame.height, from: height, ratio: vertical, of: frame.vertical)
    var plane: [UInt8] = []
    plane.reserveCapacity(frame.width * frame.height)
    for row in rows {
      for column in columns {
        func mixed(_ row: Int) -> Int {
          level(column.first, row) * (column.total - column.share)
            + (column.share > 0 ? level(column.second, row) * column.share : 0)
        }
        let sum =
          mixed(row.first) * (row.total - row.share)
          + (row.share > 0 ? mixed(row.second) * row.share : 0)
        plane.append(UInt8((sum + column.total * row.total / 2) / (column.total * row.total)))
      }
    }
    return plane
  }

  /// The two blocks that each pixel of a row or column lies between; `share` is the weight of the
  /// second one, out of `total`
  ///
  /// - Parameters:
  ///   - count: number of pixels
  ///   - blocks: number of blocks
  ///   - ratio: this many blocks are as long as `whole` pixels
  private static func taps(
    _ count: Int, from blocks: Int, ratio: Int, of whole: Int
  ) -> [(first: Int, second: Int, share: Int, total: Int)] {
    (0..<count).map { pixel in
      // Distances are measured from center to center, in half pixels times the ratio
      let center = max(0, (2 * pixel + 1) * ratio - whole)
      let (block, share) = center.quotientAndRemainder(dividingBy: 2 * whole)
      let first = min(block, blocks - 1)
      return (first, min(first + 1, blocks - 1), share, 2 * whole)
    }
  }
}

extension Int {
  /// The quotient, rounded up
  func quotient(_ divisor: Int) -> Int { (self + divisor - 1) / divisor }
}

extension SmallPicture {
  /// A JPEG file's picture at an eighth of its size, turned by its Exif orientation
  ///
  /// A file consists of blocks of 8 × 8 samples and stores the mean of each block, its DC
  /// coefficient, separately. So an eighth of the size needs no cosine transform.
  ///
  /// - Parameter bytes: a baseline or progressive file; of a progressive one the first scans, which
  ///   have the DC coefficients, suffice, and later ones refine them
  package init(eighthOfJPEG bytes: Data) throws(JPEGRefusal) {
    let reader = try JPEGReader([UInt8](bytes))
    guard let frame = reader.frame else { throw .endsEarly }
    let picture = SmallPicture(frame, isRGB: reader.isRGB)
    self = reader.orientation == 1 ? picture : picture.turned(by: reader.orientation)
  }

  private init(_ frame: JPEGFrame, isRGB: Bool) {
    let planes = frame.components.map { $0.plane(in: frame) }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * planes[0].count)
    for index in planes[0].indices {
      let first = planes[0][index]
      if planes.count < 3 {
        pixels += [first, first, first]
      } else if isRGB {
        pixels += [first, planes[1][index], planes[2][index]]
      } else {
        // JFIF's color conversion, with 16 bits of fraction
        let light = Int(first) << 16 + 1 << 15
        let (blue, red) = (Int(planes[1][index]) - 128, Int(planes[2][index]) - 128)
        for color in [91_881 * red, -22_554 * blue - 46_802 * red, 116_130 * blue] {
          pixels.append(UInt8(min(max((light + color) >> 16, 0), 255)))
        }
      }
    }
    self.init(
      width: frame.width, height: frame.height, pixels: pixels,
      columns: 0...Float(frame.samplesAcross) / 8, rows: 0...Float(frame.samplesDown) / 8)
  }
}

/// Why a file can't be reduced to a picture; the last five are kinds of JPEG that don't occur on
/// the web
package enum JPEGRefusal: String, Error, CustomStringConvertible {
  case otherType = "it isn't a JPEG file"
  /// The file ends before its picture is complete
  case endsEarly = "the file ends early"
  /// The file contradicts itself
  case damaged = "the file is damaged"
  case tooLarge = "it has more pixels than are read"
  case arithmetic = "a JPEG file with arithmetic coding isn't read"
  case lossless = "a JPEG file without loss isn't read"
  case hierarchical = "a JPEG file in several sizes isn't read"
  case deep = "a JPEG file with more than 8 bits a sample isn't read"
  case print = "a JPEG file for print (CMYK) isn't read"

  /// The words after "no picture: "
  package var description: String { rawValue }
}
