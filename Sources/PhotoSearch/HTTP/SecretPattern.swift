/// A known secret, found in whatever form a text has it
///
/// Each of its characters may be plain, percent-encoded (once or twice, in either case, a blank
/// also as `+`), or escaped as in JSON.
struct SecretPattern: Sendable {
  private let secret: [UInt8]
  /// Whether it may start with a byte, by the byte's value
  private let starts: [Bool]

  init(_ secret: String) {
    self.secret = Array(secret.utf8)
    let first = Set(self.secret.prefix(1) + Array("%\\+".utf8))
    starts = (0...UInt8.max).map(first.contains)
  }

  /// Replaces each; returns whether there were any
  func redact(_ bytes: inout [UInt8]) -> Bool {
    var places = RedactedPlaces()
    var position = 0
    while position < bytes.count {
      if starts[Int(bytes[position])], let end = end(of: secret[...], at: position, in: bytes) {
        places.add(position..<end)
        position = end
      } else {
        position += 1
      }
    }
    return places.redact(&bytes)
  }

  /// Where what is left of the secret ends, if it starts here
  ///
  /// A `\` or `%` may be itself or begin an escape: both are tried.
  private func end(of rest: ArraySlice<UInt8>, at position: Int, in bytes: [UInt8]) -> Int? {
    guard let wanted = rest.first else { return position }
    guard position < bytes.count else { return nil }
    let text = bytes[position...].prefix(12)
    for step in escapes(of: rest, in: text) + plain(wanted, text) {
      let next = position + step.length
      if let end = end(of: rest.dropFirst(step.matched), at: next, in: bytes) { return end }
    }
    return nil
  }

  /// How many bytes of the secret are matched by how many of the text
  private typealias Step = (matched: Int, length: Int)

  private func plain(_ wanted: UInt8, _ text: ArraySlice<UInt8>) -> [Step] {
    let isBlank = wanted == 0x20 && text.first == UInt8(ascii: "+")
    return isBlank || text.first == wanted ? [(1, 1)] : []
  }

  private func escapes(of rest: ArraySlice<UInt8>, in text: ArraySlice<UInt8>) -> [Step] {
    guard let wanted = rest.first, let head = text.first else { return [] }
    let inside = text.dropFirst()
    if head == UInt8(ascii: "%") {
      let skipped = inside.starts(with: Array("25".utf8)) ? [2, 0] : [0]
      return skipped.compactMap { count in
        let value = Self.hexadecimal(inside.dropFirst(count).prefix(2), count: 2)
        return value == UInt32(wanted) ? (1, count + 3) : nil
      }
    }
    guard head == UInt8(ascii: "\\"), let next = inside.first else { return [] }
    if next == wanted, Array("\"\\/".utf8).contains(next) { return [(1, 2)] }
    guard next == UInt8(ascii: "u"),
      let value = Self.hexadecimal(inside.dropFirst().prefix(4), count: 4),
      let scalar = Unicode.Scalar(value)
    else { return [] }
    let character = Array(String(scalar).utf8)
    return rest.starts(with: character) ? [(character.count, 6)] : []
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>, count: Int) -> UInt32? {
    guard digits.count == count else { return nil }
    var value: UInt32 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(digit - 48)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(digit - 87)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(digit - 55)
      default: return nil
      }
    }
    return value
  }
}
