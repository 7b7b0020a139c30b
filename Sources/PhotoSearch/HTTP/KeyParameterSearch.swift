/// Finds the values of query parameters that carry keys, by the parameters' names, in addresses and
/// in texts that quote addresses
struct KeyParameterSearch: Sendable {
  /// The parameters' names, in lower case
  private let names: Set<String>
  private let maxNameBytes: Int
  /// The last letter of each name, and the last two, in either case
  private let endings: ByteSet
  private let pairs: Set<UInt16>

  /// - Parameter names: in lower case
  init(_ names: Set<String>) {
    self.names = names
    maxNameBytes = names.map(\.utf8.count).max() ?? 0
    endings = ByteSet(names.flatMap { [$0, $0.uppercased()] }.compactMap(\.utf8.last))
    pairs = Set(names.map { Self.pair($0.utf8.suffix(2)) })
  }

  /// The places of the values of these parameters
  ///
  /// - Parameter isAddress: whether the text is one address, in which only `&` and `#` end a value
  func places(in bytes: UnsafeBufferPointer<UInt8>, isAddress: Bool) -> RedactedRanges {
    var places = RedactedRanges()
    let text = EscapedBytes(bytes: bytes)
    // Each value is searched once, even if it seems to contain another parameter.
    var rest = 0
    for (position, start) in equalSigns(in: text) where position >= rest {
      guard let name = name(before: position, in: bytes), names.contains(name) else { continue }
      let isEncoded = bytes[position] == UInt8(ascii: "%")
      var end = start
      while end < bytes.count, !(isAddress ? Self.addressEnds : Self.textEnds).contains(bytes[end]),
        !isEncoded || !Self.addressEnds.contains(text.percentByte(at: end) ?? 0),
        bytes[end] != UInt8(ascii: "\\") || bytes[end...].dropFirst().first == UInt8(ascii: "/")
      {
        end += 1
      }
      if !bytes[start..<end].elementsEqual(Redaction.word.utf8) { places.add(start..<end) }
      rest = max(start, end)
    }
    return places
  }

  /// The places of `=`, escaped or not, after letters in which such a name may end
  private func equalSigns(in text: EscapedBytes) -> [(start: Int, end: Int)] {
    let sign = UInt8(ascii: "=")
    let plain = text.bytes.places(of: sign).map { (start: $0, end: $0 + 1) }
    let escaped = text.escapes.filter { $0.byte == sign }.map { (start: $0.start, end: $0.end) }
    let signs = (plain + escaped).filter { mayEnd(before: $0.start, in: text.bytes) }
    return escaped.isEmpty ? signs : signs.sorted { $0.start < $1.start }
  }

  private func mayEnd(before equals: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard equals > 0, endings.contains(bytes[equals - 1]) else { return false }
    // The letter before the `=` may be percent-encoded, so both places of a pair are tried.
    return pairs.contains(Self.pair(bytes[max(0, equals - 2)..<equals]))
      || pairs.contains(Self.pair(bytes[equals - 1..<equals]))
      || equals > 3 && bytes[equals - 4] == UInt8(ascii: "%")
  }

  /// Two letters as one number, without regard to case
  private static func pair(_ letters: some Sequence<UInt8>) -> UInt16 {
    letters.reduce(0) { $0 << 8 | UInt16($1 | 0x20) }
  }

  /// The name before a `=`, in lower case; nil if no parameter begins there
  private func name(before equals: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var start = equals
    while start > 0, equals - start <= 3 * maxNameBytes,
      bytes[start - 1].isPartOfName || bytes[start - 1] == UInt8(ascii: "%")
    {
      start -= 1
    }
    guard start < equals else { return nil }
    // The `?`, `&` or `#` before the name may be escaped: `%3F`, `\u0026`.
    let text = EscapedBytes(bytes: UnsafeBufferPointer(rebasing: bytes[start..<equals]))
    let word = text.percentDecoded.lowercased()
    if let sign = word.utf8.lastIndex(where: Self.starters.contains) {
      return String(word[word.utf8.index(after: sign)...])
    }
    guard start > 0 else { return word }
    // The name follows `\u0026`, or a line break such as `\n`.
    if bytes[start - 1] == UInt8(ascii: "\\") {
      return String(word.dropFirst(word.begins(with: "u00") ? 5 : 1))
    }
    return Self.starters.contains(bytes[start - 1]) ? word : nil
  }

  private static let addressEnds = ByteSet("&#".utf8)
  private static let textEnds = ByteSet(Array("&#\"'<>;,)".utf8) + Array(0...0x20))
  private static let starters = ByteSet("?&#; \t\n\r\"'(,<".utf8)
}

/// A set of ASCII characters, looked up without hashing
private struct ByteSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte < 0x40 { low |= 1 << byte } else if byte < 0x80 { high |= 1 << (byte & 0x3F) }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 0x40 ? low >> byte : high >> (byte & 0x3F)) & 1 == 1
  }
}
