/// Bytes of a text in which each character may be escaped once: percent-encoded, or as in JSON or
/// HTML
struct EscapedBytes {
  let bytes: UnsafeBufferPointer<UInt8>

  /// The end of other bytes that begin at a place, escaped or not; nil if they aren't there
  func end(of wanted: [UInt8], at start: Int) -> Int? {
    var position = start
    for byte in wanted {
      guard position < bytes.count else { return nil }
      // An escape is tried first, as an escaped `&`, `%` or backslash begins with that character.
      if let escape = escape(at: position), escape.byte == byte {
        position = escape.end
      } else if bytes[position] == byte {
        position += 1
      } else {
        return nil
      }
    }
    return position
  }

  /// All escapes in the text, in order, each with the byte it stands for
  var escapes: [(start: Int, byte: UInt8, end: Int)] {
    let signs = "%\\&".utf8.flatMap(bytes.places)
    return signs.sorted().compactMap { start in
      escape(at: start).map { (start, $0.byte, $0.end) }
    }
  }

  private func escape(at start: Int) -> (byte: UInt8, end: Int)? {
    switch bytes[start] {
    case UInt8(ascii: "%"): return percentByte(at: start).map { ($0, start + 3) }
    case UInt8(ascii: "\\"):
      guard start + 1 < bytes.count else { return nil }
      let next = bytes[start + 1]
      if next == UInt8(ascii: "u") {
        return number(at: start + 2, digits: 4).flatMap(UInt8.init(exactly:)).map {
          ($0, start + 6)
        }
      }
      return next.isLetter || next.isDigit ? nil : (next, start + 2)
    case UInt8(ascii: "&"): return reference(at: start)
    default: return nil
    }
  }

  /// The byte of an HTML character reference: `&#61;`, `&#x3d;`, `&amp;`
  private func reference(at start: Int) -> (byte: UInt8, end: Int)? {
    let text = bytes[start..<min(start + 8, bytes.count)]
    guard let end = text.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self).lowercased()
    let value =
      name.begins(with: "#x")
      ? Int(name.dropFirst(2), radix: 16)
      : name.begins(with: "#") ? Int(name.dropFirst()) : Self.references[name]
    return value.flatMap(UInt8.init(exactly:)).map { ($0, end + 1) }
  }

  private static let references = ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27]

  /// The byte that `%XX` stands for
  func percentByte(at position: Int) -> UInt8? {
    guard bytes[position] == UInt8(ascii: "%") else { return nil }
    return number(at: position + 1, digits: 2).map { UInt8($0) }
  }

  /// The text with percent-encoding decoded; a character that lacks a byte becomes another
  var percentDecoded: String {
    var decoded: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let escaped = percentByte(at: position)
      decoded.append(escaped ?? bytes[position])
      position += escaped == nil ? 1 : 3
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private func number(at start: Int, digits: Int) -> Int? {
    guard start + digits <= bytes.count else { return nil }
    var number = 0
    for byte in bytes[start..<(start + digits)] {
      guard byte.isHexDigit else { return nil }
      number = number << 4 | Int(byte.isDigit ? byte & 0xF : byte & 0xF + 9)
    }
    return number
  }

  func isBase64(_ position: Int) -> Bool {
    bytes.indices.contains(position)
      && (bytes[position].isPartOfName || "+/".utf8.contains(bytes[position]))
  }
}
