import Foundation
import Platform
import Testing

struct ChildProgramTests {
  private func status(_ script: String, input: String = "") async throws -> Int32? {
    let program = ChildProgram(path: "/bin/sh", arguments: ["-c", script], input: Data(input.utf8))
    return try await program.run().status
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

  @Test func `what a program prints while it reads is all there`() async throws {
    let input = Data(String(repeating: "line of text\n", count: 50_000).utf8)
    var program = ChildProgram(path: "/bin/cat", arguments: [], input: input)
    program.output = .captured
    let end = try await program.run()
    #expect(end.status == 0 && end.output == input)
  }

  @Test func `Ctrl-C isn't for a program that was started`() async throws {
    #expect(try await status("read -r _ _ _ _ group _ < /proc/$$/stat; test $group = $$") == 0)
  }

  @Test func `a program that isn't there can't be started`() throws {
    let program = ChildProgram(path: "/nowhere/tool", arguments: [], input: Data())
    #expect(throws: POSIXError(.ENOENT)) { try program.start() }
  }
}
