import Foundation

/// JSON as bytes, members in the order they are written
///
/// A listing keeps each of its photos while it is printed: by hand, as JSONEncoder takes longer
/// for a photo than all else that is done for it.
struct RecordWriter {
  private var bytes: [UInt8] = []

  init() {
    bytes.reserveCapacity(2_048)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func raw(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func member(_ key: StaticString, _ value: String?) {
    raw(key)
    string(value)
  }

  mutating func member(_ key: StaticString, _ value: URL?) {
    member(key, value?.absoluteString)
  }

  mutating func member(_ key: StaticString, _ value: Int?) {
    raw(key)
    guard let value else { return raw("null") }
    bytes.append(contentsOf: String(value).utf8)
  }

  /// null for what JSON cannot write
  mutating func member(_ key: StaticString, _ value: Double?) {
    raw(key)
    guard let value, value.isFinite else { return raw("null") }
    bytes.append(contentsOf: value.description.utf8)
  }

  mutating func list<Element>(
    _ key: StaticString, _ elements: [Element], _ write: (inout RecordWriter, Element) -> Void
  ) {
    raw(key)
    raw("[")
    for (index, element) in elements.enumerated() {
      if index > 0 { raw(",") }
      write(&self, element)
    }
    raw("]")
  }

  mutating func string(_ value: String?) {
    guard var value else { return raw("null") }
    raw("\"")
    value.withUTF8 { text in
      var start = 0
      for (index, byte) in text.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
        bytes.append(contentsOf: text[start..<index])
        escape(byte)
        start = index + 1
      }
      bytes.append(contentsOf: text[start...])
    }
    raw("\"")
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    guard byte < 0x20 else { return bytes.append(byte) }
    raw("u00")
    for digit in [byte >> 4, byte & 15] {
      bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }
  }
}
