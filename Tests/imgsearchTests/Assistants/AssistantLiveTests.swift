import FixtureMaker
import Foundation
import LoopbackServer
import PhotoSearch
import Platform
import Testing

/// `imgsearch mcp` beside services on this machine: what it asks, and what ends it
@Suite(.waits, .serialized, .timeLimit(.minutes(20))) struct AssistantLiveTests {
  /// A client beside an Openverse on this machine
  private func start(
    _ options: String..., script: @escaping ScriptedServer.Script
  ) throws -> (client: AssistantClient, server: ScriptedServer) {
    let server = try ScriptedServer(lifetime: 120, script: script)
    let home = Home(["OPENVERSE_API_URL": server.url("/v1").absoluteString])
    return (try AssistantClient(["-p", "openverse"] + options, in: home, beside: server), server)
  }

  @Test func `a cancelled call ends its request within 100 ms, and gets no answer`() throws {
    let (client, server) = try start { _ in LoopbackAnswer(delivery: .hang) }
    let id = try client.sendCall("search_photos", ["words": "a"], progress: "p")
    try waitUntil("it was asked") { server.requests.count == 1 }
    let start = ContinuousClock.now
    try client.cancel(id)
    try waitUntil("its connection ended") { server.openConnections == 0 }
    let took = ContinuousClock.now - start
    // Ten times as long on a machine that is busy with other tests
    #expect(took < .seconds(1), "\(took)")
    print("a cancelled request ended after \(took)")
    #expect(try client.result("tools/list")["tools"] is [Any])
    #expect(client.passed.isEmpty && server.requests.count == 1)
  }

  @Test func `sixteen calls run at a time, a seventeenth waits for its turn`() throws {
    let client = try start { _ in LoopbackAnswer(delivery: .hang) }.client
    let calls = try (0..<16).map { try client.sendCall("search_photos", ["words": "a \($0)"]) }
    let waiting = try client.sendCall("credit_photos", ["ids": ["nothing"]])
    // What isn't a call doesn't wait.
    #expect(try client.result("tools/list")["tools"] is [Any] && client.passed.isEmpty)
    try client.cancel(calls[7])
    #expect(try client.answer(to: waiting)["result"] != nil && client.passed.isEmpty)
  }

  @Test func `calls are answered as they are ready`() throws {
    let script = OpenverseDouble(titles: ["one"]).answer
    let (client, server) = try start { request in
      var answer = script(request)
      if request.url.query()?.contains("slow") == true { answer.delivery = .hang }
      return answer
    }
    try client.sendCall("search_photos", ["words": "slow"])
    try waitUntil("it was asked") { server.requests.count == 1 }
    #expect(try client.search(["words": "quick"]).count == 1 && client.passed.isEmpty)
  }

  @Test func `two calls share the cache`() throws {
    let (client, server) = try start(script: OpenverseDouble(titles: ["one", "two"]).answer)
    let first = try client.search(["words": "boats"])
    #expect(try (client.search(["words": "boats"]).ids, server.requests.count) == (first.ids, 1))
  }

  @Test func `a spent quota holds for all calls, and is told`() throws {
    let (client, server) = try start { _ in
      .text("slow down", status: 429, headers: ["Retry-After": "3600"])
    }
    for words in ["one", "two", "three"] {
      let failure = try client.failure("search_photos", ["words": words])
      #expect(failure.contains("openverse: ") && failure.contains("quota"), "\(failure)")
    }
    let shown = try client.failure("show_photo", ["id": "openverse:x"])
    #expect(shown.contains("quota") && !shown.contains("refresh"), "\(shown)")
    #expect(server.requests.count == 1)
  }

  @Test func `one service that fails costs its own photos and is named`() throws {
    let setup = try LiveSetup(faults: ["flickr": .broken(404)])
    let client = try AssistantClient([], environment: setup.environment)
    let page = try client.call("search_photos", ["words": "harbor", "count": 20])
    let photos = try page.objects("photos")
    #expect(photos.count == 20 && !photos.ids.contains { $0.hasPrefix("flickr:") })
    let notices = try page.texts("notices")
    #expect(notices.contains { $0.hasPrefix("flickr: ") }, "\(notices)")
    // Keys are in nothing that is told.
    #expect(try !AssistantClient.text(page).hasKey)
  }

  @Test(arguments: [[], ["one"]])
  func `services that lack a key are named, whatever others found`(titles: [String]) throws {
    let client = try start("-p", "all", script: OpenverseDouble(titles: titles).answer).client
    let page = try client.call("search_photos", ["words": "a b c"])
    let notices = try page.texts("notices")
    let line = try #require(notices.first { $0.hasPrefix("more photos with a key of ") })
    for service in ["unsplash", "flickr", "pexels", "pixabay", "imgsearch keys"] {
      #expect(line.contains(service), "\(notices)")
    }
    guard titles.isEmpty else { return }
    #expect(notices.contains("openverse: fewer words find more"), "\(notices)")
    #expect(notices.contains("openverse: found nothing"))
  }

  @Test func `a call asks for five pages of a provider at most, says so, and tells the quota`()
    throws
  {
    let (client, server) = try start { request in
      // Twelve pages of twenty, each with ids of its own
      let page = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems?
        .first { $0.name == "page" }?.value
      let titles = Array(repeating: "one", count: 20)
      let answer = OpenverseDouble(titles: titles, id: "p\(page ?? "1")").answer(to: request)
      let text = String(decoding: answer.body, as: UTF8.self)
        .replacing("\"page_count\":1", with: "\"page_count\":12")
        .replacing("\"result_count\":20", with: "\"result_count\":240")
      return .text(
        text, type: "application/json",
        headers: [
          "x-ratelimit-limit-anon_sustained": "200/day",
          "x-ratelimit-available-anon_sustained": "150",
        ])
    }
    var arguments: [String: Any] = ["words": "a", "min_width": 90_000]
    for calls in 1...2 {
      let page = try client.call("search_photos", arguments)
      #expect(server.requests.count == 5 * calls && page["requests"] as? Int == 5)
      let notices = try page.texts("notices")
      #expect(
        notices.contains(
          "stopped after 5 pages of openverse, the most of a call; `next` continues"),
        "\(notices)")
      #expect((page["quota"] as? [String])?.first?.hasPrefix("openverse: 150 of 200") == true)
      arguments = ["cursor": try page.text("next")]
    }
  }

  @Test func `nothing that is told speaks of options or of the command line`() throws {
    let client = try start("--offline", script: OpenverseDouble(titles: ["one"]).answer).client
    for (tool, arguments) in [
      ("search_photos", ["words": "a"]), ("list_photos", [:]),
      ("show_photo", ["id": "openverse:x"]),
      ("look_at_photos", ["ids": "openverse:x"]), ("similar_photos", ["id": "openverse:x"]),
      ("favorites", ["collection": "x"]), ("download_photos", ["ids": "openverse:x"]),
    ] as [(String, [String: Any])] {
      let words = try client.failure(tool, arguments)
      let isOfServer = words.contains("imgsearch mcp -o FOLDER")
      #expect(!words.contains("--") && (isOfServer || !words.contains("imgsearch ")), "\(words)")
    }
  }

  @Test func `Unsplash is told of a photo that is saved`() throws {
    let setup = try LiveSetup(pictures: true)
    let client = try AssistantClient(
      ["-o", setup.home.path("out")], environment: setup.environment)
    let photos = try client.search(["words": "kittens", "count": 1, "providers": ["unsplash"]])
    let before = setup.services.requests(of: "unsplash").count
    let saved = try client.call("download_photos", ["ids": photos.ids])
    #expect((saved["files"] as? [[String: Any]])?.count == 1, "\(saved)")
    let requests = setup.services.requests(of: "unsplash").dropFirst(before)
    #expect(requests.map(\.url.lastPathComponent) == ["download"])
  }

  @Test func `a hostile title, name or page reaches no answer but on one line, cut and harmless`()
    throws
  {
    let texts = HostileText.all + Self.flags
    let client = try start(
      script: OpenverseDouble(titles: texts, page: "https://nappy.example/?").answer
    ).client
    var ids: [String] = []
    for page in try client.pages(["words": "a", "count": 30, "addresses": true]) {
      let photos = try page.objects("photos")
      ids += photos.ids
      for photo in photos { try check(photo) }
      for notice in page["notices"] as? [String] ?? [] { check(notice, limit: 200) }
    }
    #expect(ids.count > texts.count / 2)
    for id in ids.prefix(LongRun.count(60, otherwise: 20)) {
      let photo = try client.call("show_photo", ["id": id])
      try check(photo)
      for form in ["text", "markdown", "html"] { _ = try credit(of: id, as: form, by: client) }
    }
  }

  /// The line to credit a photo with, which can do nothing
  private func credit(of id: String, as form: String, by client: AssistantClient) throws -> String {
    let told = try client.call("credit_photos", ["ids": [id], "format": form])
    let line = try told.objects("credits")[0].text("credit")
    check(line, limit: 20_000)
    let isSafe = !line.contains("<script") && !line.contains("javascript:alert(1)\"")
    #expect(form != "html" || isSafe, "\(line)")
    return line
  }

  /// Every text in it
  private func check(_ value: Any) throws {
    switch value {
    case let object as [String: Any]:
      for (name, value) in object {
        if name == "title", let title = value as? String { #expect(title.count <= 80, "\(title)") }
        if ["page", "picture", "url"].contains(name), let address = value as? String {
          #expect(address.hasPrefix("https://") || address.hasPrefix("http://"))
          #expect(
            address.utf8.count <= 1_000 && address.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        }
        try check(value)
      }
    case let list as [Any]: for value in list { try check(value) }
    case let text as String: check(text, limit: 1_000)
    default: break
    }
  }

  private func check(_ text: String, limit: Int) {
    #expect(text.count <= limit, "\(text)")
    // Three flags are made of characters that can't be seen.
    var rest = text[...]
    for flag in Self.flags.prefix(3) { rest = Substring(rest.replacing(flag, with: "")) }
    let isOdd = rest.unicodeScalars.contains(where: \.isHidden)
    #expect(!isOdd, "\(text.debugDescription)")
  }

  /// Of England, Scotland and Wales, and what isn't one and hides a text
  private static let flags = ["gbeng", "gbsct", "gbwls", "gbxyz", "ignore", ""].map { region in
    var flag = String.UnicodeScalarView("🏴".unicodeScalars)
    flag += region.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0xE0000) }
    flag.append("\u{E007F}")
    return String(flag)
  }

  /// What takes many bytes for a character, or many characters for what is seen
  private static let long =
    [
      "x", "\"", "\\", "é", "Ж", "猫", "क्षि", "x\u{301}\u{302}\u{303}\u{316}", "👨‍👩‍👧‍👦", "<b>", "\u{200B}x",
      flags[1], "word ",
    ].map { String(repeating: $0, count: 300) }

  @Test(arguments: LongRun.isAsked ? long : [long[0], long[6], long[8]])
  func `an answer of 20 photos has at most 14,000 bytes, whatever they are called`(text: String)
    throws
  {
    let page = "https://nappy.example/" + String(repeating: "p", count: 700)
    let total = LongRun.count(45, otherwise: 21)
    let texts = Array(repeating: text, count: total)
    let photos = [
      ("x", "https://nappy.example/", "by"), ("x", page, text),
      (String(repeating: "i", count: 61), page, text),
    ]
    for (id, page, license) in LongRun.isAsked ? photos : photos.suffix(1) {
      let double = OpenverseDouble(
        titles: texts, hasTitleInPage: false, id: id, page: page, license: license)
      let client = try start(script: double.answer).client
      var (cursor, ids): (String?, [String]) = (nil, [])
      repeat {
        var arguments: [String: Any] = ["words": "a", "count": 20]
        arguments["cursor"] = cursor
        let answer = try client.text("search_photos", arguments)
        #expect(answer.utf8.count <= 14_000, "\(answer.utf8.count)")
        let page = try jsonObject(answer)
        let photos = try page.objects("photos")
        ids += photos.ids
        for photo in photos {
          // Whole or not at all
          #expect((photo["credit"] as? String)?.contains("…") != true)
          #expect((photo["license"] as? String)?.contains("…") != true)
        }
        cursor = page["next"] as? String
      } while cursor != nil
      #expect((Set(ids).count, ids.count) == (total, total))
      #expect(ids.allSatisfy { $0.hasPrefix("openverse:\(double.id)-") })
    }
  }

  @Test func `a credit line is whole wherever it stands`() throws {
    let name = "Ann " + String(repeating: "of Long House ", count: 5) + "the Last"
    let client = try start(script: OpenverseDouble(titles: [name]).answer).client
    let row = try client.search(["words": "a"])[0]
    #expect((row["author"] as? String)?.hasSuffix("…") == true)
    #expect((row["credit"] as? String)?.contains("“\(name)” by \(name)") == true, "\(row)")
    let shown = try client.call("show_photo", ["id": row["id"] ?? ""])
    let photo = try #require((shown["photos"] as? [[String: Any]])?.first)
    #expect((photo["title"] as? String)?.hasSuffix("…") == true)
    #expect((photo["credit"] as? String)?.contains("“\(name)” by \(name)") == true, "\(shown)")
    let told = try client.text("credit_photos", ["ids": [row["id"] ?? ""]])
    #expect(told.contains("“\(name)” by \(name)"), "\(told)")
  }

  @Test func `a credit line that doesn't fit is left out, and credit_photos has it`() throws {
    let long = String(repeating: "Harbor at night ", count: 17) + "end"
    let client = try start(script: OpenverseDouble(titles: [long]).answer).client
    let row = try client.search(["words": "a"])[0]
    #expect(row["credit"] == nil)
    #expect(try client.text("credit_photos", ["ids": [row["id"] ?? ""]]).contains("“\(long)”"))
  }

  @Test func `a licence's name is on one line and harmless, and whole or none`() throws {
    let all = HostileText.all
    for place in stride(from: 0, to: all.count, by: LongRun.isAsked ? 1 : 25) {
      let license = all[place]
      let client = try start(script: OpenverseDouble(titles: ["one"], license: license).answer)
        .client
      for row in try client.search(["words": "a"]) {
        try check(row)
        if let name = row["license"] as? String {
          #expect(name.utf8.count <= 100 && !name.contains("…"), "\(name)")
        }
        try check(client.call("show_photo", ["id": row["id"] ?? ""]))
        for form in ["text", "markdown", "html"] {
          let line = try credit(of: row.text("id"), as: form, by: client)
          #expect(form != "markdown" || !line.contains("](javascript:"), "\(line)")
        }
      }
    }
  }

  @Test func `calls that wait hold so many bytes and no more`() throws {
    let client = try start { _ in LoopbackAnswer(delivery: .hang) }.client
    for number in 0..<16 { try client.sendCall("search_photos", ["words": "a \(number)"]) }
    let large = String(repeating: "x", count: 900_000)
    var meta = AssistantClient.meta
    meta["large"] = large
    var ids: [Int] = []
    for _ in 0..<6 {
      ids.append(
        try client.send(
          "tools/call", ["name": "credit_photos", "arguments": ["ids": ["x"]]], meta: meta))
    }
    let refused = try client.answer(to: ids[4])
    #expect(try AssistantClient.text(refused).contains("too many calls at once"))
    #expect(client.passed.isEmpty)
    _ = try client.answer(to: ids[5])
    // Who is cancelled makes room.
    try client.cancel(ids[0])
    let next = try client.send("tools/call", ["name": "show_photo"], meta: meta)
    #expect(try client.result("tools/list")["tools"] is [Any])
    #expect(!client.passed.contains { $0["id"] as? Int == next })
  }

  @Test func `a template is looked at before anything is asked for`() throws {
    let home = Home()
    let (client, server) = try start(
      "-o", home.path("out"), script: OpenverseDouble(titles: ["one"]).answer)
    for template in [
      "a//{id}", "../{id}", "plain", "{nope}", "{ext}/{id}",
      "{" + String(repeating: "\u{301}", count: 60_000) + "}",
    ] {
      let words = try client.failure(
        "download_photos", ["ids": ["openverse:x-0"], "name": template])
      #expect(words.hasPrefix("name: ") && !words.contains("output"), "\(words)")
      #expect(words.utf8.count <= 300, "\(words)")
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `ids that strangers made up are passed on only where they are plain`() throws {
    for id in ["\u{202E}x", "a\nb", String(repeating: "x", count: 300)] {
      let client = try start(script: OpenverseDouble(titles: ["one"], id: id).answer).client
      let page = try client.call("search_photos", ["words": "a"])
      for photo in try page.objects("photos") { try check(photo) }
      #expect(try AssistantClient.text(page).count < 1_000)
    }
  }
}
