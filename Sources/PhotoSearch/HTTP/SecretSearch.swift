internal import Foundation

/// Finds secrets that a service repeats, by their value
///
/// Plain, percent-encoded, escaped as in JSON or HTML, and as base64 of either alphabet, at whatever
/// place of a longer text it stands. That guards against a reply that quotes its request: the service
/// has the key anyway, and one that wants to hide it in a reply can.
struct SecretSearch: Sendable {
  /// The bytes of a secret, or of a text that has it as base64
  private struct Form: Sendable {
    let secret: Int
    let bytes: [UInt8]
    /// Whether the letter before and the one after are partly the secret's, as in base64
    var sharesFirst = false
    var sharesLast = false
  }

  private let forms: [Form]
  /// Whether a form, or an escape, may begin with a byte
  private let beginnings: ByteSet

  init(_ secrets: [String]) {
    forms = secrets.enumerated().flatMap { Self.forms(of: $1, secret: $0) }
      .filter { $0.bytes.count > 1 }
    beginnings = ByteSet(forms.map(\.bytes[0]) + "%\\&".utf8)
  }

  /// Where they stand
  func places(in bytes: UnsafeBufferPointer<UInt8>) -> RedactedRanges {
    var places = RedactedRanges()
    search(bytes) { _, place in places.add(place) }
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
    let text = EscapedBytes(bytes: bytes)
    for position in bytes.indices where beginnings.contains(bytes[position]) {
      for form in forms {
        guard let end = text.end(of: form.bytes, at: position) else { continue }
        let start = form.sharesFirst && text.isBase64(position - 1) ? position - 1 : position
        found(form.secret, start..<(form.sharesLast && text.isBase64(end) ? end + 1 : end))
      }
    }
  }

  private static func forms(of secret: String, secret number: Int) -> [Form] {
    var forms = [Form(secret: number, bytes: Array(secret.utf8))]
    for offset in 0..<3 {
      let bits = (offset + secret.utf8.count) * 8
      let all = Array(
        Data([UInt8](repeating: 0, count: offset) + secret.utf8).base64EncodedString().utf8)
      // Without the letters that also have bits of what stands before and after.
      let core = Array(all[((offset * 8 + 5) / 6)..<(bits / 6)])
      let urlSafe = core.map { byte in
        byte == UInt8(ascii: "+")
          ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
      }
      for bytes in Set([core, urlSafe]) {
        forms.append(
          Form(
            secret: number, bytes: bytes, sharesFirst: offset > 0, sharesLast: bits % 6 != 0))
      }
    }
    return forms
  }
}

/// Finds the values of query parameters that carry keys, by their names, in addresses and in texts
/// that quote them
struct KeyParameterSearch: Sendable {
  /// In lower case
  private let names: Set<String>
  private let maxNameBytes: Int
  /// The last letters of the names, in either case
  private let endings: ByteSet

  /// - Parameter names: in lower case
  init(_ names: Set<String>) {
    self.names = names
    maxNameBytes = names.map(\.utf8.count).max() ?? 0
    endings = ByteSet(names.flatMap { [$0, $0.uppercased()] }.compactMap(\.utf8.last))
  }

  /// Where their values stand
  ///
  /// - Parameter isAddress: all of it is one address, in which only `&` and `#` end a value
  func places(in bytes: UnsafeBufferPointer<UInt8>, isAddress: Bool) -> RedactedRanges {
    var places = RedactedRanges()
    let text = EscapedBytes(bytes: bytes)
    var position = 0
    while position < bytes.count {
      guard Self.mayMean.contains(bytes[position]),
        let start = text.end(of: [UInt8(ascii: "=")], at: position),
        let name = name(before: position, in: bytes), names.contains(name)
      else {
        position += 1
        continue
      }
      let isEncoded = bytes[position] == UInt8(ascii: "%")
      var end = start
      while end < bytes.count, !(isAddress ? Self.addressEnds : Self.textEnds).contains(bytes[end]),
        !isEncoded || !Self.addressEnds.contains(text.percentByte(at: end) ?? 0),
        bytes[end] != UInt8(ascii: "\\") || bytes[end...].dropFirst().first == UInt8(ascii: "/")
      {
        end += 1
      }
      if !bytes[start..<end].elementsEqual(Redaction.word.utf8) { places.add(start..<end) }
      // A value is looked at once, whatever else in it seems to begin a parameter.
      position = max(start, end)
    }
    return places
  }

  /// The name before a `=`, in lower case; nil where no parameter starts with it
  private func name(before equals: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var start = equals
    while start > 0, equals - start <= 3 * maxNameBytes,
      bytes[start - 1].isPartOfName || bytes[start - 1] == UInt8(ascii: "%")
    {
      start -= 1
    }
    guard start < equals, endings.contains(bytes[equals - 1]) else { return nil }
    // The `?`, `&` or `#` before it may be escaped: `%3F`, `\u0026`.
    let text = EscapedBytes(bytes: UnsafeBufferPointer(rebasing: bytes[start..<equals]))
    let word = text.percentDecoded.lowercased()
    if let sign = word.utf8.lastIndex(where: Self.starters.contains) {
      return String(word[word.utf8.index(after: sign)...])
    }
    guard start > 0 else { return word }
    // `\u0026`, or a line break
    if bytes[start - 1] == UInt8(ascii: "\\") {
      return String(word.dropFirst(word.begins(with: "u00") ? 5 : 1))
    }
    return Self.starters.contains(bytes[start - 1]) ? word : nil
  }

  private static let mayMean = ByteSet("=%&\\".utf8)
  private static let addressEnds = ByteSet("&#".utf8)
  private static let textEnds = ByteSet(Array("&#\"'<>;,)".utf8) + Array(0...0x20))
  private static let starters = ByteSet("?&#; \t\n\r\"'(,<".utf8)
}

/// Bytes of a text in which each may be escaped once: in percent-encoding, JSON or HTML
private struct EscapedBytes {
  let bytes: UnsafeBufferPointer<UInt8>

  /// Where other bytes end that begin at a place; nil when they don't
  func end(of wanted: [UInt8], at start: Int) -> Int? {
    var position = start
    for byte in wanted {
      guard position < bytes.count else { return nil }
      // An escape first: one of `&`, `%` or a backslash begins with the same sign.
      if let end = escapeEnd(of: byte, at: position) {
        position = end
      } else if bytes[position] == byte {
        position += 1
      } else {
        return nil
      }
    }
    return position
  }

  private func escapeEnd(of byte: UInt8, at position: Int) -> Int? {
    switch bytes[position] {
    case UInt8(ascii: "%"): return percentByte(at: position) == byte ? position + 3 : nil
    case UInt8(ascii: "\\"):
      guard position + 1 < bytes.count else { return nil }
      if bytes[position + 1] == byte, !byte.isLetter, !byte.isDigit { return position + 2 }
      return bytes[position + 1] == UInt8(ascii: "u")
        && number(at: position + 2, digits: 4) == Int(byte) ? position + 6 : nil
    case UInt8(ascii: "&"): return referenceEnd(of: byte, at: position)
    default: return nil
    }
  }

  /// `&#61;`, `&#x3d;`, `&amp;`
  private func referenceEnd(of byte: UInt8, at position: Int) -> Int? {
    let text = bytes[position..<min(position + 8, bytes.count)]
    guard let end = text.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[(position + 1)..<end], as: UTF8.self).lowercased()
    let value =
      name.begins(with: "#x")
      ? Int(name.dropFirst(2), radix: 16)
      : name.begins(with: "#") ? Int(name.dropFirst()) : Self.references[name]
    return value == Int(byte) ? end + 1 : nil
  }

  private static let references = ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27]

  /// The byte that `%XX` stands for
  func percentByte(at position: Int) -> UInt8? {
    guard bytes[position] == UInt8(ascii: "%") else { return nil }
    return number(at: position + 1, digits: 2).map { UInt8($0) }
  }

  /// The text without percent-encoding; a character of which a part is missing is another one then
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
    let text = bytes[start..<(start + digits)]
    return text.allSatisfy(\.isHexDigit)
      ? Int(String(decoding: text, as: UTF8.self), radix: 16) : nil
  }

  func isBase64(_ position: Int) -> Bool {
    bytes.indices.contains(position)
      && (bytes[position].isPartOfName || "+/".utf8.contains(bytes[position]))
  }
}

/// A set of bytes, looked up without a hash
private struct ByteSet: Sendable {
  private var isIn = [Bool](repeating: false, count: 0x100)

  init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { isIn[Int(byte)] = true }
  }

  func contains(_ byte: UInt8) -> Bool { isIn[Int(byte)] }
}

/// Places of bytes that are to be taken out, in their order
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
