import Foundation
import PhotoSearch

@testable import PhotoStorage

/// Pictures that are made as their formats say, and hold next to nothing
enum SamplePicture {
  // MARK: JPEG

  /// One block of gray, with other segments before its tables
  static func jpeg(_ segments: [[UInt8]] = [jfif], trailer: [UInt8] = []) -> Data {
    let frame = segment(0xC0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
    let tables = segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56]
    let parts = [[0xFF, 0xD8]] + segments + [tables, frame, scan, [0xFF, 0xD9], trailer]
    return Data(parts.flatMap { $0 })
  }

  static let jfif = segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])

  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + UInt16(payload.count + 2).bigEndianBytes + payload
  }

  static func segment(_ marker: UInt8, _ name: String, _ rest: [UInt8] = []) -> [UInt8] {
    segment(marker, Array(name.utf8) + rest)
  }

  static func xmpSegment(_ packet: String) -> [UInt8] {
    segment(0xE1, "http://ns.adobe.com/xap/1.0/\0", Array(packet.utf8))
  }

  static func exifSegment(artist: String) -> [UInt8] {
    segment(0xE1, "Exif\0\0", exif(artist: artist))
  }

  /// A first directory with one text of more than four bytes
  static func exif(artist: String) -> [UInt8] {
    let text = Array(artist.utf8) + [0]
    let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x3B, 0, 2]
    return header + UInt32(text.count).bigEndianBytes + [0, 0, 0, 26, 0, 0, 0, 0] + text
  }

  /// Photoshop's resources with IPTC's by-line and credit
  static func iptcSegment(byLine: String, credit: String) -> [UInt8] {
    func dataset(_ number: UInt8, _ text: String) -> [UInt8] {
      [0x1C, 2, number] + UInt16(text.utf8.count).bigEndianBytes + Array(text.utf8)
    }
    let sets = dataset(80, byLine) + dataset(110, credit)
    let other = Array("8BIM".utf8) + [0x03, 0xED, 0, 0, 0, 0, 0, 1, 9, 0]
    let resource =
      Array("8BIM".utf8) + [0x04, 0x04, 0, 0] + UInt32(sets.count).bigEndianBytes + sets
    return segment(0xED, "Photoshop 3.0\0", other + resource)
  }

  // MARK: PNG

  /// One pixel, with other chunks before and behind it
  static func png(_ before: [[UInt8]] = [], after: [[UInt8]] = [], trailer: [UInt8] = []) -> Data {
    let header = chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
    let pixels = chunk("IDAT", [0x78, 0x9C, 0x63, 0x60, 0, 0, 0, 2, 0, 1])
    let chunks = [header] + before + [pixels] + after + [chunk("IEND", []), trailer]
    return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunks.flatMap { $0 })
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + data
    return UInt32(data.count).bigEndianBytes + checked + CRC32.of(checked).bigEndianBytes
  }

  static func chunk(_ type: String, _ text: String) -> [UInt8] { chunk(type, Array(text.utf8)) }

  static func xmpChunk(_ packet: String) -> [UInt8] {
    chunk("iTXt", "XML:com.adobe.xmp\0\0\0\0\0" + packet)
  }

  // MARK: WebP

  static func webP(_ chunks: [[UInt8]], trailer: [UInt8] = []) -> Data {
    let body = Array("WEBP".utf8) + chunks.flatMap { $0 }
    return Data(Array("RIFF".utf8) + UInt32(body.count).littleEndianBytes + body + trailer)
  }

  static func riffChunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: data.count % 2)
    return Array(type.utf8) + UInt32(data.count).littleEndianBytes + data + padding
  }

  /// A key frame of 300 by 2 pixels, which says so and has an odd number of bytes
  static let lossy = riffChunk("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A, 0x2C, 0x41, 2, 0, 7])

  /// Of 300 by 2 pixels, with or without transparency
  static func lossless(hasAlpha: Bool) -> [UInt8] {
    let bits = UInt32(299 | 1 << 14 | (hasAlpha ? 1 << 28 : 0))
    return riffChunk("VP8L", [0x2F] + bits.littleEndianBytes + [0x11])
  }

  static func extended(flags: UInt8) -> [UInt8] {
    riffChunk("VP8X", [flags, 0, 0, 0, 0x2B, 1, 0, 1, 0, 0])
  }
}

extension EmbeddedCredit {
  /// Of a photo with a title and an author that need care in XML
  static var sample: EmbeddedCredit { EmbeddedCredit(.embedded) }

  /// The edits that put it into a picture, made
  func result(in picture: Data) throws -> [UInt8] { [UInt8](try embedded(in: picture)) }
}

extension Photo {
  static var embedded: Photo {
    var photo = Photo(
      id: PhotoID(service: "flickr", native: "1"), provider: ProviderID(rawValue: "flickr"),
      site: "Flickr", pageURL: URL(filePath: "/"))
    if let url = WebAddress("https://www.flickr.com/photos/zoe/1?a=1&b=2")?.url {
      photo.pageURL = url
    }
    photo.title = "Tea & <cake>"
    photo.author = Author(name: "Zoë", url: WebAddress("https://www.flickr.com/people/zoe")?.url)
    photo.license = .creativeCommons("by", version: "2.0")
    return photo
  }
}

/// XMP as other programs write it
enum SampleXMP {
  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

  /// - Parameters:
  ///   - inside: of `rdf:RDF`
  ///   - padding: bytes behind it
  ///   - end: of the packet: `w` or `r`
  static func packet(_ inside: String, padding: Int = 0, end: String = "w") -> String {
    "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?>\n<x:xmpmeta xmlns:x='adobe:ns:meta/'>"
      + "<rdf:RDF xmlns:rdf='\(rdf)'>\(inside)</rdf:RDF></x:xmpmeta>"
      + String(repeating: " ", count: padding) + "<?xpacket end='\(end)'?>"
  }

  /// With a creator of its own
  static let jane = """
    <rdf:Description rdf:about='' xmlns:d='http://purl.org/dc/elements/1.1/'><d:creator>
    <rdf:Seq><rdf:li>Jane</rdf:li></rdf:Seq></d:creator></rdf:Description>
    """
}
