import Foundation
import LoopbackServer
import PhotoSearch
@testable import PhotoStorage
import Pictures
import Platform
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(20))) struct PictureDownloadTests {
  /// What was told, in order
  private final class Record: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ event: PictureDownload.Event) {
      let line =
        switch event {
        case .began, .progress, .planned: ""
        case .saved(let one):
          "\(one.photo.id) saved \(one.file.lastPathComponent) \(one.facts.bytes)"
        case .skipped(let id, let file): "\(id) there \(file.lastPathComponent)"
        case .failed(let id, _): "\(id) failed"
        }
      if !line.isEmpty { lines.withLock { $0.append(line) } }
    }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private func run(
    _ setup: DownloadSetup, _ photos: [Photo], jobs: Int = 4
  ) async throws -> [String] {
    let record = Record()
    let download = try download(setup, jobs) { record.add("\($0.id) told") }
    var rest = photos[...]
    try await download.run(
      next: { rest.popFirst().map { PictureOrder($0) } }, report: record.add)
    return record.all.sorted()
  }

  private func download(
    _ setup: DownloadSetup, _ jobs: Int,
    afterSaving: @escaping @Sendable (Photo) async -> Void
  ) throws -> PictureDownload {
    let template = try FileNameTemplate(FileNameTemplate.standard)
    var settings = PictureDownload.Settings(template: template)
    settings.jobs = jobs
    return try PictureDownload(
      into: setup.folder, settings, apiOrigins: setup.apiOrigins,
      hashes: PictureHashes(in: Folders(environment: ["XDG_DATA_HOME": setup.url.path])),
      copies: SavedCopies(), afterSaving: afterSaving)
  }

  private func photo(_ number: Int, _ setup: DownloadSetup) -> Photo {
    .sample("flickr:\(number)", picture: setup.server.url("/\(number).jpg"))
  }

  @Test func `one that can't be written ends those that wait for it`() async throws {
    let full = FileFault.cannotWrite(path: "/a", reason: "no room")
    try await DownloadSetup.with(
      inspect: { photo, _, _ in
        if photo.id.native == "1" { throw full }
        try await Task.sleep(for: .seconds(600))
      }, { _, request in Self.picture(request).answer(to: request) }
    ) { setup in
      let fault = await #expect(throws: FileFault.self) {
        try await run(setup, (1...3).map { photo($0, setup) })
      }
      #expect(fault == full)
      // What came of the others is there for the next run.
      let parts = try setup.names.filter { $0.hasSuffix(".part") }
      #expect(parts.count == 3)
    }
  }

  private static func picture(_ request: WebRequest) -> ServedPicture {
    let number = Int(request.url.deletingPathExtension().lastPathComponent) ?? 0
    return ServedPicture(10_000 + number, seed: UInt64(number))
  }

  @Test func `pictures are saved so many at a time, and each is told once`() async throws {
    try await DownloadSetup.with({ _, request in
      var answer = Self.picture(request).answer(to: request)
      answer.delay = 0.05
      return answer
    }) { setup in
      let photos = (1...8).map { photo($0, setup) }
      let told = try await run(setup, photos + photos, jobs: 3)
      let expected = (1...8).flatMap { number in
        [
          "flickr:\(number) saved flickr-\(number)-Kitten.jpg \(10_000 + number)",
          "flickr:\(number) told",
        ]
      }
      #expect((told, setup.server.mostAtOnce) == (expected.sorted(), 3))
    }
  }

  @Test func `what is there costs no request, and is not told again`() async throws {
    try await DownloadSetup.with({ _, request in
      Self.picture(request).answer(to: request)
    }) { setup in
      _ = try await run(setup, [photo(1, setup)])
      let told = try await run(setup, [photo(1, setup), photo(2, setup)])
      #expect(
        told == [
          "flickr:1 there flickr-1-Kitten.jpg", "flickr:2 saved flickr-2-Kitten.jpg 10002",
          "flickr:2 told",
        ])
      #expect(setup.server.requests.count == 2)
    }
  }

  @Test func `what fails does not keep the others from coming`() async throws {
    try await DownloadSetup.with({ _, request in
      request.url.path == "/2.jpg"
        ? .text("no", status: 404) : Self.picture(request).answer(to: request)
    }) { setup in
      let told = try await run(setup, (1...3).map { photo($0, setup) })
      #expect(told.contains("flickr:2 failed"))
      #expect(told.count { $0.contains("saved") } == 2 && !told.contains("flickr:2 told"))
    }
  }

  @Test func `two programs share the work, and neither fails`() async throws {
    try await DownloadSetup.with({ _, request in
      var answer = Self.picture(request).answer(to: request)
      answer.delay = 0.02
      return answer
    }) { setup in
      let photos = (1...9).map { photo($0, setup) }
      async let one = run(setup, photos)
      async let other = run(setup, photos)
      let told = try await one + other
      for number in 1...9 {
        let name = "flickr-\(number)-Kitten.jpg"
        #expect(told.contains("flickr:\(number) saved \(name) \(10_000 + number)"))
        #expect(told.contains("flickr:\(number) there \(name)"))
        #expect(told.count { $0 == "flickr:\(number) told" } == 1)
      }
      #expect((told.count, setup.server.requests.count) == (27, 9))
    }
  }

  private struct Unheard: Error {}

  @Test func `who is to be told of a picture is told, though nobody hears of it`() async throws {
    try await DownloadSetup.with({ _, request in
      Self.picture(request).answer(to: request)
    }) { setup in
      let told = Mutex<[PhotoID]>([])
      let (began, signal) = AsyncStream.makeStream(of: Void.self)
      let download = try download(setup, 2) { photo in
        // Two are on their way when the first of them ends all.
        signal.yield()
        for await _ in began { break }
        told.withLock { $0.append(photo.id) }
      }
      signal.yield()
      var rest = [photo(1, setup), photo(2, setup)][...]
      await #expect(throws: Unheard.self) {
        try await download.run(
          next: { rest.popFirst().map { PictureOrder($0) } },
          report: { event in if case .saved = event { throw Unheard() } })
      }
      let names = try setup.names.filter { $0.hasSuffix(".jpg") }
      #expect(told.withLock { $0.count } == names.count && !names.isEmpty)
    }
  }

  @Test(arguments: [
    "http://example.org/1.jpg", "ftp://127.0.0.1/1.jpg", "file:///etc/passwd",
    "https://me:secret@example.org/1.jpg", "https://192.168.1.1/1.jpg", "https://[fe80::1]/1.jpg",
    "https://169.254.169.254/latest", "https://[::]/1.jpg", "https://[::ffff:10.0.0.1]/1.jpg",
    "https://2130706433/1.jpg", "https://0x7f.1/1.jpg", "https://localhost./1.jpg",
  ])
  func `a picture at an address that is not asked is refused`(address: String) throws {
    let url = try #require(URL(string: address))
    #expect(throws: DownloadFault.self) {
      try PictureSource(of: .sample(picture: url), apiOrigins: [:])
    }
  }

  @Test(arguments: ["http://127.0.0.1:81/1.jpg", "https://localhost/1.jpg", "https://10.0.0.1/"])
  func `this machine is asked only where the service is`(address: String) throws {
    let photo = Photo.sample(picture: try #require(URL(string: address)))
    let origin = Origin(photo.pageURL)
    let other = Origin(try #require(URL(string: "http://127.0.0.1:82/")))
    for apiOrigins in [[:], ["openverse": [origin]], ["flickr": [other]]] as [[String: Set<Origin>]]
    {
      #expect(throws: DownloadFault.self) { try PictureSource(of: photo, apiOrigins: apiOrigins) }
    }
    for apiOrigins in [["flickr": [other, origin]], nil] as [[String: Set<Origin>]?] {
      let source = try PictureSource(of: photo, apiOrigins: apiOrigins)
      #expect(source.url == photo.pageURL)
    }
  }
}
