import FixtureMaker
import Foundation
import LocalServer
import Testing

/// Requests that are broken at random, over real sockets
struct MutationTests {
  private static let sound = [
    "GET /a?b=c HTTP/1.1\r\nHost: HOST\r\nAccept: */*\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: HOST\r\nContent-Length: 7\r\n\r\nkittens",
    "HEAD / HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n",
  ]
  private static let pieces = [
    "\r\n", "\n", "\r", "\0", ":", " ", "\t", "0", "ffffffff", "-1", "%", "Host: evil.example\r\n",
    "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n", "\r\n\r\n", "HTTP/1.1", "\u{301}",
  ]

  private static func mutation(seed: Int, host: String) -> [UInt8] {
    var random = SeededGenerator(seed: UInt64(seed))
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      bytes +=
        sound[Int.random(in: 0..<sound.count, using: &random)]
        .replacing("HOST", with: host).utf8
    }
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...20, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3:
        bytes.insert(
          contentsOf: pieces[Int.random(in: 0..<pieces.count, using: &random)].utf8, at: place)
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }

  @Test func `broken requests trap nothing, hang nothing and reach no one else's handler`()
    async throws
  {
    let reached = Counter()
    let limits = LocalHTTPServer.Limits.changed {
      ($0.head, $0.body, $0.idle) = (.milliseconds(50), .milliseconds(50), .milliseconds(50))
    }
    try await ServerUnderTest.with(limits: limits) { request in
      reached.add()
      #expect(request.headers.fields.count { $0.name.lowercased() == "host" } == 1)
      #expect(request.target.utf8.first == UInt8(ascii: "/"))
      return LocalReply(
        headers: ["X-Asked": request.target],
        body: .stream { try await $0.write(request.body) })
    } _: { server in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<20 {
          group.addTask {
            for seed in stride(from: worker, to: 2000, by: 20) {
              let connection = try server.connect()
              do {
                try await connection.send(Self.mutation(seed: seed, host: server.host))
                if seed % 2 == 0 { connection.finish() }
                let replies = try await connection.rest()
                #expect(replies.isEmpty || replies.utf8.starts(with: "HTTP/1.1 ".utf8))
              } catch let failure as TestFailure where failure.description.contains("has gone") {}
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(reached.value > 100)
      #expect(try await server.get("/").status == 200)
    }
  }
}
