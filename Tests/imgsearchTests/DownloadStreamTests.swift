import Foundation
import LoopbackServer
import PhotoSearch
import Synchronization
import Testing

/// `imgsearch download` while it runs: fed bit by bit, stopped, killed, recorded
@Suite(.serialized, .timeLimit(.minutes(5))) struct DownloadStreamTests {
  private struct Setup {
    let server: ScriptedServer
    let folder: URL

    var pictures: URL { folder.appending(path: "pictures") }
    var environment: [String: String] {
      Program.environment([
        "HOME": folder.appending(path: "home").path,
        "FLICKR_API_URL": server.url("/flickr").absoluteString,
      ])
    }
    var arguments: [String] { ["download", "-", "--output", pictures.path] }

    func run(_ more: String..., input: String) throws -> Program.Outcome {
      try Program.run(arguments + more, environment: environment, input: input)
    }

    func line(_ number: Int) -> String {
      """
      {"id":"flickr:\(number)","title":null,"page":"https://www.flickr.com/photos/a/\(number)",\
      "renditions":[{"role":"regular","url":"\(server.url("/\(number).jpg"))"}]}\n
      """
    }

    /// Waits until that many bytes are half saved: what was sent may still be on its way
    func waitUntilHalfSaved(_ count: Int) throws -> Bool {
      let end = ContinuousClock.now + .seconds(60)
      while try halfSaved < count {
        guard ContinuousClock.now < end else { return false }
        usleep(2_000)
      }
      return true
    }

    private var halfSaved: Int {
      get throws {
        let files = try FileManager.default.contentsOfDirectory(
          at: pictures, includingPropertiesForKeys: [.fileSizeKey])
        return try files.filter { $0.pathExtension == "part" }
          .compactMap { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize }.reduce(0, +)
      }
    }

    func picture(_ number: Int) throws -> Data {
      try Data(contentsOf: pictures.appending(path: "flickr-\(number).jpg"))
    }
  }

  private func with(
    _ script: @escaping ScriptedServer.Script, _ body: (Setup) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-stream-\(UUID().uuidString)")
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let server = try ScriptedServer(lifetime: 240, script: script)
    defer { server.stop() }
    try body(Setup(server: server, folder: folder))
  }

  @Test func `the first picture is there before the last line is`() throws {
    let served = ServedPicture(30_000)
    try with({ served.answer(to: $0) }) { setup in
      let program = try RunningProgram(
        setup.arguments, environment: setup.environment, input: nil)
      try program.type(setup.line(1))
      #expect(try program.line().hasSuffix("/flickr-1.jpg"))
      try program.type(setup.line(2))
      #expect(try program.line().hasSuffix("/flickr-2.jpg"))
      try program.closeInput()
      let outcome = try program.finish()
      #expect(outcome.code == 0)
      #expect(outcome.errors.contains("2 saved"))
    }
  }

  @Test(arguments: ["download", "favorites"])
  func `who waits for somebody to type can be stopped`(command: String) throws {
    let served = ServedPicture(30_000)
    try with({ served.answer(to: $0) }) { setup in
      let isDownload = command == "download"
      let program = try RunningProgram(
        isDownload ? setup.arguments : ["favorites", "add", "-"], environment: setup.environment,
        input: nil)
      // Favorites are written a hundred at a time.
      for number in 1...(isDownload ? 1 : 100) { try program.type(setup.line(number)) }
      _ = try program.line()
      program.interrupt()
      #expect(try program.finish(within: .seconds(30)).code == 130)
    }
  }

  @Test func `a reader that leaves ends it quietly, and parts stay`() throws {
    let served = ServedPicture(900_000)
    try with({ request in
      var answer = served.answer(to: request)
      if request.url.path != "/1.jpg" { answer.delivery = .stall(after: 500_000) }
      return answer
    }) { setup in
      let program = try RunningProgram(
        setup.arguments, environment: setup.environment,
        input: (1...3).map(setup.line).joined())
      #expect(try program.line().hasSuffix("/flickr-1.jpg"))
      try #require(setup.server.waitUntilSent(900_000 + 2 * 500_000))
      program.hangUp()
      let outcome = try program.finish()
      #expect(outcome.code == 0)
      #expect(!outcome.errors.contains("stopped"))
      #expect(try setup.picture(1) == served.bytes)
    }
  }

  @Test func `Ctrl-C tells how far it came, and the same command goes on`() throws {
    let served = ServedPicture(900_000)
    let stalls = Mutex(true)
    try with({ request in
      var answer = served.answer(to: request)
      if request.url.path != "/1.jpg", stalls.withLock({ $0 }) {
        answer.delivery = .stall(after: 500_000)
      }
      return answer
    }) { setup in
      let input = (1...3).map(setup.line).joined()
      let program = try RunningProgram(
        setup.arguments, environment: setup.environment, input: input)
      _ = try program.line()
      try #require(try setup.waitUntilHalfSaved(2 * 500_000))
      program.interrupt()
      let stopped = try program.finish()
      #expect(stopped.code == 130)
      #expect(stopped.errors.contains("1 saved · 900 KB\n"))
      #expect(stopped.errors.contains("the same command goes on"))
      stalls.withLock { $0 = false }
      let before = setup.server.bytesSent
      #expect(try setup.run(input: input).code == 0)
      for number in 1...3 { #expect(try setup.picture(number) == served.bytes) }
      #expect(setup.server.bytesSent - before < 1_500_000)
    }
  }

  @Test func `killed again and again, it goes on where it was`() throws {
    let served = ServedPicture(6_000_000)
    try with({ request in
      var answer = served.answer(to: request)
      answer.delivery = .drip(bytes: 100_000, seconds: 0.02)
      return answer
    }) { setup in
      let input = (1...3).map(setup.line).joined()
      for number in 1...6 {
        let program = try RunningProgram(
          setup.arguments, environment: setup.environment, input: input)
        try #require(setup.server.waitUntilSent(number * 1_500_000))
        program.crash()
      }
      let outcome = try setup.run(input: input)
      #expect(outcome.code == 0, "\(outcome.errors)")
      for number in 1...3 { #expect(try setup.picture(number) == served.bytes) }
      #expect(Double(setup.server.bytesSent) < 1.2 * 3 * 6_000_000)
      let names = try FileManager.default.contentsOfDirectory(atPath: setup.pictures.path)
      #expect(names.sorted() == ["credits.csv"] + (1...3).map { "flickr-\($0).jpg" })
    }
  }

  @Test func `a run that was recorded is replayed without the network`() throws {
    let served = ServedPicture(3_000_000)
    try with({ served.answer(to: $0) }) { setup in
      let har = setup.folder.appending(path: "trip.har").path
      #expect(try setup.run("--record", har, input: setup.line(1)).code == 0)
      try FileManager.default.removeItem(at: setup.pictures)
      setup.server.stop()
      let outcome = try setup.run("--replay", har, input: setup.line(1))
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(try setup.picture(1) == served.bytes)
    }
  }

  @Test func `each request for a picture is told when asked for`() throws {
    let served = ServedPicture(3_000_000)
    try with({ served.answer(to: $0) }) { setup in
      let outcome = try setup.run("--verbose", input: setup.line(1))
      let lines = outcome.errorLines.filter { $0.contains("/1.jpg") }
      #expect(lines.count == 2)
      #expect(lines.first?.hasPrefix("127.0.0.1: 206, 2000000 bytes, network, ") ?? false)
      #expect(lines.last?.hasPrefix("127.0.0.1: 206, 1000000 bytes, network, ") ?? false)
    }
  }
}
