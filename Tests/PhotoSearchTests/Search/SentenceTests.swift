import FixtureMaker
import Foundation
import Synchronization
import Testing

@testable import PhotoSearch

/// What people type: of sixty sentences nearly all find photos at services that want all words
@Suite struct SentenceTests {
  private static let captions = Captions()
  private static let services = CaptionServices(captions.ofPhotos)
  private static let providers: [any PhotoProvider] = [
    Openverse(), WikimediaCommons(), Flickr(key: "key"),
  ]

  private static func run(
    _ words: String, strictly: Bool = false, limit: Int? = 30,
    from providers: [any PhotoProvider] = providers, filters: PhotoFilters = PhotoFilters()
  ) async -> Run {
    await Run(
      MergedSearch(
        PhotoQuery(words, filters: filters, strictWords: strictly), from: providers, limit: limit,
        over: services))
  }

  @Test func `the captions are six hundred, and the sentences are none of them`() {
    #expect(Self.captions.ofPhotos.count == 600 && Self.captions.asked.count == 60)
    #expect(Self.captions.asked.allSatisfy { !Self.captions.ofPhotos.contains($0) })
    #expect(Self.captions.asked == Captions().asked, "the same each time")
  }

  @Test func `of sixty sentences at most one in twenty shows nothing`() async {
    let sentences = Self.captions.asked.prefix(LongRun.count(60, otherwise: 20))
    var (nothing, strictly, pairs): (Int, Int, Int) = (0, 0, 0)
    for sentence in sentences {
      let run = await Self.run(sentence)
      if run.photos.isEmpty { nothing += 1 }
      pairs += run.reports.count { $0.shown == 0 }
      if await Self.run(sentence, strictly: true).photos.isEmpty { strictly += 1 }
    }
    let all = sentences.count
    #expect(strictly >= all * 4 / 5, "as typed: \(strictly) of \(all) show nothing")
    #expect(nothing <= all / 20, "\(nothing) of \(all) show nothing")
    #expect(pairs <= all * 3 / 4, "\(pairs) of \(3 * all) pairs of search and service show nothing")
  }

  @Test func `a service is asked for one page more at most, and never after one that had a row`()
    async
  {
    for sentence in Self.captions.asked.prefix(LongRun.count(60, otherwise: 20)) {
      let once = await Self.run(sentence, strictly: true, limit: 1)
      let run = await Self.run(sentence, limit: 1)
      for (before, after) in zip(once.reports, run.reports) {
        #expect(after.requests <= before.requests + 1, "\(sentence) of \(after.id)")
        #expect(!after.bySomeWords || before.shown == 0)
      }
    }
  }

  @Test func `a list cut behind any photo goes on as it would have`() async throws {
    let limit = 45
    for sentence in Self.captions.asked.prefix(LongRun.count(60, otherwise: 1)) {
      let whole = await Self.run(sentence, limit: limit)
      for cut in whole.photos.indices {
        guard let cursor = whole.cursors[cut] else { continue }
        let rest = try await Run(
          continuing: cursor, from: Self.providers, limit: limit - cut - 1, over: Self.services)
        #expect(rest.ids == Array(whole.ids[(cut + 1)...]), "\(sentence) behind \(cut)")
      }
    }
  }

  @Test func `photos have two of the words, those with more come first in a page, the rest counts`()
    async
  {
    let sentence = "A brown donkey is asleep below an apple tree"
    let words = PhotoQuery(sentence).contentWords
    #expect(words == ["brown", "donkey", "asleep", "below", "apple", "tree"])
    let run = await Self.run(sentence, limit: nil, from: [Openverse()])
    let report = run.reports[0]
    #expect(report.bySomeWords && report.asked == words.joined(separator: " | "))
    let counts = run.photos.map { photo in
      let text = ComparedText(of: photo)
      return words.count { text?.holds(ComparedText($0)) ?? false }
    }
    #expect(counts.allSatisfy { $0 >= 2 } && counts.count > 20)
    #expect(counts.prefix(20).elementsEqual(counts.prefix(20).sorted(by: >)))
    #expect(report.excluded[.words] ?? 0 > 0)
  }

  @Test(arguments: ["brown donkey", "donkey", "\"brown donkey asleep\" barn", "unheard donkey"])
  func `one or two words, and a phrase, are asked for once`(words: String) async {
    let run = await Self.run(words, limit: 1, from: [Openverse()])
    #expect(run.reports[0].requests == 1 && !run.reports[0].bySomeWords)
  }

  @Test func `words to leave out stay left out in a second try`() async {
    let sentence = "a brown donkey asleep deeply on a meadow of clover -snow"
    let run = await Self.run(sentence, limit: nil)
    let all = await Self.run(sentence.replacing(" -snow", with: ""), limit: nil)
    #expect(run.reports.allSatisfy(\.bySomeWords) && !run.photos.isEmpty)
    #expect(all.photos.count > run.photos.count, "\(all.photos.count), \(run.photos.count)")
    for photo in run.photos {
      #expect(!(photo.title ?? "").contains("snow") && !(photo.description ?? "").contains("snow"))
    }
  }

  @Test func `a second try counts as a page for the most that may be asked for, and for turns`()
    async throws
  {
    let sentence = Self.captions.asked[0]
    var search = MergedSearch(
      PhotoQuery(sentence), from: [Openverse()], limit: 5, over: Self.services)
    search.maxRequests = 1
    let stopped = await Run(search)
    #expect(stopped.photos.isEmpty && stopped.reports[0].requests == 1)
    #expect(stopped.reports[0].reachedRequestLimit)
    let cursor = try #require(stopped.cursor)
    #expect(cursor.position.sources[0].isSecondTry && cursor.position.sources[0].turnPages == 1)
    search = try MergedSearch(
      continuing: cursor, from: [Openverse()], limit: 5, over: Self.services)
    search.maxRequests = 1
    let rest = await Run(search)
    #expect(rest.ids == (await Self.run(sentence, limit: 5, from: [Openverse()])).ids)
    #expect(rest.reports[0].requests == 1 && rest.reports[0].bySomeWords)
  }

  @Test func `while somebody types there are no second tries`() async {
    let sentence = Self.captions.asked[0]
    var search = MergedSearch(
      PhotoQuery(sentence), from: [Openverse()], limit: 5, over: Self.services)
    search.secondTries = false
    let run = await Run(search)
    #expect(run.photos.isEmpty && run.reports[0].requests == 1 && !run.reports[0].bySomeWords)
  }

  @Test func `strict words are asked for once, as they were typed`() async {
    let run = await Self.run("A dog, asleep (on a sofa)!", strictly: true, limit: 5)
    #expect(run.reports.allSatisfy { $0.requests == 1 && $0.asked == nil })
  }

  // MARK: Recordings

  /// Answers from a recording that has some pages alone
  private func recorded(
    _ queries: [PhotoQuery], answeredAs other: PhotoQuery? = nil
  ) throws -> ReplayTransport {
    let entries = try queries.map { query in
      let request = try Openverse().request(for: query, at: nil)
      let reply = Self.services.reply(to: try Openverse().request(for: other ?? query, at: nil))
      let body = String(decoding: reply.body, as: UTF8.self)
      return RecordingSamples.entry(request.url.absoluteString, body: body)
    }
    return ReplayTransport(archive: HARArchive(entries: entries), apis: [Openverse().api])
  }

  @Test func `in a recording without a second try an empty page is the end`() async throws {
    let query = PhotoQuery(Self.captions.asked[0])
    let replay = try recorded([query])
    let run = await Run(MergedSearch(query, from: [Openverse()], limit: 5, over: replay))
    #expect(run.events == [.ended(.openverse, .exhausted)])
    #expect(run.reports[0].requests == 1 && run.reports[0].requestsBeside == 0)
    #expect(!run.reports[0].bySomeWords && run.cursor == nil)
  }

  @Test func `a recording with a second try gives what was found`() async throws {
    let query = PhotoQuery(Self.captions.asked[0])
    var again = query
    again.isSecondTry = true
    let replay = try recorded([query, again])
    let run = await Run(MergedSearch(query, from: [Openverse()], limit: 5, over: replay))
    #expect(run.ids == (await Self.run(query.words ?? "", limit: 5, from: [Openverse()])).ids)
    #expect(run.reports[0].bySomeWords)
  }

  @Test func `a recording with the words as they were typed answers`() async throws {
    let query = PhotoQuery("brown donkey?")
    let replay = try recorded([query.ofVersion2])
    #expect(replay.hasFirstPage(of: query, from: Openverse()))
    let run = await Run(MergedSearch(query, from: [Openverse()], limit: 5, over: replay))
    #expect(run.reports[0].requests == 1 && run.reports[0].asked == nil)
    #expect(
      run.events == [.ended(.openverse, .exhausted)], "the double takes the mark for a letter")
  }

  @Test func `a recording of version 0.2.0 answers what was typed then`() async throws {
    let typed = ["kittens -cat", "kittens -cat cute", "-\"a b\" kittens, -x", "a, b -cat"]
    let language = PhotoFilters(language: QueryLanguage(rawValue: "de"))
    let providers = ProviderCatalog.providers { _ in "http://127.0.0.1" }
      .filter { $0.profile.kind == .search }
    for (text, filters) in typed.flatMap({ [($0, PhotoFilters()), ($0, language)] }) {
      let query = PhotoQuery(text, filters: filters)
      let plan = SearchPlan(query: query, providers: [.flickr])
      let cursor = SearchCursor(position: SearchPosition(startOf: plan))
      for provider in providers {
        // Words that are strict go as they are; no service but Commons was told less.
        let old = PhotoQuery(
          text, filters: provider.id == .wikimedia ? PhotoFilters() : filters, strictWords: true)
        let request = try provider.request(for: old, at: nil)
        #expect(try provider.request(for: query.ofVersion2, at: nil) == request)
        let again = try SearchCursor(cursor.description).query.ofVersion2
        #expect(try provider.request(for: again, at: nil) == request)
        let replay = ReplayTransport(
          archive: HARArchive(entries: [
            RecordingSamples.entry(request.url.absoluteString, body: #"{"results":[]}"#)
          ]), apis: [provider.api])
        #expect(replay.hasFirstPage(of: query, from: provider), "\(provider.id)")
      }
    }
  }

  @Test func `a recording as it was made then ends where it ends`() async throws {
    let query = PhotoQuery("view?")
    let replay = try recorded([query.ofVersion2], answeredAs: PhotoQuery("view"))
    let run = await Run(MergedSearch(query, from: [Openverse()], over: replay))
    #expect(run.photos.count == 20 && run.events.last == .ended(.openverse, .recording))
  }

  @Test func `a service that failed isn't asked for some of the words`() async {
    let transport = AddressList(status: 500)
    let run = await Run(
      MergedSearch(PhotoQuery(Self.captions.asked[0]), from: [Openverse()], over: transport))
    #expect(transport.addresses.count == 1 && !run.reports[0].bySomeWords)
    #expect(run.cursor?.position.sources[0].isSecondTry == false)
    if case .failed = run.reports[0].status {} else { Issue.record("\(run.reports[0].status)") }
  }

  @Test func `who may want all words is told by the provider's own form and profile`() async {
    for provider in ProviderCatalog.providers(key: { _ in "http://127.0.0.1" })
    where provider.profile.kind == .search {
      let run = await Run(
        MergedSearch(PhotoQuery("a b"), from: [provider], over: AddressList(status: 500)))
      let mayNot = [.unsplash, .pexels, .searxng].contains(provider.id)
      #expect(run.reports[0].wantsAllWords == !mayNot, "\(provider.id)")
    }
  }

  // MARK: Cursors of before

  @Test func `a cursor of version 2 with a language goes on without one at Commons`() async throws {
    let filters = PhotoFilters(language: QueryLanguage(rawValue: "de"))
    let plan = SearchPlan(
      query: PhotoQuery("hund -katze", filters: filters, strictWords: true),
      providers: [.wikimedia])
    let token = SearchCursor(position: SearchPosition(startOf: plan)).description
    let padding = String(repeating: "=", count: (4 - token.count % 4) % 4)
    let standard = token.replacing("-", with: "+").replacing("_", with: "/") + padding
    var bytes = Array(try #require(Data(base64Encoded: standard)).dropLast(4))
    // Version 2 didn't say if words are strict, which stands behind them.
    bytes[0] = 2
    bytes.remove(at: 2 + Int(bytes[1]))
    let before = try SearchCursor(SearchCursor.token(bytes))
    for cursor in [before, try SearchCursor(before.description)] {
      #expect(cursor.query.words == "hund -katze" && cursor.query.filters == filters)
      let transport = AddressList()
      _ = try await Run(continuing: cursor, from: [WikimediaCommons()], over: transport)
      let address = try #require(transport.addresses.first)
      #expect(address.contains("hund%20-katze") && !address.contains("uselang"))
    }
  }

  @Test func `a turn that took its most pages is no second try`() throws {
    for (turnPages, isSecondTry) in [(3, false), (3, true), (0, true), (2, false)] {
      let plan = SearchPlan(query: PhotoQuery("a b c"), providers: [.openverse])
      var position = SearchPosition(startOf: plan)
      position.sources[0] = SourcePosition(
        isSecondTry: isSecondTry, emptyPages: 1, turnPages: turnPages)
      let cursor = SearchCursor(position: position)
      #expect(try SearchCursor(cursor.description) == cursor)
    }
  }

  /// Of version 2, behind the first of three photos that Openverse had for these words
  private static let before =
    "AhthIGRvbmtleSwgLWFzbGVlcCBpbiBhIGJhcm4LaW50ZXJsZWF2ZWQAAQlvcGVudmVyc2UAAAEAAAE0HcDthgAn9NMy"

  @Test func `a cursor of version 2 goes on as it was asked`() async throws {
    let cursor = try SearchCursor(Self.before)
    #expect(cursor.query.strictWords && cursor.query.words == "a donkey, -asleep in a barn")
    let transport = AddressList()
    _ = try await Run(continuing: cursor, from: [Openverse()], limit: 5, over: transport)
    #expect(transport.addresses.count == 1)
    #expect(
      transport.addresses.first?.contains("q=a%20donkey%2C%20-asleep%20in%20a%20barn") == true)
  }
}

/// Answers with an empty page, and notes what it was asked
private final class AddressList: HTTPTransport {
  private let status: Int

  init(status: Int = 200) { self.status = status }

  private let list = Mutex<[String]>([])

  var addresses: [String] { list.withLock { $0 } }

  func send(_ request: WebRequest) async throws -> WebReply {
    list.withLock { $0.append(request.url.absoluteString) }
    return WebReply(
      status: status, headers: ["Content-Type": "application/json"],
      body: Data(#"{"result_count":0,"page_count":0,"results":[]}"#.utf8))
  }
}
