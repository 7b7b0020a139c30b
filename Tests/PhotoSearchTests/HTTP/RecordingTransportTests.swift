import Foundation
import PhotoSearch
import Testing

struct RecordingTransportTests {
  private static let secret = "s3cret-k3y"

  private static func api(base: URL? = nil) -> APIDescription {
    APIDescription(
      defaultBase: URL(constant: "https://api.a.test/rest/"), base: base, immaterial: ["api_key"],
      defaults: [:], paging: ["page": "1"])
  }

  private let api = api()

  private func request(_ address: String = "https://api.a.test/rest/?text=cats") throws
    -> WebRequest
  {
    WebRequest(
      url: try #require(URL(string: address)),
      headers: ["Authorization": "Client-ID \(Self.secret)"])
  }

  /// Records requests that are answered so, and that have the secret
  private func recorder(
    of api: APIDescription = api(), limit: Int? = nil,
    _ answer: @escaping @Sendable (WebRequest) async throws -> WebReply
  ) -> RecordingTransport {
    let redaction = Redaction(secrets: [Self.secret])
    let told = ToldTransport(answer)
    return limit.map { RecordingTransport(told, apis: [api], redaction: redaction, limit: $0) }
      ?? RecordingTransport(told, apis: [api], redaction: redaction)
  }

  private func replay(_ har: Data, _ api: APIDescription) throws -> ReplayTransport {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
    try har.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return ReplayTransport(archive: try HARArchive(contentsOf: file), apis: [api])
  }

  @Test func `what was sent through a proxy replays under the default address`() async throws {
    let proxy = Self.api(base: URL(constant: "http://127.0.0.1:8080/proxy"))
    let body = Data("{\"title\": \"Kätzchen\"}".utf8)
    let recorder = recorder(of: proxy) { _ in
      WebReply(status: 200, headers: ["X-Total": "7"], body: body)
    }
    let address = "?text=cats&page=1&api_key=\(Self.secret)"
    _ = try await recorder.send(request("http://127.0.0.1:8080/proxy" + address))
    let har = try recorder.har()
    #expect(String(decoding: har, as: UTF8.self).contains("https://api.a.test/rest"))
    #expect(!String(decoding: har, as: UTF8.self).contains("127.0.0.1"))
    let reply = try await replay(har, api).send(request())
    #expect((reply.body, reply.headers["x-total"]) == (body, "7"))
  }

  @Test(arguments: [KeyLocation.header("X-Sesame"), .parameter("sesame")])
  func `a key whose value nobody knows is found by where the API looks for it`(
    place: KeyLocation
  ) async throws {
    let api = APIDescription(
      defaultBase: try #require(URL(string: "https://api.a.test/rest/")), key: place)
    let recorder = RecordingTransport(
      ToldTransport { _ in WebReply(status: 200, headers: ["X-Sesame": Self.secret]) }, apis: [api],
      redaction: Redaction(keys: [place]))
    let query = place == .parameter("sesame") ? "?sesame=\(Self.secret)" : ""
    _ = try await recorder.send(
      WebRequest(
        url: try #require(URL(string: "https://api.a.test/rest/\(query)")),
        headers: place == .header("X-Sesame") ? ["X-Sesame": Self.secret] : [:]))
    let request = try #require(requests(try recorder.har()).first)
    #expect(!request.contains(Self.secret))
  }

  /// What a recording says of its requests, as text
  private func requests(_ har: Data) throws -> [String] {
    let log = try JSONValue(parsing: har)["log"]
    return log?["entries"]?.elements?.compactMap { entry in
      entry["request"].map { String(decoding: har[$0.range], as: UTF8.self) }
    } ?? []
  }

  @Test func `no key is in a recording, wherever it stood`() async throws {
    let recorder = recorder { _ in
      WebReply(
        status: 200, headers: ["Set-Cookie": Self.secret, "Link": "<?client_id=\(Self.secret)>"],
        body: Data("{\"echo\": \"\(Self.secret)\"}".utf8))
    }
    _ = try await recorder.send(request("https://api.a.test/rest/?api_key=\(Self.secret)"))
    let text = String(decoding: try recorder.har(), as: UTF8.self)
    #expect(!text.contains(Self.secret) && text.contains("REDACTED"))
  }

  @Test(arguments: [secret, secret.lowercased(), "x-\(secret)-left", "X-\(secret.uppercased())"])
  func `a key that a service makes the name of a field is in no recording`(
    name: String
  ) async throws {
    let recorder = recorder { _ in
      WebReply(status: 200, headers: [name: "7", "X-Total": "3"])
    }
    _ = try await recorder.send(request())
    let har = try recorder.har()
    #expect(!String(decoding: har, as: UTF8.self).lowercased().contains(Self.secret))
    let reply = try await replay(har, api).send(request())
    #expect(reply.headers[Redaction.word] == "7" && reply.headers["X-Total"] == "3")
  }

  @Test func `what is asked again takes the place of what is in the recording`() async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "recording-\(UInt64.random(in: 0 ... .max)).har")
    defer { try? FileManager.default.removeItem(at: file) }
    for run in ["x", "y"] {
      let recorder = recorder(limit: 16_000) { _ in
        WebReply(status: 200, body: Data(repeating: run.utf8.first!, count: 3_000))
      }
      for page in 1...3 {
        _ = try await recorder.send(request("https://api.a.test/rest/?text=cats&page=\(page)"))
      }
      let older = run == "x" ? nil : try HARFile(contentsOf: file, redaction: Redaction())
      var har = Data()
      #expect(try recorder.write(addedTo: older) { har.append(contentsOf: $0) } == 0)
      try har.write(to: file)
    }
    let replay = try replay(try Data(contentsOf: file), api)
    for page in 1...3 {
      let reply = try await replay.send(request("https://api.a.test/rest/?text=cats&page=\(page)"))
      #expect(reply.body.first == UInt8(ascii: "y"))
    }
  }

  @Test func `what would make a recording too large to be read is left out, and counted`()
    async throws
  {
    let body = Data(repeating: UInt8(ascii: "x"), count: 3_000)
    let recorder = recorder(limit: 10_000) { _ in WebReply(status: 200, body: body) }
    for page in 1...5 {
      _ = try await recorder.send(request("https://api.a.test/rest/?text=cats&page=\(page)"))
    }
    var har = Data()
    let missing = try recorder.write { har.append(contentsOf: $0) }
    #expect(har.count <= 10_000)
    let replay = try replay(har, api)
    let kept = try (1...5).filter { page in
      replay.hasEntry(for: try request("https://api.a.test/rest/?text=cats&page=\(page)"))
    }
    #expect(kept == Array(1...(5 - missing)) && missing > 0 && missing < 5)
  }

  @Test(arguments: [
    TransportError.unreachable(host: "api.a.test", reason: "the connection was refused"),
    .timedOut(host: "api.a.test", seconds: 20), .tooLarge(host: "api.a.test", limit: 32_000_000),
  ])
  func `a request without a reply replays as the same error`(error: TransportError) async throws {
    let recorder = recorder { _ in throw error }
    let request = try request()
    await #expect(throws: error) { try await recorder.send(request) }
    let replay = try replay(recorder.har(), api)
    await #expect(throws: error) { try await replay.send(request) }
  }

  @Test func `bytes that are no text come back as they were`() async throws {
    let body = Data([0xff, 0xfe, 0x00, 0x80])
    let recorder = recorder { _ in WebReply(status: 200, body: body) }
    let request = try request()
    _ = try await recorder.send(request)
    #expect(try await replay(recorder.har(), api).send(request).body == body)
  }

  @Test func `a stated wait counts from when the service stated it`() async throws {
    let long = Date(timeIntervalSince1970: 1_700_000_000)
    let recorder = recorder { _ in WebReply(status: 429, received: long) }
    let request = try request()
    _ = try await recorder.send(request)
    let reply = try await replay(recorder.har(), api).send(request)
    #expect(reply.received == long)
  }
}
