/// A text read through the escapes that it may be written in
///
/// Percent-encoding, character references of HTML and escapes of JSON, in either case of their
/// digits, of letters that need none, and one around the other up to ``deepest`` layers. Read byte
/// by byte: what is not UTF-8 is read as Latin-1.
struct EscapedText {
  /// A character as it is meant
  struct Letter: Equatable {
    /// Its number in Unicode
    let value: UInt32
    /// Where what stands for it ends
    let end: Int
  }

  /// Escapes around escapes: a query in a query, in HTML, in JSON
  static let deepest = 3

  let bytes: UnsafeBufferPointer<UInt8>

  /// Whether a character that is written with this byte may be another one
  static func beginsEscape(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\")
  }

  /// What may be meant at a place: as it stands there, then through one layer after the other
  @inline(__always)
  func forEachReading(at position: Int, _ body: (Letter) -> Void) {
    guard position < bytes.count else { return }
    var letter = plain(at: position)
    body(letter)
    guard Self.beginsEscape(bytes[position]) else { return }
    for layers in 1...Self.deepest {
      let next = resolved(letter, at: position, layers: layers)
      if next != letter { body(next) }
      letter = next
    }
  }

  /// What is meant at a place, seen through as many layers
  func letter(at position: Int, layers: Int) -> Letter? {
    guard position < bytes.count else { return nil }
    var letter = plain(at: position)
    guard layers > 0, Self.beginsEscape(bytes[position]) else { return letter }
    for layer in 1...layers { letter = resolved(letter, at: position, layers: layer) }
    return letter
  }

  /// Where a text may continue after marks that a reader does not see, or that our own reading of
  /// it takes out: zero-width and combining ones, controls, line breaks with the blanks that
  /// follow, tags without attributes. Not more than a few, for a text may be made of them
  @inline(__always)
  func forEachPlaceAfterMarks(_ start: Int, _ body: (Int) -> Void) {
    var (position, broken) = (start, false)
    for _ in 0..<Self.mostMarks {
      guard position < bytes.count else { return }
      let byte = bytes[position]
      if (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "<"), !Self.beginsEscape(byte) {
        guard byte == 0x20, broken else { return }
        position += 1
        body(position)
        continue
      }
      guard let letter = letter(at: position, layers: Self.deepest) else { return }
      if letter.value == 0x3C {
        guard let end = endOfTag(letter.end) else { return }
        position = end
      } else if Self.isMark(letter.value) {
        if letter.value == 0x0A || letter.value == 0x0D { broken = true }
        position = letter.end
      } else {
        return
      }
      body(position)
    }
  }

  private func endOfTag(_ start: Int) -> Int? {
    var position = start
    for _ in 0..<Self.longestTag {
      guard let letter = letter(at: position, layers: Self.deepest), letter.value < 0x80 else {
        return nil
      }
      position = letter.end
      if letter.value == 0x3E { return position }
      let byte = UInt8(letter.value)
      guard byte.isLetter || byte.isDigit || byte == UInt8(ascii: "/") || byte == 0x20 else {
        return nil
      }
    }
    return nil
  }

  private static let mostMarks = 16
  private static let longestTag = 16

  private static func isMark(_ value: UInt32) -> Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x300...0x36F, 0x61C, 0x180B...0x180F, 0x1AB0...0x1AFF,
      0x1DC0...0x1DFF, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x20D0...0x20FF,
      0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE01EF:
      true
    default: false
    }
  }
}

// MARK: - One character

extension EscapedText {
  @inline(__always)
  private func plain(at position: Int) -> Letter {
    let byte = bytes[position]
    if byte < 0x80 { return Letter(value: UInt32(byte), end: position + 1) }
    return letter(lead: byte, end: position + 1) { position in
      position < bytes.count ? (bytes[position], position + 1) : nil
    }
  }

  /// A character of UTF-8; the first byte alone, as in Latin-1, where it is none
  @inline(__always)
  private func letter(
    lead: UInt8, end: Int, next: (Int) -> (byte: UInt8, end: Int)?
  ) -> Letter {
    let single = Letter(value: UInt32(lead), end: end)
    let count: Int
    switch lead {
    case 0xC2...0xDF: count = 1
    case 0xE0...0xEF: count = 2
    case 0xF0...0xF4: count = 3
    default: return single
    }
    var value = UInt32(lead) & (0x3F >> UInt32(count))
    var position = end
    for _ in 0..<count {
      guard let (byte, end) = next(position), byte & 0xC0 == 0x80 else { return single }
      value = value << 6 | UInt32(byte & 0x3F)
      position = end
    }
    return Unicode.Scalar(value) == nil ? single : Letter(value: value, end: position)
  }

  /// What a `%`, `&` or `\` begins, if it begins something
  ///
  /// - Parameter layers: counted with this one; what follows is seen through those below it
  private func resolved(_ first: Letter, at position: Int, layers: Int) -> Letter {
    switch first.value {
    case 0x25: percent(at: position, below: layers - 1) ?? first
    case 0x26: reference(after: first.end, below: layers - 1) ?? first
    case 0x5C: backslash(after: first.end, below: layers - 1) ?? first
    default: first
    }
  }

  private func percent(at position: Int, below layers: Int) -> Letter? {
    guard let (lead, end) = percentByte(at: position, below: layers) else { return nil }
    if lead < 0x80 { return Letter(value: UInt32(lead), end: end) }
    return letter(lead: lead, end: end) { percentByte(at: $0, below: layers) }
  }

  private func percentByte(at position: Int, below layers: Int) -> (byte: UInt8, end: Int)? {
    guard let mark = letter(at: position, layers: layers), mark.value == 0x25,
      let number = number(at: mark.end, digits: 2...2, radix: 16, below: layers)
    else { return nil }
    return (UInt8(truncatingIfNeeded: number.value), number.end)
  }

  private func backslash(after position: Int, below layers: Int) -> Letter? {
    guard let next = letter(at: position, layers: layers) else { return nil }
    switch next.value {
    case 0x22, 0x27, 0x2F, 0x5C: return next
    case 0x62, 0x66, 0x6E, 0x72, 0x74:
      let values: [UInt32: UInt32] = [0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9]
      return values[next.value].map { Letter(value: $0, end: next.end) }
    case 0x78: return number(at: next.end, digits: 2...2, radix: 16, below: layers)
    case 0x75: break
    default: return nil
    }
    guard let unit = number(at: next.end, digits: 4...4, radix: 16, below: layers) else {
      return nil
    }
    guard (0xD800..<0xDC00).contains(unit.value) else { return unit }
    guard let mark = letter(at: unit.end, layers: layers), mark.value == 0x5C,
      let u = letter(at: mark.end, layers: layers), u.value == 0x75,
      let low = number(at: u.end, digits: 4...4, radix: 16, below: layers),
      (0xDC00..<0xE000).contains(low.value)
    else { return unit }
    let value = 0x10000 + (unit.value - 0xD800) << 10 + (low.value - 0xDC00)
    return Letter(value: value, end: low.end)
  }

  private func reference(after position: Int, below layers: Int) -> Letter? {
    guard let next = letter(at: position, layers: layers) else { return nil }
    guard next.value == 0x23 else { return named(at: position, below: layers) }
    guard let digit = letter(at: next.end, layers: layers) else { return nil }
    let isHexadecimal = digit.value | 0x20 == 0x78
    let number = number(
      at: isHexadecimal ? digit.end : next.end, digits: 1...8, radix: isHexadecimal ? 16 : 10,
      below: layers)
    guard let number else { return nil }
    let end = letter(at: number.end, layers: layers)
    return Letter(value: number.value, end: end?.value == 0x3B ? end?.end ?? 0 : number.end)
  }

  private func named(at start: Int, below layers: Int) -> Letter? {
    var (name, position) = (UInt128(0), start)
    for _ in 0..<Self.longestName {
      guard let letter = letter(at: position, layers: layers), letter.value < 0x80 else {
        return nil
      }
      position = letter.end
      if letter.value == 0x3B { return Self.names[name].map { Letter(value: $0, end: position) } }
      guard UInt8(letter.value).isLetter else { return nil }
      name = name << 8 | UInt128(letter.value)
    }
    return nil
  }

  private func number(
    at start: Int, digits: ClosedRange<Int>, radix: UInt32, below layers: Int
  ) -> Letter? {
    var (value, position, count) = (UInt32(0), start, 0)
    while count < digits.upperBound, let digit = letter(at: position, layers: layers),
      let number = Self.digit(digit.value), number < radix
    {
      // At most 8 digits: more than any character has, and they fit.
      value = value &* radix &+ number
      position = digit.end
      count += 1
    }
    return digits.contains(count) ? Letter(value: value, end: position) : nil
  }

  private static func digit(_ value: UInt32) -> UInt32? {
    switch value {
    case 0x30...0x39: value - 0x30
    case 0x41...0x46: value - 0x37
    case 0x61...0x66: value - 0x57
    default: nil
    }
  }

  /// With the `;`
  private static let longestName = 16

  /// By their letters, one behind the other in a number: a text is quicker read than made
  private static let names = Dictionary(
    uniqueKeysWithValues: namesAsText.map { name, scalar in
      (name.utf8.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }, scalar.value)
    })

  /// Of what keys are made of, and of marks between their letters
  private static let namesAsText: [String: Unicode.Scalar] = [
    "amp": "&", "AMP": "&", "lt": "<", "LT": "<", "gt": ">", "GT": ">", "quot": "\"",
    "QUOT": "\"", "apos": "'", "num": "#", "percnt": "%", "plus": "+", "equals": "=", "sol": "/",
    "bsol": "\\", "lowbar": "_", "UnderBar": "_", "colon": ":", "semi": ";", "comma": ",",
    "period": ".", "excl": "!", "quest": "?", "commat": "@", "lpar": "(", "rpar": ")",
    "lsqb": "[", "lbrack": "[", "rsqb": "]", "rbrack": "]", "lcub": "{", "lbrace": "{",
    "rcub": "}", "rbrace": "}", "verbar": "|", "vert": "|", "dollar": "$", "ast": "*",
    "grave": "`", "Hat": "^", "shy": "\u{AD}", "zwj": "\u{200D}", "zwnj": "\u{200C}",
    "lrm": "\u{200E}", "rlm": "\u{200F}", "NewLine": "\n", "Tab": "\t",
    "ZeroWidthSpace": "\u{200B}", "NoBreak": "\u{2060}",
  ]
}
