import CommandSyntax
import Foundation
import Testing

@testable import imgsearch

/// `config.json`: what is set for good
struct ConfigTests {
  private let home = Home()

  private func write(_ text: String, permissions: Int = 0o644) throws {
    try home.write(text, to: ".config/imgsearch/config.json", permissions: permissions)
  }

  @Test func `defaults stand in for what isn't typed, and what is typed goes first`() async throws {
    try write(#"{"count": 3, "provider": ["all", "-flickr"], "format": "JSONL", "size": "small"}"#)
    let found = try await home.replay("kittens").ended()
    #expect(try found.ids().count == 3 && !found.ids().contains { $0.hasPrefix("flickr:") })
    #expect(try await home.replay("kittens", "-n", "5", "-p", "flickr").ids().count == 5)
    let urls = try await home.replay("kittens", "-f", "urls", "-n", "1", "-p", "flickr")
    #expect(
      urls.output.hasSuffix("_m.jpg\n") || urls.output.hasSuffix("_n.jpg\n"), "\(urls.output)")
  }

  @Test func `a switch takes true and false, and the terminal's color is apart`() async throws {
    try write(#"{"links": true, "terminalColor": "always", "count": 2}"#)
    let found = try await home.replay("kittens")
    #expect(found.output.contains("https://") && found.output.contains("\u{1B}["))
    // Where it doesn't belong, what is set for good is no mistake.
    try await home.replay("kittens", "-f", "csv").ended()
    try await home.replay("kittens", "-f", "csv", "--links").ended(with: 64)
    try write(#"{"color": "always", "count": 2}"#)
    #expect(try await home.replay("kittens").output.contains("\u{1B}["))
    // Words about the terminal don't replace the picture's color.
    try write(#"{"color": "blue", "count": 2}"#)
    try await home.replay("kittens", "--color", "always").ended(with: 66)
    try write(#"{"links": false, "terminalColor": "never", "count": 2}"#)
    let plain = try await home.run(
      ["kittens", "--replay", Program.fixtures], with: ["FORCE_COLOR": "1"])
    #expect(!plain.output.contains("https://") && !plain.output.contains("\u{1B}["))
  }

  @Test func `more, again and cursors go on as the search did`() async throws {
    _ = try await home.replay("kittens", "-n", "2")
    let page = try await home.replay("kittens", "-n", "2", "-f", "json")
    try home.write(page.output, to: "page.json")
    try write(#"{"count": 3, "provider": "flickr", "format": "ndjson", "license": "by"}"#)
    #expect(try await home.run("more", "-f", "ndjson").ids().count == 30)
    #expect(try await home.run("again", "-f", "ndjson").ids().count == 2)
    let continued = try await home.replay("--cursor", "@\(home.path("page.json"))", "-f", "ndjson")
    #expect(try continued.ids().count == 30, "\(continued.errors)")
  }

  @Test(arguments: [
    (#"{"cuont": 3}"#, "there is no setting \"cuont\"; did you mean \"count\"?"),
    (#"{"count": "many"}"#, "\"count\": invalid value 'many'"), (#"{"count": []}"#, "\"count\""),
    (#"{"provider": "flikr"}"#, "did you mean flickr?"),
    (#"{"strict": "yes"}"#, "\"strict\" takes true or false"),
    (#"{"replay": "x.har"}"#, "there is no setting \"replay\""),
    (#"{"FLICKR_API_KEY": "made-up"}"#, "imgsearch keys set flickr"),
    (#"{"FLICKR_API_URL": {}}"#, "\"FLICKR_API_URL\" takes a text"),
    ("[]", "isn't a JSON object; it takes"),
    (#"{"count": 3"#, "isn't a JSON object, in line 1: it ends too early"),
    ("{\n\"count\": 3,\n}", "isn't a JSON object, in line 3: a name in quotes is missing"),
    ("", "isn't a JSON object"),
  ])
  func `what can't be used is 65, and named`(text: String, words: String) async throws {
    try write(text)
    // Addresses are read by what asks the services.
    let isAddress = text.contains("API_URL")
    let found = isAddress ? try await home.run("providers") : try await home.replay("kittens")
    #expect(found.code == 65)
    #expect(
      found.errors.contains("config.json: ") && found.errors.contains(words), "\(found.errors)")
  }

  @Test func `keys are used only when nobody else can read them, the rest all the same`()
    async throws
  {
    try write(#"{"count": 2, "SEARXNG_URL": "http://127.0.0.1:8888"}"#)
    let keys = ".config/imgsearch/keys.json"
    let text = #"{"FLICKR_API_KEY": "made-up"}"#
    try home.write(text, to: keys, permissions: 0o644)
    let open = try await home.run("providers")
    #expect(open.errors.contains("keys.json aren't used: others can read it; run chmod 600"))
    #expect(open.errors.count { $0 == "\n" } == 1 && open.output.contains("set FLICKR_API_KEY"))
    #expect(open.output.contains("SEARXNG_URL is set"))
    #expect(try await home.run("keys").output.contains("flickr\tin keys.json, not used"))
    #expect(try await home.replay("kittens", "-f", "ndjson").ids().count == 2)
    try home.write(text, to: keys, permissions: 0o600)
    let closed = try await home.run("providers")
    #expect(closed.errors.isEmpty && closed.output.contains("FLICKR_API_KEY is set"))
  }

  @Test func `a key in it is no key, whatever is asked`() async throws {
    try write(#"{"count": 2, "PEXELS_API_KEY": "made-up-7Qx9"}"#, permissions: 0o600)
    for command in [["cats"], ["providers"], ["keys"], ["keys", "test"], ["favorites"]] {
      let outcome = try await home.run(command).ended(with: 65, saying: "imgsearch keys set pexels")
      #expect(!outcome.errors.contains("7Qx9"))
    }
  }

  @Test func `the help tells every name`() async throws {
    let help = try await home.run("help", "config").output
    for row in OptionTable.configurable { #expect(help.contains("\n  \(row.setting) ")) }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
