package import Foundation
package import PhotoSearch
import Platform

/// Facts of a picture file, which prove later that it is still the file that was saved
package struct PictureFacts: Hashable, Sendable {
  /// The file's SHA-256, in hexadecimal digits
  package let sha256: String
  /// The file's length
  package let bytes: Int
  /// Width and height by the file's own header, before any rotation that its Exif asks for; nil for
  /// formats other than JPEG, PNG, WebP and GIF, and for a damaged file
  package let size: PixelSize?

  package init(sha256: String, bytes: Int, size: PixelSize?) {
    (self.sha256, self.bytes, self.size) = (sha256, bytes, size)
  }

  /// - Throws: ``EmbeddingRefusal/unreadableFile``
  package init(of file: PictureBytes) throws(EmbeddingRefusal) {
    var (file, hash) = (file, SHA256())
    for start in stride(from: 0, to: file.count, by: 1 << 16) {
      hash.update(try file.bytes(at: start, count: min(1 << 16, file.count - start)))
    }
    let digits = hash.digest.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }
    self.init(sha256: digits.joined(), bytes: file.count, size: PixelSize(inHeaderOf: &file))
  }

  /// The facts of a file; nil if it can't be read
  package init?(ofFile url: URL) {
    do {
      try self.init(of: PictureBytes(Data(contentsOf: url, options: .mappedIfSafe)))
    } catch {
      return nil
    }
  }
}

extension PixelSize {
  /// The size in a picture's header; nil if it isn't there
  package init?(inHeaderOf file: inout PictureBytes) {
    do {
      let start = try file.bytes(at: 0, count: min(PictureType.sniffedBytes, file.count))
      let size: (width: Int, height: Int)? =
        switch PictureType(start: Data(start)) {
        case .jpeg: try JPEGContainer.size(in: &file)
        case .png:
          (try file.bigEndian(at: 16, bytes: 4), try file.bigEndian(at: 20, bytes: 4))
        case .gif:
          (try file.littleEndian(at: 6, bytes: 2), try file.littleEndian(at: 8, bytes: 2))
        case .webp: try WebPContainer.size(in: &file)
        default: nil
        }
      self.init(width: size?.width, height: size?.height)
    } catch {
      return nil
    }
  }
}
