import FixtureMaker
import Foundation
import PhotoSearch
import Platform
import Testing

@testable import Pictures

struct WebPContainerTests {
  private let packet = SamplePicture.riffChunk(
    "XMP ",
    Array(XMPPacket.document(EmbeddedCredit.sample.properties, isWritable: true).utf8))

  @Test(
    arguments: [
      (SamplePicture.lossy, 0x04), (SamplePicture.lossless(hasAlpha: false), 0x04),
      (SamplePicture.lossless(hasAlpha: true), 0x14),
    ] as [([UInt8], UInt8)])
  func `a plain picture gets the extended header, with its size and transparency`(
    picture: [UInt8], flags: UInt8
  ) throws {
    let result = try EmbeddedCredit.sample.embedded(in: SamplePicture.webP([picture]))
    let header = SamplePicture.extended(flags: flags)
    #expect(result == SamplePicture.webP([header, picture, packet]))
  }

  @Test func `an extended header keeps its flags, and XMP comes last`() throws {
    let animation = SamplePicture.riffChunk("ANIM", [0, 0, 0, 0, 0, 0])
    let frame = SamplePicture.riffChunk("ANMF", [1, 2, 3])
    let exif = SamplePicture.riffChunk("EXIF", SamplePicture.exif(artist: "Zoë"))
    func picture(_ flags: UInt8, _ rest: [[UInt8]]) -> Data {
      let chunks = [SamplePicture.extended(flags: flags), animation, frame, exif] + rest
      return SamplePicture.webP(chunks, trailer: Array("more".utf8))
    }
    #expect(try EmbeddedCredit.sample.embedded(in: picture(0x0A, [])) == picture(0x0E, [packet]))
  }

  @Test(arguments: [0, 1])
  func `XMP that is there stays at its place, padded to even lengths`(padding: Int) throws {
    let old = Array(SampleXMP.packet(SampleXMP.jane, padding: padding).utf8)
    let new = try XMPPacket(old).adding(EmbeddedCredit.sample.properties)
    let other = SamplePicture.riffChunk("ABCD", [1])
    func picture(_ flags: UInt8, _ packet: [UInt8]) -> Data {
      SamplePicture.webP([
        SamplePicture.extended(flags: flags), SamplePicture.lossy,
        SamplePicture.riffChunk("XMP ", packet), other,
      ])
    }
    #expect(try EmbeddedCredit.sample.embedded(in: picture(0x24, old)) == picture(0x24, new))
  }

  @Test func `no other creator is set against the one of Exif`() throws {
    for name in ["", "Exif\0\0"] {
      let exif = Array(name.utf8) + SamplePicture.exif(artist: "Jane")
      let result = try EmbeddedCredit.sample.result(
        in: SamplePicture.webP([
          SamplePicture.extended(flags: 8), SamplePicture.lossy,
          SamplePicture.riffChunk("EXIF", exif),
        ]))
      #expect(
        !result.contains(bytes: "<dc:creator>") && result.contains(bytes: "<cc:attributionName>"))
    }
  }

  @Test(arguments: [
    (
      [SamplePicture.extended(flags: 0), SamplePicture.lossy, SamplePicture.riffChunk("C2PA", [])],
      EmbeddingRefusal.signed
    ),
    ([SamplePicture.extended(flags: 0)], .damaged),
    ([SamplePicture.lossy, SamplePicture.riffChunk("EXIF", [1, 2])], .damaged),
    ([SamplePicture.riffChunk("VP8 ", [1, 0, 0, 0x9D, 0x01, 0x2A, 1, 0, 1, 0])], .damaged),
    ([SamplePicture.riffChunk("VP8L", [0x2E, 0, 0, 0, 0, 0])], .damaged),
    ([SamplePicture.riffChunk("ABCD", [1, 2, 3, 4])], .damaged),
    (
      [
        SamplePicture.extended(flags: 4), SamplePicture.lossy, SamplePicture.riffChunk("XMP ", [1]),
      ],
      .unreadableXMP
    ),
    (
      [
        SamplePicture.extended(flags: 4), SamplePicture.lossy, SamplePicture.riffChunk("XMP\0", []),
      ],
      .unreadableXMP
    ),
  ])
  func `a file that a change would break is left alone`(
    chunks: [[UInt8]], reason: EmbeddingRefusal
  ) {
    #expect(EmbeddedCredit.sample.refusal(of: SamplePicture.webP(chunks)) == reason)
  }
}
