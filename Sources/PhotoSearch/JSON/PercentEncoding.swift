/// Percent-encoding (RFC 3986, 2.1)
extension String {
  /// The text with some bytes percent-encoded, always including those that aren't ASCII
  package func percentEncoding(_ isEncoded: (UInt8) -> Bool) -> String {
    guard utf8.contains(where: isEncoded) else { return self }
    return utf8.reduce(into: "") { text, byte in
      if isEncoded(byte) {
        text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      } else {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
  }
}

extension StringProtocol {
  /// The text with percent-encoding decoded; nil if a percent sign isn't followed by two
  /// hexadecimal digits, or the bytes aren't UTF-8
  package var percentDecoded: String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
