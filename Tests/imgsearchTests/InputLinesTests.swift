import Foundation
import Testing

@testable import imgsearch

struct InputLinesTests {
  private func lines(_ data: Data, longest: Int = 100) async throws -> [String?] {
    let file = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString)")
    try data.write(to: file)
    defer { do { try FileManager.default.removeItem(at: file) } catch {} }
    var lines = try InputLines(path: file.path, longest: longest)
    var found: [String?] = []
    while let line = try await lines.next() {
      if case .text(let text) = line { found.append(text) } else { found.append(nil) }
    }
    #expect(try await lines.next() == nil)
    return found
  }

  @Test(arguments: [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb\n\nc", ["a", "b", "", "c"]),
    ("\u{FEFF}a\nb", ["a", "b"]), ("\u{FEFF}", []), ("a\n\u{FEFF}b", ["a", "\u{FEFF}b"]),
  ])
  func `lines end where they are broken, and at the end`(text: String, expected: [String])
    async throws
  {
    #expect(try await lines(Data(text.utf8)) == expected)
  }

  @Test func `a line that is too long costs that line, however long it is`() async throws {
    for count in [101, 60_000] {
      let long = String(repeating: "x", count: count)
      let fits = String(repeating: "y", count: 100)
      #expect(
        try await lines(Data("a\n\(long)\n\(fits)\n\(long)".utf8)) == ["a", nil, fits, nil])
    }
  }

  @Test func `a line without an end is too long at once`() async throws {
    var lines = try InputLines(path: "/dev/zero", longest: 100_000)
    #expect(try await lines.next() == .tooLong)
  }

  @Test func `a pipe that nobody writes to is waited for only for a while`() async throws {
    let pipe = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID().uuidString)")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    defer { unlink(pipe.path) }
    var lines = try InputLines(path: pipe.path, longest: 100, silence: .milliseconds(50))
    let failure = await #expect(throws: CommandFailure.self) { try await lines.next() }
    #expect(failure?.code == .noInput)
    #expect(failure?.message.contains(pipe.path) == true)
  }

  @Test func `many lines come in their order`() async throws {
    let expected = (1...5_000).map { "line \($0)" }
    #expect(try await lines(Data(expected.joined(separator: "\n").utf8)) == expected)
  }
}
