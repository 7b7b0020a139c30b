package import Foundation
package import PhotoSearch
import Platform

/// The bytes of a picture file, read part by part because the file may be too large for memory
package final class PictureBytes {
  /// Bytes to read at a time, since neighbors are usually needed next
  private static let windowSize = 16_384

  /// The file's length in bytes
  package let count: Int
  private let read: (Range<Int>) throws -> [UInt8]
  private var window: [UInt8] = []
  private var windowStart = 0

  /// - Parameters:
  ///   - count: the file's length in bytes
  ///   - read: gives all bytes of a range
  package init(count: Int, read: @escaping (Range<Int>) throws -> [UInt8]) {
    self.count = count
    self.read = read
  }

  /// Bytes that are in memory already
  package convenience init(_ data: Data) {
    self.init(count: data.count) { range in
      let start = data.startIndex + range.lowerBound
      return [UInt8](data[start..<start + range.count])
    }
  }

  /// - Throws: ``EmbeddingRefusal``: `damaged` beyond the end, `unreadableFile`.
  package func bytes(at offset: Int, count: Int) throws(EmbeddingRefusal) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
      throw .damaged
    }
    try load(count, at: offset, ahead: Self.windowSize)
    return Array(window[(offset - windowStart)...].prefix(count))
  }

  /// Reads bytes into the window, and others after them, unless they are in it
  private func load(_ count: Int, at offset: Int, ahead size: Int) throws(EmbeddingRefusal) {
    guard offset < windowStart || offset + count > windowStart + window.count else { return }
    window = try part(offset..<min(offset + max(count, size), self.count))
    windowStart = offset
  }

  /// An unsigned number, the most significant byte first
  func bigEndian(at offset: Int, bytes count: Int) throws(EmbeddingRefusal) -> Int {
    try bytes(at: offset, count: count).bigEndianNumber
  }

  /// An unsigned number, the least significant byte first
  func littleEndian(at offset: Int, bytes count: Int) throws(EmbeddingRefusal) -> Int {
    try bytes(at: offset, count: count).reversed().bigEndianNumber
  }

  /// The name of a chunk, in four ASCII characters
  func name(at offset: Int) throws(EmbeddingRefusal) -> String {
    String(decoding: try bytes(at: offset, count: 4), as: UTF8.self)
  }

  /// The offset of the next 0xFF byte; nil if there is none
  func nextFF(from offset: Int) throws(EmbeddingRefusal) -> Int? {
    var offset = offset
    while offset < count {
      // More than usual, because compressed picture data is read completely.
      try load(1, at: offset, ahead: 16 * Self.windowSize)
      let start = offset - windowStart
      let found = window.withUnsafeBufferPointer { $0.firstOffset(of: 0xFF, from: start) }
      if let found { return windowStart + found }
      offset = windowStart + window.count
    }
    return nil
  }

  fileprivate func part(_ range: Range<Int>) throws(EmbeddingRefusal) -> [UInt8] {
    guard !range.isEmpty else { return [] }
    let bytes: [UInt8]
    do { bytes = try read(range) } catch { throw .unreadableFile }
    guard bytes.count == range.count else { throw .unreadableFile }
    return bytes
  }
}

/// A change of a file: some bytes are replaced by others
package struct PictureEdit: Hashable, Sendable {
  /// The removed bytes of the original file; empty to insert only
  package let range: Range<Int>
  /// The bytes to insert
  package let inserted: [UInt8]
}

extension [PictureEdit] {
  /// Writes a file with these changes, part by part
  ///
  /// The changes are in the order of their ranges and don't overlap, as this module makes them.
  ///
  /// - Parameters:
  ///   - bytes: the original file
  ///   - partSize: bytes to copy at a time
  ///   - write: takes each part
  /// - Throws: ``EmbeddingRefusal``: `unreadableFile`, and what `write` throws.
  package func apply(
    to bytes: PictureBytes, partSize: Int = 1 << 20, _ write: ([UInt8]) throws -> Void
  ) throws {
    func copy(_ range: Range<Int>) throws {
      for start in stride(from: range.lowerBound, to: range.upperBound, by: partSize) {
        try write(bytes.part(start..<Swift.min(start + partSize, range.upperBound)))
      }
    }
    var copied = 0
    for edit in self {
      precondition(edit.range.lowerBound >= copied, "edits are in order")
      try copy(copied..<edit.range.lowerBound)
      try write(edit.inserted)
      copied = edit.range.upperBound
    }
    try copy(copied..<bytes.count)
  }

  /// How many bytes longer the file becomes; below 0 if it becomes shorter
  package var growth: Int { reduce(0) { $0 + $1.inserted.count - $1.range.count } }
}

/// Facts of a picture file, which prove later that it is still the file that was saved
package struct PictureFacts: Hashable, Sendable {
  /// The file's SHA-256, in hexadecimal digits
  package let sha256: String
  /// The file's length
  package let bytes: Int
  /// Width and height by the file's own header, before any rotation that its Exif asks for; nil for
  /// formats other than JPEG, PNG, WebP and GIF, and for a damaged file
  package let size: PixelSize?
}

extension PictureFacts {
  /// - Throws: ``EmbeddingRefusal/unreadableFile``
  package init(of file: PictureBytes) throws(EmbeddingRefusal) {
    var hash = SHA256()
    for start in stride(from: 0, to: file.count, by: 1 << 16) {
      hash.update(try file.bytes(at: start, count: min(1 << 16, file.count - start)))
    }
    let digits = hash.digest.map { $0.text(digits: 2, radix: 16) }
    self.init(sha256: digits.joined(), bytes: file.count, size: PixelSize(inHeaderOf: file))
  }

  /// The facts of a file; nil if it can't be read
  package init?(ofFile url: URL) {
    do {
      try self.init(of: PictureBytes(Data(contentsOf: url, options: .mappedIfSafe)))
    } catch { return nil }
  }
}

extension PixelSize {
  /// The size in a picture's header; nil if it isn't there
  package init?(inHeaderOf file: PictureBytes) {
    do {
      let start = try file.bytes(at: 0, count: min(PictureType.sniffedBytes, file.count))
      let size: (width: Int, height: Int)? =
        switch PictureType(start: Data(start)) {
        case .jpeg: try JPEGContainer.size(in: file)
        case .png: (try file.bigEndian(at: 16, bytes: 4), try file.bigEndian(at: 20, bytes: 4))
        case .gif: (try file.littleEndian(at: 6, bytes: 2), try file.littleEndian(at: 8, bytes: 2))
        case .webp: try WebPContainer.size(in: file)
        default: nil
        }
      self.init(width: size?.width, height: size?.height)
    } catch { return nil }
  }
}
