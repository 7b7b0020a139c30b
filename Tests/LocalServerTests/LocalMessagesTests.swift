import Foundation
import Testing

@testable import LocalServer

struct LocalMessagesTests {
  private func request(_ target: String) -> LocalRequest {
    LocalRequest(method: "GET", target: target)
  }

  @Test func `a path is taken apart before it is decoded`() {
    #expect(request("/a/b%3Ac%20d+e?q=/x").path == "/a/b%3Ac%20d+e")
    #expect(request("/a/b%3Ac%20d+e?q=/x").segments == ["a", "b:c d+e"])
    #expect((request("/").segments, request("/a/").segments) == ([""], ["a", ""]))
    #expect(
      (request("/%F0%9F%90%88").segments, request("/100%/%4").segments) == (["🐈"], ["100%", "%4"]))
  }

  @Test(arguments: [
    "/../a", "/a/..", "/./a", "/..%2fa", "/%2e%2E/a", "/a%5c..%5cb", "/a%00", "/%ff", "/%c0%ae",
  ])
  func `a path that leads elsewhere than it seems has no segments`(target: String) {
    #expect((request(target).segments, request(target).target) == (nil, target))
  }

  @Test func `a query is decoded after it is taken apart`() {
    let asked = request("/?q=red+kite&n=%31&q=blue&e&=v&a=b=c&%26=%3D&&x=?")
    #expect(
      asked.queryItems.map { [$0.name, $0.value] } == [
        ["q", "red kite"], ["n", "1"], ["q", "blue"], ["e", ""], ["", "v"], ["a", "b=c"],
        ["&", "="], ["x", "?"],
      ])
    #expect(asked.query("q") == "red kite")
    #expect(asked.query("none") == nil && request("/").queryItems.isEmpty)
  }

  @Test func `header names don't know upper case, and none is lost`() {
    var headers: LocalHeaders = ["Origin": "a", "ORIGIN": "b"]
    #expect(headers["origin"] == "a, b")
    headers["oRIGIN"] = "c"
    #expect(headers.fields.map(\.value) == ["c"])
    headers["Origin"] = nil
    #expect(headers["Origin"] == nil)
  }

  @Test(arguments: [
    LocalReply(headers: ["X": "a\r\nY: b"]), LocalReply(headers: ["X": "a\nb"]),
    LocalReply(headers: ["X": "a\r"]), LocalReply(headers: ["X": "\0"]),
    LocalReply(headers: ["X\r\nY": "a"]), LocalReply(headers: ["X:": "a"]),
    LocalReply(headers: ["": "a"]), LocalReply(headers: ["X ": "a"]), LocalReply(100),
    LocalReply(99), LocalReply(1000), LocalReply(-1),
  ])
  func `what would be another header, or none, is never sent`(reply: LocalReply) async throws {
    #expect(reply.head == nil)
    try await ServerUnderTest.with(handler: { _ in reply }) { server in
      let got = try await server.get("/")
      #expect(got.status == 500 && !got.head.contains("Y: b"))
    }
  }

  @Test func `how a reply is cut is the server's to say`() throws {
    let reply = LocalReply(
      headers: [
        "content-length": "7", "Transfer-Encoding": "gzip", "CONNECTION": "upgrade", "X": "é",
      ],
      body: .data(Data("four".utf8)))
    let head = String(decoding: try #require(reply.head), as: UTF8.self)
    #expect(head == "HTTP/1.1 200 \r\nX: é\r\nContent-Length: 4\r\nConnection: close\r\n\r\n")
  }
}
