package import Foundation

/// A picture file's bytes, read in parts as they are looked at: it may be larger than is good to hold
package struct PictureBytes {
  /// Bytes that are read at a time, for those nearby
  private static let windowSize = 16_384

  /// How many there are
  package let count: Int
  private let read: (Range<Int>) throws -> [UInt8]
  private var window: [UInt8] = []
  private var windowStart = 0

  /// - Parameters:
  ///   - count: of the whole file
  ///   - read: its bytes in a range, all of them
  package init(count: Int, read: @escaping (Range<Int>) throws -> [UInt8]) {
    self.count = count
    self.read = read
  }

  /// Those that are in memory
  package init(_ data: Data) {
    self.init(count: data.count) { range in
      let start = data.startIndex + range.lowerBound
      return [UInt8](data[start..<start + range.count])
    }
  }

  /// - Throws: ``EmbeddingRefusal``: `damaged` for bytes beyond the end, `unreadableFile`.
  package mutating func bytes(at place: Int, count: Int) throws(EmbeddingRefusal) -> [UInt8] {
    guard place >= 0, count >= 0, place <= self.count, count <= self.count - place else {
      throw .damaged
    }
    let end = windowStart + window.count
    if place < windowStart || place + count > end {
      let size = max(count, Self.windowSize)
      window = try part(place..<min(place + size, self.count))
      windowStart = place
    }
    let start = place - windowStart
    return Array(window[start..<start + count])
  }

  /// Unsigned, the most significant byte first
  mutating func bigEndian(at place: Int, bytes count: Int) throws(EmbeddingRefusal) -> Int {
    try bytes(at: place, count: count).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Unsigned, the least significant byte first
  mutating func littleEndian(at place: Int, bytes count: Int) throws(EmbeddingRefusal) -> Int {
    try bytes(at: place, count: count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Where a byte of 0xFF next stands; nil for nowhere
  ///
  /// Compressed pictures are all that is read as a whole, and byte by byte that takes its time.
  mutating func nextFF(from place: Int) throws(EmbeddingRefusal) -> Int? {
    var place = place
    while place < count {
      let isInWindow = place >= windowStart && place < windowStart + window.count
      if !isInWindow {
        window = try part(place..<min(place + Self.windowSize * 16, count))
        windowStart = place
      }
      let skipped = place - windowStart
      let found = window.withUnsafeBytes { window -> Int? in
        guard let base = window.baseAddress,
          let hit = memchr(base + skipped, 0xFF, window.count - skipped)
        else { return nil }
        return UnsafeRawPointer(hit) - base
      }
      if let found { return windowStart + found }
      place = windowStart + window.count
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

/// Some bytes of a file, and what takes their place
package struct PictureEdit: Hashable, Sendable {
  /// Where they begin in the file as it was
  package let offset: Int
  /// How many they are; 0 where something is inserted
  package let removed: Int
  /// What stands there afterwards
  package let inserted: [UInt8]

  init(at offset: Int, removing removed: Int = 0, inserting inserted: [UInt8]) {
    self.offset = offset
    self.removed = removed
    self.inserted = inserted
  }
}

extension [PictureEdit] {
  /// Gives out a file as it is afterwards, part by part
  ///
  /// They are in the order of their offsets and don't overlap, as all of this module are.
  ///
  /// - Parameters:
  ///   - bytes: of the file as it was
  ///   - partSize: bytes that are copied at a time
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
    var place = 0
    for edit in self {
      precondition(edit.offset >= place, "edits are in order")
      try copy(place..<edit.offset)
      try write(edit.inserted)
      place = edit.offset + edit.removed
    }
    try copy(place..<bytes.count)
  }

  /// How many bytes longer the file becomes; below 0 where it becomes shorter
  package var growth: Int { reduce(0) { $0 + $1.inserted.count - $1.removed } }
}
