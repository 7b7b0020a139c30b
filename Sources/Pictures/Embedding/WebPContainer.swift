/// WebP: XMP is a chunk after the picture, announced in the extended header (RFC 9649, 2.7)
///
/// A simple file, which is one picture without that header, gets the header too.
struct WebPContainer: PictureContainer {
  /// RIFF's length is an even number of 32 bits
  private static let maxBytes = 0xFFFF_FFF6

  private let bytes: PictureBytes
  private(set) var packet: [UInt8]?
  private(set) var otherCredit = OtherCredit()
  /// The XMP chunk with its header and padding; an empty range where a new one goes
  private var packetRange = 0..<0
  /// The RIFF length: bytes after the first 8
  private var size: Int
  /// The change of the header's flags, or the header to insert
  private var header: PictureEdit

  init(_ bytes: PictureBytes) throws(EmbeddingRefusal) {
    self.bytes = bytes
    size = try bytes.littleEndian(at: 4, bytes: 4)
    let end = 8 + size
    guard end <= bytes.count, size >= 12 else { throw .damaged }
    let type = try bytes.name(at: 12)
    let firstSize = try bytes.littleEndian(at: 16, bytes: 4)
    header = try Self.header(type, size: firstSize, in: bytes)
    packetRange = end..<end
    var start = 12
    var hasPicture = false
    while start < end {
      let name = try bytes.name(at: start)
      let count = try bytes.littleEndian(at: start + 4, bytes: 4)
      guard count <= end - start - 8 else { throw .damaged }
      let chunk = start..<start + 8 + (count + 1) / 2 * 2
      guard chunk.upperBound <= end else { throw .damaged }
      if ["VP8 ", "VP8L", "ANMF"].contains(name) { hasPicture = true }
      // Without the extended header readers ignore these chunks, and adding it would activate them.
      let isExtended = ["ALPH", "ANIM", "ANMF", "EXIF", "ICCP", "XMP "].contains(name)
      guard !isExtended || type == "VP8X" else { throw .damaged }
      try readChunk(name, chunk, size: count)
      start = chunk.upperBound
    }
    guard hasPicture else { throw .damaged }
  }

  func edits(toHold packet: [UInt8]) throws(EmbeddingRefusal) -> [PictureEdit] {
    let padding = [UInt8](repeating: 0, count: packet.count % 2)
    let chunk = Array("XMP ".utf8) + UInt32(packet.count).littleEndianBytes + packet + padding
    let edit = PictureEdit(range: packetRange, inserted: chunk)
    let newSize = size + [header, edit].growth
    guard newSize <= Self.maxBytes else { throw .tooLarge }
    let length = PictureEdit(range: 4..<8, inserted: UInt32(newSize).littleEndianBytes)
    return [length, header, edit]
  }

  private mutating func readChunk(_ name: String, _ chunk: Range<Int>, size: Int)
    throws(EmbeddingRefusal)
  {
    let data = chunk.lowerBound + 8
    switch name {
    case "C2PA": throw .signed
    // Old writers ended the name with a NUL.
    case "XMP\0": throw .unreadableXMP
    case "XMP ":
      guard packet == nil else { throw .unreadableXMP }
      guard size <= XMPPacket.maxBytes else { throw .tooLarge }
      packet = try bytes.bytes(at: data, count: size)
      packetRange = chunk
    case "EXIF" where size <= XMPPacket.maxBytes:
      let exif = try bytes.bytes(at: data, count: size)
      // Some writers put JPEG's name for Exif before it.
      otherCredit.addExif(exif.starts(with: "Exif\0\0".utf8) ? Array(exif[6...]) : exif)
    default: break
    }
  }

  /// The change that makes the header announce XMP: a flag, or a header for a simple file
  private static func header(
    _ type: String, size: Int, in bytes: PictureBytes
  ) throws(EmbeddingRefusal) -> PictureEdit {
    guard type != "VP8X" else {
      guard size >= 10 else { throw .damaged }
      let flags = try bytes.bytes(at: 20, count: 1)[0]
      return PictureEdit(range: 20..<21, inserted: [flags | 0x04])
    }
    let hasAlpha = try type == "VP8L" ? bytes.littleEndian(at: 21, bytes: 4) >> 28 & 1 == 1 : false
    let pixels = try self.size(in: bytes)
    guard pixels.width > 0, pixels.height > 0 else { throw .damaged }
    let sizes = [pixels.width, pixels.height].flatMap { UInt32($0 - 1).littleEndianBytes.prefix(3) }
    let flags: UInt8 = hasAlpha ? 0x14 : 0x04
    let chunk = Array("VP8X".utf8) + UInt32(10).littleEndianBytes + [flags, 0, 0, 0] + sizes
    return PictureEdit(range: 12..<12, inserted: chunk)
  }

  /// Width and height of the picture, or of an extended file's canvas
  static func size(in bytes: PictureBytes) throws(EmbeddingRefusal) -> (width: Int, height: Int) {
    let size = try bytes.littleEndian(at: 16, bytes: 4)
    switch try bytes.name(at: 12) {
    case "VP8X":
      return (
        try bytes.littleEndian(at: 24, bytes: 3) + 1, try bytes.littleEndian(at: 27, bytes: 3) + 1
      )
    case "VP8 ":
      // A key frame: three bytes of flags, three of a fixed code, then sizes with two bits of
      // scaling
      let start = try bytes.bytes(at: 20, count: 6)
      guard size >= 10, start[0] & 1 == 0, start[3...] == [0x9D, 0x01, 0x2A] else { throw .damaged }
      return (
        try bytes.littleEndian(at: 26, bytes: 2) & 0x3FFF,
        try bytes.littleEndian(at: 28, bytes: 2) & 0x3FFF
      )
    case "VP8L":
      let bits = try bytes.littleEndian(at: 21, bytes: 4)
      guard size >= 5, try bytes.bytes(at: 20, count: 1) == [0x2F], bits >> 29 == 0 else {
        throw .damaged
      }
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    default: throw .damaged
    }
  }
}
