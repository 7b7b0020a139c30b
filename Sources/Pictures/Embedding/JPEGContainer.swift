/// JPEG: XMP is in an APP1 segment before the picture (XMP specification, part 3, 1.1.3)
///
/// JFIF and Exif each demand the first place, and in practice follow each other; XMP goes behind
/// them.
struct JPEGContainer: PictureContainer {
  /// Most bytes of XMP in one segment, by the specification
  static let maxPacketBytes = 65_502
  /// Most bytes of Photoshop's resources to read
  private static let maxResourceBytes = 1_000_000
  private static let signature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

  private let bytes: PictureBytes
  private(set) var packet: [UInt8]?
  private(set) var otherCredit = OtherCredit()
  /// The XMP segment with its marker; an empty range where a new one goes
  private var packetRange = 2..<2
  /// Whether the file contains byte offsets to something behind the XMP
  private var holdsOffsets = false
  private var holdsExif = false
  private var resources: [UInt8] = []

  init(_ bytes: PictureBytes) throws(EmbeddingRefusal) {
    self.bytes = bytes
    var start = 2
    var hasFrame = false
    var hasScan = false
    while true {
      let (code, payload) = try Self.segment(in: bytes, at: start)
      guard code != 0xD9 else {
        guard hasScan else { throw .damaged }
        start = payload.upperBound
        break
      }
      try readSegment(code, start..<payload.upperBound, payload: payload)
      if Self.isFrame(code) { hasFrame = true }
      start = payload.upperBound
      if code == 0xDA {
        guard hasFrame else { throw .damaged }
        hasScan = true
        start = try endOfScan(from: start)
      }
    }
    otherCredit.addIPTC(inResources: resources)
    try readTrailer(from: start)
  }

  func edits(toHold packet: [UInt8]) throws(EmbeddingRefusal) -> [PictureEdit] {
    guard packet.count <= Self.maxPacketBytes else { throw .tooLarge }
    guard !holdsOffsets || packet.count == self.packet?.count else { throw .offsetsWouldMove }
    let size = UInt16(2 + Self.signature.count + packet.count)
    let segment = [0xFF, 0xE1] + size.bigEndianBytes + Self.signature + packet
    return [PictureEdit(range: packetRange, inserted: segment)]
  }

  private mutating func readSegment(
    _ code: UInt8, _ segment: Range<Int>, payload: Range<Int>
  ) throws(EmbeddingRefusal) {
    guard (0xE0...0xEF).contains(code) else { return }
    let start = try bytes.bytes(at: payload.lowerBound, count: min(payload.count, 40))
    func begins(_ name: StaticString) -> Bool { name.withUTF8Buffer { start.starts(with: $0) } }
    switch code {
    case 0xE0 where begins("JFIF\0") || begins("JFXX\0"): moveBehind(segment)
    case 0xE1 where start.starts(with: Self.signature):
      guard packet == nil else { throw .unreadableXMP }
      packetRange = segment
      let text = payload.dropFirst(Self.signature.count)
      packet = try bytes.bytes(at: text.lowerBound, count: text.count)
    case 0xE1 where begins("http://ns.adobe.com/xmp/extension/\0"): throw .extendedXMP
    case 0xE1 where begins("Exif\0"):
      moveBehind(segment)
      if !holdsExif, payload.count > 6 {
        otherCredit.addExif(try bytes.bytes(at: payload.lowerBound + 6, count: payload.count - 6))
      }
      holdsExif = true
    case 0xE2 where begins("MPF\0"): holdsOffsets = true
    case 0xEB where begins("JP") && start.firstRange(of: "jumb".utf8) != nil: throw .signed
    case 0xED where begins("Photoshop 3.0\0") && resources.count < Self.maxResourceBytes:
      // Several Photoshop segments are one continued list.
      resources += try bytes.bytes(at: payload.lowerBound + 14, count: payload.count - 14)
    default: break
    }
  }

  private mutating func moveBehind(_ segment: Range<Int>) {
    if packet == nil { packetRange = segment.upperBound..<segment.upperBound }
  }

  /// Looks after the picture for data that other data points to: camera previews, by Exif; AFCP
  private mutating func readTrailer(from start: Int) throws(EmbeddingRefusal) {
    let trailer = try bytes.bytes(at: start, count: min(2, bytes.count - start))
    if holdsExif, trailer == [0xFF, 0xD8] { holdsOffsets = true }
    guard bytes.count - start >= 12 else { return }
    let last = try bytes.bytes(at: bytes.count - 12, count: 4)
    if last.elementsEqual("AXS!".utf8) || last.elementsEqual("AXS*".utf8) { holdsOffsets = true }
  }

  /// Width and height in the frame header
  static func size(in bytes: PictureBytes) throws(EmbeddingRefusal) -> (width: Int, height: Int) {
    var start = 2
    while true {
      let (code, payload) = try segment(in: bytes, at: start)
      if isFrame(code) {
        return (
          try bytes.bigEndian(at: payload.lowerBound + 3, bytes: 2),
          try bytes.bigEndian(at: payload.lowerBound + 1, bytes: 2)
        )
      }
      guard code != 0xDA, code != 0xD9 else { throw .damaged }
      start = payload.upperBound
    }
  }

  /// The marker of a segment, before which any number of 0xFF bytes may come, and what follows the
  /// segment's length; the end of the picture (0xD9) has neither
  private static func segment(
    in bytes: PictureBytes, at start: Int
  ) throws(EmbeddingRefusal) -> (code: UInt8, payload: Range<Int>) {
    var offset = start
    guard try bytes.bytes(at: offset, count: 1) == [0xFF] else { throw .damaged }
    var code: UInt8 = 0xFF
    while code == 0xFF {
      offset += 1
      code = try bytes.bytes(at: offset, count: 1)[0]
    }
    guard code >= 0xC0, !(0xD0...0xD8).contains(code) else { throw .damaged }
    guard code != 0xD9 else { return (code, offset + 1..<offset + 1) }
    let size = try bytes.bigEndian(at: offset + 1, bytes: 2)
    guard size >= 2, size <= bytes.count - offset - 1 else { throw .damaged }
    return (code, offset + 3..<offset + 1 + size)
  }

  /// The next marker that isn't a restart marker
  private func endOfScan(from start: Int) throws(EmbeddingRefusal) -> Int {
    var offset = start
    while let found = try bytes.nextFF(from: offset) {
      let next = try bytes.bytes(at: found + 1, count: 1)[0]
      if next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return found }
      offset = next == 0xFF ? found + 1 : found + 2
    }
    throw .damaged
  }

  /// Whether a marker is that of a frame header, which has the coding and the size
  private static func isFrame(_ code: UInt8) -> Bool {
    (0xC0...0xCF).contains(code) && ![0xC4, 0xC8, 0xCC].contains(code)
  }
}
