internal import Foundation

/// Finds secrets in bytes, in whatever form they are written there
///
/// Plain, escaped as ``EscapedText`` reads it, as base64 of either alphabet at whatever place of a
/// longer text it stands, and with marks between its letters. One pass, in a time that grows with
/// the bytes: where the first two letters of no form stand, a place costs one look into a table.
struct SecretSearch: Sendable {
  /// A form of a secret
  private struct Form: Sendable {
    let secret: Int
    let letters: [UInt32]
    /// Whether the letter before and the one after are partly the secret's, as in base64
    var sharesFirst = false
    var sharesLast = false
  }

  /// By their first letters
  private let forms: [Form]
  /// Which of them begin with a letter of ASCII, by that; the rest after those
  private let byFirst: [Range<Int>]
  /// Whether a form may begin with two bytes, by both
  private let pairs: [Bool]

  /// - Parameter secrets: one of a single letter is in every text, and is not looked for
  init(_ secrets: [String]) {
    let forms = secrets.enumerated().flatMap { Self.forms(of: $1, secret: $0) }
      .filter { $0.letters.count > 1 }.sorted { $0.letters[0] < $1.letters[0] }
    var pairs = [Bool](repeating: false, count: 0x1_0000)
    for form in forms {
      let first = form.letters[0]
      let seconds = Self.beginnings(of: form.letters[1])
      for byte in Self.beginnings(of: first) {
        for next in UInt8.min...UInt8.max
        where byte >= 0x80 || seconds.contains(next) || Self.mayBeMark(next)
          || EscapedText.beginsEscape(byte) && EscapedText.mayEscape(byte, next, to: first)
        {
          pairs[Int(byte) << 8 | Int(next)] = true
        }
      }
    }
    let starts = (0...0x80).map { first in
      forms.firstIndex { $0.letters[0] >= first } ?? forms.count
    }
    byFirst = (0...0x80).map { starts[$0]..<($0 < 0x80 ? starts[$0 + 1] : forms.count) }
    (self.forms, self.pairs) = (forms, pairs)
  }

  /// Where they stand
  func places(in bytes: UnsafeBufferPointer<UInt8>) -> RedactedRanges {
    var places = RedactedRanges()
    search(bytes) { _, place in places.add(Self.whole(place, in: bytes)) }
    return places
  }

  /// Which of them are in a text, by their order
  func secrets(in text: String) -> Set<Int> {
    var text = text
    return text.withUTF8 { bytes in
      var found: Set<Int> = []
      search(bytes) { secret, _ in found.insert(secret) }
      return found
    }
  }

  private func search(
    _ bytes: UnsafeBufferPointer<UInt8>, _ found: (_ secret: Int, _ place: Range<Int>) -> Void
  ) {
    guard !forms.isEmpty, bytes.count > 1 else { return }
    let text = EscapedText(bytes: bytes)
    pairs.withUnsafeBufferPointer { pairs in
      for position in 0..<(bytes.count - 1)
      where pairs[Int(bytes[position]) << 8 | Int(bytes[position + 1])] {
        text.forEachReading(at: position) { letter in
          for form in forms[byFirst[Int(min(letter.value, 0x80))]]
          where form.letters[0] == letter.value {
            guard !text.isInside(position),
              let end = text.end(of: form.letters, after: letter)
            else { continue }
            let start = form.sharesFirst ? text.shared(position - 1)?.lowerBound : nil
            let last = form.sharesLast ? text.shared(end)?.upperBound : nil
            found(form.secret, (start ?? position)..<(last ?? end))
          }
        }
      }
    }
  }

  /// Such that no half of an escape is left of a text in JSON
  private static func whole(
    _ place: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    func isOdd(before end: Int) -> Bool {
      var start = end
      while start > 0, bytes[start - 1] == UInt8(ascii: "\\") { start -= 1 }
      return (end - start) % 2 == 1
    }
    let start = place.lowerBound - (isOdd(before: place.lowerBound) ? 1 : 0)
    let isCut = bytes[place.upperBound - 1] == UInt8(ascii: "\\") && isOdd(before: place.upperBound)
    return start..<min(place.upperBound + (isCut ? 1 : 0), bytes.count)
  }
}

// MARK: - Forms

extension SecretSearch {
  private static func forms(of secret: String, secret number: Int) -> [Form] {
    var forms = [Form(secret: number, letters: secret.unicodeScalars.map(\.value))]
    for text in Set([secret, WebRequest.encoded(secret)]) {
      for offset in 0..<3 {
        let bits = (offset + text.utf8.count) * 8
        let all = Array(
          Data([UInt8](repeating: 0, count: offset) + text.utf8).base64EncodedString().utf8)
        // Without the letters that also have bits of what stands before and after.
        let core = all[((offset * 8 + 5) / 6)..<(bits / 6)]
        let urlSafe = core.map { byte in
          byte == UInt8(ascii: "+")
            ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
        }
        for letters in Set([Array(core), urlSafe]) {
          forms.append(
            Form(
              secret: number, letters: letters.map(UInt32.init), sharesFirst: offset > 0,
              sharesLast: bits % 6 != 0))
        }
      }
    }
    return forms
  }

  /// The bytes with which a text may begin what stands for a letter
  private static func beginnings(of value: UInt32) -> Set<UInt8> {
    var bytes = Set("%&\\".utf8)
    if value == 0x20 { bytes.insert(UInt8(ascii: "+")) }
    if value >= 0x80, value <= 0xFF { bytes.insert(UInt8(value)) }
    if let scalar = Unicode.Scalar(value), let first = String(scalar).utf8.first {
      bytes.insert(first)
    }
    return bytes
  }

  /// Whether a byte may begin a mark between two letters
  private static func mayBeMark(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "<")
  }
}

extension EscapedText {
  /// Whether a place is within a character of UTF-8, where nothing begins
  fileprivate func isInside(_ position: Int) -> Bool {
    guard bytes[position] & 0xC0 == 0x80 else { return false }
    for start in max(0, position - 3)..<position where bytes[start] >= 0xC2 {
      if let letter = letter(at: start, layers: 0), letter.end > position { return true }
    }
    return false
  }

  /// Where letters end of which the first has been read; the longest way to write them counts
  ///
  /// All ways to read a text are followed side by side: a `%` may be itself or begin an escape.
  fileprivate func end(of letters: [UInt32], after first: Letter) -> Int? {
    guard mayContinue(with: letters[1], at: first.end) else { return nil }
    var positions = [first.end]
    for wanted in letters.dropFirst() {
      var next: [Int] = []
      func follow(_ position: Int) {
        forEachReading(at: position) { letter in
          let isIt = letter.value == wanted || wanted == 0x20 && letter.value == 0x2B
          if isIt, !next.contains(letter.end) { next.append(letter.end) }
        }
      }
      for position in positions {
        follow(position)
        forEachPlaceAfterMarks(position, follow)
      }
      guard !next.isEmpty else { return nil }
      positions = next
    }
    return positions.max()
  }

  /// Quickly told for most: an ordinary letter is itself and nothing else
  private func mayContinue(with wanted: UInt32, at position: Int) -> Bool {
    guard position < bytes.count else { return false }
    let byte = bytes[position]
    if Self.beginsEscape(byte) {
      guard position + 1 < bytes.count else { return UInt32(byte) == wanted }
      let next = bytes[position + 1]
      return UInt32(byte) == wanted || Self.mayEscape(byte, next, to: wanted)
        || byte == UInt8(ascii: "\\") && Self.controls.contains(next)
    }
    guard (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "<") else { return true }
    return UInt32(byte) == wanted || wanted == 0x20 && byte == UInt8(ascii: "+")
  }

  /// Whether two bytes may begin an escape that stands for a letter
  fileprivate static func mayEscape(_ first: UInt8, _ second: UInt8, to letter: UInt32) -> Bool {
    if beginsEscape(second) { return true }
    return switch first {
    case UInt8(ascii: "%"): second.isHexDigit
    case UInt8(ascii: "&"): second.isLetter || second == UInt8(ascii: "#")
    default:
      second == UInt8(ascii: "u") || second == UInt8(ascii: "x") || UInt32(second) == letter
    }
  }

  /// What `\n` and its like end with
  private static let controls = Array("bfnrt".utf8)

  /// A letter of base64 that stands there as it is
  fileprivate func shared(_ position: Int) -> Range<Int>? {
    guard bytes.indices.contains(position) else { return nil }
    let byte = bytes[position]
    let isLetter = byte.isPartOfName || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
    return isLetter ? position..<(position + 1) : nil
  }
}

/// Places in a text where secrets stand, first to last
struct RedactedRanges {
  private var places: [Range<Int>] = []

  var isEmpty: Bool { places.isEmpty }

  /// Adds a place that may overlap those before it; an empty one is ignored
  mutating func add(_ place: Range<Int>) {
    guard !place.isEmpty else { return }
    var place = place
    while let last = places.last, last.upperBound > place.lowerBound {
      place = min(last.lowerBound, place.lowerBound)..<max(last.upperBound, place.upperBound)
      places.removeLast()
    }
    places.append(place)
  }

  /// The bytes with ``Redaction/word`` in each place
  func redacted(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var copied = 0
    for place in places {
      output += bytes[copied..<place.lowerBound]
      output += Redaction.word.utf8
      copied = place.upperBound
    }
    return output + bytes[copied...]
  }
}
