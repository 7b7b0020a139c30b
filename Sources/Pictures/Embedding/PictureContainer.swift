import Foundation

/// A picture format, reduced to where it stores XMP
protocol PictureContainer {
  /// - Throws: ``EmbeddingRefusal``
  init(_ bytes: PictureBytes) throws(EmbeddingRefusal)

  /// The file's XMP; nil if it has none
  var packet: [UInt8]? { get }
  /// Author and rights outside the XMP
  var otherCredit: OtherCredit { get }

  /// The changes that put this XMP into the file, in the order of their ranges
  ///
  /// - Throws: ``EmbeddingRefusal``: `tooLarge`, `offsetsWouldMove`.
  func edits(toHold packet: [UInt8]) throws(EmbeddingRefusal) -> [PictureEdit]
}

extension EmbeddedCredit {
  /// The changes that put the credit into a picture; empty if it has the credit
  ///
  /// Pixels, Exif, IPTC, profiles and other data stay. Existing XMP only gets the properties that
  /// it lacks. Besides the XMP, only lengths, checksums and flags of the container change.
  ///
  /// - Parameter bytes: the file, of which little more is read than the part before the pixels
  /// - Throws: ``EmbeddingRefusal``
  package func edits(for bytes: PictureBytes) throws(EmbeddingRefusal) -> [PictureEdit] {
    let start = try bytes.bytes(at: 0, count: min(PictureType.sniffedBytes, bytes.count))
    let type = PictureType(start: Data(start))
    let format: any PictureContainer.Type =
      switch type {
      case .jpeg: JPEGContainer.self
      case .png: PNGContainer.self
      case .webp: WebPContainer.self
      default: throw .otherFormat
      }
    let container = try format.init(bytes)
    let properties = properties.filter { !container.otherCredit.contradicts($0) }
    let packet: [UInt8]
    if let old = container.packet {
      packet = try XMPPacket(old).adding(properties)
    } else {
      // PNG's XMP has a checksum, so a program that doesn't know the format can't edit it in place.
      packet = Array(XMPPacket.document(properties, isWritable: type != .png).utf8)
    }
    guard packet.count <= XMPPacket.maxBytes else { throw .tooLarge }
    return packet == container.packet ? [] : try container.edits(toHold: packet)
  }
}

/// Why a credit isn't put into a picture
package enum EmbeddingRefusal: String, Error, Hashable, CaseIterable {
  /// The format isn't JPEG, PNG or WebP
  case otherFormat = "only JPEG, PNG and WebP files can be written to"
  /// The file ends early, or violates its format
  case damaged = "the file is damaged, or ends early"
  /// The file is signed: by a C2PA manifest, in it or named in its XMP, or by PNG's `dSIG`
  case signed = "the file is signed (C2PA), and a change would break that"
  /// The XMP continues in further segments of a JPEG, or in ImageMagick's text in a PNG
  case extendedXMP = "its XMP continues elsewhere in the file"
  /// The XMP is compressed, as PNG allows
  case compressedXMP = "its XMP is compressed"
  /// The XMP isn't well-formed or isn't UTF-8, occurs twice, or describes several things
  case unreadableXMP = "its XMP can't be read"
  /// The file contains byte offsets that would become wrong: more previews (MPF) and the like
  case offsetsWouldMove = "it holds further pictures that are found by their place in it"
  /// The format has no room for so much XMP
  case tooLarge = "its XMP would be too large"
  /// The file's bytes can't be read
  case unreadableFile = "the file can't be read"

  /// The end of a sentence, e.g. `a.jpg stays as it is: the file is signed (C2PA)`
  package var reason: String { rawValue }
}
