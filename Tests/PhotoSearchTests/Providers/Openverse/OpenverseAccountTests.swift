import Foundation
import Synchronization
import Testing

@testable import PhotoSearch

/// Openverse with an account: larger pages by a token, and without one whenever there is none
@Suite struct OpenverseAccountTests {
  private static let key = "client-0f-mine s3cret-0f-mine"
  private let openverse = Openverse(key: key)
  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  /// Openverse's API with 240 photos of a word, more of which nobody gets
  private final class Service: HTTPTransport {
    struct State {
      var requests: [WebRequest] = []
      /// The tokens that are valid
      var valid: Set<String> = []
      var given = 0
    }

    let state = Mutex(State())
    private let tokenStatus: Int
    private let acceptsTokens: Bool

    init(tokenStatus: Int = 200, acceptsTokens: Bool = true) {
      (self.tokenStatus, self.acceptsTokens) = (tokenStatus, acceptsTokens)
    }

    /// Tokens end
    func forget() { state.withLock { $0.valid = [] } }

    var searches: [WebRequest] { state.withLock { $0.requests.filter { $0.method == "GET" } } }

    var forms: [String] { state.withLock { $0.requests.compactMap(\.form) } }

    func send(_ request: WebRequest) async throws -> WebReply {
      state.withLock { state in
        state.requests.append(request)
        guard request.method == "GET" else { return token(&state) }
        let items = Dictionary(
          request.queryItems.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
        let size = Int(items["page_size"] ?? "") ?? 20
        let bearer = request.headers["Authorization"]?.dropFirst("Bearer ".count)
        let isKnown = bearer.map { state.valid.contains(String($0)) } ?? false
        if size > 20, !isKnown {
          return WebReply(
            #"{"detail":"page_size may not exceed 20 for anonymous requests"}"#, status: 401)
        }
        let first = ((Int(items["page"] ?? "") ?? 1) - 1) * size
        let rows = (first..<min(first + size, 240)).map { number in
          OpenverseReplies.row([
            "id": "\"id-\(number)\"", "foreign_landing_url": "\"https://a.example/\(number)\"",
            "url": "\"https://a.example/\(number).jpg\"", "title": "\"Owl \(number)\"",
          ])
        }
        return WebReply(
          #"{"result_count":9000,"page_count":\#(240 / size),"page_size":\#(size),"results":[\#(rows.joined(separator: ","))]}"#
        )
      }
    }

    private func token(_ state: inout State) -> WebReply {
      guard tokenStatus == 200 else {
        return WebReply(#"{"error":"invalid_client"}"#, status: tokenStatus)
      }
      state.given += 1
      let token = "t0ken-number-\(state.given)"
      if acceptsTokens { state.valid.insert(token) }
      return WebReply(#"{"access_token":"\#(token)","token_type":"Bearer","expires_in":36000}"#)
    }
  }

  private func transport(
    _ service: Service, _ store: MemoryTokenStore = MemoryTokenStore(), at time: Date? = nil
  ) -> OpenverseAccount {
    OpenverseAccount(service, for: [openverse], tokens: store) { time ?? start }
  }

  private func search(
    _ provider: Openverse, over transport: any HTTPTransport, limit: Int = 300
  ) async -> (ids: [String], notices: [String]) {
    var page: PageCursor?
    var (ids, notices): ([String], [String]) = ([], [])
    repeat {
      guard
        case .success(let read) = await provider.page(
          of: PhotoQuery("owl"), at: page, over: transport)
      else { break }
      ids += read.photos.map(\.id.native)
      notices += read.notices
      page = read.next
    } while page != nil && ids.count < limit
    return (ids, notices)
  }

  private let all = (0..<240).map { "id-\($0)" }

  @Test func `six requests give what twelve give without an account, for one token`() async throws {
    let service = Service()
    #expect(await search(openverse, over: transport(service)).ids == all)
    #expect(service.searches.count == 6 && service.forms.count == 1)
    #expect(
      service.forms[0] == "grant_type=client_credentials&client_id=client-0f-mine"
        + "&client_secret=s3cret-0f-mine")
    #expect(service.searches.allSatisfy { $0.headers["Authorization"] == "Bearer t0ken-number-1" })
    let anonymous = Service()
    #expect(await search(Openverse(), over: anonymous).ids == all)
    #expect(anonymous.searches.count == 12 && anonymous.forms.isEmpty)
    #expect(anonymous.searches.allSatisfy { $0.headers["Authorization"] == nil })
  }

  @Test func `a merged search asks for pages side by side, and for none twice`() async throws {
    let service = Service()
    let run = await Run(
      MergedSearch(PhotoQuery("owl"), from: [openverse], limit: 240, over: transport(service)))
    #expect(run.ids.map(\.native) == all)
    #expect(service.searches.count == 6 && service.forms.count == 1)
  }

  @Test func `a cursor goes on with an account and without one`() async throws {
    for (first, second) in [(openverse, Openverse()), (Openverse(), openverse)] {
      for count in [1, 20, 21, 40, 50, 61, 139] {
        let service = Service()
        let transport = transport(service)
        let start = await Run(
          MergedSearch(PhotoQuery("owl"), from: [first], limit: count, over: transport))
        let rest = try await Run(
          continuing: start.cursor, from: [second], limit: 60, over: transport)
        #expect((start.ids + rest.ids).map(\.native) == Array(all.prefix(count + 60)), "\(count)")
      }
    }
  }

  @Test func `a token is kept until it ends, for this account and address alone`() async throws {
    let (service, store) = (Service(), MemoryTokenStore())
    _ = await search(openverse, over: transport(service, store), limit: 40)
    _ = await search(openverse, over: transport(service, store, at: start + 35_000), limit: 40)
    #expect(service.forms.count == 1)
    _ = await search(openverse, over: transport(service, store, at: start + 35_950), limit: 40)
    #expect(service.forms.count == 2)
    let other = Openverse(key: "client-0f-mine an0ther-secret")
    _ = await search(other, over: OpenverseAccount(service, for: [other], tokens: store), limit: 40)
    #expect(service.forms.count == 3)
  }

  @Test func `an ended token is renewed once, and then pages are as small as for everybody`()
    async throws
  {
    let (service, store) = (Service(), MemoryTokenStore())
    _ = await search(openverse, over: transport(service, store), limit: 40)
    service.forget()
    #expect(await search(openverse, over: transport(service, store)).ids == all)
    #expect(service.forms.count == 2 && service.searches.count == 8)
    let refusing = Service(acceptsTokens: false)
    let (ids, notices) = await search(openverse, over: transport(refusing))
    #expect(ids == all && notices.isEmpty)
    #expect(refusing.forms.count == 2 && refusing.searches.count == 2 + 12)
  }

  @Test(arguments: [(401, true), (400, true), (503, false), (403, false)])
  func `without a token the search goes on, and it is said why`(status: Int, isRefusal: Bool) async
  {
    let service = Service(tokenStatus: status)
    let (ids, notices) = await search(openverse, over: transport(service))
    #expect(ids == all && service.forms.count == 1 && service.searches.count == 12)
    #expect(Set(notices).count == 1 && notices[0].hasPrefix(AccountKey.refusal) == isRefusal)
    if isRefusal {
      #expect(
        notices[0] == "its account isn't accepted (\(status), invalid_client), so it was asked "
          + "without one: check OPENVERSE_CLIENT_ID and OPENVERSE_CLIENT_SECRET")
    }
  }

  @Test func `a recording answers whatever pages it was made with, and has no secret`()
    async throws
  {
    for provider in [openverse, Openverse()] {
      let service = Service()
      let recording = RecordingTransport(
        transport(service), apis: [provider.api],
        redaction: ProviderRegistry([provider]).redaction)
      #expect(await search(provider, over: recording).ids == all)
      let har = try recording.har()
      let text = String(decoding: har, as: UTF8.self)
      #expect(!["t0ken", "s3cret-0f-mine", "client-0f-mine"].contains(where: text.contains))
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
      try har.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let replay = ReplayTransport(
        archive: try HARArchive(contentsOf: file), apis: [Openverse().api])
      for again in [Openverse(key: Redaction.word), openverse] {
        #expect(await search(again, over: replay).ids == all)
      }
    }
  }

  @Test func `its shield's refusal names the network, and is no refusal of the account`() {
    let verdict = openverse.verdict(
      403, "<!DOCTYPE html><title>Attention Required! | Cloudflare</title>")
    guard case .failed(403, let message) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(message.contains("refuses this network") && message.contains("whatever the account"))
    #expect(openverse.verdict(403, #"{"detail":"no"}"#) == .failed(status: 403, message: "no"))
  }

  @Test func `requests to others, and without an account, pass as they are`() async throws {
    let service = Service()
    let other = WebRequest(url: URL(constant: "https://other.example/?page=1&page_size=40"))
    _ = try await transport(service).send(other)
    let request = try Openverse().request(for: PhotoQuery("owl"), at: nil)
    _ = try await OpenverseAccount(service, for: [Openverse()], tokens: MemoryTokenStore()).send(
      request)
    #expect(service.searches == [other, request])
  }
}
