import CommandSyntax
import FixtureMaker
import Foundation
import PhotoSearch
import PhotoStorage
import Platform
import ModelContext
import Testing

@testable import imgsearch

/// What the tools of `imgsearch mcp` take and answer
@Suite(.waits) struct ToolTests {
  private let home = Home()
  private let client: AssistantClient

  init() throws { client = try .replaying() }

  private func list() throws -> [[String: Any]] {
    let tools = try JSONSerialization.jsonObject(with: Data(Self.tools.utf8))
    return try #require(tools as? [[String: Any]])
  }

  /// All but the one that has to be asked for
  private static var tools: String {
    var json = JSONWriter(capacity: 8_192)
    json.list(AssistantTool.all.filter { $0.name != "search_history" }) { $0.object($1.write) }
    return json.text
  }

  private func ids(_ client: AssistantClient, _ count: Int) throws -> [String] {
    try client.search(["words": "harbor", "count": count]).ids
  }

  // MARK: - What is told of them

  @Test func `tools come in a fixed order, each with strict schemas and what it changes`() throws {
    let told = try client.result("tools/list").objects("tools")
    #expect(try AssistantClient.text(told) == AssistantClient.text(list()))
    #expect(
      told.map { $0["name"] as? String } == [
        "search_photos", "list_photos", "similar_photos", "show_photo", "look_at_photos",
        "credit_photos", "download_photos", "favorites",
      ])
    for tool in told {
      let name = tool["name"] as? String
      let input = try #require(tool["inputSchema"] as? [String: Any])
      #expect(
        input["additionalProperties"] as? Bool == false && input["type"] as? String == "object")
      // Clients refuse a schema that an answer without structured content doesn't fit.
      #expect((tool["outputSchema"] == nil) == (name == "look_at_photos"))
      let hints = try #require(tool["annotations"] as? [String: Bool])
      let changes = ["download_photos", "favorites"].contains(name)
      #expect(
        (hints["readOnlyHint"], hints["destructiveHint"], hints["idempotentHint"])
          == (!changes, (changes ? name == "favorites" : nil), (changes ? true : nil)))
      // A call that needs photos doesn't fit the schema without them.
      let ids = (input["properties"] as? [String: [String: Any]])?["ids"]
      #expect(ids?["minItems"] as? Int == ids.map { _ in 1 })
      let needs = input["required"] as? [String] ?? []
      #expect(needs.contains("ids") == ["look_at_photos", "download_photos"].contains(name))
      // In its first sentence what it is for and when, and at its end an example that fits
      let summary = try tool.text("description")
      let example = try #require(summary.components(separatedBy: "Example: ").last)
      let arguments = try JSONDocument(Data(example.utf8)).root
      let described = try #require(AssistantTool.all.first { $0.name == name })
      _ = try ToolArguments(arguments, of: described)
      #expect(try #require(summary.firstRange(of: ". ")).lowerBound > summary.startIndex)
    }
    #expect(told.count <= 9 && Self.tools.utf8.count <= 14_000)
  }

  @Test func `a server that only reads has no tool that changes, and history has to be asked for`()
    throws
  {
    func names(_ options: String...) throws -> Set<String> {
      let client = try AssistantClient(options + ["--replay", Program.fewFixtures.get()])
      let tools = try client.result("tools/list").objects("tools")
      #expect(tools.count <= 9)
      return Set(tools.compactMap { $0["name"] as? String })
    }
    let all = try names()
    #expect(try all.subtracting(names("--read-only")) == ["download_photos", "favorites"])
    #expect(try names("--history").subtracting(all) == ["search_history"])
    let client = try AssistantClient.replaying("harbor", "--read-only")
    let answer = try client.answer(to: client.sendCall("favorites", ["action": "remove"]))
    #expect(answer["error"] != nil)
  }

  @Test func `every filter of the registry is an argument, of a type that its values have`() throws
  {
    let search = try #require(list()[0]["inputSchema"] as? [String: Any])
    let properties = try #require(search["properties"] as? [String: [String: Any]])
    for filter in FilterRow.all {
      let property = try #require(
        properties[filter.name.replacing("-", with: "_")], "\(filter.name)")
      #expect(property["description"] as? String != nil)
      switch filter.values {
      case .flag: #expect(property["type"] as? String == "boolean")
      case .someOf(let words):
        let items = property["items"] as? [String: Any]
        #expect(property["type"] as? String == "array" && items?["enum"] as? [String] == words)
      case .oneOf(let words) where filter != .color:
        #expect(property["enum"] as? [String] == words)
      case .oneOf, .text: break
      }
    }
    let types = ["min_width": "integer", "min_megapixels": "number", "since": "string"]
    for (name, type) in types { #expect(properties[name]?["type"] as? String == type) }
  }

  // MARK: - Search

  @Test
  func `a page of a search has what an assistant chooses by, and a short handle for the rest`()
    async throws
  {
    let page = try client.call("search_photos", ["words": "harbor", "count": 5])
    #expect(Set(page.keys) == ["photos", "terms", "next", "notices", "requests"])
    let photos = try page.objects("photos")
    #expect(photos.count == 5)
    let terms = try page.objects("terms")
    for photo in photos {
      #expect(Set(photo.keys) == ["id", "title", "author", "license", "size", "credit", "page"])
      #expect(terms.ids.count { $0 == photo["license"] as? String } == 1)
      #expect((photo["size"] as? String)?.wholeMatch(of: /[0-9]+×[0-9]+/) != nil)
    }
    let handle = try page.text("next")
    #expect(handle.wholeMatch(of: /[0-9a-z]{4,16}/) != nil && page["requests"] as? Int ?? 0 > 0)
    let line = try await Program.replay("harbor", "-n", "5", "-f", "ndjson")
    #expect(try (photos.ids, client.search(["words": "harbor"]).count) == (line.ids(), 10))
  }

  @Test func `the pages of a search are its list, by the handle or by a whole cursor`() async throws
  {
    let whole = try await home.run(
      "harbor", "-n", "500", "-f", "json", "--no-history", "--replay", Program.fixtures)
    let list = try Listing(whole)
    var (ids, cursor): ([String], String?) = ([], nil)
    var pages = 0
    repeat {
      // Another process each time
      let client = try AssistantClient.replaying(environment: home.environment)
      var arguments: [String: Any] = ["count": 7]
      if pages % 2 == 0 { arguments["words"] = "harbor" }
      arguments[cursor == nil ? "words" : "cursor"] = cursor ?? "harbor"
      let page = try client.call("search_photos", arguments)
      ids += try page.objects("photos").ids
      cursor = page["next"] as? String
      pages += 1
      _ = try client.close()
    } while cursor != nil && pages < 50
    #expect(ids == list.ids && Set(ids).count == ids.count && ids.count > 40)

    let begin = try await Listing(
      home.run("harbor", "-n", "3", "-f", "json", "--replay", Program.fixtures))
    let client = try AssistantClient.replaying(environment: home.environment)
    let next = try #require(begin.next)
    #expect(next.count > 16)
    #expect(try client.search(["cursor": next, "count": 4]).ids == Array(list.ids[3..<7]))
  }

  @Test func `where searches aren't to be kept, a handle lasts as long as the process`() throws {
    let home = Home(["IMGSEARCH_HISTORY": "off"])
    let client = try AssistantClient.replaying(environment: home.environment)
    let next = try next(client)
    #expect(try client.search(["cursor": next.uppercased(), "count": 2]).count == 2)
    #expect(!FileManager.default.fileExists(atPath: home.database.path))
    let other = try AssistantClient.replaying(environment: home.environment)
    #expect(try other.failure("search_photos", ["cursor": next]).contains("no cursor '\(next)'"))
  }

  @Test func `what is forgotten of the history can't be continued`() async throws {
    let client = try AssistantClient.replaying(environment: home.environment)
    for forget in [["history", "remove", "harbor"], ["history", "clear"]] {
      let handle = try next(client)
      _ = try await home.run(forget)
      let words = try client.failure("search_photos", ["cursor": handle])
      #expect(words.contains("no cursor"), "\(words)")
    }
  }

  @Test(arguments: [
    #"{"license":["by"],"providers":["flickr","openverse"]}"#: "--license by -p flickr,openverse",
    #"{"license":"CC BY","providers":"flickr, openverse"}"#: "--license by -p flickr,openverse",
    #"{"min_width":4000}"#: "--min-width 4000",
    #"{"min_width":"4k","orientation":null}"#: "--min-width 4k",
    #"{"min_megapixels":12.5}"#: "--min-megapixels 12.5",
    #"{"no_ai":true,"providers":["pixabay"]}"#: "--no-ai -p pixabay", #"{"no_ai":false}"#: "",
    #"{"ratio":"3:2","count":"10"}"#: "--ratio 3:2",
    #"{"orientation":"wide","providers":["openverse","unsplash","pexels"]}"#:
      "--orientation landscape -p openverse,unsplash,pexels",
  ])
  func `arguments do what the options of the command line do`(
    arguments: String, options: String
  ) async throws {
    let line = try await Program.run(
      ["harbor", "-n", "10", "-f", "ndjson", "--replay", Program.fixtures] + options.words)
    let call = try jsonObject(arguments).merging(["words": "harbor"]) { $1 }
    #expect(try client.search(call).ids == line.ids())
  }

  @Test func `options and config.json are defaults, which a call overrules`() async throws {
    try home.write(#"{"provider": "flickr", "license": "by"}"#, to: ".config/imgsearch/config.json")
    func services(_ options: [String], _ arguments: [String: Any]) throws -> Set<String> {
      let client = try AssistantClient(
        options + ["--replay", Program.fewFixtures.get()], environment: home.environment)
      let photos = try client.search(arguments.merging(["words": "harbor", "count": 30]) { $1 })
      if arguments["license"] == nil {
        #expect(photos.allSatisfy { ($0["license"] as? String)?.hasPrefix("CC-BY-") == true })
      }
      return Set(photos.ids.map { String($0.prefix { $0 != ":" }) })
    }
    #expect(
      try (services([], [:]), services(["-p", "openverse"], [:])) == (["flickr"], ["openverse"]))
    #expect(
      try services([], ["providers": ["unsplash", "flickr"], "license": ["any"]])
        == ["unsplash", "flickr"])
    // One that a switch at the start leaves out
    let client = try AssistantClient(
      ["--no-ai", "-p", "pixabay", "--license", "any", "--replay", Program.fixtures],
      environment: home.environment)
    let all = try await Program.run(
      ["kittens", "-p", "pixabay", "-n", "30", "-f", "ndjson", "--replay", Program.fixtures])
    let photos = try client.search(["words": "kittens", "count": 30])
    #expect(try photos.ids != all.ids())
    #expect(try client.search(["words": "kittens", "count": 30, "no_ai": false]).ids == all.ids())
  }

  @Test func `notices say why a service gave nothing, and what filters left out`() throws {
    let wide = try client.call(
      "search_photos", ["words": "harbor", "min_width": 5_000, "count": 30])
    let notices = try wide.texts("notices")
    #expect(
      notices.contains {
        $0.wholeMatch(of: /left out: [0-9]+ by width; for more, leave out `min_width`/) != nil
      }, "\(notices)")
    let blue = try client.call(
      "search_photos",
      ["words": "harbor", "color": "blue", "providers": ["unsplash", "flickr", "nasa"]])
    let skipped = try blue.texts("notices")
    #expect(skipped.contains("flickr, nasa skipped: can't filter by color"), "\(skipped)")
    let any = try client.call("search_photos", ["words": "harbor", "license": "CC BY 4.0"])
    let remarks = try any.texts("notices")
    #expect(remarks.contains("license 'CC BY 4.0' is taken as by, in all its versions and ports"))
    let nothing = try client.failure("search_photos", ["words": "unheard of"])
    #expect(nothing.hasPrefix("no service answered; "), "\(nothing)")
    let none = try client.failure(
      "search_photos", ["words": "harbor", "color": "blue", "providers": ["flickr"]])
    #expect(none.contains("can't filter by color"), "\(none)")
  }

  @Test(arguments: [
    ["-p", "unsplash,flickr,nasa", "--color", "blue"], ["-p", "all", "--color", "blue"],
    ["-p", "nasa,unsplash", "--license", "by"],
  ])
  func `notices have the sentences of the command line`(options: [String]) async throws {
    let line = try await Program.run(
      ["harbor", "-n", "5", "-f", "ndjson", "--replay", Program.fixtures] + options)
    let told = line.errors.split(separator: "\n").filter { $0.hasPrefix("imgsearch: ") }.map {
      String($0.dropFirst(11)).replacing("--", with: "")
    }
    #expect(!told.isEmpty)
    var call: [String: Any] = ["words": "harbor", "count": 5]
    call["providers"] = options[1].split(separator: ",").map(String.init)
    call[String(options[2].dropFirst(2))] = options[3]
    let page = try client.call("search_photos", call)
    let notices = try page.texts("notices")
    for sentence in told { #expect(notices.contains(sentence), "\(sentence): \(notices)") }
  }

  @Test func `rows are detailed up to ten, and never cut an id, a page, a credit or a licence`()
    throws
  {
    func rows(_ count: Int, page: String) throws -> [[String: Any]] {
      let photos = try (0..<count).map { number in
        var photo = Photo(
          id: try #require(PhotoID("searxng:\(number)")), provider: ProviderID(rawValue: "searxng"),
          site: "Site", pageURL: try #require(URL(string: "https://example.org/\(page)")))
        photo.title = String(repeating: "猫 ", count: 300)
        return photo
      }
      let json = JSONWriter.object { PhotoRows(photos).write(to: &$0) }
      #expect(json.utf8.count < count * 700 + 500)
      let answer = try jsonObject(json)
      let terms = try answer.objects("terms")
      #expect(terms.ids == ["unknown"] && terms[0]["mark"] as? String == "ask")
      #expect((terms[0]["may"] as? [Any])?.isEmpty == true)
      return try answer.objects("photos")
    }
    for (count, page, title) in [
      (10, "1", 120), (11, "1", 60), (30, String(repeating: "p", count: 500), 60),
    ] {
      for row in try rows(count, page: page) {
        let length = (row["title"] as? String ?? "").utf8.count
        #expect(length <= title && length > title - 20)
        #expect((row["page"] != nil) == (page == "1") && row["license"] as? String == "unknown")
        #expect(row["author"] == nil && row["size"] == nil)
      }
    }
    #expect(try client.search(["words": "harbor", "count": 10]).allSatisfy { $0["credit"] != nil })
    #expect(
      try client.search(["words": "harbor", "count": 11]).allSatisfy {
        $0["credit"] == nil && $0["page"] != nil
      })
  }

  @Test func `thirty photos of the recordings to look at take at most 10 KB`() throws {
    let client = try AssistantClient(["--replay", Program.firstFixtures])
    for words in ["kittens", "harbor", "red panda"] {
      let answer = try client.text("search_photos", ["words": words, "count": 30])
      #expect(answer.utf8.count <= 10_000, "\(words): \(answer.utf8.count)")
    }
  }

  @Test(
    arguments: [
      (
        License.creativeCommons("by-sa", version: "4.0"), "free with credit",
        ["use", "sell", "change"],
        ["credit", "share alike"]
      ),
      (.creativeCommons("by-nc-nd", version: "2.0"), "limited", ["use"], ["credit"]),
      (.creativeCommons("by-nd", version: "2.0"), "limited", ["use", "sell"], ["credit"]),
      (.cc0, "free", ["use", "sell", "change"], []),
      (.unsplash, "free", ["use", "sell", "change"], []),
      (.allRightsReserved, "ask", [], []), (nil, "ask", [], []),
    ] as [(License?, String, [String], [String])])
  func `terms say what a licence allows and asks for`(
    license: License?, mark: String, may: [String], must: [String]
  ) throws {
    var photo = Photo(
      id: try #require(PhotoID("flickr:1")), provider: ProviderID(rawValue: "flickr"),
      site: "Flickr",
      pageURL: try #require(URL(string: "https://example.org/1")))
    photo.license = license
    let json = JSONWriter.object { PhotoRows.writeTerms(of: [photo, photo], to: &$0) }
    let terms = try jsonObject(json).objects("terms")
    #expect(terms.count == 1 && terms[0]["id"] as? String == license?.id ?? "unknown")
    #expect(terms[0]["mark"] as? String == mark && terms[0]["may"] as? [String] == may)
    #expect(terms[0]["must"] as? [String] == must)
  }

  @Test func `an address of a picture comes where it is asked for`() throws {
    let photos = try client.search(["words": "harbor", "count": 3, "addresses": true])
    for photo in photos { #expect((photo["picture"] as? String)?.hasPrefix("https://") == true) }
  }

  // MARK: - Wrong arguments

  /// By the tool and its arguments
  private static let wrong: [String: [String]] = [
    #"search_photos {}"#: ["words are missing"],
    #"search_photos {"words":" "}"#: ["words are missing"],
    #"search_photos {"words":"\u200b\u202e"}"#: ["words are missing, or the cursor of a list"],
    #"search_photos {"words":"a","min_width":"2K"}"#: ["min_width", "write 2048 or 2560"],
    #"search_photos {"words":"a","minWidth":5}"#: [
      "no argument 'minWidth'", "did you mean min_width",
    ],
    #"search_photos {"words":"a","per_page":5}"#: [
      "no argument 'per_page'", "search_photos takes words, count",
    ],
    #"search_photos {"words":["a","b"]}"#: ["words", "a text"],
    #"search_photos {"words":{"a":1}}"#: ["words"],
    #"search_photos {"words":"a","count":0}"#: ["count", "1 to 30"],
    #"search_photos {"words":"a","count":31}"#: ["count", "1 to 30"],
    #"search_photos {"words":"a","count":1e400}"#: ["count", "1 to 30"],
    #"search_photos {"words":"a","orientation":"round"}"#: ["'round'", "orientation", "landscape"],
    #"search_photos {"words":"a","orientation":{}}"#: ["orientation"],
    #"search_photos {"words":"a","license":["bye"]}"#: ["'bye'", "license", "did you mean by"],
    #"search_photos {"words":"a","license":["by-nc","commercial"]}"#: ["by-nc", "commercial"],
    #"search_photos {"words":"a","color":"never"}"#: ["'never'", "color", "teal"],
    #"search_photos {"words":"a","color":"always"}"#: ["'always'", "color", "teal"],
    #"search_photos {"words":"a","min_width":"broad"}"#: ["min_width", "pixels"],
    #"search_photos {"words":"a","since":"yesterday"}"#: ["since", "2023-05-01"],
    #"search_photos {"words":"a","since":"2024","until":"2020"}"#: ["since 2024", "until 2020"],
    #"search_photos {"words":"a","providers":["getty"]}"#: ["'getty'", "providers", "openverse"],
    #"search_photos {"words":"a","no_ai":"maybe"}"#: ["no_ai", "true or false"],
    #"search_photos {"words":"a","language":"klingon!"}"#: ["language"],
    #"search_photos {"cursor":"abc"}"#: ["no cursor 'abc'"],
    #"search_photos {"cursor":"abcdefghijklmnopqrstuvwxyz"}"#: ["isn't an imgsearch cursor"],
    #"list_photos {"author":"https://example.org/x"}"#: ["list"],
    #"list_photos {"providers":["flickr"]}"#: ["providers flickr can't list without words"],
    #"list_photos {"words":"a"}"#: ["no argument 'words'"],
    #"similar_photos {}"#: ["id is missing"],
    #"similar_photos {"id":"nothing"}"#: ["names no photo"],
    #"look_at_photos {"ids":["a","b","c","d","e","f","g"]}"#: ["ids", "1 to 6"],
    #"look_at_photos {"ids":["a"]}"#: ["names no photo"],
    #"look_at_photos {}"#: ["ids is missing", "1 to 6"],
    #"look_at_photos {"ids":[]}"#: ["ids", "1 to 6"],
    #"download_photos {}"#: ["ids is missing", "1 to 30"],
    #"search_photos {"words":"a","license":["KOGL Type 1"]}"#: [
      "for license", "as it is printed, or its id, such as LicenseRef-Attribution",
    ],
    #"favorites {"action":"drop"}"#: ["'drop'", "action", "remove"],
    #"favorites {"action":"remove"}"#: ["ids is missing"],
    #"favorites {"action":"remove","ids":["flickr:1"]}"#: ["isn't a favorite"],
    #"favorites {"action":"remove","collection":"x"}"#: ["no collection “x”", "`collection`"],
    #"favorites {"collection":"x"}"#: ["no collection “x”"],
    #"favorites {"action":"rename"}"#: ["collection is missing"],
    #"show_photo {}"#: ["ids is missing"],
    #"show_photo {"id":"3"}"#: ["names no photo"],
    #"show_photo {"id":"all"}"#: ["names no photo"],
    #"show_photo {"id":"getty:1"}"#: ["no provider has photos named getty:1"],
    #"show_photo {"id":"flickr:90000000000"}"#: ["flickr"],
    #"show_photo {"id":"../../etc/passwd"}"#: ["names no photo"],
    #"show_photo {"id":"\u202e\u0007x"}"#: ["'x' names no photo"],
    #"credit_photos {"ids":[]}"#: ["ids", "1 to 30"],
    #"credit_photos {"ids":[{}]}"#: ["ids"],
    #"credit_photos {"ids":["nothing"]}"#: ["nothing", "names no photo"],
    #"credit_photos {"ids":["flickr:95200043273"],"format":"pdf"}"#: ["format", "markdown"],
    #"download_photos {"ids":["flickr:95200043273"]}"#: ["imgsearch mcp -o FOLDER"],
    #"favorites {"action":"add","ids":["flickr:90000000000"]}"#: ["flickr"],
  ]

  @Test func `wrong arguments are answered in words that help`() throws {
    let client = try AssistantClient.replaying("show")
    let meta = try AssistantClient.text(AssistantClient.meta)
    for (id, (arguments, words)) in Self.wrong.enumerated() {
      let call = arguments.split(separator: " ", maxSplits: 1)
      try client.program.type(
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(call[0])","#
          + #""arguments":\#(call[1]),"_meta":\#(meta)}}"# + "\n")
      let answer = try client.answer(to: id)
      let result = try #require(answer["result"] as? [String: Any], "\(arguments): \(answer)")
      do {
        Issue.record("\(arguments): \(try AssistantClient.object(result))")
      } catch let failure as AssistantClient.Failure {
        let told = failure.words
        #expect(words.allSatisfy { told.contains($0) }, "\(arguments): \(told)")
        #expect(!told.contains("--") && told.count <= 1_000, "\(arguments): \(told)")
        let hasHidden = told.unicodeScalars.contains(where: \.isHidden)
        #expect(!hasHidden, "\(arguments)")
      }
    }
  }

  @Test func `an argument's or a tool's name is never quoted at length`() throws {
    let client = try AssistantClient.replaying("harbor", "--history")
    let names =
      HostileText.all + [
        String(repeating: "\n", count: 5_000), "--" + String(repeating: "-output", count: 9_000),
        "é" + String(repeating: "\u{301}", count: 50_000),
        String(repeating: "\u{20DD}", count: 9_000),
      ]
    for (place, name) in names.enumerated() {
      let answer = try client.answer(to: client.send("tools/call", ["name": name]))
      let error = try #require(answer["error"] as? [String: Any], "\(answer)")
      let message = try error.text("message")
      #expect(message.utf8.count <= 250, "\(message)")
      // The tools take turns; in a long run each gets all names.
      let tools = AssistantTool.all
      for tool in LongRun.isAsked ? tools : [tools[place % tools.count]] {
        let words = try client.failure(tool.name, [name: 1])
        #expect(words.utf8.count <= (name.utf8.count > 60 ? 200 : 500), "\(words)")
      }
    }
  }

  /// The cursor behind the first two photos
  private func next(_ client: AssistantClient) throws -> String {
    try client.call("search_photos", ["words": "harbor", "count": 2]).text("next")
  }

  @Test func `words beside a cursor are its own in other capitals and blanks, else refused`() throws
  {
    let next = try next(client)
    for words in ["Harbor ", "HARBOR", " harbor\n"] {
      #expect(try client.search(["cursor": next, "words": words, "count": 2]).count == 2)
    }
    for (name, value) in ["words": "kittens", "orientation": "portrait", "providers": "nasa"] {
      let words = try client.failure("search_photos", ["cursor": next, name: value])
      #expect(words.contains(name) && words.contains("not what this cursor continues"), "\(words)")
    }
  }

  // MARK: - Single photos

  /// The photos that `show_photo` tells
  private func shown(
    _ client: AssistantClient, _ arguments: [String: Any]
  ) throws -> [[String: Any]] {
    let answer = try client.call("show_photo", arguments)
    let photos = try answer.objects("photos")
    let terms = answer["terms"] as? [[String: Any]] ?? []
    #expect(photos.allSatisfy { terms.ids.contains($0["license"] as? String ?? "") })
    return photos
  }

  @Test func `photos are told in full, as show tells them, without what is unknown`() async throws {
    let client = try AssistantClient.replaying("show")
    let id = "flickr:95200043273"
    let photo = try #require(shown(client, ["id": id]).first)
    let line = try await Program.replay("show", id, "--format", "json")
    let shown = try jsonObject(line.output)
    let lacking = ["provider", "origin", "blurHash", "downloadLocation"]
    let known = shown.filter { !($0.value is NSNull) && ($0.value as? [Any])?.isEmpty != true }
    #expect(Set(photo.keys) == Set(known.keys).subtracting(lacking))
    for name in ["id", "title", "credit", "width", "camera", "favorite", "renditions"] {
      #expect(
        try AssistantClient.text([photo[name] ?? 0]) == AssistantClient.text([shown[name] ?? 0]))
    }
    let two = try self.shown(client, ["ids": [id, "pexels:32363605", "nothing"]])
    #expect(two.ids == [id, "pexels:32363605"])
  }

  @Test func `pictures are shown side by side below their numbers, each of at most 20 KB`() throws {
    let client = try AssistantClient(["--replay", Program.firstFixtures])
    let ids = try client.search(["words": "kittens", "count": 4]).ids
    let result = try client.result(
      "tools/call", ["name": "look_at_photos", "arguments": ["ids": ids + ["nothing"]]])
    #expect(result["structuredContent"] == nil && result["isError"] == nil)
    let content = try result.objects("content")
    let types = content.map { $0["type"] as? String }
    #expect(types == ["text", "image", "text", "image", "text", "image", "text", "image", "text"])
    for (index, id) in ids.enumerated() {
      #expect((content[2 * index]["text"] as? String)?.hasPrefix("\(index + 1): \(id)") == true)
      let block = content[2 * index + 1]
      let picture = try #require((block["data"] as? String).flatMap { Data(base64Encoded: $0) })
      #expect(picture.starts(with: [0xFF, 0xD8, 0xFF]) && picture.count <= 20_000)
      #expect(block["mimeType"] as? String == "image/jpeg")
    }
    #expect((content.last?["text"] as? String)?.hasPrefix("nothing: ") == true)
    // One whose picture isn't recorded
    let odd = try AssistantClient.replaying()
    let harbor = try self.ids(odd, 1)[0]
    let words = try odd.failure("look_at_photos", ["ids": [harbor]])
    #expect(words.contains("record") || words.contains("picture"), "\(words)")
  }

  @Test func `a photo is named by the address of its page too`() throws {
    let client = try AssistantClient.replaying("show")
    let photos = try shown(client, ["id": "flickr:95200043273"])
    let page = try #require(photos.first?["page"] as? String)
    #expect(try shown(client, ["id": page]).ids == ["flickr:95200043273"])
  }

  @Test(arguments: ["text", "markdown", "html"])
  func `credit lines are those of the command line`(form: String) async throws {
    let client = try AssistantClient.replaying(environment: home.environment)
    let ids = try ids(client, 6)
    let answer = try client.call("credit_photos", ["ids": ids + ["x", ids[0]], "format": form])
    let credits = try #require(answer["credits"] as? [[String: String]])
    #expect(credits.map { $0["id"] } == ids)
    _ = try await home.run("harbor", "-n", "6", "--replay", Program.fixtures)
    let lines = try await home.run(["credit", "--format", form] + ids)
    #expect(credits.compactMap { $0["credit"] } == lines.lines.dropLast().map(String.init))
    let failed = try #require(answer["failed"] as? [[String: String]])
    #expect(failed.map { $0["id"] } == ["x"] && failed[0]["reason"]?.isEmpty == false)
  }

  @Test func `a photo that is named twice, by its id and its page, comes once`() throws {
    let client = try AssistantClient(
      ["-o", home.path("out"), "--replay", Program.fixtures], environment: home.environment)
    let photos = try client.search(["words": "kittens", "count": 2, "providers": ["pexels"]])
    let page = try #require(photos[0]["page"] as? String)
    let names = [" \(photos.ids[0]) ", page, photos.ids[0], photos.ids[1], "\(page)\n", "x", "x "]
    let credits = try client.call("credit_photos", ["ids": names])
    #expect(try credits.objects("credits").ids == photos.ids)
    #expect(try credits.objects("failed").ids == ["x"])
    let saved = try client.call("download_photos", ["ids": names], progress: "d")
    let files = try saved.objects("files")
    #expect(files.count == 2 && Set(files.ids) == Set(photos.ids))
    let steps = client.passed.compactMap { $0["params"] as? [String: Any] }
    #expect(!steps.isEmpty && steps.allSatisfy { $0["total"] as? Int == 3 }, "\(steps)")
    #expect(steps.last?["progress"] as? Int == 3)
  }

  @Test func `pictures are saved into the one folder, each once, with their credits`() throws {
    let folder = home.path("pictures")
    let client = try AssistantClient(
      ["-o", folder, "--replay", Program.fixtures], environment: home.environment)
    let ids = try client.search(["words": "kittens", "count": 3]).ids
    let saved = try client.call("download_photos", ["ids": ids + ["x"]], progress: "d")
    #expect(saved["folder"] as? String == folder)
    let files = try saved.objects("files")
    #expect(Set(files.ids) == Set(ids) && files.allSatisfy { $0["isNew"] as? Bool == true })
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(names) == Set(files.map { $0["file"] as? String ?? "" } + ["credits.csv"]))
    #expect(try saved.objects("failed").ids == ["x"])
    let counts = client.passed.compactMap { ($0["params"] as? [String: Any])?["progress"] as? Int }
    #expect(!counts.isEmpty && counts == counts.sorted() && Set(counts).count == counts.count)
    let again = try client.call(
      "download_photos", ["ids": [ids[0]], "size": "regular", "name": "{provider}-{id}-{title}"])
    #expect(try again.objects("files")[0]["isNew"] as? Bool == false)
    let other = try client.call(
      "download_photos", ["ids": [ids[1]], "size": "full", "name": "{author}/{number}-{size}"])
    let name = try other.objects("files")[0].text("file")
    #expect(
      name.hasSuffix("/001-full.jpg") && FileManager.default.fileExists(atPath: "\(folder)/\(name)")
    )
  }

  @Test func `a picture has the size that the search asked for, unless the call names one`() throws
  {
    let client = try AssistantClient(
      ["-o", home.path("pictures"), "--replay", Program.fixtures], environment: home.environment)
    func ending(_ filters: [String: Any], _ arguments: [String: Any] = [:]) throws -> String {
      let search: [String: Any] = ["words": "kittens", "count": 1, "providers": ["unsplash"]]
      let ids = try client.search(search.merging(filters) { $1 }).ids
      let call: [String: Any] = ["ids": ids, "name": "{size}-{id}"]
      let saved = try client.call("download_photos", call.merging(arguments) { $1 })
      let file = try #require(saved.objects("files").first, "\(saved)")
      #expect((file["size"] as? String)?.wholeMatch(of: /\d+×\d+/) != nil)
      let name = String(try file.text("file").prefix { $0 != "-" })
      // The recorded pictures are smaller than the services'.
      let note = "fewer pixels than min_width 1500; no larger one is known"
      #expect(file["note"] as? String == (name == "full" ? note : nil))
      #expect(file["larger"] as? String == ["small": "regular", "regular": "full"][name])
      return name
    }
    #expect(try ending(["min_width": 1_500]) == "full")
    #expect(
      try (ending(["min_width": 1_500], ["size": "small"]), ending([:])) == ("small", "regular"))
    let words = try client.failure("download_photos", ["ids": ["x"], "size": "small", "width": 9])
    #expect(words.contains("one of them"), "\(words)")
  }

  @Test func `favorites are those of the command line, in a collection where one is named`()
    async throws
  {
    let client = try AssistantClient.replaying(environment: home.environment)
    let ids = try ids(client, 3)
    func call(_ action: String, _ more: [String: Any] = [:]) throws -> [String: Any] {
      try client.call("favorites", more.merging(["action": action]) { $1 })
    }
    _ = try call("add", ["ids": Array(ids[..<2])])
    let kept = try call("add", ["ids": Array(ids[1...]), "collection": "Sea"])
    #expect(kept["added"] as? [String] == Array(ids[1...]))
    #expect(try await home.run("favorites", "-f", "ndjson").ids() == ids)
    #expect(
      try await home.run("favorites", "list", "sea", "-f", "ndjson").ids() == Array(ids[1...]))
    #expect(try shown(client, ["id": ids[0]])[0]["favorite"] as? Bool == true)
    // Read in parts, renamed, and removed so that it can be added again
    let part = try client.call("favorites", ["from": 2, "count": 1])
    #expect(try part.objects("photos").ids == [ids[1]] && part["total"] as? Int == 3)
    #expect(try part.objects("collections").first?["count"] as? Int == 2)
    _ = try call("rename", ["collection": "sea", "new_name": "Ocean"])
    let removed = try call("remove", ["ids": [ids[1], "flickr:1"]])
    let gone = try removed.objects("removed")
    #expect(gone.ids == [ids[1]] && gone[0]["collections"] as? [String] == ["Ocean"])
    #expect(try removed.objects("failed").ids == ["flickr:1"])
    _ = try call("add", ["ids": gone.ids, "collection": "Ocean"])
    #expect(
      try await Set(home.run("favorites", "list", "ocean", "-f", "ndjson").ids()) == Set(ids[1...]))
    let taken = try call("remove", ["ids": [ids[2]], "collection": "ocean"])
    #expect(try taken.objects("removed").ids == [ids[2]])
    let dissolved = try call("remove", ["collection": "ocean"])
    let parted = try dissolved.objects("removed")
    #expect(parted.ids == [ids[1]] && parted[0]["collections"] as? [String] == ["Ocean"])
    #expect(try await Set(home.run("favorites", "-f", "ndjson").ids()) == Set(ids))
  }

  @Test func `a favorite added once more keeps its date and collections, removed before or not`()
    async throws
  {
    let client = try AssistantClient.replaying(environment: home.environment)
    let id = try ids(client, 1)[0]
    let line = try await home.replay("harbor", "-n", "1", "-f", "ndjson").lines[0].dropLast()
    let kept = line + #","added":"2020-02-03T00:00:00Z","collections":["Sea"]}"#
    try await home.run("favorites", "import", "-", input: String(kept)).ended()
    let before = try await home.run("favorites", "export").output
    #expect(before.contains("2020-02-03"))
    func call(_ action: String) throws {
      _ = try client.call("favorites", ["action": action, "ids": [id]])
    }
    try call("add")
    #expect(try await home.run("favorites", "export").output == before)
    try call("remove")
    #expect(try await home.run("favorites", "export").output.isEmpty)
    try call("add")
    #expect(try await home.run("favorites", "export").output == before)
    try await home.run("favorites", "add", id).ended(printing: "", saying: "1 there already")
    #expect(try await home.run("favorites", "export").output == before)
  }

  // MARK: - Lists without words

  @Test func `a cursor goes on without a provider, and is refused with others`() throws {
    let client = try AssistantClient.replaying("kittens")
    let page = try client.call("search_photos", ["words": "kittens", "count": 12])
    let first = try page.objects("photos").ids
    let next = try page.text("next")
    #expect(first.contains { $0.hasPrefix("flickr:") })
    let rest = try client.call(
      "search_photos", ["cursor": next, "providers": ["-flickr", "-wikimedia"], "count": 30])
    let later = try rest.objects("photos").ids
    #expect(later.count == 30 && Set(later).isDisjoint(with: first))
    #expect(!later.contains { $0.hasPrefix("flickr:") || $0.hasPrefix("wikimedia:") })
    // Nor do they come back.
    let last = try client.call("search_photos", ["cursor": try rest.text("next"), "count": 30])
    let ids = try last.objects("photos").ids
    #expect(!ids.contains { $0.hasPrefix("flickr:") } && Set(ids).isDisjoint(with: first + later))
    let alone = try client.search(["cursor": next, "providers": ["openverse"], "count": 5])
    #expect(alone.count == 5 && alone.ids.allSatisfy { $0.hasPrefix("openverse:") })
    let services = Set(first.map { String($0.prefix { $0 != ":" }) })
    for providers in [["nasa"], ["flickr", "nasa"], services.map { "-\($0)" }] {
      let words = try client.failure("search_photos", ["cursor": next, "providers": providers])
      #expect(words.contains("providers") && !words.contains("--"), "\(words)")
    }
  }

  @Test func `photos of today, of an author and like one are listed as on the command line`()
    async throws
  {
    let client = try AssistantClient(["--replay", Program.fixtures])
    let today = try client.call("list_photos", ["count": 5])
    let line = try await Program.replay("list", "-n", "5", "-f", "ndjson")
    #expect(try today.objects("photos").ids == line.ids())
    let more = try client.call("list_photos", ["cursor": try today.text("next"), "count": 3])
    #expect(try more.objects("photos").count == 3)
    let like = try client.failure("similar_photos", ["id": "pexels:32363605"])
    #expect(like.hasPrefix("no service answered; "), "\(like)")
  }

  @Test func `earlier searches are told where they may be`() async throws {
    for words in ["harbor", "kittens"] {
      _ = try await home.run(words, "-p", "flickr", "--replay", Program.fixtures)
    }
    let client = try AssistantClient.replaying("harbor", "--history", environment: home.environment)
    func words(_ arguments: [String: Any]) throws -> [String?] {
      let answer = try client.call("search_history", arguments)
      let searches = try answer.objects("searches")
      #expect(
        searches.allSatisfy { ($0["options"] as? [String])?.contains("providers flickr") == true })
      return searches.map { $0["words"] as? String }
    }
    #expect(try words([:]) == ["kittens", "harbor"] && words(["words": "Harb"]) == ["harbor"])
    #expect(try words(["count": 1]) == ["kittens"] && words(["words": "none"]).isEmpty)
    #expect(try words(["words": "bor Har"]) == ["harbor"], "in any order, as at the command line")
  }

  @Test func `no progress is told to who doesn't ask for it`() throws {
    _ = try client.call("search_photos", ["words": "harbor", "count": 30])
    #expect(client.passed.isEmpty)
    _ = try client.call("search_photos", ["words": "harbor", "count": 30], progress: "é")
    let steps = client.passed.compactMap { $0["params"] as? [String: Any] }
    #expect(!steps.isEmpty && steps.allSatisfy { $0["progressToken"] as? String == "é" })
  }
}
