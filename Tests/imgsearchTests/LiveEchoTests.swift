import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// Services that say the key again, in whatever form: it is not shown, and nothing of it is kept
@Suite(.waits) struct LiveEchoTests {
  private let setup: LiveSetup

  init() throws { setup = try LiveSetup() }

  private static let key = LiveSetup.Keys.unsplash

  /// Ways to write the key of which the mark that is looked for is no part
  private static let forms: [(name: String, text: String)] = [
    ("plain", key),
    ("percent", key.utf8.map { "%" + String($0, radix: 16) }.joined()),
    ("html", key.utf8.map { "&#\($0);" }.joined()),
    ("json", key.utf8.map { "\\u00" + String($0, radix: 16) }.joined()),
    ("base64", Data("Client-ID \(key)".utf8).base64EncodedString()),
  ]

  /// Whether the key is there in one of those forms
  private static func hasKey(_ text: String) -> Bool {
    text.hasKey || forms.contains { text.contains($0.text) }
  }

  @Test(arguments: forms.map(\.name))
  func `a key in a page is in no output, and in no file`(form: String) throws {
    let written = try #require(Self.forms.first { $0.name == form }).text
    let fault = Fault { _, sound in
      var answer = sound
      let text = String(decoding: sound.body, as: UTF8.self)
      let echo = "\"alt_description\":\"echo \(written) said\",\"x\":\""
      answer.body = Data(
        text.replacingOccurrences(of: "\"alt_description\":\"", with: echo)
          .replacingOccurrences(
            of: "\"html\":\"https", with: "\"html\":\"https://x.test/?key=\(written)&u=https"
          ).utf8)
      answer.headers.append(.init(name: "Set-Cookie", value: "session=\(written)"))
      answer.headers.append(.init(name: "X-Echo", value: Self.key))
      return answer
    }
    setup.services.set(fault, of: "unsplash")
    for format in ["json", "csv", "markdown", "grid"] {
      let outcome = try setup.run(
        "kittens", "-p", "unsplash", "-f", format, "-v", "--record", setup.home.path("a.har")
      ).ended()
      #expect(!Self.hasKey(outcome.output), "\(format)")
      #expect(!Self.hasKey(outcome.errors), "\(format)")
      if format == "json" { #expect(outcome.output.contains("REDACTED"), "\(outcome.output)") }
    }
    #expect(
      try (setup.run("favorites", "add", "1").code, setup.filesWithKeys(Self.hasKey)) == (0, []))
  }

  @Test func `a page in Latin-1 that quotes the address is recorded without the key`() throws {
    let page = Data(
      "<p>Verbindung zur\u{FC}ckgesetzt: \(Self.key), api_key=abc</p>".unicodeScalars.map {
        UInt8(truncatingIfNeeded: $0.value)
      })
    let answer = LoopbackAnswer(404, headers: ["Content-Type": "text/html"], body: page)
    setup.services.set(.answer(answer), of: "unsplash")
    _ = try setup.run("kittens", "-p", "unsplash", "--record", setup.home.path("a.har"))
    let archive = try HARArchive(contentsOf: URL(filePath: setup.home.path("a.har")))
    let body = try #require(archive.entries.first).body
    #expect(body.contains(0xFC))
    let text = String(decoding: body, as: UTF8.self)
    #expect(!text.hasKey && !text.contains("abc") && text.contains("REDACTED"), "\(text)")
  }

  @Test(arguments: ["plain", "base64"]) func `a redirect that carries the key away is refused`(
    form: String
  ) throws {
    let written = try #require(Self.forms.first { $0.name == form }).text
    let other = try ScriptedServer(host: "127.0.0.2") { _ in .json("{}") }
    defer { other.stop() }
    for path in ["/?a=", "/"] {
      let address =
        String(other.url("/").absoluteString.dropLast()) + path
        + (written.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
      let fault = Fault.answer(.redirect(to: address))
      setup.services.set(fault, of: "unsplash")
      let outcome = try setup.run("kittens", "-p", "unsplash", "-v").ended(
        with: 69, saying: "the key would go to another host")
      #expect(!Self.hasKey(outcome.errors))
    }
    #expect(other.requests.isEmpty)
  }

  @Test(arguments: [
    ["kittens \(key)"], ["kittens -\(key)"], ["--", "-\(key) kittens"],
    ["kittens", "--without", "dog,\(key)"], ["kittens", "--author", key],
    ["kittens", "--tag", key], ["list", "--author", key], ["list", "--tag", key],
    ["list", "--without", key],
  ])
  func `words and filters with a key in them are not searched for`(words: [String]) throws {
    let outcome = try setup.run(words).ended(with: 64, saying: "one of your keys")
    #expect(!Self.hasKey(outcome.errors))
    #expect(try setup.services.requests.isEmpty && setup.filesWithKeys(Self.hasKey) == [])
  }

  @Test func `a key that begins with a hyphen is no word to leave out`() throws {
    setup.environment["UNSPLASH_ACCESS_KEY"] = "-\(Self.key)"
    try setup.run("kittens -\(Self.key)").ended(with: 64, saying: "one of your keys")
  }

  @Test func `a list of another program's is imported without keys in its addresses`() throws {
    let home = Home()
    let photo = """
      {"id":"flickr:1","page":"https://www.flickr.com/?api_key=unheard-of&b=1","renditions":[
      {"role":"thumb","url":"https://x.test/a.jpg?client%5Fid=unheard-of","width":1,"height":1}]}
      """
    try home.write(photo.replacingOccurrences(of: "\n", with: ""), to: "list.json")
    try home.process("favorites", "import", home.path("list.json")).ended()
    let output = try home.process("favorites", "-f", "json").output
    #expect(output.contains("api_key=REDACTED&b=1") && !output.contains("unheard-of"), "\(output)")
  }

  @Test func `each try of a request has its line`() throws {
    setup.services.set(.broken(503), of: "openverse")
    let outcome = try setup.run("kittens", "-p", "openverse", "-v")
    let lines = outcome.errorLines.filter { $0.hasPrefix("openverse: 503, ") }
    #expect(lines.count == 3, "\(outcome.errors)")
  }
}
