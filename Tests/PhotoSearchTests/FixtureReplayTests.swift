import FixtureMaker
import Foundation
import Testing

@testable import PhotoSearch

/// Each adapter gets out of the fixtures what was put into them
@Suite struct FixtureReplayTests {
  private static let providers = ProviderCatalog.providers { _ in "unused key" }
  private static let expected = Fixtures.expectations

  private static let replay = Result {
    ReplayTransport(archive: try FixtureFiles.archive.get(), apis: providers.map(\.api))
  }

  /// A provider's pages to the end: also two empty ones in a row, or one of photos seen before
  static func pages(
    of provider: any PhotoProvider, _ query: PhotoQuery, over transport: ReplayTransport? = nil
  ) async throws -> (pages: [PhotoPage], failure: ProviderError?) {
    let replay = try transport ?? Self.replay.get()
    var pages: [PhotoPage] = []
    var seen: Set<PhotoID> = []
    var cursor: PageCursor?
    repeat {
      let request = try provider.request(for: query, at: cursor)
      let response: WebReply
      switch await provider.answer(to: request, over: replay) {
      case .success(let reply): response = reply
      case .failure(let error): return (pages, error)
      }
      let page = try provider.page(from: response, for: query, at: cursor)
      let isRepeat = !page.photos.isEmpty && page.photos.allSatisfy { seen.contains($0.id) }
      let isSecondEmpty = page.isEmpty && pages.last?.isEmpty == true
      pages.append(page)
      seen.formUnion(page.photos.map(\.id))
      cursor = isRepeat || isSecondEmpty ? nil : page.next
    } while cursor != nil
    return (pages, nil)
  }

  @Test(arguments: expected.answers.indices)
  func `an answer has its photos in rank order, page by page`(_ index: Int) async throws {
    let answer = Self.expected.answers[index]
    let provider = try #require(Self.providers.first { $0.id == answer.provider })
    let query = PhotoQuery(answer.words, filters: PhotoFilters(sort: answer.sort))
    let (pages, failure) = try await Self.pages(of: provider, query)
    let name = Comment(rawValue: "\(answer.provider) \(answer.words ?? "list") \(answer.sort)")
    #expect(pages.map { $0.photos.map(\.id.native) } == answer.pages.map(\.photos), name)
    #expect(pages.map(\.excluded) == answer.pages.map(\.excluded), name)
    #expect((failure != nil) == (answer.words == "midway"), name)
  }

  @Test func `a copy at Openverse has an identity of its original`() async throws {
    let openverse = try #require(Self.providers.first { $0.id == .openverse })
    let commons = try #require(Self.providers.first { $0.id == .wikimedia })
    let query = PhotoQuery("kittens")
    let items = try await Self.pages(of: openverse, query).pages.flatMap(\.photos)
    let files = try await Self.pages(of: commons, query).pages.flatMap(\.photos)
    let expected = Self.expected.copies.filter { $0.copy.service == "openverse" }
    for copy in expected {
      let item = try #require(items.first { $0.id == copy.copy })
      let original = files.first { $0.id == copy.original }?.identities ?? [copy.original]
      #expect(!Set(item.identities).isDisjoint(with: original), "\(item.identities)")
    }
    let copies = Set(items.filter { $0.identities.count > 1 }.map(\.id))
    #expect(copies == Set(expected.map(\.copy)))
  }

  @Test(arguments: expected.unknown) func `a photo that is not there is named so`(
    _ id: PhotoID
  ) async throws {
    let provider = try #require(Self.providers.first { $0.profile.service == id.service })
    let replay = try Self.replay.get()
    let error = await #expect(throws: ProviderError.self) {
      try await provider.photo(id.native, over: replay)
    }
    guard case .noSuchPhoto("\(id)", _)? = error?.reason else {
      Issue.record("\(id): \(error.map { "\($0)" } ?? "no error")")
      return
    }
  }

  @Test(arguments: ["limited", "rejected", "html", "nonsense", "cut", "silent"])
  func `what is no page is an error that says what to do`(_ words: String) async throws {
    for provider in Self.providers where provider.profile.kind == .search {
      do {
        let (pages, failure) = try await Self.pages(of: provider, PhotoQuery(words))
        #expect(try pages.isEmpty && #require(failure).description.contains(";"))
      } catch let error as ProviderError { #expect(error.description.contains(";")) }
    }
  }
}
