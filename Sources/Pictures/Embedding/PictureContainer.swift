package import Foundation

/// A format of pictures, as far as it is about where XMP is kept
protocol PictureContainer {
  /// - Throws: ``EmbeddingRefusal``
  init(_ bytes: inout PictureBytes) throws(EmbeddingRefusal)

  /// The XMP that is there; nil for none
  var packet: [UInt8]? { get }
  /// What it says elsewhere
  var otherCredit: OtherCredit { get }
  /// Whether the checksum around it keeps programs that don't know the format from changing it
  static var isChecksummed: Bool { get }

  /// What changes so that it has this XMP, in the order of the file
  ///
  /// - Throws: ``EmbeddingRefusal``: `tooLarge`, `offsetsWouldMove`.
  func edits(toHold packet: [UInt8]) throws(EmbeddingRefusal) -> [PictureEdit]
}

extension EmbeddedCredit {
  /// What has to change in a picture so that it says whom to name for it; empty where it does
  ///
  /// Pixels, Exif, IPTC, profiles and whatever else there is stay; XMP that is there gets the
  /// properties that it lacks, and only those. Beside the packet only lengths, checksums and flags of
  /// the container change.
  ///
  /// - Parameter bytes: of the file, of which little more is read than what stands before the pixels
  /// - Throws: ``EmbeddingRefusal``
  package func edits(for bytes: PictureBytes) throws(EmbeddingRefusal) -> [PictureEdit] {
    var bytes = bytes
    let start = try bytes.bytes(at: 0, count: min(PictureType.sniffedBytes, bytes.count))
    let format: any PictureContainer.Type =
      switch PictureType(start: Data(start)) {
      case .jpeg: JPEGContainer.self
      case .png: PNGContainer.self
      case .webp: WebPContainer.self
      default: throw .otherFormat
      }
    let container = try format.init(&bytes)
    let properties = properties.filter { !container.otherCredit.contradicts($0) }
    guard let old = container.packet else {
      let document = XMPPacket.document(properties, isWritable: !format.isChecksummed)
      return try container.edits(toHold: Array(document.utf8))
    }
    let new = try XMPPacket(old).adding(properties)
    return new == old ? [] : try container.edits(toHold: new)
  }

  /// The same picture with the credit in it
  ///
  /// - Throws: ``EmbeddingRefusal``
  package func embedded(in picture: Data) throws(EmbeddingRefusal) -> Data {
    let bytes = PictureBytes(picture)
    let edits = try edits(for: bytes)
    var result = Data(capacity: picture.count + max(0, edits.growth))
    do { try edits.apply(to: bytes) { result += $0 } } catch { throw .unreadableFile }
    return result
  }
}

/// Why a picture keeps the bytes that it has
package enum EmbeddingRefusal: Error, Hashable, CaseIterable {
  /// It isn't one of JPEG, PNG and WebP
  case otherFormat
  /// It ends early, or isn't made as its format says
  case damaged
  /// Somebody signed it: a manifest of C2PA, in the file or named by its XMP, or PNG's `dSIG`
  case signed
  /// Its XMP goes on in further segments of a JPEG, or in a text of ImageMagick's in a PNG
  case extendedXMP
  /// Its XMP is compressed, as PNG allows
  case compressedXMP
  /// Its XMP isn't well-formed, isn't in UTF-8, is there twice, or describes several things
  case unreadableXMP
  /// Something in it says at which byte another thing begins: more previews (MPF) and the like
  case offsetsWouldMove
  /// No room in its format for so much XMP
  case tooLarge
  /// Its bytes could not be read
  case unreadableFile

  /// In words that continue a sentence, e.g. `a.jpg stays as it is: the file is signed (C2PA)`
  package var reason: String {
    switch self {
    case .otherFormat: "only JPEG, PNG and WebP files can be written to"
    case .damaged: "the file is damaged, or ends early"
    case .signed: "the file is signed (C2PA), and a change would break that"
    case .extendedXMP: "its XMP goes on elsewhere in the file"
    case .compressedXMP: "its XMP is compressed"
    case .unreadableXMP: "its XMP can't be read"
    case .offsetsWouldMove: "it holds further pictures that are found by their place in it"
    case .tooLarge: "its XMP would be too large"
    case .unreadableFile: "the file can't be read"
    }
  }
}

/// Numbers as containers have them
extension FixedWidthInteger {
  package var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
  package var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }
}
