import Foundation
import LoopbackServer
import PhotoSearch
import Synchronization
import Testing

/// `imgsearch download` while it runs: fed bit by bit, stopped, killed, recorded
@Suite(.waits, .serialized, .timeLimit(.minutes(20))) struct DownloadStreamTests {
  @Test func `the first picture is there before the last line is`() throws {
    let served = ServedPicture(30_000)
    let setup = try DownloadSetup { served.answer(to: $0) }
    let program = try setup.start()
    try program.type(setup.line(1))
    #expect(try program.line().hasSuffix("/flickr-1.jpg"))
    try program.type(setup.line(2))
    #expect(try program.line().hasSuffix("/flickr-2.jpg"))
    try program.closeInput()
    try program.finish().ended(saying: "2 saved")
  }

  @Test(arguments: ["download", "favorites"])
  func `who waits for somebody to type can be stopped`(command: String) throws {
    let served = ServedPicture(30_000)
    let setup = try DownloadSetup { served.answer(to: $0) }
    let isDownload = command == "download"
    let program = try RunningProgram(
      isDownload ? setup.arguments : ["favorites", "add", "-"],
      environment: setup.home.environment,
      input: nil)
    // Favorites are written a hundred at a time.
    for number in 1...(isDownload ? 1 : 100) { try program.type(setup.line(number)) }
    _ = try program.line()
    program.interrupt()
    try program.finish().ended(with: 130)
  }

  @Test func `a reader that has enough of the paths still gets the pictures`() throws {
    let served = ServedPicture(300_000)
    let goesOn = Mutex(false)
    let setup = try DownloadSetup { request in
      var answer = served.answer(to: request)
      // The others come once nobody reads any more.
      if request.url.path != "/1.jpg" { while !goesOn.withLock({ $0 }) { usleep(5_000) } }
      answer.delay = 0.01
      return answer
    }
    let program = try setup.start(input: (1...9).map(setup.line).joined())
    #expect(try program.line().hasSuffix("/flickr-1.jpg"))
    program.hangUp()
    goesOn.withLock { $0 = true }
    try program.finish().ended(saying: "9 saved")
    for number in 1...9 { #expect(try setup.picture(number) == served.bytes) }
  }

  /// Waits until that many parts have that many bytes
  private func wait(for count: Int, of size: Int, in setup: DownloadSetup) throws {
    try waitUntil("the parts didn't come") {
      let parts = try FileManager.default.contentsOfDirectory(atPath: setup.pictures.path)
        .filter { $0.hasSuffix(".part") }.map { setup.pictures.appending(path: $0).path }
      let sizes = parts.map { path in
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
      }
      return sizes.count { $0 >= size } >= count
    }
  }

  /// For each picture, where the requests for it began
  private func starts(_ setup: DownloadSetup) -> [String: [Int]] {
    setup.server.requests.reduce(into: [:]) { starts, request in
      let range = request.headers["Range"]?.wholeMatch(of: /bytes=(\d+)-/)
      starts[request.url.path, default: []].append(range.flatMap { Int($0.1) } ?? 0)
    }
  }

  @Test func `Ctrl-C tells how far it came, and the same command goes on`() throws {
    let served = ServedPicture(900_000)
    let stalls = Mutex(true)
    let setup = try DownloadSetup { request in
      var answer = served.answer(to: request)
      if request.url.path != "/1.jpg", stalls.withLock({ $0 }) {
        answer.delivery = .stall(after: 500_000)
      }
      return answer
    }
    let input = (1...3).map(setup.line).joined()
    let program = try setup.start(input: input)
    _ = try program.line()
    try wait(for: 2, of: 500_000, in: setup)
    program.interrupt()
    try program.finish().ended(
      with: 130, saying: "1 saved · 900 KB\n", "the same command saves the rest")
    stalls.withLock { $0 = false }
    try setup.run(input: input).ended()
    for number in 1...3 { #expect(try setup.picture(number) == served.bytes) }
    #expect(starts(setup) == ["/1.jpg": [0], "/2.jpg": [0, 500_000], "/3.jpg": [0, 500_000]])
  }

  @Test func `killed again and again, it goes on where it was`() throws {
    let served = ServedPicture(1_500_000)
    let setup = try DownloadSetup { request in
      var answer = served.answer(to: request)
      answer.delivery = .drip(bytes: 50_000, seconds: 0.02)
      return answer
    }
    let input = (1...3).map(setup.line).joined()
    for number in 1...4 {
      let program = try setup.start(input: input)
      try #require(setup.server.waitUntilSent(number * 400_000))
      program.crash()
    }
    try setup.run(input: input).ended()
    for number in 1...3 { #expect(try setup.picture(number) == served.bytes) }
    // No byte that was written is asked for again.
    for (path, starts) in starts(setup) { #expect(starts == starts.sorted(), "\(path)") }
    let names = try FileManager.default.contentsOfDirectory(atPath: setup.pictures.path)
    #expect(names.sorted() == ["credits.csv"] + (1...3).map { "flickr-\($0).jpg" })
  }

  @Test func `a run that was recorded is replayed without the network`() throws {
    let served = ServedPicture(300_000)
    let setup = try DownloadSetup { served.answer(to: $0) }
    let har = setup.home.path("trip.har")
    try setup.run("--record", har, input: setup.line(1)).ended()
    try FileManager.default.removeItem(at: setup.pictures)
    setup.server.stop()
    try setup.run("--replay", har, input: setup.line(1)).ended()
    #expect(try setup.picture(1) == served.bytes)
  }

  @Test func `each request for a picture is told when asked for`() throws {
    let served = ServedPicture(300_000)
    let setup = try DownloadSetup { served.answer(to: $0) }
    let outcome = try setup.run("--verbose", input: setup.line(1))
    let lines = outcome.errorLines.filter { $0.contains("/1.jpg") }
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("127.0.0.1: 200, 300000 bytes, network, ") ?? false)
  }
}

extension DownloadSetup {
  fileprivate func line(_ number: Int) -> String {
    """
    {"id":"flickr:\(number)","title":null,"page":"https://www.flickr.com/photos/a/\(number)",\
    "renditions":[{"role":"regular","url":"\(server.url("/\(number).jpg"))"}]}\n
    """
  }

  fileprivate func picture(_ number: Int) throws -> Data {
    try Data(contentsOf: pictures.appending(path: "flickr-\(number).jpg"))
  }
}
