/// Finds the values of query parameters that carry keys, in addresses and in any other text
///
/// In whatever escape an address stands there, and whatever its letters are written as. One pass,
/// which stops where a `=` is meant.
struct KeyParameters: Sendable {
  private let names: Set<String>
  /// The last letters of the names, in lower case
  private let endings: Bytes
  private let lengths: ClosedRange<Int>

  /// - Parameter names: in lower case
  init(_ names: Set<String>) {
    self.names = names.filter { !$0.isEmpty }
    endings = Bytes(self.names.compactMap(\.utf8.last))
    lengths = 1...(self.names.map(\.utf8.count).max() ?? 1)
  }

  /// Where their values stand
  ///
  /// - Parameter isAddress: all of it is one address, in which only `&` and `#` end a value
  func places(in bytes: UnsafeBufferPointer<UInt8>, isAddress: Bool) -> RedactedRanges {
    var places = RedactedRanges()
    let text = EscapedText(bytes: bytes)
    let mayMean = Self.mayMean
    let ends = isAddress ? Self.addressEnds : Self.textEnds
    var position = 0
    while position < bytes.count {
      while position < bytes.count, !mayMean.contains(bytes[position]) { position += 1 }
      guard let start = valueStart(at: position, in: text) else {
        position += 1
        continue
      }
      guard isKey(before: position, in: text) else {
        position = start
        continue
      }
      let isEscaped = bytes[position] != UInt8(ascii: "=")
      let end = end(of: start, in: text, at: ends, isEscaped: isEscaped)
      if !bytes[start..<end].elementsEqual(Redaction.word.utf8) { places.add(start..<end) }
      position = max(start, end)
    }
    return places
  }

  /// Where a `=` ends that begins here
  @inline(__always)
  private func valueStart(at position: Int, in text: EscapedText) -> Int? {
    let bytes = text.bytes
    guard position < bytes.count else { return nil }
    let byte = bytes[position]
    if byte == UInt8(ascii: "=") { return position + 1 }
    guard position + 2 < bytes.count else { return nil }
    let next = bytes[position + 1]
    let mayBe =
      switch byte {
      case UInt8(ascii: "%"): next == UInt8(ascii: "3") || next == UInt8(ascii: "2")
      case UInt8(ascii: "&"):
        next == UInt8(ascii: "#") || next == UInt8(ascii: "e") || next == UInt8(ascii: "a")
      default:
        next == UInt8(ascii: "\\") || next == UInt8(ascii: "x")
          || next == UInt8(ascii: "u") && bytes[position + 2] == UInt8(ascii: "0")
            && position + 5 < bytes.count && bytes[position + 5] | 0x20 == UInt8(ascii: "d")
      }
    guard mayBe else { return nil }
    var end: Int?
    text.forEachReading(at: position) { if $0.value == 0x3D { end = $0.end } }
    return end
  }

  /// Whether a key's name stands before this `=`, and before it what starts a parameter: the text
  /// itself, `?`, `&` or `#` in whatever escape
  private func isKey(before equals: Int, in text: EscapedText) -> Bool {
    let bytes = text.bytes
    var start = equals
    while start > 0, equals - start <= lengths.upperBound + 5, bytes[start - 1].isPartOfName {
      start -= 1
    }
    guard start > 0 else { return isName(bytes[start..<equals]) }
    switch bytes[start - 1] {
    case UInt8(ascii: "%"), UInt8(ascii: "\\"):
      return isName(after: start - 1, upTo: equals, in: text)
    case UInt8(ascii: ";"):
      let first = max(0, start - 12)
      guard let mark = bytes[first..<start].lastIndex(of: UInt8(ascii: "&")) else {
        return isName(bytes[start..<equals])
      }
      return isName(after: mark, upTo: equals, in: text)
    case let byte where Self.starters.contains(byte): return isName(bytes[start..<equals])
    default: return false
    }
  }

  /// The same where an escape begins before it: that of what starts the parameter, or of a letter
  private func isName(after escape: Int, upTo equals: Int, in text: EscapedText) -> Bool {
    var isName = false
    var isSpelled = false
    text.forEachReading(at: escape) { letter in
      guard letter.end > escape + 1, letter.end <= equals, letter.value < 0x80 else { return }
      let byte = UInt8(letter.value)
      if byte.isPartOfName {
        isSpelled = true
      } else if Self.starters.contains(byte) {
        isName = isName || self.isName(text.bytes[letter.end..<equals])
      }
    }
    return isName || isSpelled && isSpelledName(upTo: equals, in: text)
  }

  /// The same where its letters are escaped: what is before is read from further back
  private func isSpelledName(upTo equals: Int, in text: EscapedText) -> Bool {
    var name: [UInt8] = []
    var (isStarted, position) = (true, max(0, equals - 8 * lengths.upperBound))
    while position < equals, let letter = text.letter(at: position, layers: EscapedText.deepest) {
      let byte = letter.value < 0x80 ? UInt8(letter.value) : 0
      if byte.isPartOfName {
        name.append(byte)
      } else {
        isStarted = Self.starters.contains(byte)
        name = []
      }
      position = letter.end
    }
    return isStarted && position == equals && isName(name)
  }

  private func isName(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    guard let last = bytes.last, endings.contains(last | (last.isLetter ? 0x20 : 0)),
      lengths.contains(bytes.count)
    else { return false }
    return names.contains(String(decoding: bytes, as: UTF8.self).lowercased())
  }

  /// - Parameter isEscaped: so was the `=`, and what ends the value may be too
  private func end(
    of start: Int, in text: EscapedText, at ends: Bytes, isEscaped: Bool
  ) -> Int {
    var position = start
    while position < text.bytes.count {
      let byte = text.bytes[position]
      if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "%") && isEscaped {
        var (isEnd, end) = (false, position + 1)
        text.forEachReading(at: position) { letter in
          guard letter.end > position + 1 else { return }
          isEnd = isEnd || letter.value < 0x80 && ends.contains(UInt8(letter.value))
          end = letter.end
        }
        if isEnd || end == position + 1 && ends.contains(byte) { break }
        position = end
      } else if ends.contains(byte) {
        break
      } else {
        position += 1
      }
    }
    return position
  }

  /// Whether a byte may be a `=` or begin an escape of one, by the byte
  private static let mayMean = Bytes("=%&\\".utf8)
  private static let addressEnds = Bytes("&#".utf8)
  private static let textEnds = Bytes(Array("&#\"'<>\\;,)".utf8) + Array(0...0x20))
  private static let starters = Bytes("?&#; \t\n\r\"'(,<".utf8)

  /// A set of bytes, looked up without a hash
  private struct Bytes: Sendable {
    private var isIn = [Bool](repeating: false, count: 0x100)

    init(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { isIn[Int(byte)] = true }
    }

    func contains(_ byte: UInt8) -> Bool { isIn[Int(byte)] }
  }
}
