import Foundation
import Testing

/// What a page keeps and saves of several photos at once: favorites, collections, files
@Suite(.waits) struct GalleryKeepingTests {
  private let home = Home()
  private let gallery: GalleryClient

  init() throws { gallery = try home.gallery() }

  private func call(_ name: String, _ body: [String: Any]) throws -> [String: Any] {
    try gallery.call(name, AssistantClient.text(body))[0]
  }

  /// A whole file, of the pieces that come
  private func file(_ body: [String: Any]) throws -> String {
    let events = try gallery.call("export", AssistantClient.text(body))
    try #require(events.last?["end"] as? Bool == true, "\(events.last ?? [:])")
    return events.compactMap { $0["text"] as? String }.joined()
  }

  private func collections(of ids: [String]? = nil) throws -> [String] {
    let reply = try call("collections", ids.map { ["ids": $0] } ?? [:])
    return try #require(reply[ids == nil ? "collections" : "of"] as? [String], "\(reply)")
  }

  @Test func `several photos become favorites at once, and come back as they were`() async throws {
    let found = try gallery.found(#"{"words":"harbor","count":5}"#)
    let lines = try await home.replay("harbor", "-n", "2", "-f", "ndjson").output.split(
      separator: "\n")
    let kept = zip(lines, ["2020-02-03", "2021-03-04"]).map { line, day in
      line.dropLast() + #","added":"\#(day)T00:00:00Z","collections":["Sea \#(day)"]}"#
    }
    let file = kept.joined(separator: "\n") + "\n"
    try await home.run("favorites", "import", "-", input: file).ended()
    func exported() async throws -> [String] {
      try await home.run("favorites", "export").output.split(separator: "\n").map(String.init)
        .sorted()
    }
    let reply = try call("favorite", ["ids": Array(found[1...3]), "on": true])
    #expect(Set(reply["names"] as? [String] ?? []).isSuperset(of: found[1...3]))
    #expect(try await home.run("favorites", "-f", "ndjson").ids() == Array(found[0...3]))
    let before = try await exported()
    #expect(before.count { $0.contains("Sea 202") } == 2)
    _ = try call("favorite", ["ids": found, "on": false])
    #expect(try await exported() == [])
    _ = try call("favorite", ["ids": Array(found[0...3]), "on": true])
    #expect(try await exported() == before)
  }

  @Test(arguments: [
    (#"{"ids":[]}"#, "no photo is named"), ("{}", "no photo is named"),
    (#"{"ids":"flickr:1"}"#, "no photo is named"), (#"{"ids":[7]}"#, "names no photo"),
    (#"{"ids":["../../etc"]}"#, "names no photo"),
    (#"{"ids":["\u202enowhere"]}"#, "names no photo"),
  ])
  func `a call that names no photo changes nothing, and says so`(
    body: String, words: String
  ) async throws {
    for (name, more) in [
      ("favorite", #","on":true"#), ("favorite", #","on":false"#),
      ("favorite", #","on":true,"collection":"Sea""#), ("export", #","form":"html""#),
    ] {
      // Without a word of photos an export is of all favorites.
      if name == "export", body == "{}" { continue }
      let call = body == "{}" ? "{\(more.dropFirst())}" : body.dropLast() + more + "}"
      let error = try #require(try gallery.call(name, call).last?["error"] as? String, "\(call)")
      #expect(error.contains(words) && !error.contains("\u{202e}"), "\(error)")
    }
    #expect(try await home.run("favorites", "-f", "ndjson").output.isEmpty)
  }

  @Test(arguments: [
    ("collection", "{}", "lacks its name"),
    ("collection", #"{"name":"Sea","to":7}"#, "to of a call"),
    ("favorite", #"{"ids":["flickr:1"],"on":"no"}"#, "is true or false"),
    ("forget", "{}", "lacks its id"), ("restore", #"{"id":null}"#, "lacks its id"),
    ("import", "[]", "lacks its lines"), ("search", #"{"cursor":{}}"#, "is a text"),
    ("download", #"{"id":"flickr:1","size":"huge"}"#, "has no size 'huge'"),
    ("photo", "{}", "names no photo"),
  ])
  func `what a call lacks, or has of another kind, is said, and nothing is changed`(
    name: String, call: String, words: String
  ) async throws {
    let found = try gallery.found(#"{"words":"harbor","count":1}"#)
    _ = try self.call("favorite", ["ids": found, "on": true, "collection": "Sea"])
    let reply = try gallery.call(name, call)[0]
    #expect((reply["error"] as? String)?.contains(words) == true, "\(reply)")
    #expect(reply["code"] as? Int == 64)
    #expect(try await home.run("favorites", "collections").output == "Sea\n")
  }

  @Test func `more photos than are taken at once are refused`() throws {
    let ids = (0...10_000).map { "flickr:\($0)" }
    for name in ["favorite", "collections", "export"] {
      let reply = try gallery.call(name, AssistantClient.text(["ids": ids, "form": "html"]))
      #expect(reply.last?["error"] as? String == "more than 10000 photos at once")
    }
  }

  @Test func `a photo that no page was given is asked for, and all or none are kept`() async throws
  {
    let found = try await home.replay("harbor", "-n", "3", "-f", "ndjson", "--no-history").ids()
    try home.remove(".local")
    let reply = try call("favorite", ["ids": [found[0], "flickr:1"], "on": true])
    #expect(reply["error"] is String, "\(reply)")
    #expect(try await home.run("favorites", "-f", "ndjson").output.isEmpty)
    // One that isn't known needn't be asked for to be taken out.
    let removal = try call("favorite", ["ids": ["flickr:1"], "on": false])
    #expect(removal["favorite"] as? Bool == false, "\(removal)")
    let unknown = try gallery.call(
      "export", AssistantClient.text(["ids": ["flickr:1"], "form": "html"]))
    #expect(unknown.last?["error"] is String)
  }

  @Test func `collections are given, taken, renamed and removed as by the command line`()
    async throws
  {
    let found = try gallery.found(#"{"words":"harbor","count":4}"#)
    func listed(_ name: String) async throws -> [String] {
      try await home.run("favorites", "list", name, "-f", "ndjson").ids()
    }
    for name in ["Sea", "By the harbor"] {
      _ = try call("favorite", ["ids": Array(found[...1]), "on": true, "collection": name])
    }
    _ = try call("favorite", ["ids": [found[2]], "on": true, "collection": "SEA"])
    #expect(try await listed("sea") == Array(found[...2]))
    #expect(try collections() == ["By the harbor", "Sea"])
    let reply = try call("collections", [:])
    let covers = try reply.objects("covers")
    #expect(covers.map { $0["count"] as? Int } == [2, 3])
    #expect(covers.map { ($0["cover"] as? [Any])?.count } == [2, 3])
    #expect(try collections(of: [found[2]]) == ["Sea"])
    #expect(try collections(of: [found[3]]) == [])

    _ = try call("favorite", ["ids": [found[0]], "on": false, "collection": "sea"])
    #expect(try await listed("Sea") == Array(found[1...2]))
    #expect(try await home.run("favorites", "-f", "ndjson").ids() == Array(found[...2]))

    let taken = try call("collection", ["name": "Sea", "to": "by the Harbor"])
    #expect(taken["error"] as? String == "there is a collection “by the Harbor” already")
    let renamed = try call("collection", ["name": "sea", "to": "Ocean"])
    #expect(renamed["name"] as? String == "Ocean")
    #expect(try await listed("ocean") == Array(found[1...2]))
    let removed = try call("collection", ["name": "Ocean"])
    #expect(removed["photos"] as? [String] == Array(found[1...2]))
    #expect(try collections() == ["By the harbor"])
    #expect(try await home.run("favorites", "-f", "ndjson").ids() == Array(found[...2]))
    for body in [["name": "Ocean"], ["name": "Ocean", "to": "Sea"]] {
      let reply = try call("collection", body)
      #expect(reply["error"] as? String == "there is no collection “Ocean”")
      #expect(reply["code"] as? Int == 66)
    }
  }

  @Test(arguments: [
    "", " \n ", String(repeating: "x", count: 61), String(repeating: "x", count: 3_000),
  ])
  func `a name that the command line refuses is none here`(name: String) async throws {
    let found = try gallery.found(#"{"words":"harbor","count":1}"#)
    _ = try call("favorite", ["ids": found, "on": true, "collection": "Sea"])
    for (call, body) in [
      ("favorite", ["ids": found, "on": true, "collection": name] as [String: Any]),
      ("collection", ["name": "Sea", "to": name]), ("collection", ["name": name]),
      ("export", ["collection": name, "form": "html"]),
    ] {
      let error = try self.call(call, body).text("error")
      let isRefused =
        error.contains("takes 1 to 60 cells") || error.contains("there is no collection")
      #expect(isRefused, "\(error)")
    }
    #expect(try await home.run("favorites", "collections").output == "Sea\n")
  }

  @Test func `a collection's hostile name is text in a page, and in what pages are told`() throws {
    let found = try gallery.found(#"{"words":"harbor","count":1}"#)
    let name = "</title><script>alert(1)</script>\u{202e}"
    _ = try call("favorite", ["ids": found, "on": true, "collection": name])
    #expect(try collections() == ["</title><script>alert(1)</script>"])
    let page = try file(["collection": name, "form": "html"])
    #expect(page.contains("&lt;/title&gt;&lt;script&gt;alert(1)"))
    #expect(!page.contains("<script>alert(1)"))
  }

  @Test func `what others do with collections is told, once`() async throws {
    let found = try gallery.found(#"{"words":"harbor","count":3}"#)
    let changes = try gallery.open(gallery.request(for: "changes", "{}"))
    var marks = [try changes.object()["collections"] as? String]
    #expect(marks == [""])
    func told() throws -> String? {
      while let mark = try changes.object()["collections"] as? String {
        if mark != marks.last { return mark }
      }
      return nil
    }
    // Answered with the mark by which the page knows its own change.
    let reply = try call("favorite", ["ids": found, "on": true, "collection": "Sea"])
    marks.append(try told())
    #expect(marks[1] == reply["collections"] as? String)
    try await home.run("favorites", "rename", "Sea", "Ocean").ended()
    marks.append(try told())
    try await home.run("favorites", "remove", found[1], "--to", "Ocean").ended()
    marks.append(try told())
    #expect(Set(marks).count == 4, "\(marks)")
  }

  @Test(arguments: ["html", "csv", "markdown", "json", "urls"])
  func `favorites are saved as the command line prints them`(form: String) async throws {
    _ = try await home.replay("harbor", "-n", "6")
    try await home.run("favorites", "add", "1-4").ended()
    try await home.run("favorites", "add", "2-3", "--to", "Sea").ended()
    #expect(try await file(["form": form]) == home.run("favorites", "-f", form).output)
    let sea = try file(["form": form, "collection": "sea"])
    #expect(try await sea == home.run("favorites", "list", "Sea", "-f", form).output)
    let ids = try await home.run("favorites", "-f", "ndjson").ids()
    let chosen = try file(["form": form, "ids": ids, "title": "Favorites"])
    #expect(try await chosen == home.run("favorites", "-f", form).output)
  }

  @Test func `saved as NDJSON, favorites can be imported as they were`() async throws {
    _ = try await home.replay("harbor", "-n", "6")
    try await home.run("favorites", "add", "1-4", "--to", "Sea").ended()
    let saved = try file(["form": "ndjson"])
    #expect(try await saved == home.run("favorites", "export").output)
    let other = Home()
    #expect(try other.gallery().take(saved)["added"] as? Int == 4)
    #expect(try await other.run("favorites", "export").output == saved)
  }

  @Test func `photos of a search are a page of that name, without having been kept`() async throws {
    let found = try gallery.found(#"{"words":"harbor","count":5}"#)
    let page = try file(["form": "html", "ids": found, "title": "<b>harbor"])
    let whole = try await home.replay("harbor", "-n", "5", "-f", "html").output
    func photos(_ page: String) -> [Substring] {
      page.split(separator: "\n").filter { $0.contains(#"class="photo""#) || $0.hasPrefix("<fig") }
    }
    #expect(photos(page) == photos(whole) && photos(page).count > 10)
    #expect(page.contains("<title>&lt;b") && !page.contains("<b>harbor"))
    #expect(try await home.run("favorites", "-f", "ndjson").output.isEmpty)
  }

  @Test func `what is no file's form, or too long a name, is refused`() throws {
    let found = try gallery.found(#"{"words":"harbor","count":1}"#)
    for form in ["grid", "table", "pdf", "", "../html"] {
      #expect(try call("export", ["form": form])["error"] is String)
    }
    let title = String(repeating: "x", count: 2_001)
    let reply = try call("export", ["form": "html", "ids": found, "title": title])
    #expect(reply["error"] as? String == "that is too long for the name of a page")
  }
}
