import Foundation
import PhotoSearch
import Testing

@Suite struct AnswerTests {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func `a video asked for as a photo is said to be one`() {
    let reply = WebReply(status: 200, body: Data(#"{"id":1,"kind":"film"}"#.utf8))
    #expect(throws: ProviderError(Skylark.profile.id, .video("skylark:1"))) {
      try Skylark(key: "any").photo("1", from: [.success(reply)])
    }
  }

  @Test(
    arguments: [
      (.again(after: 3600, reason: "busy"), .quotaSpent(until: now + 3600)),
      (.spent(until: 60), .quotaSpent(until: now + 60)),
      (.again(after: -5, reason: "busy"), .quotaSpent(until: now)),
      (.again(after: 1e300, reason: "busy"), .quotaSpent(until: nil)),
      (.again(after: .infinity, reason: "busy"), .quotaSpent(until: nil)),
      (.again(after: .nan, reason: "busy"), .quotaSpent(until: nil)),
      (.spent(until: 1e18), .quotaSpent(until: nil)), (.spent(until: nil), .quotaSpent(until: nil)),
      (.again(after: nil, reason: "busy"), .unavailable(message: "busy")),
    ] as [(ReplyVerdict, ProviderError.Reason)])
  func `a stated wait ends the provider as quota, with its time if it is one, a fault does not`(
    verdict: ReplyVerdict, reason: ProviderError.Reason
  ) async {
    #expect(await Self.reason(for: verdict) == reason)
    let words = ProviderError.Reason.quotaSpent(until: nil).description
    #expect(words.contains("try again in an hour"))
  }

  @Test func `what is not there keeps the service's words, for a page and for a photo`() async {
    let provider = JudgingProvider(judgement: .absent("Couldn't find User"))
    let transport = Self.echo
    #expect(
      await provider.page(of: PhotoQuery("cats"), at: nil, over: transport)
        == .failure(
          ProviderError(provider.id, .rejected(status: 404, message: "Couldn't find User"))))
    let missing = ProviderError(
      provider.id, .noSuchPhoto("judging:7", message: "Couldn't find User"))
    await #expect(throws: missing) { try await provider.photo("7", over: transport) }
  }

  private static func reason(for verdict: ReplyVerdict) async -> ProviderError.Reason? {
    let provider = JudgingProvider(judgement: verdict)
    let request = WebRequest(url: provider.api.base)
    switch await provider.answer(to: request, over: echo) {
    case .success: return nil
    case .failure(let error): return error.reason
    }
  }

  private static let echo = ToldTransport { _ in WebReply(status: 200, received: now) }

  /// A provider with one verdict for every reply
  private struct JudgingProvider: PartialProvider {
    let judgement: ReplyVerdict
    let api = APIDescription(
      defaultBase: URL(string: "https://api.example/")!, immaterial: [], defaults: [:], paging: [:])

    var profile: ProviderProfile {
      ProviderProfile(
        id: ProviderID(rawValue: "judging"), name: "Judging", service: "judging", kind: .search,
        key: nil, terms: api.base)
    }

    func verdict(on response: WebReply) -> ReplyVerdict { judgement }

    func request(
      for query: PhotoQuery, at cursor: PageCursor?
    ) throws(ProviderError) -> WebRequest { WebRequest(url: api.base) }

    func page(
      from response: WebReply, for query: PhotoQuery, at cursor: PageCursor?
    ) throws(ProviderError) -> PhotoPage { throw ProviderError(id, .noSuchPhoto("")) }

    func requests(forPhoto native: String) throws(ProviderError) -> [WebRequest] {
      [WebRequest(url: api.base)]
    }
  }
}
