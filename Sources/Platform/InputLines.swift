import Foundation

/// Why lines of standard input or a file can't be read
package enum InputFault: Error, Hashable, Sendable {
  /// The input doesn't exist, can't be opened or can't be read to its end: its name and the reason
  case unavailable(String)
  /// The input isn't text: the line and the reason
  case unusable(String)
  /// The input begins like a gzip file
  case packed(name: String)
}

extension InputFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unavailable(let words), .unusable(let words): words
    case .packed(let name): "\(name) is packed with gzip; unpack it first"
    }
  }
}

/// Reads lines of standard input or a file, one at a time and of limited length
///
/// Text is UTF-8, or UTF-16 with a byte order mark. CR, LF, and both together end a line.
package struct InputLines {
  /// The file to read; nil for text in memory
  private let file: OpenFile?
  private let name: String
  private let maxBytes: Int
  /// How long a pipe may be silent; nil for standard input, where a user may be typing
  private let silence: Duration?
  private var bytes: [UInt8] = []
  /// The index of the next line
  private var lineStart = 0
  /// The index from which to search for a line break
  private var searchStart = 0
  /// How many lines were read
  private var count = 0
  /// Whether the last line ended with CR, so an LF right after it is of the same break
  private var isAfterReturn = false
  private var isAtBeginning = true
  private var isAtEnd = false
  /// The first bytes, until they are known to be a byte order mark or not
  private var firstBytes: [UInt8] = []
  /// Converts UTF-16; nil for UTF-8
  private var utf16: UTF16Decoder?

  /// - Parameters:
  ///   - maxBytes: most bytes of a line
  ///   - name: the input's name, for messages
  ///   - silence: how long to wait for bytes; nil for no limit
  package init(
    _ file: OpenFile?, maxBytes: Int, name: String = "the input", silence: Duration? = nil
  ) {
    self.file = file
    self.name = name
    self.maxBytes = maxBytes
    self.silence = silence
  }

  /// Lines of a text in memory
  package init(text: String, maxBytes: Int) {
    self.init(nil, maxBytes: maxBytes)
    append(Array(text.utf8))
  }

  /// - Parameter silence: how long to wait for bytes of a named pipe
  /// - Throws: ``InputFault/unavailable(_:)``.
  package init(path: String, maxBytes: Int, silence: Duration = .seconds(30)) throws {
    if path == "-" {
      self.init(.standardInput, maxBytes: maxBytes, name: "standard input")
      return
    }
    if stat(at: path)?.isFolder == true {
      throw InputFault.unavailable("\(path) is a folder; name a file in it")
    }
    guard let file = OpenFile.reading(path) else {
      throw InputFault.unavailable(
        "the file \(path) can't be read; check the name and its permissions")
    }
    self.init(file, maxBytes: maxBytes, name: "the file \(path)", silence: silence)
  }

  /// The next line without its break; nil at the end
  ///
  /// - Throws: ``InputFault``, for a line that is too long at once, as it may never end;
  ///   `CancellationError`.
  package mutating func next() async throws -> String? {
    while true {
      // Checked here, because reading never waits while a program keeps writing.
      try Task.checkCancellation()
      if isAfterReturn, searchStart < bytes.count {
        isAfterReturn = false
        if bytes[searchStart] == 0x0A {
          searchStart += 1
          lineStart = searchStart
        }
      }
      if let end = bytes[searchStart...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
        let line = lineStart..<end
        isAfterReturn = bytes[end] == 0x0D
        (lineStart, searchStart) = (end + 1, end + 1)
        return try self.line(bytes[line])
      }
      searchStart = bytes.count
      if searchStart - lineStart > maxBytes || isAtEnd {
        defer { lineStart = searchStart }
        return lineStart < searchStart ? try line(bytes[lineStart..<searchStart]) : nil
      }
      try await fill()
    }
  }

  private mutating func line(_ line: ArraySlice<UInt8>) throws -> String {
    count += 1
    let location = "line \(count) of \(name)"
    guard line.count <= maxBytes else {
      throw InputFault.unusable(
        "\(location) is too long to be read: it has more than \(maxBytes) bytes")
    }
    guard !line.contains(0) else {
      throw InputFault.unusable("\(location) has a NUL in it, and isn't text; \(Self.encodings)")
    }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw InputFault.unusable(
        "\(location) isn't \(utf16 == nil ? "UTF-8" : "UTF-16"); \(Self.encodings)")
    }
    return text
  }

  private static let encodings = "save it as UTF-8, or as UTF-16 with a byte order mark"

  private mutating func fill() async throws {
    guard let file else {
      isAtEnd = true
      return append([])
    }
    bytes.removeFirst(lineStart)
    (lineStart, searchStart) = (0, searchStart - lineStart)
    try await waitUntilReadable(file.descriptor)
    let more: [UInt8]
    do {
      more = try OpenFile.part(of: file.descriptor, upTo: 65_536)
    } catch {
      let reason = SystemReason.words(for: error)
      throw InputFault.unavailable("\(name) can't be read to its end: \(reason)")
    }
    isAtEnd = more.isEmpty
    // A gzip file begins with these two bytes (RFC 1952, 2.3.1).
    if isAtBeginning, more.starts(with: [0x1F, 0x8B]) { throw InputFault.packed(name: name) }
    append(more)
  }

  private mutating func append(_ more: [UInt8]) {
    guard isAtBeginning else {
      bytes += utf16?.utf8(more, isAtEnd: isAtEnd) ?? more
      return
    }
    firstBytes += more
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
    let mark = marks.first { firstBytes.starts(with: $0) }
    let mayBecomeOne = mark == nil && marks.contains { $0.starts(with: firstBytes) }
    guard isAtEnd || !mayBecomeOne else { return }
    isAtBeginning = false
    if let mark, mark.count == 2 { utf16 = UTF16Decoder(isLittleEndian: mark[0] == 0xFF) }
    let text = Array(firstBytes.dropFirst(mark?.count ?? 0))
    firstBytes = []
    append(text)
  }

  /// Waits without blocking a thread, so that waiting for a user can be cancelled
  private func waitUntilReadable(_ descriptor: Int32) async throws {
    let end = silence.map { ContinuousClock.now + $0 }
    // The first pauses are short: long ones alone would limit reading to 3 MB/s.
    var pause = 1
    while !OpenFile.isReadable(descriptor) {
      if let end, let silence, ContinuousClock.now > end {
        throw InputFault.unavailable(
          "\(name) is a pipe, and nothing came through it for \(silence.components.seconds) s")
      }
      try await Task.sleep(for: .milliseconds(pause))
      pause = min(2 * pause, 20)
    }
  }
}

/// Converts UTF-16 to UTF-8 as it comes; invalid text becomes 0xFF, which never occurs in UTF-8, and
/// ends its line, so that the fault is found at once. The rest of the part is dropped
private struct UTF16Decoder {
  let isLittleEndian: Bool
  /// Half of a code unit, or of a surrogate pair
  fileprivate var rest: [UInt8] = []

  /// - Parameter isAtEnd: whether no more bytes follow
  mutating func utf8(_ bytes: [UInt8], isAtEnd: Bool) -> [UInt8] {
    let bytes = rest + bytes
    var units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
    if !isAtEnd, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    rest = Array(bytes[(2 * units.count)...])
    var text: [UInt8] = []
    let isInvalid = transcode(
      units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true
    ) { text.append($0) }
    if isInvalid { return text + [0xFF, 0x0A] }
    return isAtEnd && !rest.isEmpty ? text + [0xFF] : text
  }
}
