import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// Recordings of live runs: no key in them, and the same bytes out of them
@Suite(.waits) struct LiveRecordTests {
  private let setup: LiveSetup

  init() throws { setup = try LiveSetup() }

  private static let failing: [String: Fault] = [
    "unsplash": .limitExceeded.on(2...), "flickr": .tooMany(retryAfter: 3600),
    "openverse": .broken(), "wikimedia": .cut.on(2...),
  ]

  @Test(arguments: ["json", "grid"])
  func `a run recorded cold and from the cache replays to the same bytes`(format: String) throws {
    for name in ["cold.har", "warm.har"] {
      try check(["kittens", "-n", "150", "--format", format], file: name)
    }
    #expect(setup.services.counts == LeastRequests.counts(for: "kittens", photos: 150))
  }

  @Test(arguments: ["json", "grid"])
  func `a run in which providers fail replays to the same bytes`(format: String) throws {
    let setup = try LiveSetup(faults: Self.failing.filter { $0.key == "flickr" })
    try check(["kittens", "-n", "150", "--format", format], file: "one.har")
    guard format == "json" else { return }
    for (name, fault) in Self.failing { setup.services.set(fault, of: name) }
    setup.services.forget()
    try check(["kittens", "-n", "150", "--format", format, "--refresh"], file: "all.har")
  }

  /// Named, for `all` is in replay whoever was asked
  @Test(arguments: [1, 2, 3])
  func `a run that asks fewer providers than are named replays to the same bytes`(
    count: Int
  ) throws {
    try check(
      ["kittens", "-n", "\(count)", "-p", LiveSetup.names.joined(separator: ",")]
        + ["--format", "json"], file: "few.har")
  }

  @Test func `a service that tells the key does not get it shown or kept`() throws {
    let key = LiveSetup.Keys.flickr
    let refusal = "{\"stat\":\"fail\",\"code\":100,\"message\":\"Invalid API Key (\(key))\"}"
    let error = "{\"errors\":[\"OAuth error: \(LiveSetup.Keys.unsplash) is no key\"]}"
    setup.services.set(.answer(.json(refusal)), of: "flickr")
    setup.services.set(.answer(.json(error, status: 401)), of: "unsplash")
    try check(["kittens", "--format", "json"], file: "told.har")
    try check(["kittens", "-p", "unsplash,flickr", "--format", "json"], file: "told-alone.har")
  }

  @Test func `a photo that is shown replays to the same bytes`() throws {
    try check(["show", "flickr:95200043273"], file: "show.har")
    try check(["show", "flickr:90000000000"], file: "absent.har")
  }

  @Test func `a recording that is there is added to`() throws {
    let file = setup.home.path("all.har")
    let first = try setup.run("kittens", "-p", "openverse", "-f", "json", "--record", file)
    let second = try setup.run("harbor", "-p", "openverse", "-f", "json", "--record", file)
    let count = try HARArchive(contentsOf: URL(filePath: file)).entries.count
    _ = try setup.run("kittens", "-p", "openverse", "-f", "json", "--record", file)
    #expect(try HARArchive(contentsOf: URL(filePath: file)).entries.count == count)
    for (words, live) in [("kittens", first), ("harbor", second)] {
      let again = try Program.process([words, "-p", "openverse", "-f", "json", "--replay", file])
      #expect(again.output == live.output)
    }
  }

  @Test func `a recording of a known photo being added to the favorites has the photo`()
    throws
  {
    let file = setup.home.path("added.har")
    let add = ["favorites", "add", "flickr:95200043273"]
    try setup.run(add).ended()
    try setup.run(add + ["--record", file]).ended()
    try Program.process(["show", add[2], "--replay", file]).ended()
  }

  @Test func `of two answers to a request the later one is replayed`() throws {
    setup.services.set(.tooMany(retryAfter: 3600), of: "openverse")
    let file = setup.home.path("all.har")
    try setup.run("kittens", "-p", "openverse", "--record", file).ended(with: 75)
    setup.services.set(Fault { _, sound in sound }, of: "openverse")
    try setup.run("kittens", "-p", "openverse", "--refresh", "--record", file).ended()
    let entries = try HARArchive(contentsOf: URL(filePath: file)).entries
    #expect(!entries.contains { $0.status == 429 })
    try Program.process(["kittens", "-p", "openverse", "--replay", file]).ended()
  }

  @Test(arguments: [
    "{\"log\": {\"entries\": [{\"request\"", "no recording", "{\"a\": 1}",
    "{\"log\": {\"creator\": {\"name\": \"WebInspector\"}, \"entries\": []}}",
  ])
  func `a file that is no recording of ours is left as it was, and nobody is asked`(
    text: String
  ) throws {
    try setup.home.write(text, to: "other.har")
    try setup.run("kittens", "--record", setup.home.path("other.har")).ended(
      with: 65, saying: "left as it was")
    #expect(try setup.services.requests.isEmpty && setup.home.text("other.har") == text)
  }

  @Test func `a recording that cannot be written hides nothing else that went wrong`() throws {
    setup.services.set(.slow(0.5...0.5), of: "flickr")
    let running = try setup.start(
      "show", "flickr:90000000000", "--record", setup.home.path("a.har"))
    try setup.wait { !$0.requests(of: "flickr").isEmpty }
    try setup.home.write("somebody else's", to: "a.har")
    try running.finish().ended(with: 66, saying: "flickr:90000000000", "--record: ")
    #expect(try setup.home.text("a.har") == "somebody else's")
  }

  /// Records a run, looks for keys wherever it wrote, and replays it with and without keys and
  /// addresses set
  private func check(_ options: [String], file: String) throws {
    let live = try setup.run(
      options + (options[0] == "show" ? [] : ["--patience", "forever"]) + [
        "--record", setup.home.path(file), "--verbose",
      ])
    let recording = try setup.home.text(file)
    #expect(recording.contains("\"status\":200") || recording.contains("\"status\":401"))
    #expect(try setup.filesWithKeys() == [] && !live.output.hasKey)
    #expect(!live.errors.hasKey && live.errors.contains(" ms: http://127.0.0.1:"))
    let replay = options.filter { $0 != "--refresh" } + ["--replay", setup.home.path(file)]
    for environment in [setup.environment, nil] {
      let again = try Program.process(replay, environment: environment)
      #expect(again.output == live.output, "\(options)")
      #expect(again.code == live.code)
    }
  }
}
