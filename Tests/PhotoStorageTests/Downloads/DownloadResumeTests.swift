import Foundation
import LoopbackServer
import PhotoSearch
import PhotoStorage
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct DownloadResumeTests {
  /// More than two windows
  private static let large = ServedPicture(5_000_000)

  /// Starts to save, and stops once so many bytes are there
  private func begin(_ setup: DownloadSetup, until count: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let (reached, signal) = AsyncStream.makeStream(of: Void.self)
      group.addTask {
        do {
          _ = try await setup.save { length, _ in if length >= count { signal.yield() } }
        } catch is CancellationError {}
        signal.finish()
      }
      for await _ in reached { break }
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  @Test func `a picture of several windows is asked for in parts of one version`() async throws {
    try await DownloadSetup.with({ _, request in Self.large.answer(to: request) }) { setup in
      let saved = try await setup.save()
      #expect(saved == Self.large.bytes)
      let ranges = setup.server.requests.map { $0.headers["Range"] }
      #expect(
        ranges == ["bytes=0-1999999", "bytes=2000000-3999999", "bytes=4000000-4999999"])
      #expect(setup.server.requests.map { $0.headers["If-Range"] } == [nil, "\"one\"", "\"one\""])
    }
  }

  @Test func `stopped again and again, it goes on where it was`() async throws {
    let (stops, step) = (11, 430_000)
    try await DownloadSetup.with({ number, request in
      var answer = Self.large.answer(to: request)
      if number <= stops { answer.delivery = .stall(after: step) }
      return answer
    }) { setup in
      for number in 1...stops { try await begin(setup, until: number * step) }
      let saved = try await setup.save()
      #expect(saved == Self.large.bytes)
      #expect(setup.transport.bytes == Self.large.bytes.count)
      #expect(try setup.names == ["credits.csv", "kitten.jpg"])
    }
  }

  @Test func `what is stopped leaves a part, and no picture`() async throws {
    try await DownloadSetup.with({ number, request in
      var answer = Self.large.answer(to: request)
      answer.delivery = .stall(after: 500_000)
      return answer
    }) { setup in
      try await begin(setup, until: 400_000)
      #expect(try setup.names == ["kitten.part", "kitten.part.note"])
    }
  }

  @Test(arguments: [true, false])
  func `two versions are never mixed`(isHonest: Bool) async throws {
    var other = ServedPicture(4_500_000, seed: 2)
    other.entityTag = "\"two\""
    let changed = other
    try await DownloadSetup.with({ number, request in
      guard number > 1 else {
        var answer = Self.large.answer(to: request)
        answer.delivery = .stall(after: 1_500_000)
        return answer
      }
      var request = request
      // A host that does not look at the condition
      if !isHonest { request.headers["If-Range"] = nil }
      return changed.answer(to: request)
    }) { setup in
      try await begin(setup, until: 1_000_000)
      let saved = try await setup.save()
      #expect(saved == changed.bytes)
    }
  }

  @Test func `a part of another photo is not gone on with`() async throws {
    let small = ServedPicture(100_000, seed: 3)
    try await DownloadSetup.with({ _, request in
      request.url.path == "/other.jpg"
        ? small.answer(to: request)
        : {
          var answer = Self.large.answer(to: request)
          answer.delivery = .stall(after: 60_000)
          return answer
        }()
    }) { setup in
      try await begin(setup, until: 50_000)
      let photo = Photo.sample("flickr:2", picture: setup.server.url("/other.jpg"))
      let saved = try await setup.save(photo)
      #expect(saved == small.bytes)
    }
  }

  @Test func `one picture is saved by one program at a time`() async throws {
    try await DownloadSetup.with({ _, request in
      var answer = Self.large.answer(to: request)
      answer.delivery = .stall(after: 60_000)
      return answer
    }) { setup in
      let (reached, signal) = AsyncStream.makeStream(of: Void.self)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          do {
            _ = try await setup.save { _, _ in signal.yield() }
          } catch is CancellationError {}
        }
        for await _ in reached { break }
        await #expect(throws: DownloadFault.busy(name: "kitten")) { try await setup.save() }
        group.cancelAll()
        try await group.waitForAll()
      }
    }
  }

  @Test func `nothing takes the place of a file that came in the meantime`() async throws {
    let small = ServedPicture(100_000)
    try await DownloadSetup.with({ _, request in small.answer(to: request) }) { setup in
      let file = setup.url.appending(path: "kitten.jpg")
      try Data("mine".utf8).write(to: file)
      await #expect(throws: DownloadFault.nameTaken) { try await setup.save() }
      #expect(try Data(contentsOf: file) == Data("mine".utf8))
    }
  }

  @Test func `a part that has its final name too is not written to`() async throws {
    let small = ServedPicture(100_000)
    try await DownloadSetup.with({ _, request in small.answer(to: request) }) { setup in
      let file = setup.url.appending(path: "mine.jpg")
      try Data("mine".utf8).write(to: file)
      try FileManager.default.linkItem(at: file, to: setup.url.appending(path: "kitten.part"))
      let saved = try await setup.save()
      #expect(saved == small.bytes)
      #expect(try Data(contentsOf: file) == Data("mine".utf8))
    }
  }
}
