import Foundation

/// Text that is searched, compared and split by its bytes
///
/// `Character` counts combining marks as part of the character before them: a quote followed by
/// U+0301 isn't a quote to it, and a comma isn't a comma, though every other reader sees one. So a
/// delimiter in text from outside is always looked for among the bytes.
extension StringProtocol where SubSequence == Substring {
  /// Whether the text begins with the bytes of another
  @inlinable package func begins(with start: String) -> Bool {
    withBytes(of: start) { bytes, start in bytes.has(start, at: 0) }
  }

  /// Whether the text ends with the bytes of another
  @inlinable package func ends(with end: String) -> Bool {
    withBytes(of: end) { bytes, end in bytes.has(end, at: bytes.count - end.count) }
  }

  /// Whether the text contains the bytes of another
  @inlinable package func contains(bytes text: String) -> Bool {
    withBytes(of: text) { bytes, text in bytes.firstOffset(of: text, from: 0) != nil }
  }

  /// All places where another text occurs, in order and without overlap
  @inlinable package func ranges(ofBytes text: String) -> [Range<Index>] {
    let starts = withBytes(of: text) { bytes, text in
      var starts: [Int] = []
      var from = 0
      while !text.isEmpty, let start = bytes.firstOffset(of: text, from: from) {
        starts.append(start)
        from = start + text.count
      }
      return starts
    }
    return starts.map { start in
      let first = utf8.index(startIndex, offsetBy: start)
      return first..<utf8.index(first, offsetBy: text.utf8.count)
    }
  }

  @inlinable func withBytes<Value>(
    of text: String,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Value
  ) -> Value {
    var (own, text) = (self[...], text)
    return own.withUTF8 { bytes in text.withUTF8 { body(bytes, $0) } }
  }

  /// The first place of an ASCII character
  @inlinable package func firstIndex(ofASCII character: Unicode.Scalar) -> Index? {
    var own = self[...]
    let offset = own.withUTF8 { $0.firstOffset(of: UInt8(ascii: character)) }
    return offset.map { utf8.index(startIndex, offsetBy: $0) }
  }

  /// The last place of an ASCII character
  @inlinable package func lastIndex(ofASCII character: Unicode.Scalar) -> Index? {
    self[...].utf8.lastIndex(of: UInt8(ascii: character))
  }

  /// The pieces of the text between ASCII characters of one kind
  ///
  /// - Parameters:
  ///   - maxSplits: most splits; the last piece keeps the separators that are left
  ///   - keepsEmpty: whether two separators side by side have an empty piece between them
  @inlinable package func components(
    at character: Unicode.Scalar, maxSplits: Int = .max, keepsEmpty: Bool = true
  ) -> [Substring] {
    var parts: [Substring] = []
    var start = startIndex
    while parts.count < maxSplits, let end = self[start...].firstIndex(ofASCII: character) {
      if keepsEmpty || start < end { parts.append(self[start..<end]) }
      start = utf8.index(after: end)
    }
    if keepsEmpty || start < endIndex { parts.append(self[start...]) }
    return parts
  }

  /// The text before the first ASCII character of a kind, and the rest from that character on
  @inlinable package func cut(at character: Unicode.Scalar) -> (before: Substring, rest: Substring)
  {
    let index = firstIndex(ofASCII: character) ?? endIndex
    return (self[..<index], self[index...])
  }

  /// Words joined by hyphens as a name in JSON: `maxRequests` for `max-requests`
  package var camelCased: String {
    let words = components(at: "-")
    return words.dropFirst().reduce(String(words[0])) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }

  /// The text with each ASCII character of one kind replaced by another text
  @inlinable package func replacing(each character: Unicode.Scalar, by text: String) -> String {
    guard utf8.contains(UInt8(ascii: character)) else { return String(self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count + 16)
    for byte in utf8 {
      if byte == UInt8(ascii: character) { bytes += text.utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text without white space at its ends
  @inlinable package var trimmed: String {
    let scalars = unicodeScalars[...].drop { $0.properties.isWhitespace }
    guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(self[scalars.startIndex...last])
  }
}

extension String {
  /// The text of bytes; bytes that aren't UTF-8 become U+FFFD
  ///
  /// If even one character isn't ASCII, such as a curved quotation mark, the standard library
  /// decodes the whole text byte by byte. Here long runs of ASCII are copied at once.
  package init(mostlyASCII bytes: UnsafeBufferPointer<UInt8>) {
    func text(_ range: Range<Int>) -> String {
      String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }
    var start = bytes.endOfASCII(from: 0)
    self = text(0..<start)
    guard start < bytes.count else { return }
    reserveCapacity(bytes.count)
    while start < bytes.count {
      var (end, next) = (start, start)
      repeat {
        end = next
        while end < bytes.count, bytes[end] >= 0x80 { end += 1 }
        next = bytes.endOfASCII(from: end)
      } while next < bytes.count && next - end < 32
      self += text(start..<end)
      self += text(end..<next)
      start = next
    }
  }
}

/// The standard library's own search of a collection looks types up while it runs, which takes some
/// twenty times as long for a text as short as an address.
extension UnsafeBufferPointer<UInt8> {
  /// The first place of a byte, at or after a start, and before an end if there is one
  @usableFromInline package func firstOffset(
    of byte: UInt8, from start: Int = 0, to end: Int? = nil
  )
    -> Int?
  {
    let end = end ?? count
    guard start < end, let first = baseAddress,
      let found = memchr(first + start, Int32(byte), end - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(first)
  }

  /// The end of the run of ASCII bytes that begins at a place
  fileprivate func endOfASCII(from start: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(self)
    var end = start
    while end + 8 <= count,
      bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      end += 8
    }
    while end < count, self[end] < 0x80 { end += 1 }
    return end
  }

  /// Whether other bytes stand at a place; false where the place is out of bounds
  @usableFromInline package func has(_ other: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, offset + other.count <= count else { return false }
    guard let own = baseAddress, let wanted = other.baseAddress else { return true }
    return memcmp(own + offset, wanted, other.count) == 0
  }

  /// The first place of other bytes, at or after a start
  @inlinable package func firstOffset(of wanted: UnsafeBufferPointer<UInt8>, from start: Int)
    -> Int?
  {
    guard let first = wanted.first else { return start }
    var start = start
    while let offset = firstOffset(of: first, from: start), offset + wanted.count <= count {
      if has(wanted, at: offset) { return offset }
      start = offset + 1
    }
    return nil
  }
}

/// Classes of ASCII characters, by byte: faster than `Character`, which handles all of Unicode
extension UInt8 {
  @inlinable package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  @inlinable package var isLowercase: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }

  /// An ASCII letter, capital or small
  @inlinable package var isLetter: Bool { (self | 0x20).isLowercase }

  /// A letter's small one; other bytes stay as they are
  @inlinable package var lowercased: UInt8 { isLetter ? self | 0x20 : self }

  @inlinable package var isHexDigit: Bool { hexValue != nil }

  /// The value of a hexadecimal digit
  @inlinable package var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      (self | 0x20) - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// A digit, a sign, a point or an exponent's e
  @inlinable package var isPartOfNumber: Bool {
    isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "+") || self == UInt8(ascii: ".")
      || lowercased == UInt8(ascii: "e")
  }

  /// A letter, a digit, `-` or `_`: what ids and names in addresses are made of
  @inlinable package var isPartOfName: Bool {
    isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }

  /// A character that every part of an address may have as it is (RFC 3986, 2.3)
  @inlinable package var isUnreserved: Bool {
    isPartOfName || self == UInt8(ascii: ".") || self == UInt8(ascii: "~")
  }
}

/// A set of ASCII characters, kept as one bit each, to look a text through quickly
package struct ASCIISet: Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var high: UInt64 = 0

  /// - Parameter signs: the ASCII characters of the set, in any order
  package init(_ signs: String) {
    for byte in signs.utf8 {
      precondition(byte < 128, "a set of ASCII has no other character")
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }
  }

  @inlinable
  package func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 != 0
  }
}
