import Foundation
import LoopbackServer
import PhotoSearch
import Synchronization
import Testing

/// Fifty pictures from a host that does everything that a host may do wrong
@Suite(.waits, .timeLimit(.minutes(20))) struct DownloadTroubleTests {
  /// The number of the request for this picture, from 1, and the sound answer
  private typealias Trouble = @Sendable (Int, LoopbackAnswer) -> LoopbackAnswer

  private static func first(
    _ count: Int, _ change: @escaping @Sendable (inout LoopbackAnswer) -> Void
  ) -> Trouble {
    { number, sound in
      var answer = sound
      if number <= count { change(&answer) }
      return answer
    }
  }

  private static let passing: [Trouble] = [
    first(0) { _ in },
    first(1) { $0.delay = 0.3 },
    first(2) { $0.delivery = .cut(after: $0.body.count / 2) },
    first(1) { $0.delivery = .reset(after: $0.body.count / 3) },
    first(1) { $0.delivery = .reset(after: nil) },
    first(1) { $0 = .text("no", status: 429, headers: ["Retry-After": "1"]) },
    first(2) { $0 = .text("<html>", status: 503, type: "text/html") },
    first(1) { $0 = .redirect(to: "/0.jpg?moved") },
    first(.max) { $0.delivery = .chunked(10_000) },
    first(.max) { $0.headers.removeAll { $0.name == "ETag" } },
    first(1) { $0 = LoopbackAnswer(416) },
    first(.max) { $0.delivery = .drip(bytes: 20_000, seconds: 0.01) },
  ]

  private static let lasting: [Trouble] = [
    first(.max) { $0 = .text("gone", status: 404) },
    first(.max) { $0 = .text("<html>Sign in</html>", type: "image/jpeg") },
    first(.max) { $0 = .text("", type: "image/jpeg") },
    first(.max) { $0 = .redirect(to: "http://example.org/") },
    first(.max) { $0.delivery = .cut(after: 10) },
  ]

  private static let all = passing + lasting

  private static func picture(_ number: Int) -> ServedPicture {
    // Where the redirect leads is one picture for all.
    ServedPicture(300_000, seed: number % all.count == 7 ? 0 : UInt64(number))
  }

  @Test func `all are whole, or named as failed`() async throws {
    let counts = Mutex<[Int: Int]>([:])
    let server = try ScriptedServer(lifetime: 240) { request in
      let number = Int(request.url.deletingPathExtension().lastPathComponent) ?? 0
      let sound = Self.picture(number).answer(to: request)
      if request.url.query != nil { return sound }
      let count = counts.withLock { counts in
        counts[number, default: 0] += 1
        return counts[number, default: 0]
      }
      return Self.all[number % Self.all.count](count, sound)
    }
    defer { server.stop() }
    let lines = (0..<50).map { number in
      #"{"id":"flickr:\#(number)","page":"https://www.flickr.com/photos/a/\#(number)","#
        + #""renditions":[{"role":"regular","url":"\#(server.url("/\(number).jpg"))"}]}"#
    }
    let home = try Home(["FLICKR_API_URL": server.url("/api").absoluteString])
    let folder = home.folder.appending(path: "pictures")
    let outcome = try await home.run(
      "download", "-", "--output", folder.path, input: lines.joined(separator: "\n"))
    let failed = (0..<50).filter { $0 % Self.all.count >= Self.passing.count }
    #expect(outcome.code == 69)
    #expect(outcome.errors.contains("\(50 - failed.count) saved · \(failed.count) failed"))
    for number in 0..<50 {
      let isNamed = outcome.errors.contains("imgsearch: flickr:\(number): ")
      let file = folder.appending(path: "flickr-\(number).jpg")
      #expect(isNamed == failed.contains(number))
      #expect(FileManager.default.fileExists(atPath: file.path) != isNamed)
      if !isNamed { #expect(try Data(contentsOf: file) == Self.picture(number).bytes) }
    }
  }
}
