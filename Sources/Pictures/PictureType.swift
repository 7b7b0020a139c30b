package import Foundation
import Platform

/// The content of a file with a picture's name
package enum FileContent {
  /// A picture, by its first bytes, or a link to one; also a file that can't be opened
  case picture
  /// An empty file, or none any more
  case empty
  /// Content that isn't a picture
  case other

  package static func of(_ url: URL) -> FileContent {
    guard let status = OpenFolder.current.status(of: url.path) else {
      return errno == ENOENT ? .empty : .picture
    }
    if status.isFile, status.st_size == 0 { return .empty }
    guard let file = OpenFile.reading(url.path) else {
      return [EACCES, EPERM].contains(errno) ? .picture : .other
    }
    let start = ifReadable {
      try OpenFile.part(of: file.descriptor, upTo: PictureType.sniffedBytes, at: 0)
    }
    return PictureType(start: Data(start ?? [])) == nil ? .other : .picture
  }
}

/// The format of a picture file, by its first bytes
package enum PictureType: String, CaseIterable, Sendable {
  case jpeg, png, gif, webp, avif, heic, tiff

  /// How many of a file's first bytes show its format
  package static let sniffedBytes = 64

  /// The type of a file; nil if it isn't a picture
  ///
  /// - Parameter start: the first ``sniffedBytes``, or the whole file if it is shorter
  package init?(start: Data) {
    let bytes = [UInt8](start.prefix(Self.sniffedBytes))
    func has(_ text: String, at index: Int) -> Bool {
      bytes.dropFirst(index).starts(with: text.utf8)
    }
    if let type = Self.starts.first(where: { bytes.starts(with: $0.bytes) })?.type {
      self = type
    } else if has("RIFF", at: 0), has("WEBP", at: 8) {
      self = .webp
    } else if has("ftyp", at: 4), let type = Self.type(ofBrandsIn: bytes) {
      self = type
    } else {
      return nil
    }
  }

  /// The bytes that files of some types begin with
  private static let starts: [(bytes: [UInt8], type: PictureType)] = [
    ([0xFF, 0xD8, 0xFF], .jpeg), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    (Array("GIF87a".utf8), .gif), (Array("GIF89a".utf8), .gif),
    ([0x49, 0x49, 0x2A, 0x00], .tiff), ([0x4D, 0x4D, 0x00, 0x2A], .tiff),
  ]

  /// The extension in file names
  package var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .tiff: "tif"
    default: rawValue
    }
  }

  /// Whether an extension is that of a picture that may have been saved
  package static func isExtension(_ text: String) -> Bool { extensions.contains(text.lowercased()) }

  private static let extensions = Set(allCases.map(\.fileExtension))

  /// The format by the major and the compatible brands of an ISO media file (ISO/IEC 14496-12)
  private static func type(ofBrandsIn bytes: [UInt8]) -> PictureType? {
    let length = bytes.prefix(4).bigEndianNumber
    let box = bytes.prefix(min(max(length, 0), bytes.count))
    let starts = [8] + Array(stride(from: 16, to: box.count - 3, by: 4))
    for start in starts where start + 4 <= box.count {
      switch String(decoding: box[start..<start + 4], as: UTF8.self) {
      case "avif", "avis": return .avif
      case "heic", "heix", "heim", "heis", "hevc", "hevx": return .heic
      default: continue
      }
    }
    return nil
  }
}

extension Sequence<UInt8> {
  /// The unsigned number that these bytes stand for, the most significant byte first
  var bigEndianNumber: Int { reduce(0) { $0 << 8 | Int($1) } }
}

extension FixedWidthInteger {
  /// The number as bytes, the most significant first
  package var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
  package var littleEndianBytes: [UInt8] { bigEndianBytes.reversed() }
}
