import FixtureMaker
import Foundation
import LoopbackServer
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

  @Test func `what only sounds like a key stays`() throws {
    let address = "https://x.test/key=1/a?monkey=1&keyword=cat&tokens=3&q=key"
    #expect(Redaction().url(try RecordingSamples.address(address)) == address)
  }

  @Test func `user and password go from an address`() throws {
    let url = try RecordingSamples.address("https://user:pass@x.test/a@b?q=c@d")
    #expect(Redaction().url(url) == "https://REDACTED@x.test/a@b?q=c@d")
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
    "?api_key=abc", "%3Fapi_key%3Dabc%26", "%253Fapi_key%253Dabc%2526", "&amp;api_key=abc",
    "\\u0026api_key\\u003dabc\\u0026", "\\u003fapi\\u005fkey=abc", "?ap%69_key=abc",
    "&#38;api_key&#61;abc",
    "?api&#95;key=abc", "?API_KEY=abc", "{\"a\": \"?api_key=abc\\/abc\"}", "?q=1&client%5Fid=abc",
  ])
  func `a key that nobody knows goes by its name, however that is written`(_ text: String) {
    let redacted = Redaction().text(text)
    #expect(!redacted.contains("abc"))
    #expect(redacted.contains("REDACTED"))
    #expect(Redaction().text(redacted) == redacted)
  }

  @Test(arguments: ["?a=\(key)", "photos/MmItMTQ6c2VjcmV0bHkta2VwdA", "?a=secretly%252dkept"])
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

  @Test func `a picture is not read for names of parameters`() {
    let picture = Data([0xFF, 0xD8, 0, 0x10] + "<a?key=abcdefgh secretly-kept>".utf8)
    #expect(Redaction().data(picture) == picture)
    #expect(Redaction(secrets: ["secretly-kept"]).data(picture) != picture)
  }

  /// Secrets of random characters, in texts that write each of them in a random form
  @Test(arguments: 0..<300) func `a known secret is found in every form`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array(#"abcXYZ0189-_.~/+=%&"\ é漢:?<"#)
    let secret = String(
      (0..<Int.random(in: 8...24, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      })
    let written = secret.map { form(of: $0, using: &random) }.joined()
    let redacted = Redaction(secrets: [secret, "another one"]).text("zz \(written) zz")
    #expect(redacted == "zz REDACTED zz", "\(secret) written \(written)")
  }

  private func form(of character: Character, using random: inout SeededGenerator) -> String {
    let text = String(character)
    let percent = text.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return percent.joined()
    case 1: return percent.joined().uppercased()
    case 2: return percent.map { "%25" + $0.dropFirst() }.joined()
    case 3 where text.unicodeScalars.count == 1:
      let digits = String(text.unicodeScalars.reduce(0) { $0 + $1.value }, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    case 4 where "\"\\/".contains(character): return "\\" + text
    default: return text
    }
  }
}
