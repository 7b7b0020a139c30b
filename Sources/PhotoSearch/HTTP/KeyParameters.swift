/// Query parameters for keys in any text: an address, or one inside a body or a header field
enum KeyParameters {
  /// Replaces their values; returns whether there were any
  ///
  /// - Parameters:
  ///   - isAddress: all of it is one address, in which only `&` and `#` end a value
  ///   - names: more names of such parameters, in lower case
  static func redact(
    _ bytes: inout [UInt8], isAddress: Bool, names: Set<String> = []
  ) -> Bool {
    guard bytes.contains(UInt8(ascii: "=")) else { return false }
    let ends = isAddress ? addressEnds : textEnds
    var places = RedactedPlaces()
    var position = 0
    while let equals = bytes[position...].firstIndex(of: UInt8(ascii: "=")) {
      position = equals + 1
      guard isKey(before: equals, in: bytes, or: names) else { continue }
      let end = bytes[position...].firstIndex { ends.contains($0) } ?? bytes.count
      places.add(position..<end)
      position = end
    }
    return places.redact(&bytes)
  }

  /// Whether a key's name stands before this `=`, and before it what starts a parameter: the text
  /// itself, `?`, `&` or `#` in whatever escape
  private static func isKey(
    before equals: Int, in bytes: [UInt8], or names: Set<String>
  ) -> Bool {
    let longest = 32
    var start = equals
    while start > 0, equals - start < longest, bytes[start - 1].isPartOfName { start -= 1 }
    var name = bytes[start..<equals]
    if start > 0 {
      let before = bytes[start - 1]
      if before == UInt8(ascii: "\\"), name.starts(with: Array("u0026".utf8)) {
        name = name.dropFirst(5)
      } else if !starters.contains(before) {
        return false
      }
    }
    let text = String(decoding: name, as: UTF8.self)
    return Redaction.isKey(parameter: text) || names.contains(text.lowercased())
  }

  private static let addressEnds = Set("&#".utf8)
  private static let textEnds = Set("&#\"'<>\\;,)".utf8).union(0...0x20)
  private static let starters = Array("?&#; \t\n\r\"'(,<".utf8)
}
