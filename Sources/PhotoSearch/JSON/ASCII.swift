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

extension Double {
  /// Without the decimals of a whole number: `20`, `1.5`
  package var plainText: String { Int(exactly: self).map(String.init) ?? description }
}

/// Text searched, compared and taken apart by its bytes
///
/// `Character` counts the combining marks after a sign as a part of it: to it, a quote with U+0301
/// behind it isn't a quote, and a comma isn't a comma, while every other reader sees one. Whatever
/// looks for a delimiter in text from outside looks for bytes.
extension StringProtocol where SubSequence == Substring {
  /// Whether its first bytes are these
  package func begins(with start: String) -> Bool { utf8.starts(with: start.utf8) }

  /// Whether its last bytes are these
  package func ends(with end: String) -> Bool {
    utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
  }

  /// Whether these bytes are somewhere in it
  package func holds(_ text: String) -> Bool { utf8.firstRange(of: text.utf8) != nil }

  /// Where an ASCII sign first stands
  package func firstPlace(of sign: Unicode.Scalar) -> Index? {
    utf8.firstIndex(of: UInt8(ascii: sign))
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
    utf8.split(
      separator: UInt8(ascii: sign), maxSplits: maxSplits, omittingEmptySubsequences: !keepsEmpty
    ).map { self[$0.startIndex..<$0.endIndex] }
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
