internal import Foundation

/// Classes of ASCII characters, by byte: `Character` knows all of Unicode, and takes its time
extension UInt8 {
  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }

  /// Of either case
  var isLetter: Bool { (self | 0x20).isLowercase }

  var isHexDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }

  /// A digit, a sign, a point or an exponent's e
  var isPartOfNumber: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// A letter, a digit, `-` or `_`: what ids and names in addresses are made of
  var isPartOfName: Bool {
    isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }

  /// What stands for itself in every part of an address (RFC 3986, 2.3)
  var isUnreserved: Bool { isPartOfName || self == UInt8(ascii: ".") || self == UInt8(ascii: "~") }
}

/// Some signs of ASCII: a bit for each, where text is looked through sign by sign
struct ASCIISet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// - Parameter signs: of ASCII, in any order
  init(_ signs: String) {
    for byte in signs.utf8 {
      precondition(byte < 128, "a set of ASCII has no other sign")
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 != 0
  }
}

extension Double {
  /// Without the decimals of a whole number: `20`, `1.5`
  package var plainText: String { Int(exactly: self).map(String.init) ?? description }
}

extension BinaryInteger {
  /// In at least so many digits, with zeros before it
  ///
  /// - Parameter count: digits; for a number below 0 one of them is its sign
  package func text(digits count: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}

/// Text searched, compared and taken apart by its bytes
///
/// `Character` counts the combining marks after a sign as a part of it: to it, a quote with U+0301
/// behind it isn't a quote, and a comma isn't a comma, while every other reader sees one. Whatever
/// looks for a delimiter in text from outside looks for bytes.
extension StringProtocol where SubSequence == Substring {
  /// Whether its first bytes are these
  package func begins(with start: String) -> Bool {
    withBytes(of: start) { bytes, start in bytes.has(start, at: 0) }
  }

  /// Whether its last bytes are these
  package func ends(with end: String) -> Bool {
    withBytes(of: end) { bytes, end in bytes.has(end, at: bytes.count - end.count) }
  }

  /// Whether these bytes are somewhere in it
  package func holds(_ text: String) -> Bool {
    withBytes(of: text) { bytes, text in bytes.firstPlace(of: text, from: 0) != nil }
  }

  /// Where these bytes stand, each place behind the one before it
  package func places(of text: String) -> [Range<Index>] {
    let starts = withBytes(of: text) { bytes, text in
      var starts: [Int] = []
      var from = 0
      while !text.isEmpty, let start = bytes.firstPlace(of: text, from: from) {
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

  private func withBytes<Value>(
    of text: String,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Value
  ) -> Value {
    var (own, text) = (self[...], text)
    return own.withUTF8 { bytes in text.withUTF8 { body(bytes, $0) } }
  }

  /// Where an ASCII sign first stands
  package func firstPlace(of sign: Unicode.Scalar) -> Index? {
    var own = self[...]
    let place = own.withUTF8 { $0.firstPlace(of: UInt8(ascii: sign)) }
    return place.map { utf8.index(startIndex, offsetBy: $0) }
  }

  /// Where an ASCII sign last stands
  package func lastPlace(of sign: Unicode.Scalar) -> Index? {
    self[...].utf8.lastIndex(of: UInt8(ascii: sign))
  }

  /// What stands between ASCII signs
  ///
  /// - Parameters:
  ///   - maxSplits: how often it is parted, the last piece keeping the signs that are left
  ///   - keepsEmpty: whether two signs side by side have an empty piece between them
  package func parts(
    at sign: Unicode.Scalar, maxSplits: Int = .max, keepsEmpty: Bool = true
  ) -> [Substring] {
    var parts: [Substring] = []
    var start = startIndex
    while parts.count < maxSplits, let end = self[start...].firstPlace(of: sign) {
      if keepsEmpty || start < end { parts.append(self[start..<end]) }
      start = utf8.index(after: end)
    }
    if keepsEmpty || start < endIndex { parts.append(self[start...]) }
    return parts
  }

  /// What stands before the first ASCII sign of a kind, and the sign with all that follows it
  package func cut(at sign: Unicode.Scalar) -> (before: Substring, rest: Substring) {
    let place = firstPlace(of: sign) ?? endIndex
    return (self[..<place], self[place...])
  }

  /// With small ASCII letters in place of capital ones, and all else as it is
  package var lowercasedASCII: String {
    String(decoding: utf8.map { $0.isLetter ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Words with hyphens between them as a name in JSON: `maxRequests` for `max-requests`
  package var camelCased: String {
    let words = parts(at: "-")
    return words.dropFirst().reduce(String(words[0])) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }

  /// With another text in the place of each ASCII sign of that kind
  package func replacing(each sign: Unicode.Scalar, by text: String) -> String {
    guard utf8.contains(UInt8(ascii: sign)) else { return String(self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count + 16)
    for byte in utf8 {
      if byte == UInt8(ascii: sign) { bytes += text.utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Without white space at its ends
  package var trimmed: String {
    let scalars = unicodeScalars[...].drop { $0.properties.isWhitespace }
    guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(self[scalars.startIndex...last])
  }
}

extension String {
  /// The text of bytes; what isn't UTF-8 becomes U+FFFD
  ///
  /// The library takes byte after byte of what isn't ASCII from end to end, for one curved quotation
  /// mark too: here long runs of ASCII are read by themselves.
  init(mostlyASCII bytes: UnsafeBufferPointer<UInt8>) {
    func text(_ range: Range<Int>) -> String {
      String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }
    var place = bytes.endOfASCII(from: 0)
    self = text(0..<place)
    guard place < bytes.count else { return }
    reserveCapacity(bytes.count)
    while place < bytes.count {
      var (end, next) = (place, place)
      repeat {
        end = next
        while end < bytes.count, bytes[end] >= 0x80 { end += 1 }
        next = bytes.endOfASCII(from: end)
      } while next < bytes.count && next - end < 32
      self += text(place..<end)
      self += text(end..<next)
      place = next
    }
  }
}

/// The library's own search of a collection looks each type up while it runs, and takes some twenty
/// times as long for the few bytes that an address has.
extension UnsafeBufferPointer<UInt8> {
  /// Where a byte first stands, from a place on
  func firstPlace(of byte: UInt8, from start: Int = 0) -> Int? {
    guard start < count, let first = baseAddress,
      let found = memchr(first + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(first)
  }

  /// Where a run of ASCII ends that begins at a place
  fileprivate func endOfASCII(from start: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(self)
    var place = start
    while place + 8 <= count,
      bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      place += 8
    }
    while place < count, self[place] < 0x80 { place += 1 }
    return place
  }

  /// Where a byte stands
  func places(of byte: UInt8) -> [Int] {
    var places: [Int] = []
    var start = 0
    while let place = firstPlace(of: byte, from: start) {
      places.append(place)
      start = place + 1
    }
    return places
  }

  /// Whether other bytes stand at a place, which may lie outside
  func has(_ other: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    guard place >= 0, place + other.count <= count else { return false }
    guard let own = baseAddress, let wanted = other.baseAddress else { return true }
    return memcmp(own + place, wanted, other.count) == 0
  }

  /// Where other bytes first stand, from a place on
  func firstPlace(of wanted: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let first = wanted.first else { return start }
    var start = start
    while let place = firstPlace(of: first, from: start), place + wanted.count <= count {
      if has(wanted, at: place) { return place }
      start = place + 1
    }
    return nil
  }
}
