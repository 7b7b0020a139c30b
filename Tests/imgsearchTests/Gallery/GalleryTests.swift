import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// What the page of `imgsearch browse` is answered
@Suite(.waits) struct GalleryTests {
  private let home = Home()

  private func photos(_ events: [[String: Any]]) -> [String] { GalleryClient.photos(events) }

  private func end(_ events: [[String: Any]]) throws -> [String: Any] {
    try #require(events.last?["end"] as? [String: Any], "\(events.last ?? [:])")
  }

  @Test func `batches of a search are the search, none lost, none twice, to its true end`()
    async throws
  {
    let whole = try await home.replay("kittens", "-n", "1000", "-f", "ndjson", "--no-history").ids()
    let gallery = try home.gallery(replay: Program.fixtures)
    var found: [String] = []
    var call = #"{"words":"kittens","count":150}"#
    var batches = 0
    while true {
      let events = try gallery.call("search", call)
      found += photos(events)
      batches += 1
      guard let next = try end(events)["next"] as? String else { break }
      try #require(batches < 20)
      call = #"{"cursor":"\#(next)","count":150}"#
    }
    #expect(found == whole && found.count > 300)
    gallery.program.interrupt()
    try gallery.program.finish().ended(with: 130)
  }

  @Test func `words that aren't in the recording come with those that are`() throws {
    let gallery = try home.gallery(replay: Program.firstFixtures)
    func reasons(_ call: String) throws -> [[String: Any]] {
      try GalleryClient.states(gallery.call("search", call)).values.compactMap {
        $0["reason"] as? [String: Any]
      }
    }
    let missed = try reasons(#"{"words":"dogs"}"#)
    #expect(missed.count > 5)
    for reason in missed { #expect(reason["recorded"] as? String == "harbor, kittens, red panda") }
    // The words are there, only not like this.
    let other = try reasons(#"{"words":"harbor","options":{"provider":"unsplash","color":"red"}}"#)
    #expect(other.count == 1 && other[0]["kind"] as? String == "notRecorded", "\(other)")
    #expect(!(other.first?["recorded"] is String))
  }

  @Test func `a recorded photo keeps addresses that die, in its list, its detail and favorites`()
    async throws
  {
    let replay = ["kittens", "-p", "pixabay", "--replay", Program.fixtures]
    try await home.run(replay).ended()
    try await home.run("favorites", "add", "1", "--to", "Home").ended()
    let gallery = try home.gallery(replay: Program.fixtures)
    func roles(_ entry: Any?) -> [String] {
      let photo = (entry as? [String: Any])?["photo"] as? [String: Any]
      return (photo?["renditions"] as? [[String: Any]] ?? []).compactMap { $0["role"] as? String }
    }
    let call = #"{"words":"kittens","count":1,"options":{"provider":"pixabay"}}"#
    let found = try #require(gallery.call("search", call).first { $0["photo"] != nil })
    #expect(roles(found["photo"]) == ["thumb", "regular", "full"])
    let id = try #require(photos([found]).first)
    let told = try #require(gallery.call("photo", #"{"id":"\#(id)"}"#).first)
    #expect(roles(told["entry"]) == roles(found["photo"]))
    let kept = try #require(gallery.call("favorites").first { $0["photo"] != nil })
    #expect(roles(kept["photo"]) == roles(found["photo"]))
    let covers = try #require(gallery.call("collections").first?["covers"] as? [[String: Any]])
    #expect(roles((covers.first?["cover"] as? [Any])?.first) == roles(found["photo"]))
  }

  @Test func `a stream begins with who is waited for and ends with what became of each`() throws {
    let gallery = try Home().gallery()
    let events = try gallery.call("search", #"{"words":"harbor","count":100}"#)
    let states = events.compactMap { $0["providers"] as? [[String: Any]] }
      .map { $0.map { "\($0["id"] ?? "") \($0["state"] ?? "")" } }
    #expect(states.first?.allSatisfy { $0.hasSuffix("waiting") } == true)
    #expect(states.first?.contains("flickr waiting") == true)
    #expect(states.last?.allSatisfy { $0.hasSuffix("ended") } == true, "\(states.last ?? [])")
    #expect(try end(events)["next"] is NSNull)
    #expect(try end(events)["shown"] as? Int == photos(events).count)
  }

  @Test(arguments: [
    (#"{"words":"kittens","options":{"license":"freee"}}"#, "invalid value 'freee' for “Licence”"),
    (#"{"words":"kittens","options":{"replay":"/etc"}}"#, "takes no option 'replay'"),
    (#"{"words":"kittens","options":{"provider":"flikr"}}"#, "did you mean flickr?"),
    (#"{"words":""}"#, "nothing to search for"),
    (#"{"cursor":"abc"}"#, "isn't an imgsearch cursor"),
    ("[]", "the recording"),
  ])
  func `what is wrong with a search is said in the words of the page`(
    call: String, words: String
  ) throws {
    let gallery = try Home().gallery()
    let events = try gallery.call("search", call)
    if call == "[]" { return #expect(events.count > 1, "no words are a list") }
    let error = try #require(events.last?["error"] as? String, "\(events)")
    #expect(error.contains(words) && events.count == 1)
  }

  @Test func `as many photos as --count says come at a time`() throws {
    let gallery = try Home().gallery("-n", "7")
    #expect(try gallery.found(#"{"words":"harbor"}"#).count == 7)
  }

  @Test func `a quota that is noted is out only when nothing is left`() throws {
    for (left, isOut) in [(47, false), (0, true)] {
      let setup = try LiveSetup()
      let fault = Fault { _, sound in
        var answer = sound
        answer.headers.removeAll { $0.name.lowercased().hasPrefix("x-ratelimit") }
        answer.headers += [
          .init(name: "X-Ratelimit-Limit", value: "50"),
          .init(name: "X-Ratelimit-Remaining", value: "\(left)"),
        ]
        return answer
      }
      setup.services.set(fault, of: "unsplash")
      _ = try setup.run("kittens", "-p", "unsplash", "-n", "1")
      let gallery = try GalleryClient(environment: setup.environment)
      let rows = try #require(try gallery.call("start")[0]["providers"] as? [[String: Any]])
      let unsplash = try #require(rows.first { $0["id"] as? String == "unsplash" })
      #expect(unsplash["isOutOfQuota"] as? Bool == isOut, "\(unsplash)")
      let quota = try #require(unsplash["quota"] as? [String: Any])
      #expect(quota["remaining"] as? Int == left && quota["limit"] as? Int == 50, "\(quota)")
    }
  }

  @Test func `favorites are those of the terminal, both ways, while the page looks on`()
    async throws
  {
    let gallery = try home.gallery()
    let changes = try gallery.open(gallery.request(for: "changes", "{}"))
    #expect(try changes.object()["favorites"] as? [String] == [])
    let found = try gallery.found(#"{"words":"harbor","count":4}"#)

    #expect(
      try gallery.call("favorite", #"{"ids":["\#(found[2])"],"on":true}"#)[0]["favorite"] as? Bool
        == true)
    #expect(try await home.run("favorites", "-f", "ndjson").ids() == [found[2]])
    #expect(try (changes.object()["favorites"] as? [String])?.contains(found[2]) == true)

    _ = try await home.replay("harbor", "-n", "4")
    try await home.run("favorites", "add", "1").ended()
    while try (changes.object()["favorites"] as? [String])?.contains(found[0]) != true {}
    let listed = try gallery.call("favorites")
    #expect(photos(listed) == [found[2], found[0]])
    let marks = try gallery.call("search", #"{"words":"harbor","count":4}"#)
      .compactMap { ($0["photo"] as? [String: Any])?["photo"] as? [String: Any] }
      .map { $0["favorite"] as? Bool }
    #expect(marks == [true, false, true, false])

    _ = try gallery.call("favorite", #"{"ids":["\#(found[2])"],"on":false}"#)
    #expect(try await home.run("favorites", "-f", "ndjson").ids() == [found[0]])
  }

  @Test func `a search that a page removed comes back to its place, unless all are cleared`()
    async throws
  {
    let gallery = try home.gallery()
    for words in ["kittens", "harbor", "kit"] { _ = try await home.replay(words, "-n", "2") }
    func searches() throws -> [[String: Any]] {
      try #require(try gallery.call("history")[0]["searches"] as? [[String: Any]])
    }
    func call(_ name: String, _ id: String) throws -> [String: Any] {
      try gallery.call(name, #"{"id":"\#(id)"}"#)[0]
    }
    let before = try await home.run("history", "-f", "json").output
    let ids = try searches().compactMap { $0["id"] as? String }
    for id in ids {
      #expect(try call("forget", id)["removed"] as? Int == 1)
      #expect(try searches().count == 2 && call("restore", id)["restored"] as? Bool == true)
      #expect(try await home.run("history", "-f", "json").output == before)
      #expect(try call("restore", id)["restored"] as? Bool == false)
    }
    // Searched for again, it stays where that put it.
    _ = try call("forget", ids[1])
    _ = try await home.replay("harbor", "-n", "2")
    _ = try call("restore", ids[1])
    #expect(try searches().compactMap { $0["words"] as? String } == ["harbor", "kit", "kittens"])
    _ = try call("forget", ids[2])
    _ = try gallery.call("forget", #"{"all":true}"#)
    #expect(try call("restore", ids[2])["restored"] as? Bool == false && searches().isEmpty)
  }

  @Test func `the history is that of the terminal, and keeps what the page says counts`()
    async throws
  {
    let gallery = try home.gallery(replay: Program.fixtures)
    _ = try gallery.call("search", #"{"words":"kit","count":3}"#)
    #expect(try await home.run("history", "-f", "json").output == "[]\n")
    _ = try gallery.call(
      "remember", #"{"words":"kittens","options":{"orientation":"landscape"},"photos":3}"#)
    let history = try await home.run("history").output
    #expect(history.contains("3 photos  kittens --orientation landscape"))
    let searches = try gallery.call("history")[0]["searches"] as? [[String: Any]]
    #expect(searches?.first?["words"] as? String == "kittens")
    #expect(searches?.first?["options"] as? [String: String] == ["orientation": "landscape"])
    let id = try #require(searches?.first?["id"] as? String)
    // What came before it since then stays.
    _ = try await home.replay("harbor", "-n", "3")
    for removed in [1, 0] {
      #expect(try gallery.call("forget", #"{"id":"\#(id)"}"#)[0]["removed"] as? Int == removed)
    }
    #expect(try await home.run("history").output.contains("harbor"))
    #expect(try gallery.call("forget", #"{"all":true}"#)[0]["removed"] as? Int == 1)
    #expect(try await home.run("history", "-f", "json").output == "[]\n")
  }

  @Test func `--no-history keeps nothing of what the page looks at`() async throws {
    let gallery = try home.gallery("--no-history")
    let reply = try gallery.call("remember", #"{"words":"kittens","photos":3}"#)
    #expect(reply[0]["remembered"] as? Bool == false)
    #expect(try await home.run("history", "-f", "json").output == "[]\n")
  }

  @Test func `a picture is saved with its credit, once`() throws {
    let gallery = try home.gallery("-o", home.path("out"), replay: Program.fixtures)
    let found = try gallery.found(#"{"words":"kittens","count":6}"#)
    let events = try gallery.call("download", #"{"id":"\#(found[0])"}"#)
    let name = try #require(events.last?["saved"] as? String, "\(events)")
    #expect(events.last?["folder"] as? String == home.path("out"))
    #expect(home.has("out/\(name)"))
    #expect(try home.text("out/credits.csv").contains(found[0]))
    let again = try gallery.call("download", #"{"id":"\#(found[0])"}"#)
    #expect(again.last?["saved"] as? String == name)
    #expect(try home.names(in: "out").count == 2)
  }

  @Test func `a picture is saved in the size that its search's filters ask for, or the call names`()
    throws
  {
    let gallery = try home.gallery("-o", home.path("out"), replay: Program.fixtures)
    func saved(_ options: String, _ call: String = "") throws -> String {
      let events = try gallery.call(
        "search", #"{"words":"kittens","count":1,"options":{"provider":"unsplash"\#(options)}}"#)
      let id = try #require(GalleryClient.photos(events).first)
      let entry = events.compactMap { $0["photo"] as? [String: Any] }.first
      #expect(entry?["saving"] as? String == (options.isEmpty ? nil : "full"))
      let last = try gallery.call("download", #"{"id":"\#(id)"\#(call)}"#).last
      #expect(last?["width"] as? Int != nil, "\(last ?? [:])")
      return try #require(last?["saved"] as? String, "\(last ?? [:])")
    }
    let name = try #require(try saved("").wholeMatch(of: /(.+)\.jpg/)).1
    #expect(try saved(#","min-width":"1500""#) == "\(name)-full.jpg")
    #expect(try saved(#","min-width":"1500""#, #","size":"small""#) == "\(name)-small.jpg")
  }

  @Test func `an import says what it took, and asks nobody`() async throws {
    let gallery = try home.gallery()
    let lines = try await home.replay("harbor", "-n", "3", "-f", "ndjson").output + "no photo\n"
    let reply = try gallery.take(lines)
    #expect(reply["added"] as? Int == 3 && reply["unreadable"] as? Int == 1)
    #expect((reply["refused"] as? [String])?.first?.contains("line 4") == true)
    #expect(try gallery.take(lines)["known"] as? Int == 3)
  }

  @Test func `one photo is told in full`() async throws {
    let gallery = try home.gallery()
    let shown = try await home.replay("kittens", "-p", "flickr", "-n", "1", "-f", "ndjson").ids()[0]
    let entry = try gallery.call("photo", #"{"id":"\#(shown)"}"#)[0]["entry"] as? [String: Any]
    let photo = try #require(entry?["photo"] as? [String: Any])
    #expect(photo["id"] as? String == shown && photo["camera"] != nil)
    let none = try gallery.call("photo", #"{"id":"flickr:1"}"#)
    #expect((none[0]["error"] as? String)?.contains("the recording doesn't have") == true)
  }

  @Test func `two galleries at once are two`() throws {
    let (first, second) = (try home.gallery(), try home.gallery())
    #expect(try first.port != second.port && second.get(first.path).status == 404)
    for gallery in [first, second] {
      #expect(try gallery.found(#"{"words":"harbor","count":3}"#).count == 3)
    }
  }
}

/// The gallery beside services on this machine
@Suite(.serialized) struct LiveGalleryTests {
  private let setup: LiveSetup
  private let gallery: GalleryClient

  init() throws {
    setup = try LiveSetup()
    gallery = try GalleryClient("-v", "--patience", "forever", environment: setup.environment)
  }

  /// Why a provider stands as it does
  private func reason(_ state: [String: Any]) -> [String: Any] {
    state["reason"] as? [String: Any] ?? [:]
  }

  @Test func `a page that goes away ends what its search asks for`() throws {
    setup.services.set(.hang, of: "openverse")
    let search = try gallery.open(
      gallery.request(for: "search", #"{"words":"kittens","options":{"provider":"openverse"}}"#))
    _ = try search.object()
    try setup.wait { $0.counts["openverse"] == 1 }
    search.hangUp()
    // The program says of each request how it ended. By itself this one would in the end, and
    // then be made again.
    try gallery.program.waitUntilSaid("openverse: no answer")
    #expect(setup.services.counts["openverse"] == 1)
    gallery.program.interrupt()
    try gallery.program.finish().ended(with: 130)
  }

  @Test func `eight searches run at a time, and the others have their turn`() throws {
    let names = ["openverse", "flickr", "unsplash", "pexels"]
    let faults = Dictionary(uniqueKeysWithValues: names.map { ($0, Fault.hang) })
    // Of one host no more than six are asked for at once anyway.
    let setup = try LiveSetup(ports: .oneEach, faults: faults)
    let gallery = try GalleryClient("--patience", "forever", environment: setup.environment)
    let calls = try (0..<12).map { number in
      let name = names[number % names.count]
      return try gallery.open(
        gallery.request(
          for: "search", #"{"words":"cats \#(number)","options":{"provider":"\#(name)"}}"#))
    }
    try setup.wait { $0.counts.values.reduce(0, +) >= 8 }
    // However much else is done meanwhile
    for _ in 0..<20 { _ = try gallery.call("start") }
    #expect(setup.services.counts.values.reduce(0, +) == 8)
    for call in calls { call.hangUp() }
    let last = try gallery.open(
      gallery.request(for: "search", #"{"words":"dogs","options":{"provider":"openverse"}}"#))
    try setup.wait { $0.requests.contains { $0.url.query()?.contains("dogs") ?? false } }
    last.hangUp()
  }

  @Test func `Ctrl-C ends it and all that is under way`() throws {
    setup.services.set(.hang, of: "openverse")
    setup.services.set(.hang, of: "flickr")
    let search = try gallery.open(gallery.request(for: "search", #"{"words":"kittens"}"#))
    let changes = try gallery.open(gallery.request(for: "changes", "{}"))
    _ = try (search.object(), changes.object())
    try setup.wait { $0.counts["openverse"] == 1 && $0.counts["flickr"] == 1 }
    gallery.program.interrupt()
    try gallery.program.finish().ended(with: 130)
    // What hangs would be given up after a while, and asked for again.
    #expect(setup.services.counts["openverse"] == 1 && setup.services.counts["flickr"] == 1)
  }

  @Test func `each page is asked for once, however the list is continued`() throws {
    let gallery = try GalleryClient(environment: setup.environment)
    var call = #"{"words":"harbor","count":5}"#
    var count = 0
    while true {
      let events = try gallery.call("search", call)
      count += events.filter { $0["photo"] != nil }.count
      guard let end = events.last?["end"] as? [String: Any], let next = end["next"] as? String
      else { break }
      call = #"{"cursor":"\#(next)","count":5}"#
    }
    #expect(count > 20)
    let asked = setup.services.requests.map(\.url.absoluteString)
    #expect(Set(asked).count == asked.count, "\(asked.sorted())")
  }

  @Test func `a service whose replies have changed has failed, and isn't slow`() throws {
    setup.services.set(.renaming("owner"), of: "flickr")
    let events = try gallery.call("search", #"{"words":"kittens","count":10}"#)
    let flickr = try #require(try GalleryClient.states(events)["flickr"])
    #expect(flickr["state"] as? String == "failed")
    #expect(reason(flickr)["kind"] as? String == "changed")
    #expect(
      (setup.services.counts["flickr"], events.filter { $0["photo"] != nil }.count) == (1, 10))
  }

  @Test func `a service that said when it answers again isn't asked by the page before`() throws {
    setup.services.set(.tooMany(retryAfter: 3_600), of: "flickr")
    for words in ["kittens", "harbor"] {
      let events = try gallery.call("search", #"{"words":"\#(words)","count":5}"#)
      let flickr = try #require(try GalleryClient.states(events)["flickr"])
      #expect(reason(flickr)["kind"] as? String == "quota")
      #expect(reason(flickr)["until"] is String, "\(flickr)")
    }
    #expect(setup.services.counts["flickr"] == 1)
    let start = try #require(try gallery.call("start").first?["providers"] as? [[String: Any]])
    let flickr = try #require(start.first { $0["id"] as? String == "flickr" })
    #expect(flickr["isOutOfQuota"] as? Bool == true)
    #expect(flickr["until"] is String, "\(flickr)")
  }

  @Test func `a provider that fails, and one out of quota, say so in their states`() throws {
    setup.services.set(.broken(), of: "flickr")
    setup.services.set(.tooMany(retryAfter: 3_600), of: "unsplash")
    let events = try gallery.call("search", #"{"words":"kittens","count":10}"#)
    let states = try GalleryClient.states(events)
    let why = states.mapValues { "\($0["state"] ?? ""): \(reason($0)["kind"] ?? "")" }
    #expect(why["flickr"] == "failed: broken", "\(why)")
    #expect(why["unsplash"] == "failed: quota", "\(why)")
    #expect(why["wikimedia"]?.hasPrefix("ready") == true)
    #expect(events.filter { $0["photo"] != nil }.count == 10)
  }
}
