/// PNG: XMP is a UTF-8 text chunk with a certain keyword (XMP specification, part 3, 1.1.5)
///
/// It may be anywhere before the pixels; here it comes after the header, where readers look first.
struct PNGContainer: PictureContainer {
  private static let maxChunkBytes = 0x7FFF_FFFF
  private static let keyword = "XML:com.adobe.xmp"
  /// The keyword, then empty fields: no compression, no method, no language, no translated keyword
  private static let signature = Array("\(keyword)\0\0\0\0\0".utf8)

  private let bytes: PictureBytes
  private(set) var packet: [UInt8]?
  private(set) var otherCredit = OtherCredit()
  /// The XMP chunk with its length and checksum; an empty range where a new one goes
  private var packetRange = 0..<0

  init(_ bytes: PictureBytes) throws(EmbeddingRefusal) {
    self.bytes = bytes
    var start = 8
    var hasPixels = false
    while true {
      let size = try bytes.bigEndian(at: start, bytes: 4)
      let type = try bytes.name(at: start + 4)
      guard size <= Self.maxChunkBytes, size <= bytes.count - start - 12 else { throw .damaged }
      let chunk = start..<start + 12 + size
      if start == 8 {
        guard type == "IHDR", size == 13 else { throw .damaged }
        packetRange = chunk.upperBound..<chunk.upperBound
      }
      switch type {
      case "IDAT": hasPixels = true
      case "caBX", "dSIG": throw .signed
      case "eXIf" where size <= XMPPacket.maxBytes:
        otherCredit.addExif(try bytes.bytes(at: start + 8, count: size))
      case "iTXt", "tEXt", "zTXt": try readText(type, chunk)
      default: break
      }
      start = chunk.upperBound
      if type == "IEND" { break }
    }
    guard hasPixels else { throw .damaged }
  }

  func edits(toHold packet: [UInt8]) -> [PictureEdit] {
    let data = Self.signature + packet
    let chunk = Array("iTXt".utf8) + data
    let inserted = UInt32(data.count).bigEndianBytes + chunk + CRC32.of(chunk).bigEndianBytes
    return [PictureEdit(range: packetRange, inserted: inserted)]
  }

  private mutating func readText(_ type: String, _ chunk: Range<Int>) throws(EmbeddingRefusal) {
    let data = chunk.dropFirst(8).dropLast(4)
    let start = try bytes.bytes(at: data.lowerBound, count: min(data.count, 100))
    let keyword = String(decoding: start.prefix { $0 != 0 }, as: UTF8.self)
    switch keyword {
    case Self.keyword:
      guard packet == nil, type == "iTXt" else { throw .unreadableXMP }
      guard !start.dropFirst(keyword.utf8.count).starts(with: [0, 1]) else { throw .compressedXMP }
      guard start.starts(with: Self.signature), data.count <= XMPPacket.maxBytes else {
        throw .unreadableXMP
      }
      let checked = try bytes.bytes(at: chunk.lowerBound + 4, count: data.count + 4)
      guard try bytes.bigEndian(at: data.upperBound, bytes: 4) == Int(CRC32.of(checked)) else {
        throw .damaged
      }
      packet = Array(checked.dropFirst(4 + Self.signature.count))
      packetRange = chunk
    case "Raw profile type xmp": throw .extendedXMP
    default:
      let names = ["Author": "creator", "Copyright": "rights", "Title": "title"]
      guard let name = names[keyword] else { return }
      var text = try bytes.bytes(at: data.lowerBound, count: min(data.count, Int(UInt16.max)))[...]
      text = text.dropFirst(keyword.utf8.count + 1)
      // A compressed text isn't read, and counts as a contradiction.
      if type == "iTXt", text.first == 0 {
        // Skips the compression flag, its method, the language, and the translated keyword
        text = text.dropFirst(2)
        for _ in 0..<2 { text = text.drop { $0 != 0 }.dropFirst() }
      }
      otherCredit.add(text, as: .dc, name)
    }
  }
}

/// The checksum of PNG's chunks (PNG specification, annex D)
package enum CRC32 {
  package static func of(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320
    }
  }
}
