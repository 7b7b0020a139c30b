import PhotoStorage

/// Texts of one photo each: the lines of an input, or the objects of a JSON text of many lines
struct PhotoTexts {
  struct Text: Equatable {
    /// Without white space around it; nil for a line that was too long to be taken
    let text: String?
    /// `line 3`, `photo 3`
    let place: String
  }

  /// Bytes that a JSON text of many lines may have: it is read as a whole
  private static let longest = 64 << 20

  private var lines: InputLines
  private var number = 0
  private var hasBegun = false
  private var waiting: ArraySlice<Text> = []

  init(path: String) throws {
    lines = try InputLines(path: path, longest: Self.longest)
  }

  /// The next one, never blank; nil at the end
  mutating func next() throws -> Text? {
    while waiting.isEmpty {
      guard let line = try nextLine() else { return nil }
      guard !hasBegun else { return line }
      hasBegun = true
      waiting = [line]
      if let text = line.text, Self.isPartOfMore(text) { try takeRest() }
      lines.longest = PhotoRecord.largest
    }
    return waiting.popFirst()
  }

  private mutating func nextLine() throws -> Text? {
    while let line = try lines.next() {
      number += 1
      guard case .text(let text) = line else { return Text(text: nil, place: "line \(number)") }
      var trimmed = text.drop(while: \.isWhitespace)
      while trimmed.last?.isWhitespace ?? false { trimmed.removeLast() }
      if !trimmed.isEmpty { return Text(text: String(trimmed), place: "line \(number)") }
    }
    return nil
  }

  /// Whether a first line is JSON, and not just one photo
  private static func isPartOfMore(_ line: String) -> Bool {
    let bytes = Array(line.utf8)
    guard let first = bytes.first, "{[".utf8.contains(first) else { return false }
    let photos = PhotoObjects.ranges(in: bytes)
    return first == UInt8(ascii: "[") || photos?.count != 1 || line.contains("\"photos\"")
  }

  /// Whether a line is one photo, and the one before it thus a line that is broken
  private static func isPhoto(_ line: Text) -> Bool {
    guard let bytes = line.text.map({ Array($0.utf8) }) else { return false }
    return PhotoObjects.ranges(in: bytes) == [bytes.indices]
  }

  /// Reads on to the end; what is not JSON as a whole stays the lines that it is
  private mutating func takeRest() throws {
    var count = waiting.first?.text?.utf8.count ?? 0
    while let line = try nextLine() {
      waiting.append(line)
      if waiting.count == 2, Self.isPhoto(line) { return }
      count += 1 + (line.text?.utf8.count ?? 0)
      guard count <= Self.longest, line.text != nil else {
        throw CommandFailure(
          "more than 64 MB of JSON are not read as a whole; "
            + "give its photos a line each: jq -c '.photos[]'", code: .data)
      }
    }
    let bytes = Array(waiting.lazy.compactMap(\.text).joined(separator: "\n").utf8)
    guard let photos = PhotoObjects.ranges(in: bytes) else { return }
    waiting =
      photos.enumerated().map { index, range in
        Text(text: String(decoding: bytes[range], as: UTF8.self), place: "photo \(index + 1)")
      }[...]
  }
}
