import Foundation
import Testing

struct CursorFileTests {
  @Test func `a page of JSON is continued as it is`() async throws {
    let home = try Home()
    let file = home.folder.appending(path: "page1.json")
    let page = try await home.replay("kittens", "-n", "5", "-f", "json")
    try Data(page.output.utf8).write(to: file)
    let next = try await home.replay("--cursor", "@\(file.path)", "-n", "3", "-f", "ndjson").ended()
    #expect(
      try await next.ids() == home.replay("kittens", "-n", "8", "-f", "ndjson").ids().suffix(3))
    let last = page.output.replacing(/"next":"[^"]*"/, with: "\"next\":null")
    try Data(last.utf8).write(to: file)
    let end = try await home.replay("--cursor", "@\(file.path)")
    #expect(end.code == 65 && end.errors.contains("reached its end"))
    try Data("{\"a\":1}".utf8).write(to: file)
    #expect(try await home.replay("--cursor", "@\(file.path)").code == 65)
  }

  @Test func `a pipe that a shell makes is read as a file`() async throws {
    let home = try Home()
    let page = try await home.replay("kittens", "-n", "5", "-f", "json")
    try home.write(page.output, to: "page1.json")
    let next = try home.shell(
      "imgsearch --replay Fixtures/odd --cursor @<(cat \(home.path("page1.json"))) -n 3 -f ndjson"
    ).ended()
    #expect(try next.ids().count == 3)
  }
}
