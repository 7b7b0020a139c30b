import FixtureMaker
import Foundation
import Testing

@testable import PhotoSearch

/// What a newcomer sees: the recordings in Fixtures/, without those of the folder inside
@Suite struct FirstFixturesTests {
  private static let providers = ProviderCatalog.providers { _ in "unused key" }
  private static let folder = FixtureFiles.root.appending(path: Fixtures.first.folder)
  private static let answers = Fixtures.first.expectations.answers
  private static let words = ["kittens", "harbor", "red panda"]

  private static let recording = Result { try HARArchive(contentsOf: folder) }

  private let archive: HARArchive
  private let replay: ReplayTransport

  init() throws {
    archive = try Self.recording.get()
    replay = ReplayTransport(archive: archive, apis: Self.providers.map(\.api))
  }

  private func photos(of answer: Expectations.Answer) async throws -> [Photo] {
    let provider = try #require(Self.providers.first { $0.id == answer.provider })
    let (pages, failure) = try await FixtureReplayTests.pages(
      of: provider, PhotoQuery(answer.words), over: replay)
    #expect(pages.map { $0.photos.map(\.id.native) } == answer.pages.map(\.photos))
    #expect(pages.allSatisfy(\.excluded.isEmpty) && failure == nil)
    return pages.flatMap(\.photos)
  }

  @Test func `a folder has its own recordings, not those of folders inside`() throws {
    let inside = try HARArchive(contentsOf: Self.folder.appending(path: "odd"))
    let own = Set(archive.entries.map(\.url))
    #expect(inside.entries.contains { $0.url.contains("q=gap") })
    #expect(!own.contains { $0.contains("q=gap") })
  }

  @Test func `there are three words and the lists, and few photos of each`() async throws {
    #expect(Set(Self.answers.map(\.words)) == Set(Self.words + [nil]))
    #expect(Set(Self.answers.map(\.provider)) == Set(Self.providers.map(\.id)))
    for words in Self.words + [nil] {
      let counts = Self.answers.filter { $0.words == words }.map { $0.photos.count }
      #expect(counts.allSatisfy { $0 > 0 } && (20...65).contains(counts.reduce(0, +)))
    }
  }

  @Test(arguments: answers.indices)
  func `every photo has a title in English, and a picture at each address`(
    _ index: Int
  ) async throws {
    for photo in try await photos(of: Self.answers[index]) {
      let title = try #require(photo.title)
      #expect(title.unicodeScalars.allSatisfy { $0.isASCII || $0 == "’" }, "\(title)")
      #expect(!photo.renditions.isEmpty && photo.rendition(atLeast: 200) != nil)
      for rendition in photo.renditions {
        let reply = try await replay.send(WebRequest(url: rendition.url))
        #expect(reply.status == 200 && reply.body.starts(with: [0xFF, 0xD8]), "\(photo.id)")
      }
    }
  }

  @Test(arguments: answers.indices)
  func `every photo can be looked at alone, with a picture at each address`(
    _ index: Int
  ) async throws {
    let answer = Self.answers[index]
    let service = try #require(Self.providers.first { $0.id == answer.provider }).profile.service
    let provider = try #require(
      Self.providers.first { $0.profile.service == service && $0.profile.kind == .search })
    guard provider.id != .searxng else { return }
    for native in answer.photos {
      let photo = try await provider.photo(native, over: replay)
      #expect(photo.id.native == native)
      for rendition in photo.renditions {
        #expect(try await replay.send(WebRequest(url: rendition.url)).status == 200)
      }
    }
  }

  @Test func `what the newcomer's list begins with is plain text`() async throws {
    let first = try await photos(of: Self.answers[0])[0]
    #expect(first.title == "Kitten at the window" && Self.answers[0].words == "kittens")
  }

  @Test func `two photos of a word at Openverse are copies of Flickr's, with its picture`()
    async throws
  {
    let copies = Fixtures.first.expectations.copies
    #expect(copies.count == 2 * Self.words.count)
    for copy in copies {
      let answers = Self.answers.filter { $0.photos.contains(copy.copy.native) }
      let found = try await photos(of: try #require(answers.first))
      let item = try #require(found.first { $0.id == copy.copy })
      #expect(item.identities.contains(copy.original))
    }
  }

  @Test func `all of the folder is small`() throws {
    let all = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
    let sizes = try all.map { path in
      let values = try Self.folder.appending(path: path).resourceValues(forKeys: [.fileSizeKey])
      return values.fileSize ?? 0
    }
    #expect(sizes.reduce(0, +) <= 8_000_000)
  }

}
