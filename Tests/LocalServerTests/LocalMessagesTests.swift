import Foundation
import LocalServer
import Testing

struct LocalMessagesTests {
  @Test func `a path is taken apart before it is decoded`() {
    let request = LocalRequest(method: "GET", target: "/a/b%3Ac%20d?q=red+kite&n=%31&q=blue&e")
    #expect(request.path == "/a/b%3Ac%20d")
    #expect(request.segments == ["a", "b:c d"])
    #expect(request.query("q") == "red kite")
    #expect(request.queryItems.map(\.value) == ["red kite", "1", "blue", ""])
  }
}
