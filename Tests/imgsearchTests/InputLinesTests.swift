import CommandSyntax
import Foundation
import Platform
import Testing

@testable import imgsearch

@Suite(.waits) struct InputLinesTests {
  private func lines(_ data: Data, maxBytes: Int = 100) async throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString)")
    try data.write(to: file)
    defer { do { try FileManager.default.removeItem(at: file) } catch {} }
    var lines = try InputLines(path: file.path, maxBytes: maxBytes)
    var found: [String] = []
    while let line = try await lines.next() { found.append(line) }
    #expect(try await lines.next() == nil)
    return found
  }

  /// What the program says of a fault, and its exit code; nil without one
  private func failure(
    _ body: () async throws -> Void
  ) async -> (code: ExitCode, message: String)? {
    do {
      try await body()
      return nil
    } catch { return (error as? InputFault).map { (ExitCode(for: $0), ErrorText.line($0)) } }
  }

  @Test(arguments: [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb\n\nc", ["a", "b", "", "c"]),
    ("a\rb\r\rc\r", ["a", "b", "", "c"]), ("\r\n\r\n\n", ["", "", ""]), ("é\r\n", ["é"]),
    ("\u{FEFF}a\nb", ["a", "b"]), ("\u{FEFF}", []), ("a\n\u{FEFF}b", ["a", "\u{FEFF}b"]),
  ])
  func `lines end where they are broken, and at the end`(text: String, expected: [String])
    async throws
  {
    #expect(try await lines(Data(text.utf8)) == expected)
    for (encoding, mark) in Self.wide {
      let wide = try #require(text.data(using: encoding))
      if !text.hasPrefix("\u{FEFF}") { #expect(try await lines(mark + wide) == expected) }
    }
  }

  private static let wide: [(encoding: String.Encoding, mark: Data)] = [
    (.utf16LittleEndian, Data([0xFF, 0xFE])), (.utf16BigEndian, Data([0xFE, 0xFF])),
  ]

  @Test func `UTF-16 is read wherever it is cut into parts`() async throws {
    // Each is two units, and a part that is read ends between them.
    let pandas = (1...3).map { String(repeating: "🐼", count: 7_000 * $0) }
    for (encoding, mark) in Self.wide {
      let text = try #require(pandas.joined(separator: "\n").data(using: encoding))
      #expect(try await lines(mark + text, maxBytes: 200_000) == pandas)
    }
  }

  @Test(arguments: [
    (Data("a\nb\0c\n".utf8), "line 2", "has a NUL in it"),
    (Data("a\ncaf".utf8) + [0xE9, 0x0A], "line 2", "isn't UTF-8"),
    (Data("a".utf8) + [0xC3], "line 1", "isn't UTF-8"),
    ("kittens\n".data(using: .utf16LittleEndian) ?? Data(), "line 1", "has a NUL in it"),
    ("kittens\n".data(using: .utf32BigEndian) ?? Data(), "line 1", "has a NUL in it"),
    // Half a pair, and half a unit
    (Data([0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x3D, 0xD8, 0x0A, 0]), "line 2", "isn't UTF-16"),
    (Data([0xFE, 0xFF, 0, 0x61, 0]), "line 1", "isn't UTF-16"),
  ])
  func `what isn't text is an error that names the line`(
    data: Data, line: String, reason: String
  ) async throws {
    let failure = await failure { _ = try await lines(data) }
    #expect((failure?.code, failure?.message.hasPrefix("\(line) of the file ")) == (.data, true))
    #expect(failure?.message.contains(reason) == true, "\(failure?.message ?? "")")
  }

  @Test(arguments: [101, 60_000])
  func `a line that is too long is an error at once, however long it is`(count: Int) async throws {
    let fits = String(repeating: "y", count: 100)
    #expect(try await lines(Data("a\n\(fits)\n".utf8)) == ["a", fits])
    let long = String(repeating: "x", count: count)
    for text in ["a\n\(long)\nb", "a\n\(long)"] {
      let failure = await failure { _ = try await lines(Data(text.utf8)) }
      #expect((failure?.code, failure?.message.hasPrefix("line 2 of the file ")) == (.data, true))
    }
  }

  @Test func `a line without an end is too long at once`() async throws {
    var lines = try InputLines(path: "/dev/zero", maxBytes: 100_000)
    let failure = await failure { _ = try await lines.next() }
    #expect(failure?.message.contains("line 1 of the file /dev/zero is too long") == true)
  }

  @Test func `standard input without an end is an error`() throws {
    try Home().shell("imgsearch credit - < /dev/zero").ended(with: 65)
  }

  @Test func `a program that never stops writing can be stopped at any time`() async throws {
    let writer = Process()
    let pipe = Pipe()
    writer.executableURL = URL(filePath: "/usr/bin/env")
    writer.arguments = ["yes"]
    writer.standardOutput = pipe
    try writer.run()
    defer { writer.terminate() }
    let reading = Task {
      let end = pipe.fileHandleForReading.fileDescriptor
      var lines = InputLines(OpenFile(end, isOwned: false), maxBytes: 100)
      while try await lines.next() != nil {}
    }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
  }

  @Test func `a pipe that nobody writes to is waited for only for a while`() async throws {
    let pipe = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID().uuidString)")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    defer { unlink(pipe.path) }
    var lines = try InputLines(path: pipe.path, maxBytes: 100, silence: .milliseconds(50))
    let failure = await failure { _ = try await lines.next() }
    #expect((failure?.code, failure?.message.contains(pipe.path)) == (.noInput, true))
  }

  @Test func `many lines come in their order`() async throws {
    let expected = (1...5_000).map { "line \($0)" }
    #expect(try await lines(Data(expected.joined(separator: "\n").utf8)) == expected)
  }
}
