package import Foundation
import Platform

/// JSON as bytes: compact, keys in the order they are written, the same bytes for the same values
///
/// Slashes and other text stay as they are. Escaped are the characters that JSON forbids, and those
/// that may mislead a reader at a terminal: control, bidirectional and invisible characters.
/// Joiners, variation selectors and soft hyphens aren't escaped, because emoji and scripts need
/// them. Any JSON reader gets the original text back.
package struct JSONWriter: ~Copyable {
  private var bytes: ByteBuffer

  package init(capacity: Int) { bytes = ByteBuffer(capacity: capacity) }

  package var text: String { bytes.text }

  /// Bytes that a text takes when written, without its quotation marks
  package static func length(of text: String) -> Int {
    var json = JSONWriter(capacity: text.utf8.count + 2)
    json.string(text)
    return json.bytes.count - 2
  }

  /// Writes punctuation and keys that are constants of the program
  package mutating func raw(_ literal: StaticString) { bytes.append(literal) }

  package mutating func null() { raw("null") }

  package mutating func bool(_ value: Bool?) { raw(value.map { $0 ? "true" : "false" } ?? "null") }

  package mutating func number(_ value: Int?) {
    guard let value else { return null() }
    bytes.append(String(value))
  }

  /// Writes a number; null for one that JSON cannot write, such as infinity
  package mutating func number(_ value: Double?) {
    guard let value, value.isFinite else { return null() }
    bytes.append(value.description)
  }

  /// Writes `"2023-05-01T12:00:00Z"`; null for a year that four digits cannot write
  package mutating func date(_ value: Date?) {
    guard let date = value.flatMap(CalendarDate.init) else { return null() }
    string { $0.part(date.time) }
  }

  package mutating func string(_ value: String?) {
    guard let value else { return null() }
    string { $0.part(value) }
  }

  /// Writes one string made of several parts
  package mutating func string(_ write: (inout JSONWriter) -> Void) {
    bytes.append(UInt8(ascii: "\""))
    write(&self)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a part of a string
  package mutating func part(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Writes an array: `[…]`
  package mutating func list<Element>(
    _ elements: [Element], _ write: (inout JSONWriter, Element) throws -> Void
  ) rethrows {
    raw("[")
    var isFirst = true
    for element in elements {
      if !isFirst { raw(",") }
      isFirst = false
      try write(&self, element)
    }
    raw("]")
  }

  /// The text of one object
  package static func object(
    capacity: Int = 256, _ write: (inout JSONWriter) throws -> Void
  ) rethrows -> String {
    var json = JSONWriter(capacity: capacity)
    try json.object(write)
    return json.text
  }

  /// Writes an object: `{…}`
  package mutating func object(_ write: (inout JSONWriter) throws -> Void) rethrows {
    raw("{")
    try write(&self)
    raw("}")
  }

  /// Writes a member's name, with a comma before it unless it is the first; the value must follow
  package mutating func member(_ name: StaticString) {
    raw(bytes.last == UInt8(ascii: "{") ? "\"" : ",\"")
    raw(name)
    raw("\":")
  }

  /// Writes a member's name that isn't a constant of the program
  package mutating func member(named name: String) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    string(name)
    bytes.append(UInt8(ascii: ":"))
  }

  package mutating func member(_ name: StaticString, _ value: String?) {
    member(name)
    string(value)
  }

  package mutating func member(_ name: StaticString, _ value: Int?) {
    member(name)
    number(value)
  }

  package mutating func member(_ name: StaticString, _ value: Double?) {
    member(name)
    number(value)
  }

  package mutating func member(_ name: StaticString, _ value: Bool?) {
    member(name)
    bool(value)
  }

  package mutating func member(_ name: StaticString, _ value: Date?) {
    member(name)
    date(value)
  }

  /// Writes an object made of a value's members, or null without a value
  package mutating func member<Value>(
    _ name: StaticString, _ value: Value?, _ members: (inout JSONWriter, Value) -> Void
  ) {
    member(name)
    guard let value else { return null() }
    object { json in members(&json, value) }
  }

  /// - Parameter texts: the strings of an array
  package mutating func member(_ name: StaticString, _ texts: [String]?) {
    member(name)
    guard let texts else { return null() }
    list(texts) { json, text in json.string(text) }
  }

  /// - Parameter members: written in this order; names may contain anything
  package mutating func member(_ name: StaticString, _ members: [(name: String, value: String)]?) {
    member(name, members) { json, members in
      for (name, value) in members {
        json.member(named: name)
        json.string(value)
      }
    }
  }

  /// A member that is an object
  package mutating func member(
    _ name: StaticString, _ members: (inout JSONWriter) throws -> Void
  ) rethrows {
    member(name)
    try object(members)
  }

  /// A member that is an array of objects
  package mutating func objects<Element>(
    _ name: StaticString, _ elements: [Element], _ members: (inout JSONWriter, Element) -> Void
  ) {
    member(name)
    list(elements) { json, element in json.object { members(&$0, element) } }
  }

  /// - Parameter value: finished JSON, copied as it is
  package mutating func member(_ name: StaticString, written value: String) {
    member(name)
    bytes.append(value)
  }

  /// Writes a value of another text as it is there
  package mutating func copy(_ value: JSONValue) {
    // A string's range leaves out its quotes.
    let quotes = value.kind == .string ? 1 : 0
    let range = value.range.lowerBound - quotes..<value.range.upperBound + quotes
    value.document.text.read(range) { bytes.append($0) }
  }

  /// Copies runs of text that need no escape at once
  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var index = 0
    let raw = UnsafeRawBufferPointer(text)
    while index < text.count {
      index += JSONEscape.plainPrefix(at: index, in: raw)
      guard index < text.count else { break }
      let length = JSONEscape.length(at: index, in: text)
      if length == 0 {
        index += 1
        continue
      }
      bytes.append(UnsafeBufferPointer(rebasing: text[start..<index]))
      JSONEscape.append(text[index..<index + length], to: &bytes)
      index += length
      start = index
    }
    bytes.append(UnsafeBufferPointer(rebasing: text[start...]))
  }
}

/// Which characters of a JSON string must be escaped
private enum JSONEscape {
  /// How many bytes from here on are ASCII that needs no escape, counted eight at a time
  static func plainPrefix(at index: Int, in text: UnsafeRawBufferPointer) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    var next = index
    while next + 8 <= text.count {
      let word = text.loadUnaligned(fromByteOffset: next, as: UInt64.self)
      // A byte of the difference has its high bit set if the byte was below what is subtracted.
      let control = word &- ones &* 0x20
      let quote = (word ^ ones &* 0x22) &- ones
      let backslash = (word ^ ones &* 0x5C) &- ones
      let delete = word &+ ones
      if (word | control | quote | backslash | delete) & high != 0 { break }
      next += 8
    }
    return next - index
  }

  /// How many bytes of UTF-8 from here on must be escaped; 0 for none
  static func length(at index: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    let byte = text[index]
    if byte < 0x80 { return byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F ? 1 : 0 }
    func next(_ offset: Int) -> UInt8 { index + offset < text.count ? text[index + offset] : 0 }
    // Nearly all text is decided by its first byte: characters to escape begin with one of these.
    let count: Int
    switch byte {
    case 0xC2, 0xCD, 0xD8: count = 2
    case 0xE1, 0xE2, 0xE3, 0xEF: count = 3
    case 0xF0, 0xF3: count = 4
    default: return 0
    }
    guard index + count <= text.count else { return 0 }
    var value = UInt32(byte & (0x7F >> UInt8(count)))
    for place in index + 1..<index + count { value = value << 6 | UInt32(text[place] & 0x3F) }
    return Unicode.Scalar(value)?.isHidden == true ? count : 0
  }

  /// - Parameter scalar: the UTF-8 of one character, to be written as `\u` escapes
  static func append(_ scalar: Slice<UnsafeBufferPointer<UInt8>>, to bytes: inout ByteBuffer) {
    for unit in String(decoding: scalar, as: UTF8.self).utf16 {
      bytes.append(short(unit) ?? "\\u" + unit.text(digits: 4, radix: 16))
    }
  }

  private static func short(_ unit: UInt16) -> String? {
    switch unit {
    case 0x08: #"\b"#
    case 0x09: #"\t"#
    case 0x0A: #"\n"#
    case 0x0C: #"\f"#
    case 0x0D: #"\r"#
    case 0x22: #"\""#
    case 0x5C: #"\\"#
    default: nil
    }
  }
}

/// A growing buffer of bytes
///
/// It owns its memory: an array would check before each append whether its memory is shared, which
/// takes longer than to write the few bytes between two members of JSON.
struct ByteBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// - Parameter capacity: bytes to reserve before the buffer has to grow
  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  var last: UInt8? { count > 0 ? start[count - 1] : nil }

  /// The bytes as text; those that aren't UTF-8 become U+FFFD
  var text: String { String(mostlyASCII: UnsafeBufferPointer(start: start, count: count)) }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    start[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if capacity - count < bytes.count { grow(by: bytes.count) }
    guard let first = bytes.baseAddress else { return }
    (start + count).initialize(from: first, count: bytes.count)
    count += bytes.count
  }

  @inline(__always)
  mutating func append(_ literal: StaticString) { literal.withUTF8Buffer { append($0) } }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  @inline(never)
  private mutating func grow(by room: Int) {
    capacity = max(2 * capacity, count + room)
    let wider = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    wider.initialize(from: start, count: count)
    start.deallocate()
    start = wider
  }
}
