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
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
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
      precondition(byte < 128, "a set of ASCII has no other sign")
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }
  }

  @inlinable
  package func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 != 0
  }
}
