import FixtureMaker
import Foundation
import LoopbackServer
import PhotoSearch
import Testing

@testable import PhotoStorage

/// A sentence at every door of the program, with services on this machine that want all words
@Suite(.waits) struct SentenceProgramTests {
  private let home = Home()

  private static let captions = Captions()
  private static let sentence = "A brown donkey is asleep below an apple tree"
  private static let some = "brown | donkey | asleep | below | apple | tree"

  private struct Setup {
    let home: Home
    let server: ScriptedServer

    init() throws {
      let services = CaptionServices(captions.ofPhotos)
      server = try ScriptedServer(lifetime: 110) { .recorded(services.reply(to: $0)) }
      var variables = ["FLICKR_API_KEY": "key"]
      for name in ["OPENVERSE", "WIKIMEDIA", "FLICKR"] {
        variables["\(name)_API_URL"] = server.url("/\(name)").absoluteString
      }
      home = Home(variables)
    }

    func run(_ arguments: String..., input: String = "") throws -> Program.Outcome {
      try home.process(arguments, input: input)
    }

    /// What a service was asked for, in order
    func asked(_ parameter: String) -> [String] {
      server.requests.compactMap { request in
        request.queryItems.first { $0.name == parameter }?.value
      }
    }
  }

  private let setup: Setup

  init() throws { setup = try Setup() }

  @Test func `the summary, JSON and -v say what was asked for`() throws {
    let outcome = try setup.run(
      Self.sentence, "-p", "openverse,flickr", "-n", "5", "-f", "json", "-v")
    let json = try jsonObject(outcome.output)
    let providers = try json.objects("providers")
    #expect(providers.map { $0["asked"] as? String } == [Self.some, "brown donkey"])
    let member = "\"asked\":\"\(Self.some)\",\"error\":null"
    #expect(outcome.output.contains(member), "\(outcome.output.suffix(400))")
    #expect(outcome.errorLines.last?.contains("openverse, flickr: by some of the words") == true)
    #expect(outcome.errorLines.contains("openverse: by some of the words: \(Self.some)"[...]))
    #expect(setup.asked("q") == [Self.sentence, Self.some])
    #expect(setup.asked("text") == ["brown donkey asleep below apple tree", "brown donkey"])
  }

  @Test func `more, at once or one by one, goes on with some of the words`() throws {
    let options = ["-p", "openverse,wikimedia,flickr", "-f", "ndjson"]
    let whole = try setup.home.process([Self.sentence, "-n", "9"] + options).ids()
    var parts = try setup.home.process([Self.sentence, "-n", "4"] + options).ids()
    for _ in 0..<5 { parts += try setup.run("more", "-n", "1", "-f", "ndjson").ids() }
    #expect(parts == whole && whole.count == 9)
  }

  @Test func `fewer words are advised for each service that found nothing, not only where all did`()
    throws
  {
    let words = "unheard unseen donkey meadow"
    let outcome = try setup.run(words, "-p", "openverse,flickr", "-n", "3").ended(
      saying: " from openverse")
    #expect(
      outcome.errorLines.contains("flickr: found nothing; fewer words find more"),
      "\(outcome.errors)")
    let two = try setup.run("unheard donkey", "-p", "openverse,flickr")
    #expect(two.errors.contains("Nothing found") && !two.errors.contains("fewer words"))
  }

  @Test func `offline the cache answers as the services did, and lacks a second try in peace`()
    throws
  {
    let options = ["-p", "openverse", "-n", "5", "-f", "ndjson"]
    _ = try setup.home.process([Self.sentence, "--strict-words"] + options)
    try setup.home.process([Self.sentence, "--offline"] + options).ended(printing: "")
    let live = try setup.home.process([Self.sentence] + options)
    let offline = try setup.home.process([Self.sentence, "--offline"] + options)
    #expect(offline.output == live.output && live.lines.count > 5)
  }

  @Test func `a recording replays the second try`() throws {
    let file = setup.home.path("trip.har")
    let options = [Self.sentence, "-p", "openverse,flickr", "-n", "9", "-f", "json"]
    let live = try setup.home.process(options + ["--record", file])
    let replayed = try setup.home.process(options + ["--replay", file])
    #expect(replayed.output == live.output && live.output.contains(Self.some))
    let other = try setup.run("goat", "--replay", file)
    #expect(other.errors.contains("this recording has: ") && !other.errors.contains(" | "))
  }

  @Test func `strict words go as they were typed, once, by option and by config.json`() throws {
    let typed = "a donkey, asleep -snow!"
    for isSet in [false, true] {
      if isSet {
        try setup.home.write("{\"strictWords\": true}", to: ".config/imgsearch/config.json")
      }
      let outcome = try setup.home.process(
        [typed, "-p", "openverse", "-f", "json"] + (isSet ? [] : ["--strict-words"]))
      #expect(outcome.output.contains("\"strictWords\":true"))
      #expect(outcome.output.contains("\"asked\":null"))
    }
    #expect(setup.asked("q") == [typed, typed] || setup.asked("q") == [typed], "the cache")
  }

  @Test func `a word to leave out is one filter, however it is typed`() throws {
    let lines = [
      ["donkey", "--without", "snow", "--without", "apple tree"],
      ["donkey -snow -\"apple tree\""],
      ["donkey", "--", "-snow", "-\"apple tree\""],
    ]
    let outcomes = try lines.map { line in
      try setup.home.process(["-p", "openverse", "-f", "json", "-n", "4", "--refresh"] + line)
    }
    #expect(Set(outcomes.map(\.output)).count == 1, "\(outcomes.map(\.output))")
    #expect(outcomes[0].output.contains("\"words\":\"donkey\""))
    #expect(outcomes[0].output.contains("\"without\":\"snow,apple tree\""))
    #expect(Set(setup.asked("q")) == ["donkey -snow -\"apple tree\""])
  }

  @Test func `words to leave out alone are no search, but narrow a list`() async throws {
    for line in [["--", "-snow"], ["-snow "], ["--without", "snow"]] {
      let outcome = try await home.run(line)
      #expect(outcome.code == 64, "\(line): \(outcome.errors)")
    }
    let outcome = try await home.run("--", "-snow")
    #expect(outcome.errors.contains("imgsearch list --without WORD"), "\(outcome.errors)")
    let all = try await home.replay("list", "-n", "400", "-f", "ndjson")
    let some = try await home.replay("list", "-n", "400", "-f", "ndjson", "--without", "light")
      .ended(saying: "by words to leave out")
    #expect(some.lines.count < all.lines.count)
  }

  @Test func `too much to leave out is refused at every door`() async throws {
    let words = (0...20).map { " -w\($0)" }.joined()
    let client = try AssistantClient.replaying()
    for text in ["kittens" + words, "kittens -" + String(repeating: "w", count: 1_001)] {
      try await home.replay(text).ended(with: 64, saying: "too much to leave out: ")
      let failure = #expect(throws: AssistantClient.Failure.self) {
        try client.call("search_photos", ["words": text])
      }
      #expect(failure?.words.contains("too much to leave out: ") == true, "\(failure as Any)")
    }
    let last = try await home.replay("kittens" + words.dropLast(5), "-n", "1", "-p", "flickr")
    #expect(last.code == 66, "only the recording lacks it: \(last.errors)")
  }

  @Test func `a word behind a hyphen isn't taken for a file`() async throws {
    try await home.replay("kittens", "-orange").ended(
      with: 64, printing: "", saying: "--without orange", "-o range")
    try await home.replay("kittens", "-n2", "-o" + home.path("list")).ended()
    #expect(try !home.text("list").isEmpty)
  }

  @Test func `nothing but blanks, or words to leave out, is said in the door's own words`()
    async throws
  {
    try await Home().run("   ").ended(with: 64, saying: "nothing to search for: imgsearch <words")
    let failure = #expect(throws: AssistantClient.Failure.self) {
      try AssistantClient.replaying().call("search_photos", ["words": "-red"])
    }
    #expect(failure?.words == "words has only words to leave out; add what to look for")
  }

  @Test func `two plain words ask what they asked before, and find the same`() throws {
    let options = ["brown donkey", "-p", "openverse,wikimedia,flickr", "-n", "50", "--refresh"]
    let now = try setup.home.process(options + ["-f", "ndjson"])
    let asked = setup.server.requests.map { $0.queryItems.map(\.description).sorted() }
    let before = try setup.home.process(options + ["-f", "ndjson", "--strict-words"])
    let all = setup.server.requests.map { $0.queryItems.map(\.description).sorted() }
    #expect(now.output == before.output && now.lines.count > 5)
    #expect(Set(asked) == Set(all[asked.count...]) && all.count == 2 * asked.count)
    #expect(Set(setup.asked("q")) == ["brown donkey"])
    #expect(Set(setup.asked("gsrsearch")) == ["filetype:bitmap brown donkey"])
  }

  @Test func `an assistant may ask in a sentence, and is told what was asked for`() throws {
    let client = try AssistantClient([], environment: setup.home.environment)
    let page = try client.call(
      "search_photos",
      ["words": Self.sentence + " -snow", "providers": ["openverse"], "count": 5])
    #expect((page["photos"] as? [[String: Any]])?.count == 5)
    let notices = try page.texts("notices")
    #expect(notices.contains { $0.hasPrefix("openverse: by some of the words: brown | ") })
    #expect(setup.asked("q").allSatisfy { $0.hasSuffix(" -snow") })
    let next = try page.text("next")
    let more = try client.call("search_photos", ["cursor": next, "count": 5])
    #expect((more["photos"] as? [[String: Any]])?.count == 5)
    let tools = try client.result("tools/list").objects("tools")
    #expect("\(tools[0]["description"] ?? "")".contains("a sentence or keywords"))
  }

  @Test func `a harvest's line may be a sentence`() throws {
    try setup.home.write("\(Self.sentence) -n 3 -p wikimedia\n", to: "list.txt")
    try setup.run("harvest", setup.home.path("list.txt"), "-o", setup.home.path("out")).ended()
    #expect(setup.asked("gsrsearch").count == 2)
  }

  @Test func `the gallery asks once while somebody types, and again after Enter`() throws {
    let gallery = try GalleryClient("-p", "openverse", environment: setup.home.environment)
    func states(_ more: String) throws -> [[String: Any]] {
      let options = "\"options\": {\"provider\": \"openverse\"}"
      let lines = try gallery.call("search", "{\"words\": \"\(Self.sentence)\", \(options)\(more)}")
      return lines.compactMap { ($0["providers"] as? [[String: Any]])?.first }
    }
    _ = try states(", \"typed\": true")
    #expect(setup.asked("q") == [Self.sentence])
    let last = try #require(try states("").last)
    #expect(setup.asked("q").last == Self.some)
    #expect(last["notice"] as? String == "by some of the words: \(Self.some)")
  }

  // MARK: What was kept before

  /// Cursors of version 2 behind the first photo that Openverse had
  private enum Before {
    static let words = "a donkey, asleep in a barn"
    static let cursor =
      "AhphIGRvbmtleSwgYXNsZWVwIGluIGEgYmFybgtpbnRlcmxlYXZlZAABCW9wZW52ZXJzZQAAAQAAATQdwO2GABuz7-A"
    static let commons =
      "AhphIGRvbmtleSwgYXNsZWVwIGluIGEgYmFybgtpbnRlcmxlYXZlZAABCXdpa2ltZWRpYQAAAQAAAbFL7DSlgMe8BqI"
  }

  @Test func `what more goes on with was asked by an earlier version, and is asked so still`()
    throws
  {
    try setup.home.makeFolder(".local/share/imgsearch")
    let plan = SearchPlan(query: PhotoQuery(Before.words), providers: [.openverse])
    let settings = SearchSettings(
      isOffline: false, patience: nil, timeout: .seconds(20), maxRequests: 20, isStrict: false,
      isInHistory: true)
    try PhotoDatabase.writing(at: setup.home.database, for: nil).save(
      LastSearch(
        search: SearchRecord(plan: plan), settings: settings, cursor: Before.cursor, shown: 1),
      token: "t")
    let outcome = try setup.run("more", "-f", "json").ended()
    #expect(setup.asked("q") == [Before.words] && outcome.output.contains("\"asked\":null"))
  }

  @Test func `so does an assistant's cursor`() throws {
    try setup.home.makeFolder(".local/share/imgsearch")
    let database = try PhotoDatabase.writing(at: setup.home.database)
    let handle = try database.save(try SearchCursor(Before.cursor))
    try database.connection.run("UPDATE cursors SET token = ?", Before.cursor)
    for cursor in [handle, Before.cursor] {
      let client = try AssistantClient(["--refresh"], environment: setup.home.environment)
      let page = try client.call("search_photos", ["cursor": cursor])
      #expect(page["next"] is NSNull, "\(page)")
    }
    #expect(setup.asked("q") == [Before.words, Before.words])
  }

  @Test func `so does a harvest's state`() throws {
    let list = setup.home.path("list.txt")
    try setup.home.write("\"\(Before.words)\" -n 3 -p wikimedia\n", to: "list.txt")
    try setup.run("harvest", list, "-o", setup.home.path("out")).ended()
    let before = setup.asked("gsrsearch").count
    var state = try jsonObject(setup.home.text("out/state.json"))
    var searches = try state.objects("searches")
    // As 0.2.0 left it when it was ended behind the first photo
    let shard = "out/\(try #require(searches[0]["shard"] as? String))"
    let line = try setup.home.text(shard).prefix { $0 != "\n" } + "\n"
    try setup.home.write(String(line), to: shard + ".part")
    try setup.home.remove(shard)
    searches[0].merge([
      "isWhole": false, "photos": 1, "bytes": line.utf8.count, "cursor": Before.commons,
    ]) { $1 }
    (state["searches"], state["isDone"]) = (searches, false)
    try JSONSerialization.data(withJSONObject: state).write(
      to: setup.home.folder.appending(path: "out/state.json"))
    try setup.run("harvest", list, "-o", setup.home.path("out")).ended()
    let asked = setup.asked("gsrsearch").dropFirst(before)
    #expect(Array(asked) == ["filetype:bitmap \(Before.words)"])
  }
}
