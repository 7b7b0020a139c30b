import FixtureMaker
import Foundation
import LoopbackServer
import Platform
import Testing

@testable import PhotoSearch

/// Nothing that is written down has a secret in it
@Suite struct RedactionTests {
  private static let key = "secretly-kept"

  @Test(arguments: [
    "client_id", "api_key", "key", "access_token", "token", "auth_token", "api_sig",
    "client_secret", "API_KEY",
  ])
  func `a key goes from an address by its name`(_ name: String) throws {
    let url = try RecordingSamples.address("https://x.test/a?q=cat&\(name)=s3,c;r%20t&page=2#f")
    #expect(Redaction().url(url) == "https://x.test/a?q=cat&\(name)=REDACTED&page=2#f")
  }

  @Test(arguments: [
    (
      "x.test/key=1/a?monkey=1&keyword=cat&tokens=3&q=key",
      "x.test/key=1/a?monkey=1&keyword=cat&tokens=3&q=key"
    ),
    ("user:pass@x.test/a@b?q=c@d", "REDACTED@x.test/a@b?q=c@d"),
  ])
  func `user and password go from an address, what only sounds like a key stays`(
    address: String, redacted: String
  ) throws {
    let url = try RecordingSamples.address("https://\(address)")
    #expect(Redaction().url(url) == "https://\(redacted)")
  }

  @Test(arguments: [
    "Authorization", "authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Api-Key",
    "X-Auth-Token", "api-key",
  ])
  func `a header field that carries a secret is redacted whole`(_ name: String) {
    let headers = Redaction().headers(HTTPHeaders([.init(name: name, value: "Client-ID s3cret")]))
    #expect(headers.fields == [.init(name: name, value: "REDACTED")])
  }

  @Test func `other header fields keep their order and lose only secrets`() {
    let headers = HTTPHeaders([
      .init(name: "Link", value: "<https://x.test/?client_id=abc&page=2>; rel=\"next\""),
      .init(name: "X-Ratelimit-Remaining", value: "49"),
      .init(name: "X-Echo", value: "is s3cret-key"),
    ])
    #expect(
      Redaction(secrets: ["s3cret-key"]).headers(headers).fields.map(\.value) == [
        "<https://x.test/?client_id=REDACTED&page=2>; rel=\"next\"", "49", "is REDACTED",
      ])
  }

  @Test(arguments: [
    (#"{"next":"https://x.test/?api_key=abc&q=1"}"#, "api_key=REDACTED&q=1"),
    (#"{"next":"https:\/\/x.test\/?q=1\u0026key=abc"}"#, #"q=1\u0026key=REDACTED""#),
    ("<a href='https://x.test/?q=1&amp;token=abc'>", "&amp;token=REDACTED'>"),
    ("api_key=abc", "api_key=REDACTED"),
  ])
  func `keys in addresses inside a text go by their names`(_ text: String, _ rest: String) {
    let redacted = Redaction().text(text)
    #expect(redacted.contains(rest), "\(redacted)")
    #expect(!redacted.contains("abc"))
  }

  @Test func `a text without secrets stays as it is`() {
    let text = #"{"a = b": "x==y&&=", "key": "=", "secret": "65e5f2", "é": "?key"}"#
    #expect(Redaction(secrets: ["", "abc", "unused-secret"]).text(text) == text)
  }

  @Test func `a longer secret is not left in part by a shorter one in it`() {
    let redaction = Redaction(secrets: ["abcd1234", "abcd12345678"])
    #expect(redaction.text("abcd12345678 abcd1234") == "REDACTED REDACTED")
  }

  @Test func `a value of under 8 bytes goes by its name alone`() {
    let text = "the word kittens, ?api_key=kittens&q=kittens"
    #expect(
      Redaction(secrets: ["kittens"]).text(text)
        == "the word kittens, ?api_key=REDACTED&q=kittens")
  }

  @Test(arguments: [
    "?api_key=abc", "%3Fapi_key%3Dabc%26", "&amp;api_key=abc", "&#38;api_key&#61;abc",
    "\\u0026api_key\\u003dabc\\u0026", "?API_KEY=abc", "{\"a\": \"?api_key=abc\\/abc\"}",
  ])
  func `a key that nobody knows goes by its name, however that is written`(_ text: String) {
    let redacted = Redaction().text(text)
    #expect(!redacted.contains("abc"))
    #expect(redacted.contains("REDACTED") && Redaction().text(redacted) == redacted)
  }

  @Test func `a name behind encoded text is known, wherever the look back at that is cut`() {
    for shift in 0..<9 {
      let text = String(repeating: "%E4%BD%A0", count: 50) + String(repeating: "z", count: shift)
      let redacted = Redaction().text("https://a.test/" + text + "%3Fapi_key%3Dabc")
      #expect(redacted.hasSuffix("%3Fapi_key%3DREDACTED"), "\(shift)")
    }
  }

  @Test(arguments: ["?a=\(key)", "photos/MmItMTQ6c2VjcmV0bHkta2VwdA", "?a=secretly%2dkept"])
  func `a key goes to its service alone, whatever address asks for it`(path: String) async throws {
    let home: URL = try #require(URL(string: "https://api.a.test/"))
    try await withServer { _ in
      .json("{}")
    } _: { server in
      let transport = LiveTransport(
        redaction: Redaction(inUse: [KeyInUse(Self.key, home: home)], keys: []))
      defer { transport.close() }
      let address = try #require(URL(string: server.url("/").absoluteString + path))
      await #expect(throws: TransportError.self) {
        try await transport.send(WebRequest(url: address))
      }
      #expect(server.requests.isEmpty)
      let own = LiveTransport(
        redaction: Redaction(inUse: [KeyInUse(Self.key, home: server.url("/"))], keys: []))
      defer { own.close() }
      #expect(try await own.send(WebRequest(url: address)).status == 200)
    }
  }

  @Test(arguments: ["?key=", "(key=", "%3D", "=", "%26key%3D", "&#61;"])
  func `the same bytes again and again take no longer each`(_ part: String) {
    func time(_ count: Int) -> Double {
      let text = Data(String(repeating: part, count: count).utf8)
      return ProcessorTime.of { _ = Redaction(secrets: ["secretly-kept"]).data(text) }
    }
    // Eight times the bytes: 64 times the time where each was looked at from each.
    _ = time(1_000)
    #expect((1...3).contains { _ in time(32_000) < time(4_000) * 24 })
  }

  @Test(arguments: [
    #"\\u0073\u0065cret-value-1"#, #"{\"a\":\"\\u0073ecret-value-1\"}"#, "%2573ecret-value-1",
  ])
  func `a secret that is escaped more than once is found`(_ text: String) {
    let redacted = Redaction(secrets: ["secret-value-1"]).text("before \(text) after")
    #expect(redacted.contains(Redaction.word) && !redacted.contains("cret-value-1"), "\(redacted)")
    #expect(redacted.hasPrefix("before ") && redacted.hasSuffix(" after"))
  }

  @Test func `a picture is not read for names of parameters`() {
    let picture = Data([0xFF, 0xD8, 0, 0x10] + "<a?key=abcdefgh secretly-kept>".utf8)
    #expect(Redaction().data(picture) == picture)
    #expect(Redaction(secrets: ["secretly-kept"]).data(picture) != picture)
  }

  @Test(arguments: [
    "p+ss/w0rd&k<y>", "65e5f2f1-aa", #"quote"back\slash"#, "umlaut-ä-漢", "plain0123456789",
  ])
  func `a known secret is found in every form that a service writes it in`(secret: String) throws {
    let percent = secret.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    let json = String(JSONWriter.object { $0.member("a", secret) }.dropFirst(6).dropLast(2))
    let html =
      secret.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&#x3E;").replacing("\"", with: "&#34;")
    let forms: [String] = [
      secret, percent.joined(), percent.joined().uppercased(), secret.percentEncoded,
      json, json.replacing("/", with: "\\/"), html,
    ]
    for form in forms {
      let redacted = Redaction(secrets: [secret, "another one"]).text("zz \(form) zz")
      #expect(redacted == "zz REDACTED zz", "\(form)")
    }
    for before in ["", "a", "ab"] {
      let text = Data("\(before)\(secret):x".utf8).base64EncodedString()
      for form in [text, text.replacing("/", with: "\\/"), text.percentEncoded] {
        #expect(Redaction(secrets: [secret]).text("zz \(form) zz").contains("REDACTED"), "\(form)")
      }
    }
  }
}
