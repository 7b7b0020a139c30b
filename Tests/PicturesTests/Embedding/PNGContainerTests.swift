import FixtureMaker
import Foundation
import PhotoSearch
import Platform
import Testing

@testable import Pictures

struct PNGContainerTests {
  private let document = XMPPacket.document(EmbeddedCredit.sample.properties, isWritable: false)

  @Test func `checksums are those of PNG`() { #expect(CRC32.of(Array("IEND".utf8)) == 0xAE42_6082) }

  @Test func `XMP comes behind the header, and what follows the end stays`() throws {
    let animation = SamplePicture.chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0])
    let trailer = Array("more".utf8)
    let picture = SamplePicture.png([animation], trailer: trailer)
    let chunks = [SamplePicture.xmpChunk(document), animation]
    let result = try EmbeddedCredit.sample.embedded(in: picture)
    #expect(result == SamplePicture.png(chunks, trailer: trailer))
  }

  @Test func `XMP that is there stays at its place and keeps its values`() throws {
    let packet = SampleXMP.packet(SampleXMP.jane, end: "r")
    let grown = try XMPPacket(Array(packet.utf8)).adding(EmbeddedCredit.sample.properties)
    let picture = SamplePicture.png(after: [SamplePicture.xmpChunk(packet)])
    let chunk = SamplePicture.xmpChunk(String(decoding: grown, as: UTF8.self))
    #expect(
      try EmbeddedCredit.sample.embedded(in: picture) == SamplePicture.png(after: [chunk]))
  }

  @Test(arguments: [
    (SamplePicture.chunk("eXIf", SamplePicture.exif(artist: "Jane")), ["creator"]),
    (SamplePicture.chunk("eXIf", SamplePicture.exif(artist: "Zoë")), []),
    (SamplePicture.chunk("tEXt", "Author\0Jane"), ["creator"]),
    (SamplePicture.chunk("tEXt", Array("Author\0Zo".utf8) + [0xEB]), []),
    (SamplePicture.chunk("iTXt", "Title\0\0\0de\0Titel\0Mein"), ["title"]),
    (SamplePicture.chunk("iTXt", "Title\0\0\0de\0Titel\0Tea & <cake>"), []),
    (SamplePicture.chunk("zTXt", "Copyright\0\0zipped"), ["rights"]),
    (SamplePicture.chunk("tEXt", "Software\0Jane"), []),
  ])
  func `nothing is set against what PNG's own texts and Exif say`(
    chunk: [UInt8], left: [String]
  ) throws {
    let result = try EmbeddedCredit.sample.result(in: SamplePicture.png([chunk]))
    let missing = EmbeddedCredit.sample.properties.filter { !result.contains(bytes: $0.element) }
    #expect(missing.map(\.name) == left)
  }

  @Test(arguments: [
    (SamplePicture.chunk("caBX", "manifest"), EmbeddingRefusal.signed),
    (SamplePicture.chunk("dSIG", ""), .signed),
    (SamplePicture.chunk("iTXt", "XML:com.adobe.xmp\0\u{1}\0\0\0zipped"), .compressedXMP),
    (SamplePicture.chunk("zTXt", "XML:com.adobe.xmp\0\0zipped"), .unreadableXMP),
    (SamplePicture.chunk("iTXt", "XML:com.adobe.xmp\0"), .unreadableXMP),
    (SamplePicture.chunk("tEXt", "Raw profile type xmp\0"), .extendedXMP),
    (SamplePicture.xmpChunk("<a>"), .unreadableXMP),
    (Array(SamplePicture.xmpChunk("<a/>").dropLast()) + [0], .damaged),
    (
      SamplePicture.xmpChunk(SampleXMP.packet("")) + SamplePicture.xmpChunk(SampleXMP.packet("")),
      .unreadableXMP
    ),
    (SamplePicture.chunk("IEND", ""), .damaged),
  ])
  func `a file that a change would break is left alone`(chunk: [UInt8], reason: EmbeddingRefusal) {
    #expect(EmbeddedCredit.sample.refusal(of: SamplePicture.png([chunk])) == reason)
  }
}
