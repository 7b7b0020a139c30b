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
  private var place = 2
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
    guard let marker = JPEGMarker(in: bytes, from: place), marker.code != 0xD9 else {
      throw .endsEarly
    }
    place = marker.end
    // Some markers have no segment; restart markers here belong to a scan that was skipped.
    if marker.code == 0x01 || (0xD0...0xD8).contains(marker.code) { return }
    guard place + 2 <= bytes.count else { throw .endsEarly }
    let length = Int(bytes[place]) << 8 | Int(bytes[place + 1])
    guard length >= 2 else { throw .damaged }
    guard place + length <= bytes.count else { throw .endsEarly }
    let segment = bytes[place + 2..<place + length]
    place += length
    switch marker.code {
    case 0xC4: try tables.readHuffman(segment)
    case 0xDB: try tables.readQuantization(segment)
    case 0xDD: try tables.readRestartInterval(segment)
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
    var bits = JPEGBits(bytes, from: place)
    try scan.read(&bits, into: &frame, tables)
    place = bits.place
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
  /// Units between two restart markers; 0 if there are none
  private(set) var restartInterval = 0

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
      quantization[Int(target & 15)] = rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(64 * size)
    }
  }

  /// Reads the restart interval (B.2.4.4)
  mutating func readRestartInterval(_ segment: ArraySlice<UInt8>) throws(JPEGRefusal) {
    guard segment.count >= 2 else { throw .damaged }
    restartInterval = segment.prefix(2).reduce(0) { $0 << 8 | Int($1) }
  }
}

/// A marker between the parts of a JPEG file (ITU T.81, B.1.1.3)
struct JPEGMarker {
  /// The marker's second byte
  let code: UInt8
  /// The place after the marker
  let end: Int

  /// The next marker from a place on, after any other bytes; nil if there is none
  init?(in bytes: [UInt8], from start: Int) {
    var place = start
    while place + 1 < bytes.count {
      // 0xFF followed by zero is data; of several 0xFF bytes the last one counts.
      if bytes[place] == 0xFF, bytes[place + 1] != 0, bytes[place + 1] != 0xFF {
        (code, end) = (bytes[place + 1], place + 2)
        return
      }
      place += 1
    }
    return nil
  }

  /// Restart markers, which occur inside a scan
  static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
}
