/// Percent-encoding (RFC 3986, 2.1)
extension String {
  /// The text with some bytes percent-encoded, always including those that aren't ASCII
  @inlinable package func percentEncoding(_ isEncoded: (UInt8) -> Bool) -> String {
    guard utf8.contains(where: isEncoded) else { return self }
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count + 16)
    for byte in utf8 {
      if isEncoded(byte) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 0xF)])
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text as a segment of a path or a value of a query, which every server reads the same way
  package var percentEncoded: String { percentEncoding { !$0.isUnreserved } }
}

extension Sequence<UInt8> {
  /// The bytes with percent-encoding decoded, and whether all of it is sound: a percent sign
  /// without two hexadecimal digits after it stays
  @inlinable package var percentDecoded: (bytes: [UInt8], isSound: Bool) {
    var (bytes, isSound) = ([UInt8](), true)
    var rest = Array(self)[...]
    bytes.reserveCapacity(rest.count)
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        bytes.append(byte)
      } else if let high = rest.first?.hexValue, let low = rest.dropFirst().first?.hexValue {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
        isSound = false
      }
    }
    return (bytes, isSound)
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text with percent-encoding decoded; nil if a percent sign isn't followed by two
  /// hexadecimal digits, or the bytes aren't UTF-8
  @inlinable package var percentDecoded: String? {
    guard utf8.contains(UInt8(ascii: "%")) else { return String(self) }
    let (bytes, isSound) = utf8.percentDecoded
    return isSound ? String(validating: bytes, as: UTF8.self) : nil
  }

  /// The names and values of an address's query in order, decoded as in forms: `+` is a blank, and
  /// broken percent-encoding stays as it is. A parameter without `=` has an empty value
  package var queryItems: [(name: String, value: String)] {
    components(at: "&", keepsEmpty: false).map { pair in
      let halves = pair.replacing(each: "+", by: " ").components(at: "=", maxSplits: 1).map {
        half in
        half.percentDecoded ?? String(half)
      }
      return (halves[0], halves.count > 1 ? halves[1] : "")
    }
  }
}
