import FixtureMaker
import Foundation
import PhotoSearch
import Platform
import Testing

@testable import Pictures

struct JPEGContainerTests {
  private let document = XMPPacket.document(EmbeddedCredit.sample.properties, isWritable: true)

  @Test func `XMP comes behind JFIF and Exif, and before all else`() throws {
    let exif = SamplePicture.exifSegment(artist: "Zoë")
    let profile = SamplePicture.segment(0xE2, "ICC_PROFILE\0")
    let before = [SamplePicture.jfif, exif]
    let segment = SamplePicture.xmpSegment(document)
    for start in [before, []] {
      let result = try EmbeddedCredit.sample.embedded(in: SamplePicture.jpeg(start + [profile]))
      #expect(result == SamplePicture.jpeg(start + [segment, profile]))
    }
  }

  @Test func `XMP that is there stays at its place and keeps its values`() throws {
    let packet = SampleXMP.packet(SampleXMP.jane)
    let comment = SamplePicture.segment(0xFE, "a word")
    let picture = SamplePicture.jpeg([comment, SamplePicture.xmpSegment(packet)])
    let grown = try XMPPacket(Array(packet.utf8)).adding(EmbeddedCredit.sample.properties)
    let segment = SamplePicture.xmpSegment(String(decoding: grown, as: UTF8.self))
    let result = try EmbeddedCredit.sample.result(in: picture)
    #expect(result == [UInt8](SamplePicture.jpeg([comment, segment])))
    #expect(result.contains(bytes: "Jane") && !result.contains(bytes: "<dc:creator>"))
  }

  @Test func `what follows the end of the picture stays`() throws {
    let trailer = Array("SEFH of a telephone".utf8)
    let result = try EmbeddedCredit.sample.result(in: SamplePicture.jpeg(trailer: trailer))
    #expect(result.suffix(trailer.count).elementsEqual(trailer))
  }

  @Test(arguments: [
    ([SamplePicture.exifSegment(artist: "Jane")], ["creator"]),
    ([SamplePicture.exifSegment(artist: "Zoë")], []),
    ([SamplePicture.exifSegment(artist: " ")], []),
    ([SamplePicture.iptcSegment(byLine: "Jane", credit: "Agency")], ["creator", "Credit"]),
    ([SamplePicture.iptcSegment(byLine: "Zoë", credit: "")], []),
  ])
  func `no other creator is set against the one of Exif or IPTC`(
    segments: [[UInt8]], left: [String]
  ) throws {
    let result = try EmbeddedCredit.sample.result(in: SamplePicture.jpeg(segments))
    let missing = EmbeddedCredit.sample.properties.filter { !result.contains(bytes: $0.element) }
    #expect(Set(missing.map(\.name)) == Set(left))
    for segment in segments { #expect(result.firstRange(of: segment) != nil) }
  }

  @Test(arguments: [
    (SamplePicture.segment(0xEB, "JP\0\u{1}\0\0\0\u{1}\0\0\0\u{20}jumb"), EmbeddingRefusal.signed),
    (SamplePicture.segment(0xE1, "http://ns.adobe.com/xmp/extension/\0abc"), .extendedXMP),
    (SamplePicture.segment(0xE2, "MPF\0MM\0*"), .offsetsWouldMove),
    (SamplePicture.xmpSegment("<a>"), .unreadableXMP),
    (
      SamplePicture.xmpSegment(SampleXMP.packet(""))
        + SamplePicture.xmpSegment(SampleXMP.packet("")),
      .unreadableXMP
    ),
    (
      SamplePicture.xmpSegment(SampleXMP.packet("<!--\(String(repeating: "x", count: 65_000))-->")),
      .tooLarge
    ),
  ])
  func `a file that a change would break is left alone`(segment: [UInt8], reason: EmbeddingRefusal)
  {
    #expect(
      EmbeddedCredit.sample.refusal(of: SamplePicture.jpeg([SamplePicture.jfif, segment])) == reason
    )
  }

  @Test func `where padding takes it all, nothing moves, and offsets hold`() throws {
    let packet = SampleXMP.packet(SampleXMP.jane, padding: 4_000)
    let offsets = SamplePicture.segment(0xE2, "MPF\0MM\0*")
    let picture = SamplePicture.jpeg([SamplePicture.xmpSegment(packet), offsets])
    let result = try EmbeddedCredit.sample.result(in: picture)
    #expect(result.count == picture.count && result.contains(bytes: "<cc:license"))
  }

  @Test func `previews that Exif finds behind the picture are not moved`() {
    let exif = SamplePicture.exifSegment(artist: "Zoë")
    #expect(
      EmbeddedCredit.sample.refusal(of: SamplePicture.jpeg([exif], trailer: [0xFF, 0xD8, 0xFF]))
        == .offsetsWouldMove)
    #expect(
      EmbeddedCredit.sample.refusal(of: SamplePicture.jpeg(trailer: Array("AXS!12345678".utf8)))
        == .offsetsWouldMove)
    #expect(
      EmbeddedCredit.sample.refusal(of: SamplePicture.jpeg(trailer: [0xFF, 0xD8, 0xFF])) == nil)
  }
}
