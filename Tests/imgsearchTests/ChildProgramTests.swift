import Foundation
import Testing

@testable import imgsearch

struct ChildProgramTests {
  private func status(_ script: String, input: String = "") async throws -> Int32? {
    let program = ChildProgram(path: "/bin/sh", arguments: ["-c", script], input: input)
    let (ends, end) = AsyncStream<Int32>.makeStream()
    try program.start { end.yield($0) }
    return await ends.first { _ in true }
  }

  @Test func `a program reads all that it is given, and its end`() async throws {
    let input = String(repeating: "x", count: 300_000)
    #expect(try await status("test $(wc -c) = 300000", input: input) == 0)
    #expect(try await status("test $(wc -c) = 0") == 0)
  }

  @Test func `how a program ends is told, whether or not it has read everything`() async throws {
    let input = String(repeating: "x", count: 300_000)
    #expect(try await status("exit 0", input: input) == 0)
    #expect(try await status("exit 3", input: input) == 3 << 8)
    #expect(try await status("kill -9 $$") == 9)
  }

  @Test func `Ctrl-C isn't for a program that was started`() async throws {
    #expect(try await status("read -r _ _ _ _ group _ < /proc/$$/stat; test $group = $$") == 0)
  }

  @Test func `a program that isn't there can't be started`() throws {
    let program = ChildProgram(path: "/nowhere/tool", arguments: [], input: "")
    #expect(throws: POSIXError(.ENOENT)) { try program.start { _ in } }
  }
}
