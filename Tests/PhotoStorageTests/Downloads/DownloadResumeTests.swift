import Foundation
import LoopbackServer
import PhotoSearch
import PhotoStorage
import Synchronization
import Testing

/// What a host says of a picture's version
private struct Version: Sendable {
  let tag: String?
  /// Last-Modified
  let modified: String?
  /// The reply's Date
  let sent: String?

  init(_ tag: String?, _ modified: String? = nil, sent: String? = nil) {
    self.tag = tag
    self.modified = modified
    self.sent = sent
  }

  /// A picture of this version; another seed gives other bytes
  func picture(seed: UInt64 = 1) -> ServedPicture {
    var picture = ServedPicture(1_000_000, seed: seed)
    picture.entityTag = tag
    picture.modified = modified
    picture.date = sent
    return picture
  }
}

@Suite(.serialized, .timeLimit(.minutes(20))) struct DownloadResumeTests {
  private static let large = ServedPicture(1_000_000)
  private static let noon = "Mon, 01 May 2023 12:00:00 GMT"
  private static let later = "Mon, 01 May 2023 12:00:01 GMT"

  /// Starts to save, and stops once so many bytes are there
  private func begin(_ setup: DownloadSetup, until count: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let (reached, signal) = AsyncStream.makeStream(of: Void.self)
      group.addTask {
        defer { signal.finish() }
        do {
          _ = try await setup.save { length, _ in if length >= count { signal.yield() } }
        } catch is CancellationError {}
      }
      for await _ in reached { break }
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  @Test func `a picture is asked for whole, and what a cut left out of the same version`()
    async throws
  {
    try await DownloadSetup.with(Self.large, .cut(after: 400_000), first: 1) { setup in
      let saved = try await setup.save()
      #expect(saved == Self.large.bytes)
      #expect(setup.server.requests.map { $0.headers["Range"] } == [nil, "bytes=400000-"])
      #expect(setup.server.requests.map { $0.headers["If-Range"] } == [nil, "\"one\""])
    }
  }

  @Test(arguments: ["\"one\"", nil])
  func `a part needs no date to be of the same version`(tag: String?) async throws {
    var picture = Self.large
    (picture.entityTag, picture.modified) = (tag, Self.noon)
    picture.date = Self.later
    let dated = picture
    try await DownloadSetup.with({ number, request in
      var answer = dated.answer(to: request)
      if number == 1 { answer.delivery = .cut(after: 400_000) }
      return answer
    }) { setup in
      let saved = try await setup.save()
      #expect(saved == dated.bytes)
      #expect(setup.server.requests.map { $0.headers["Range"] } == [nil, "bytes=400000-"])
    }
  }

  @Test func `a version that replaces another is fetched piece by piece, too`() async throws {
    var other = ServedPicture(1_000_000, seed: 2)
    other.entityTag = "\"two\""
    let changed = other
    try await DownloadSetup.with({ number, request in
      var answer = (number <= 3 ? Self.large : changed).answer(to: request)
      answer.delivery = .cut(after: number <= 3 ? 300_000 : 100_000)
      return answer
    }) { setup in
      let saved = try await setup.save()
      #expect(saved == changed.bytes)
    }
  }

  @Test func `stopped again and again, it goes on where it was`() async throws {
    let (stops, step) = (6, 150_000)
    try await DownloadSetup.with(Self.large, .stall(after: step), first: stops) { setup in
      for number in 1...stops { try await begin(setup, until: number * step) }
      let saved = try await setup.save()
      #expect((saved, setup.transport.bytes) == (Self.large.bytes, Self.large.bytes.count))
      #expect(try setup.names == ["credits.csv", "kitten.jpg"])
    }
  }

  @Test func `what is stopped leaves a part, and no picture`() async throws {
    try await DownloadSetup.with(Self.large, .stall(after: 500_000)) { setup in
      try await begin(setup, until: 400_000)
      #expect(try setup.names == ["kitten.imgsearch.part", "kitten.imgsearch.part.note"])
    }
  }

  @Test(arguments: [true, false])
  func `two versions are never mixed`(isHonest: Bool) async throws {
    var other = ServedPicture(900_000, seed: 2)
    other.entityTag = "\"two\""
    let changed = other
    try await DownloadSetup.with({ number, request in
      guard number > 1 else {
        return Self.large.answer(to: request).delivered(.stall(after: 300_000))
      }
      var request = request
      // A host that does not look at the condition
      if !isHonest { request.headers["If-Range"] = nil }
      return changed.answer(to: request)
    }) { setup in
      try await begin(setup, until: 200_000)
      let saved = try await setup.save()
      #expect(saved == changed.bytes)
    }
  }

  @Test func `a part of another photo is not continued`() async throws {
    let small = ServedPicture(100_000, seed: 3)
    try await DownloadSetup.with({ _, request in
      request.url.path == "/other.jpg"
        ? small.answer(to: request)
        : Self.large.answer(to: request).delivered(.stall(after: 60_000))
    }) { setup in
      try await begin(setup, until: 50_000)
      let photo = Photo.sample("flickr:2", picture: setup.server.url("/other.jpg"))
      let saved = try await setup.save(photo)
      #expect(saved == small.bytes)
    }
  }

  @Test func `one picture is saved once, by whoever comes first`() async throws {
    let small = ServedPicture(100_000)
    try await DownloadSetup.with(small, .drip(bytes: 10_000, seconds: 0.02)) { setup in
      let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 1...3 {
          group.addTask {
            do {
              return try await setup.save() == small.bytes ? "saved" : "different"
            } catch DownloadFault.savedMeanwhile(let name) { return name }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.sorted() == ["kitten.jpg", "kitten.jpg", "saved"])
      #expect(try (setup.server.requests.count, setup.names) == (1, ["credits.csv", "kitten.jpg"]))
    }
  }

  @Test func `who waits for another program can be stopped`() async throws {
    try await DownloadSetup.with(Self.large, .stall(after: 60_000)) { setup in
      let (reached, signal) = AsyncStream.makeStream(of: Void.self)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          defer { signal.finish() }
          do {
            _ = try await setup.save { _, _ in signal.yield() }
          } catch is CancellationError {}
        }
        for await _ in reached { break }
        let waiting = Task { try await setup.save() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        group.cancelAll()
        try await group.waitForAll()
      }
    }
  }

  /// What answers in place of the picture's host, as a network that wants a sign-in does
  @Test(arguments: [
    LoopbackAnswer.text("<html>Sign in</html>", type: "text/html"),
    .text("<html>Sign in</html>", status: 403, type: "text/html"),
    .text("no", status: 429), .redirect(to: "http://example.org/"),
  ])
  func `what is there survives an answer that is no picture`(answer: LoopbackAnswer) async throws {
    let state = Mutex("stalls")
    try await DownloadSetup.with({ _, request in
      switch state.withLock({ $0 }) {
      case "stalls": Self.large.answer(to: request).delivered(.stall(after: 300_000))
      case "portal": answer
      default: Self.large.answer(to: request)
      }
    }) { setup in
      try await begin(setup, until: 200_000)
      state.withLock { $0 = "portal" }
      await #expect(throws: (any Error).self) { try await setup.save() }
      state.withLock { $0 = "fine" }
      let before = setup.transport.bytes
      let saved = try await setup.save()
      #expect(saved == Self.large.bytes)
      #expect(setup.transport.bytes - before <= Self.large.bytes.count - 200_000)
    }
  }

  /// A weak tag rules out the date too (RFC 9110, 13.1.5), and a date is only strong if the reply was
  /// sent at least a second later (8.8.2.2)
  @Test(arguments: [
    Version("W/\"same\""), Version(nil), Version("W/\"same\"", noon, sent: later),
    Version(nil, noon), Version(nil, noon, sent: noon), Version(nil, noon, sent: "now"),
    Version(nil, "today", sent: "tomorrow"),
  ])
  fileprivate func `parts are not put together without a strong tag or a strong date`(
    version: Version
  ) async throws {
    let (before, after) = (version.picture(), version.picture(seed: 9))
    try await DownloadSetup.with({ number, request in
      number == 1
        ? before.answer(to: request).delivered(.cut(after: 300_000)) : after.answer(to: request)
    }) { setup in
      // Compared outside of #expect, which would look for the differences of a million bytes
      let isUnmixed = try await setup.save() == after.bytes
      #expect(isUnmixed)
      for field in ["Range", "If-Range"] {
        #expect(setup.server.requests.map { $0.headers[field] } == [nil, nil])
      }
    }
  }

  @Test(arguments: [
    (Version("\"one\"", noon), Version("W/\"one\"")),
    (Version("\"one\"", noon), Version(nil, noon)),
    (Version("\"one\"", noon), Version(nil)), (Version(nil, noon), Version("W/\"one\"", noon)),
    (Version(nil, noon), Version(nil, later)),
  ])
  fileprivate func `a part with a weaker or another validator is not taken`(
    stored: Version, part: Version
  ) async throws {
    var first = stored.picture()
    first.date = Self.later
    let (before, after) = (first, part.picture(seed: 9))
    try await DownloadSetup.with({ number, request in
      guard number > 1 else {
        return before.answer(to: request).delivered(.cut(after: 300_000))
      }
      // A host that doesn't look at the condition
      var request = request
      request.headers["If-Range"] = nil
      var answer = after.answer(to: request)
      if answer.status == 206, let date = part.modified {
        answer.headers.append(.init(name: "Last-Modified", value: date))
      }
      return answer
    }) { setup in
      // Compared outside of #expect, which would look for the differences of a million bytes
      let isUnmixed = try await setup.save() == after.bytes
      #expect(isUnmixed)
      let requests = setup.server.requests
      #expect(requests.map { $0.headers["Range"] } == [nil, "bytes=300000-", nil])
      #expect(requests.map { $0.headers["If-Range"] } == [nil, stored.tag ?? stored.modified, nil])
    }
  }

  @Test func `a file of that ending is another's, and is left alone`() async throws {
    try await DownloadSetup.with({ _, _ in .text("no", status: 404) }) { setup in
      let file = setup.url.appending(path: "kitten.part")
      try Data("mine".utf8).write(to: file)
      await #expect(throws: (any Error).self) { try await setup.save() }
      #expect(try (setup.names, Data(contentsOf: file)) == (["kitten.part"], Data("mine".utf8)))
    }
  }

  @Test func `asked to, a picture takes the place of what is there, once it is whole`()
    async throws
  {
    let small = ServedPicture(100_000)
    let isGone = Mutex(true)
    try await DownloadSetup.with(
      overwrites: true,
      { _, request in
        isGone.withLock { $0 } ? .text("no", status: 404) : small.answer(to: request)
      }
    ) { setup in
      let file = setup.url.appending(path: "kitten.jpg")
      try Data("old".utf8).write(to: file)
      await #expect(throws: DownloadFault.self) { try await setup.save() }
      #expect(try Data(contentsOf: file) == Data("old".utf8))
      isGone.withLock { $0 = false }
      let saved = try await setup.save()
      #expect(try (saved, setup.names) == (small.bytes, ["credits.csv", "kitten.jpg"]))
    }
  }

  @Test func `nothing takes the place of a file that came in the meantime`() async throws {
    let small = ServedPicture(100_000)
    try await DownloadSetup.with(small) { setup in
      let file = setup.url.appending(path: "kitten.jpg")
      try Data("mine".utf8).write(to: file)
      await #expect(throws: DownloadFault.nameTaken("kitten.jpg")) { try await setup.save() }
      #expect(try Data(contentsOf: file) == Data("mine".utf8))
    }
  }

  @Test func `a part that has its final name too is not written to`() async throws {
    let small = ServedPicture(100_000)
    try await DownloadSetup.with(small) { setup in
      let file = setup.url.appending(path: "mine.jpg")
      try Data("mine".utf8).write(to: file)
      try FileManager.default.linkItem(
        at: file, to: setup.url.appending(path: "kitten.imgsearch.part"))
      let saved = try await setup.save()
      #expect(try (saved, Data(contentsOf: file)) == (small.bytes, Data("mine".utf8)))
    }
  }
}
