public import Foundation
import Platform

/// A place in a merged search that can be printed, stored and continued from
///
/// The token is URL-safe and contains no secrets. It has the plan (words, filters, order,
/// providers) and, so that no photo comes twice, a mark of less than 6 bytes for each photo seen.
/// Two photos rarely share a mark: that loses one photo in some millions.
public struct SearchCursor: Hashable, Sendable {
  /// The position that the cursor stands for
  let position: SearchPosition

  /// The words and filters
  public var query: PhotoQuery { position.plan.query }

  /// The providers, in the order of their turns
  public var providers: [ProviderID] { plan.providers }

  package var plan: SearchPlan { position.remainingPlan }

  /// The cursor without some of its providers; the others continue at their places
  ///
  /// Photos that were seen stay marked, so a copy of one isn't shown.
  package func leavingOut(_ providers: [ProviderID]) -> SearchCursor {
    var position = position
    for (index, id) in position.plan.providers.enumerated() where providers.contains(id) {
      position.sources[index] = SourcePosition(isLeftOut: true)
    }
    return SearchCursor(position: position)
  }
}

/// Why a text can't be read as a cursor
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum SearchCursorError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The text was cut or changed, or never was a cursor
  case damaged
  /// A later version of this library wrote the cursor; this is the cursor's version
  case laterVersion(Int)
  /// An earlier version of this library wrote the cursor, with other marks for photos; this is the
  /// cursor's version
  case earlierVersion(Int)

  /// The message for people: what happened and what to do next
  public var description: String {
    switch self {
    case .damaged:
      "this isn't an imgsearch cursor, or it was cut or changed on the way; "
        + "copy the whole of it again, or start the search again"
    case .laterVersion(let version):
      "this cursor is of version \(version), which a later imgsearch wrote; "
        + "update imgsearch, or start the search again"
    case .earlierVersion(let version):
      "this cursor is of version \(version), which an earlier imgsearch wrote; "
        + "start the search again"
    }
  }

  /// ``description``, for `LocalizedError`
  public var errorDescription: String? { description }
}

extension SearchCursor: CustomStringConvertible {
  /// The latest version that this library writes; the changelog names it too
  static let version: UInt8 = 5
  /// The version of searches that left out no provider on the way, and of lists without an author,
  /// a tag or a photo
  private static let plain: UInt8 = 3
  /// The version of lists by an author, with a tag or like a photo
  private static let ofSubject: UInt8 = 4
  /// The oldest version that can be read; its searches continue as they were asked
  private static let oldest: UInt8 = 2

  /// The token
  public var description: String {
    if position.sources.contains(where: \.isLeftOut) { return token(of: Self.version) }
    return token(of: query.subject == nil && query.filters.tag == nil ? Self.plain : Self.ofSubject)
  }

  private func token(of version: UInt8) -> String {
    var bytes = [version]
    position.encode(into: &bytes, version: version)
    bytes += withUnsafeBytes(of: Self.checksum(bytes[...]).bigEndian, Array.init)
    return Data(bytes).base64EncodedString()
      .replacing(each: "+", by: "-").replacing(each: "/", by: "_").replacing(each: "=", by: "")
  }

  /// Reads a token; white space around it and padding are ignored
  public init(_ token: String) throws(SearchCursorError) {
    let token = token.trimmed.replacing(each: "=", by: "")
    let padding = String(repeating: "=", count: (4 - token.utf8.count % 4) % 4)
    let standard = token.replacing(each: "-", by: "+").replacing(each: "_", by: "/") + padding
    guard let data = Data(base64Encoded: standard), data.count > 5 else { throw .damaged }
    let bytes = [UInt8](data)
    let stored = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard stored == Self.checksum(bytes.dropLast(4)) else { throw .damaged }
    let version = bytes[0]
    guard version <= Self.version else { throw .laterVersion(Int(version)) }
    guard version > 0 else { throw .damaged }
    guard version >= Self.oldest else { throw .earlierVersion(Int(version)) }
    var reader = ByteReader(bytes: Array(bytes.dropFirst().dropLast(4)))
    guard let position = SearchPosition(from: &reader, version: version) else { throw .damaged }
    self.init(position: position)
    guard self.token(of: version) == token else { throw .damaged }
  }

  /// A 32-bit FNV-1a hash
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}

extension SearchCursor: Codable {
  /// Reads the token
  public init(from decoder: any Decoder) throws { try self.init(try String(from: decoder)) }

  /// Writes the token
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

/// Writes numbers and short texts, for cursors
extension [UInt8] {
  /// Writes seven bits per byte, the lowest first (LEB128)
  mutating func append(varint value: UInt64) {
    var value = value
    while value > 0x7f {
      append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    append(UInt8(value))
  }

  /// Writes a text after the number of its bytes
  mutating func append(text: String) {
    append(varint: UInt64(text.utf8.count))
    self += text.utf8
  }
}

/// Reads the bytes of a cursor; each method returns nil past the end, and for invalid bytes
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0
  /// How many bits of the last byte that was read are left
  private var bitsLeft = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var remaining: Int { bytes.count - position }

  mutating func readByte() -> UInt8? {
    guard remaining > 0 else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func readVarint() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard let byte = readByte() else { return nil }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  mutating func readText() -> String? {
    guard let count = readVarint(), count <= UInt64(remaining) else { return nil }
    defer { position += Int(count) }
    return String(validating: bytes[position..<position + Int(count)], as: UTF8.self)
  }

  /// The next bit of a byte, the most significant first
  mutating func readBit() -> Bool? {
    if bitsLeft == 0 {
      guard readByte() != nil else { return nil }
      bitsLeft = 8
    }
    bitsLeft -= 1
    return bytes[position - 1] >> UInt8(bitsLeft) & 1 == 1
  }

  /// The number of ones before the next zero
  mutating func readRun() -> UInt64? {
    var run: UInt64 = 0
    while let bit = readBit() {
      guard bit else { return run }
      run += 1
    }
    return nil
  }

  mutating func readBits(_ count: UInt64) -> UInt64? {
    var value: UInt64 = 0
    for _ in 0..<count {
      guard let bit = readBit() else { return nil }
      value = value << 1 | (bit ? 1 : 0)
    }
    return value
  }
}

/// Encodes the marks of ``SeenPhotos`` in few bytes: sorted, with the gaps between them as Rice
/// codes
///
/// A mark costs about 42.6 − log₂(count) bits: 35 bits with 200 marks, 26 with 100,000.
enum MarkCoding {
  static func encode(_ marks: MarkSet, into bytes: inout [UInt8]) {
    bytes.append(varint: UInt64(marks.count))
    guard marks.count > 0 else { return }
    let shift = Self.shift(for: marks.count)
    var bits = BitWriter()
    var previous: UInt64 = 0
    for mark in marks.ascending {
      let gap = mark - previous
      bits.write(run: gap >> shift)
      bits.write(gap, count: shift)
      previous = mark
    }
    bytes += bits.bytes
  }

  /// Decodes a set of marks; nil for other bytes
  static func decode(from reader: inout ByteReader) -> MarkSet? {
    guard let count = reader.readVarint() else { return nil }
    var marks = MarkSet()
    guard count > 0 else { return marks }
    let bitsThere = reader.remaining * 8
    guard count <= UInt64(bitsThere) else { return nil }
    let shift = Self.shift(for: Int(count))
    guard Int(count) <= bitsThere / Int(shift + 1) else { return nil }
    var mark: UInt64 = 0
    for _ in 0..<count {
      guard let high = reader.readRun(), let low = reader.readBits(shift) else { return nil }
      guard high <= 1 << (SeenPhotos.bits - shift) else { return nil }
      mark += high << shift | low
      guard mark < 1 << SeenPhotos.bits else { return nil }
      marks.insert(mark)
    }
    return marks
  }

  /// How many low bits of a gap are written unchanged: log₂ of the mean gap
  private static func shift(for count: Int) -> UInt64 {
    let gap = UInt64(1) << SeenPhotos.bits / UInt64(count)
    return gap < 2 ? 0 : min(SeenPhotos.bits - 1, UInt64(63 - gap.leadingZeroBitCount))
  }
}

/// Writes bits, the most significant first
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var free = 0

  mutating func write(_ bit: Bool) {
    if free == 0 {
      bytes.append(0)
      free = 8
    }
    free -= 1
    if bit { bytes[bytes.count - 1] |= 1 << UInt8(free) }
  }

  mutating func write(_ value: UInt64, count: UInt64) {
    for place in (0..<count).reversed() { write(value >> place & 1 == 1) }
  }

  /// So many ones, and a zero
  mutating func write(run ones: UInt64) {
    for _ in 0..<ones { write(true) }
    write(false)
  }
}
