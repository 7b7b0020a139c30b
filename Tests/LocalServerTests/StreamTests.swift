import Foundation
@testable import LocalServer
import LoopbackServer
import Synchronization
import Testing

/// Replies that are written while they are read, and handlers whose browser leaves
@Suite(.timeLimit(.minutes(20))) struct StreamTests {
  /// Waits for its cancellation
  @concurrent private static func forever() async throws {
    try await Task.sleep(for: .seconds(1000))
  }

  @Test func `pieces arrive as they are written, and one that is empty ends nothing`() async throws
  {
    let (steps, step) = AsyncStream.makeStream(of: String.self)
    try await ServerUnderTest.with { _ in
      LocalReply(
        headers: ["Content-Type": "application/x-ndjson"],
        body: .stream { writer in for await text in steps { try await writer.write(text) } })
    } _: { server in
      let connection = try await server.connect(sending: "GET / HTTP/1.1\r\nHost: HOST\r\n\r\n")
      var seen = ""
      func read(until text: String) async throws {
        while !seen.contains(text) {
          seen += String(decoding: try #require(await connection.more()), as: UTF8.self)
        }
      }
      try await read(until: "close\r\n\r\n")
      for text in ["one\n", "", "two\n"] {
        step.yield(text)
        if !text.isEmpty { try await read(until: "4\r\n\(text)\r\n") }
      }
      step.finish()
      try await read(until: "0\r\n\r\n")
    }
  }

  @Test func `a stream that fails is cut off, so that nobody takes it for whole`() async throws {
    try await ServerUnderTest.with { _ in
      LocalReply(
        body: .stream { writer in
          try await writer.write("kitt")
          throw TestFailure("no more")
        })
    } _: { server in
      let connection = try await server.connect(sending: "GET / HTTP/1.1\r\nHost: HOST\r\n\r\n")
      let all = try await connection.rest()
      #expect(all.hasSuffix("4\r\nkitt\r\n"))
    }
  }

  @Test(arguments: ["/before", "/between", "/writing"])
  func `a browser that leaves cancels its handler, whatever that waits for`(
    target: String
  ) async throws {
    let (began, cancelled) = (Counter(), Counter())
    try await ServerUnderTest.with { request in
      guard request.path != "/after" else { return .text("after") }
      return try await withTaskCancellationHandler {
        if request.path == "/before" {
          began.add()
          try await Self.forever()
        }
        return LocalReply(
          body: .stream { writer in
            defer { cancelled.add() }
            if request.path == "/between" {
              try await writer.write("kittens")
              began.add()
              try await Self.forever()
            }
            while true {
              try await writer.write(Data(count: 1 << 16))
              began.add()
            }
          })
      } onCancel: {
        cancelled.add()
      }
    } _: { server in
      let connection = try await server.connect(
        sending: "GET \(target) HTTP/1.1\r\nHost: HOST\r\n\r\n")
      try await waitUntil { began.value > 0 }
      #expect(cancelled.value == 0)
      connection.close()
      try await waitUntil { cancelled.value > 0 }
      #expect(try await server.get("/after").body == "after")
    }
  }

  /// With a few bytes behind the one that is answered, and with more than the system holds
  @Test(arguments: [2, 40])
  func `a browser that has sent more before it leaves cancels its handler too`(
    requests: Int
  ) async throws {
    let (began, cancelled) = (Counter(), Counter())
    try await ServerUnderTest.with { _ in
      began.add()
      defer { cancelled.add() }
      try await Self.forever()
      return .text("")
    } _: { server in
      let connection = try server.connect()
      let filling = String(repeating: "x", count: 9000)
      let request = "GET / HTTP/1.1\r\nHost: \(server.host)\r\nX: \(filling)\r\n\r\n"
      for _ in 0..<requests { try await connection.send(request) }
      try await waitUntil { began.value == 1 }
      connection.close()
      try await waitUntil { cancelled.value == 1 }
      #expect(began.value == 1)
    }
  }

  @Test func `a browser that doesn't read holds the stream up, and what it takes is whole`()
    async throws
  {
    let (size, count) = (1 << 18, 80)
    let written = Counter()
    try await ServerUnderTest.with { request in
      guard request.path == "/" else { return .text("another") }
      return LocalReply(
        body: .stream { writer in
          for number in 0..<count {
            try await writer.write(Data(repeating: UInt8(number % 251), count: size))
            written.add(size)
          }
        })
    } _: { server in
      let before = Self.memory
      let connection = try await server.connect(sending: "GET / HTTP/1.1\r\nHost: HOST\r\n\r\n")
      // Until nothing has been written while 20 others were answered
      var last = -1
      while last != written.value || last == 0 {
        last = written.value
        for _ in 0..<20 { #expect(try await server.get("/another").body == "another") }
      }
      print("\(last) bytes ahead of the reader, memory \(before) to \(Self.memory) MB")
      #expect(last < 16 << 20)
      var received = 0
      var end: [UInt8] = []
      while !end.elementsEqual("0\r\n\r\n".utf8), let more = try await connection.more() {
        received += more.count
        end = Array((end + more.suffix(5)).suffix(5))
      }
      #expect(received > size * count && written.value == size * count)
      print("all of it: memory \(Self.memory) MB")
    }
  }

  @Test func `a browser that takes nothing for too long is left`() async throws {
    let limits = LocalHTTPServer.Limits.changed { $0.stall = .milliseconds(200) }
    let ended = Counter()
    try await ServerUnderTest.with(limits: limits) { _ in
      LocalReply(
        body: .stream { writer in
          defer { ended.add() }
          while true { try await writer.write(Data(count: 1 << 16)) }
        })
    } _: { server in
      let connection = try server.connect()
      try await connection.send("GET / HTTP/1.1\r\nHost: \(server.host)\r\n\r\n")
      try await waitUntil { ended.value == 1 }
    }
  }

  @Test func `a server that is cancelled ends amid its streams, and leaves no connection`()
    async throws
  {
    let (began, ended) = (Counter(), Counter())
    let server = LocalHTTPServer()
    let (ports, port) = AsyncStream.makeStream(of: UInt16.self)
    let task = Task {
      try await server.run(onReady: { port.yield($0) }) { request in
        LocalReply(
          body: .stream { writer in
            began.add()
            defer { ended.add() }
            if request.path == "/quiet" { try await Self.forever() }
            while true { try await writer.write(Data(count: 1 << 14)) }
          })
      }
    }
    var iterator = ports.makeAsyncIterator()
    let ready = try #require(await iterator.next())
    let poll = try SocketPoll()
    defer { poll.stop() }
    var connections: [TestConnection] = []
    for number in 0..<60 {
      let connection = TestConnection(socket: try ConnectionSocket(port: ready), poll: poll)
      connections.append(connection)
      // Ten that never ask
      guard number < 50 else { continue }
      let target = number % 2 == 0 ? "/quiet" : "/loud"
      try await connection.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(ready)\r\n\r\n")
    }
    try await waitUntil { began.value == 50 }
    task.cancel()
    try await task.value
    #expect(ended.value == 50)
    for connection in connections { while try await connection.more() != nil {} }
    #expect(throws: SocketFailure.self) { try ConnectionSocket(port: ready) }
  }

  /// Of this process, in megabytes; 0 where the system doesn't say
  private static var memory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    return status.firstMatch(of: /VmRSS:\s+(\d+)/).flatMap { Int($0.1) }.map { $0 / 1024 } ?? 0
  }
}
