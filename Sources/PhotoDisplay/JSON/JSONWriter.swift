import Foundation

/// JSON as bytes: compact, keys in the order they are written, the same bytes for the same values
///
/// Text is left as it is, slashes too, but for what JSON forbids and what a terminal should not
/// get: control, bidirectional and invisible characters are escaped.
struct JSONWriter {
  private var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Punctuation and keys, known when this program is compiled
  mutating func raw(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func null() { raw("null") }

  mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  mutating func number(_ value: Int?) {
    guard let value else { return null() }
    bytes.append(contentsOf: String(value).utf8)
  }

  /// null for what JSON cannot write
  mutating func number(_ value: Double?) {
    guard let value, value.isFinite else { return null() }
    bytes.append(contentsOf: value.description.utf8)
  }

  /// `"2023-05-01T12:00:00Z"`; null for what four digits of a year cannot write
  mutating func date(_ value: Date?) {
    guard let date = value.flatMap(CivilDate.init) else { return null() }
    bytes.append(UInt8(ascii: "\""))
    date.appendInternetTime(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func string(_ value: String?) {
    guard var value else { return null() }
    bytes.append(UInt8(ascii: "\""))
    value.withUTF8 { append($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Several pieces as one string, all of it known to need no escape but what is in the pieces
  mutating func string(_ first: String, _ separator: StaticString, _ second: String) {
    var (first, second) = (first, second)
    bytes.append(UInt8(ascii: "\""))
    first.withUTF8 { append($0) }
    raw(separator)
    second.withUTF8 { append($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// `[…]`
  mutating func list<Element>(_ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
    raw("[")
    var isFirst = true
    for element in elements {
      if !isFirst { raw(",") }
      isFirst = false
      write(&self, element)
    }
    raw("]")
  }

  /// Copies runs that need no escape as a whole
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
      bytes.append(contentsOf: text[start..<index])
      JSONEscape.append(text[index..<index + length], to: &bytes)
      index += length
      start = index
    }
    bytes.append(contentsOf: text[start...])
  }
}
