import Foundation
import LoopbackServer
import PhotoSearch
import Testing

extension LiveTests {
  @Suite struct Faults {
    @Test(arguments: [
      (LoopbackAnswer(delivery: .reset(after: nil)), "the connection was reset"),
      (.text("kittens", delivery: .reset(after: 3)), "the connection was reset"),
      (.text("kittens", delivery: .cut(after: 3)), "the reply was cut off"),
      (
        raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nki"), "the reply was cut off"
      ),
      (raw(""), "it hung up without a reply"),
      (raw("SSH-2.0\r\n\r\n"), "what answers doesn't speak HTTP"),
      (raw("HTTP/1.1 200 OK\r\nServer: ngi"), "the reply was cut off"),
      (raw("HTTP/1.1 200 OK\r\nno colon\r\n\r\n"), "the head of the reply can't be read"),
      (packed(Data("no gzip at all".utf8), as: "gzip"), "the reply is compressed wrongly"),
      (packed(Data("x".utf8), as: "nonsense"), "the reply is compressed in an unknown way"),
      (packed(damaged, as: "gzip"), "the reply is compressed wrongly"),
      (
        packed(Gzip.stored(Data("kit".utf8)) + Gzip.stored(Data("tens".utf8)), as: "gzip"),
        "the reply is compressed in several pieces, or has something behind its end"
      ),
    ])
    func `a reply that breaks is unreachable, in words for people`(
      answer: LoopbackAnswer, reason: String
    ) async throws {
      await #expect(throws: TransportError.unreachable(host: "127.0.0.1", reason: reason)) {
        try await reply { _ in answer }
      }
    }

    @Test func `a port where nobody listens is refused`() async throws {
      let server = try ScriptedServer { _ in LoopbackAnswer() }
      server.stop()
      await #expect(
        throws: TransportError.unreachable(host: "127.0.0.1", reason: "the connection is refused")
      ) { try await send(server.url()) }
    }

    @Test func `a host that does not exist is not found`() async throws {
      let url = try #require(URL(string: "http://no-such-host.localhost/?api_key=SECRET"))
      let error = await #expect(throws: TransportError.self) { try await send(url) }
      let reasons = ["there is no such host, or no network", "the connection is refused"]
      #expect(
        reasons.map { TransportError.unreachable(host: "no-such-host.localhost", reason: $0) }
          .contains(error))
    }

    @Test(arguments: [
      "http://example.com/?api_key=SECRET", "http://127.0.0.1.example.com/", "http://128.0.0.1/",
      "http://0x7f.0.0.1/", "http://127.1/", "ftp://127.0.0.1/", "file:///etc/passwd", "search",
      "http:///a",
    ])
    func `only https is asked, and this machine`(text: String) async throws {
      let url = try #require(URL(string: text))
      let error = await #expect(throws: TransportError.self) { try await send(url) }
      guard case .forbidden(let address, _) = error else {
        Issue.record("\(text) was asked: \(String(describing: error))")
        return
      }
      #expect(!address.contains("SECRET"))
    }

    /// Heads on which a connection could hang or trap; each with the status that comes of it
    @Test(arguments: [
      ("401 No\r\nWWW-Authenticate: Basic realm=\"x\"", 401),
      ("401 No\r\nWWW-Authenticate: Basic realm=\"\"", 401),
      ("401 No\r\nWWW-Authenticate: Digest realm=\"x\", nonce=\"y\"", 401),
      ("401 No\r\nWWW-Authenticate: Bearer", 401), ("401 No\r\nWWW-Authenticate: ,,, =", 401),
      ("407 No\r\nProxy-Authenticate: Basic realm=\"x\"", 407),
      ("302 Found", 302), ("302 Found\r\nLocation: ", 302),
      ("302 Found\r\nLocation: http://[", 302),
      ("302 Found\r\nLocation: http://1.2.3.4.5:x/", 302), ("304 Same", 304), ("999 Odd", 999),
      ("103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK", 200), ("000 Odd", nil), ("1000 Odd", nil),
      ("200 OK\r\nX: \u{0}", nil), ("200 OK\r\n: no name", nil), ("200 OK\r\nno colon", nil),
      ("200 OK\r\nContent-Length: -5", nil), ("200 OK\r\nSet-Cookie: =; expires=x", 200),
    ])
    func `a head that is odd is a reply or a fault, at once`(lines: String, status: Int?)
      async throws
    {
      let head = "HTTP/1.1 \(lines)\r\nContent-Length: 2\r\nConnection: close\r\n\r\n"
      do {
        let response = try await reply { _ in
          LoopbackAnswer(delivery: .raw(Data((head + "no").utf8)))
        }
        #expect(response.status == status)
        if status == 401 { #expect(response.body == Data("no".utf8)) }
      } catch let error as TransportError { #expect(status == nil, "\(error)") }
    }

    private static func raw(_ text: String) -> LoopbackAnswer {
      LoopbackAnswer(delivery: .raw(Data(text.utf8)))
    }

    private static func packed(_ body: Data, as encoding: String) -> LoopbackAnswer {
      LoopbackAnswer(headers: ["Content-Encoding": encoding], body: body)
    }

    /// Packed well but for the checksum
    private static var damaged: Data {
      var data = Gzip.stored(Data("kittens".utf8))
      data[data.count - 6] ^= 1
      return data
    }
  }
}
