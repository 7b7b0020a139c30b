import Platform

/// A text, and the same text with its escapes resolved once: percent-encoding, and those of JSON
/// and HTML
struct EscapedText {
  /// The text itself
  let bytes: UnsafeBufferPointer<UInt8>
  /// Start and end of each escape in the text, and the place of its byte in ``plain``
  private var escapes: [(start: Int, end: Int, place: Int)] = []
  /// The text with its escapes resolved; empty if it has none
  private var plain: [UInt8] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    func place(of sign: UInt8, from start: Int = 0) -> Int {
      bytes.firstPlace(of: sign, from: start) ?? bytes.count
    }
    var percent = place(of: UInt8(ascii: "%"))
    var backslash = place(of: UInt8(ascii: "\\"))
    var ampersand = place(of: UInt8(ascii: "&"))
    var copied = 0
    while true {
      let start = min(percent, min(backslash, ampersand))
      guard start < bytes.count else { break }
      let next = place(of: bytes[start], from: start + 1)
      switch start {
      case percent: percent = next
      case backslash: backslash = next
      default: ampersand = next
      }
      guard start >= copied, let escape = Self.escape(at: start, in: bytes) else { continue }
      if !isEscaped { plain.reserveCapacity(bytes.count) }
      plain += UnsafeBufferPointer(rebasing: bytes[copied..<start])
      escapes.append((start, escape.end, plain.count))
      plain.append(escape.byte)
      copied = escape.end
    }
    if isEscaped { plain += UnsafeBufferPointer(rebasing: bytes[copied...]) }
  }

  var isEscaped: Bool { !escapes.isEmpty }

  /// Calls a function with the text whose escapes are resolved
  func withPlain<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    isEscaped ? plain.withUnsafeBufferPointer(body) : body(bytes)
  }

  /// The place in the text of a byte of the resolved text
  func range(at place: Int) -> Range<Int> {
    var (low, high) = (0, escapes.count)
    while low < high {
      let middle = (low + high) / 2
      if escapes[middle].place <= place { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return place..<place + 1 }
    let escape = escapes[low - 1]
    if escape.place == place { return escape.start..<escape.end }
    let start = escape.end + place - escape.place - 1
    return start..<start + 1
  }

  private static func escape(
    at start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (byte: UInt8, end: Int)? {
    switch bytes[start] {
    case UInt8(ascii: "%"): return percentByte(at: start, in: bytes).map { ($0, start + 3) }
    case UInt8(ascii: "&"): return reference(at: start, in: bytes)
    default: break
    }
    guard start + 1 < bytes.count else { return nil }
    let next = bytes[start + 1]
    switch next {
    case UInt8(ascii: "u"):
      return number(at: start + 2, digits: 4, in: bytes).flatMap(UInt8.init(exactly:))
        .map { ($0, start + 6) }
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return (UInt8(ascii: "\n"), start + 2)
    // Only JSON escapes count here, and `%` and `&` may begin an escape themselves.
    case UInt8(ascii: "%"), UInt8(ascii: "&"): return nil
    default: return next.isLetter || next.isDigit ? nil : (next, start + 2)
    }
  }

  /// The byte of an HTML character reference: `&#61;`, `&#x3d;`, `&amp;`
  private static func reference(
    at start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (byte: UInt8, end: Int)? {
    let limit = min(start + 8, bytes.count)
    guard let end = bytes.firstPlace(of: UInt8(ascii: ";"), from: start, to: limit)
    else { return nil }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self).lowercased()
    let value =
      name.begins(with: "#x")
      ? Int(name.dropFirst(2), radix: 16)
      : name.begins(with: "#") ? Int(name.dropFirst()) : references[name]
    return value.flatMap(UInt8.init(exactly:)).map { ($0, end + 1) }
  }

  private static let references = ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27]

  /// The byte that `%XX` stands for
  static func percentByte(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
    guard bytes[place] == UInt8(ascii: "%") else { return nil }
    return number(at: place + 1, digits: 2, in: bytes).map { UInt8($0) }
  }

  private static func number(
    at start: Int, digits: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard start + digits <= bytes.count else { return nil }
    var number = 0
    for place in start..<start + digits {
      guard let digit = bytes[place].hexValue else { return nil }
      number = number << 4 | Int(digit)
    }
    return number
  }
}
