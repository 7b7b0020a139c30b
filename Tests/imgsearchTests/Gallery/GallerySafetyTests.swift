import Foundation
import LoopbackServer
import PhotoSearch
import Testing

@testable import PhotoStorage

/// What the gallery does not answer, and to whom
@Suite(.waits) struct GallerySafetyTests {
  private let home = Home()

  @Test(arguments: ["localhost", "evil.example", "127.0.0.1", "127.0.0.1:1", ""])
  func `another Host learns nothing, even with the secret`(host: String) throws {
    let gallery = try Home().gallery()
    let named = host == "localhost" ? "localhost:\(gallery.port)" : host
    let reply = try gallery.get(gallery.path, host: named)
    #expect([400, 421].contains(reply.status), "\(reply)")
    #expect(!reply.body.contains("<"))
  }

  @Test func `without the whole secret there is nothing`() throws {
    let gallery = try Home().gallery()
    let secret = gallery.path.dropFirst().dropLast()
    #expect(secret.utf8.count == 24)
    for path in [
      "/", "/\(secret.dropLast())/", "/\(secret)a/", "/\(secret)", "/\(secret.lowercased())/",
      "//\(secret)/", "/page.css", "/api/start",
    ] {
      let reply = try gallery.get(path)
      #expect(reply.status == 404, "\(path)")
      #expect(!reply.body.contains(secret))
    }
  }

  @Test func `a call without the page's header, or from elsewhere, is refused`() async throws {
    let gallery = try home.gallery()
    let call = #"{"words":"kittens","photos":1}"#
    let sound = gallery.request(for: "remember", call)
    let attacks = [
      sound.replacingOccurrences(of: "Imgsearch-Page: 1\r\n", with: ""),
      sound.replacingOccurrences(of: "Imgsearch-Page: 1", with: "Imgsearch-Page: 0"),
      // A form that another site's page posts
      sound.replacingOccurrences(of: "application/json", with: "application/x-www-form-urlencoded"),
      sound.replacingOccurrences(of: "application/json", with: "text/plain"),
      gallery.request(for: "remember", call, more: ["Origin: https://evil.example"]),
      gallery.request(for: "remember", call, more: ["Origin: null"]),
      gallery.request(for: "remember", call, more: ["Origin: http://127.0.0.1:1"]),
      gallery.request(for: "remember", call, more: ["Sec-Fetch-Site: cross-site"]),
      gallery.request(for: "remember", call, more: ["Sec-Fetch-Site: same-site"]),
    ]
    for attack in attacks {
      let reply = try gallery.send(attack)
      #expect(reply.status == 403, "\(attack)")
      #expect(reply.headers["access-control-allow-origin"] == nil)
    }
    let preflight = try gallery.send(
      "OPTIONS \(gallery.path)api/remember HTTP/1.1\r\nHost: \(gallery.host)\r\n"
        + "Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n"
        + "Access-Control-Request-Headers: imgsearch-page\r\nConnection: close\r\n\r\n")
    #expect(preflight.status == 405)
    #expect(!preflight.headers.keys.contains { $0.hasPrefix("access-control") })
    #expect(try gallery.get(gallery.path + "api/start").status == 405)
    #expect(try await home.run("history", "-f", "json").output == "[]\n")
    let page = gallery.request(
      for: "remember", call,
      more: ["Origin: http://\(gallery.host)", "Sec-Fetch-Site: same-origin"])
    #expect(try gallery.send(page).status == 200)
  }

  @Test(arguments: [
    "../", "..%2f", "%2e%2e/", "..\\", "%2e%2e%2fetc/passwd", "page.css/../../", "./page.css",
    "page.css%00", "/page.css", "api", "api/", "api/start/", "api/../page.css", "app.js/x",
    "Package.swift",
  ])
  func `paths lead nowhere but to the page's own files`(path: String) throws {
    let gallery = try Home().gallery()
    let reply = try gallery.get(gallery.path + path)
    #expect([400, 404, 405].contains(reply.status), "\(reply)")
    #expect(!reply.body.contains("root:"))
  }

  @Test func `every reply tells the web browser to be careful`() throws {
    let gallery = try Home().gallery()
    for path in ["", "page.css", "app.js", "picture?at=https://a.example/1.jpg", "nothing"] {
      let headers = try gallery.get(gallery.path + path).headers
      let policy = try #require(headers["content-security-policy"])
      #expect(!policy.contains("unsafe"))
      for rule in [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
        "img-src 'self' data: https:", "frame-ancestors 'none'", "base-uri 'none'",
        "form-action 'none'",
      ] { #expect(policy.split(separator: /; ?/).contains { $0 == rule }, "\(path): \(rule)") }
      #expect(headers["x-content-type-options"] == "nosniff")
      #expect(headers["cross-origin-resource-policy"] == "same-origin")
      #expect(headers["cross-origin-opener-policy"] == "same-origin")
      #expect(headers["referrer-policy"] == "no-referrer")
      #expect((headers["cache-control"], headers["set-cookie"]) == ("no-store", nil))
    }
    let call = try gallery.send(gallery.request(for: "start", "{}"))
    #expect(call.headers["x-content-type-options"] == "nosniff")
  }

  @Test func `the page has no script or style within it`() throws {
    let gallery = try Home().gallery()
    let page = try gallery.get(gallery.path).body
    #expect(!page.contains("<script>") && !page.contains("<style"))
    #expect(page.firstMatch(of: /\son[a-z]+=|\sstyle=/) == nil)
  }

  /// A recording whose pictures are something else
  private func recording(_ bodies: [(path: String, type: String, text: String)]) -> String {
    let entries = bodies.map { path, type, text in
      """
      {"startedDateTime":"2026-01-01T00:00:00Z","time":1,
       "request":{"method":"GET","url":"https://images.unsplash.com/\(path)","headers":[]},
       "response":{"status":200,"headers":[{"name":"Content-Type","value":"\(type)"}],
        "content":{"size":\(text.utf8.count),"mimeType":"\(type)",
          "text":"\(Data(text.utf8).base64EncodedString())","encoding":"base64"}}}
      """
    }
    return #"{"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":["#
      + entries.joined(separator: ",") + "]}}"
  }

  @Test func `what is served as a picture is one, never SVG or HTML`() throws {
    try home.write(
      recording([
        ("svg", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
        ("html", "image/png", "<html><script>alert(1)</script>"),
        ("gif", "text/html", "GIF89a and <script>alert(1)</script>"),
      ]), to: "odd.har")
    let gallery = try GalleryClient("--replay", home.path("odd.har"), environment: home.environment)
    for name in ["svg", "html", "gif", "none"] {
      let reply = try gallery.get(
        gallery.path + "picture?at=https%3A%2F%2Fimages.unsplash.com%2F\(name)")
      let isPicture = name == "gif"
      #expect(reply.status == (isPicture ? 200 : 404), "\(name)")
      #expect(reply.headers["content-type"]?.hasPrefix("image/gif") == isPicture)
      #expect(reply.headers["x-content-type-options"] == "nosniff")
      #expect(reply.body.contains("alert") == isPicture)
    }
  }

  @Test func `a live gallery serves no pictures of others`() throws {
    let setup = try LiveSetup()
    let gallery = try GalleryClient(environment: setup.environment)
    let address = setup.services.url(of: "flickr").absoluteString
    #expect(try gallery.get(gallery.path + "picture?at=\(address)/1.jpg").status == 404)
    #expect(setup.services.counts.isEmpty)
  }

  @Test func `the secret stands in no list of processes, no log, and no file that stays`() throws {
    let setup = try LiveSetup()
    // A web browser that notes what it was given, and asks for nothing
    setup.environment["PATH"] = try setup.home.stage(
      "xdg-open",
      """
      printf '%s\\n' "$@" > \(setup.home.path("arguments"))
      file=$(printf '%s' "$1" | sed 's,^file://,,')
      stat -c %a "$file" > \(setup.home.path("mode"))
      cat "$file" > \(setup.home.path("content"))
      """)["PATH"]
    let gallery = try GalleryClient("--opens", "-v", environment: setup.environment)
    let secret = String(gallery.path.dropFirst().dropLast())
    try waitUntil { setup.home.has("content") }
    let file = try setup.home.text("arguments").trimmingCharacters(in: .newlines)
    #expect(try !file.contains(secret) && setup.home.text("mode") == "600\n")
    _ = try gallery.get(gallery.path)
    _ = try gallery.call("search", #"{"words":"kittens","count":3}"#)
    let path = file.replacingOccurrences(of: "file://", with: "")
    try waitUntil { !FileManager.default.fileExists(atPath: path) }
    #expect(try setup.home.text("content").contains(secret))
    gallery.program.interrupt()
    let outcome = try gallery.program.finish()
    #expect(!outcome.errors.contains(secret))
    #expect(outcome.errors.contains("flickr: 200"), "\(outcome.errors)")
    for request in setup.services.requests { #expect(!"\(request)".contains(secret)) }
  }

  @Test func `Unsplash is told of what is saved, at no address but its own`() throws {
    let setup = try LiveSetup(pictures: true)
    let strange = try ScriptedServer(lifetime: 60) { _ in .text("got it") }
    defer { strange.stop() }
    let gallery = try GalleryClient("-o", setup.home.path("out"), environment: setup.environment)
    // Of what is found here the addresses are kept, and believed before those of an import.
    let elsewhere = Home(setup.environment.filter { $0.key != "HOME" && !$0.key.hasPrefix("XDG_") })
    let lines = try elsewhere.process("kittens", "-p", "unsplash", "-n", "2", "-f", "ndjson").lines
    let own = lines[0].replacing(
      "https://api.unsplash.com", with: setup.services.url(of: "unsplash").absoluteString)
    let changed = lines[1].replacing(
      /"downloadLocation":"[^"]*"/,
      with: "\"downloadLocation\":\"\(strange.url("/steal").absoluteString)\"")
    #expect(try changed != lines[1] && gallery.take("\(own)\n\(changed)")["added"] as? Int == 2)
    let ids = try setup.run("favorites", "-f", "ndjson").ids()
    for id in ids {
      let events = try gallery.call("download", #"{"id":"\#(id)"}"#)
      #expect(events.last?["saved"] != nil, "\(events)")
    }
    let told = setup.services.requests(of: "unsplash").map(\.url.path)
      .filter { $0.hasSuffix("/download") }
    let id = try #require(ids.first { own.contains("\"\($0)\"") })
    let native = try #require(id.split(separator: ":").last)
    #expect(told.count == 1 && told[0].hasSuffix("/photos/\(native)/download"), "\(told)")
    #expect(strange.requests.isEmpty)
  }

  @Test func `a picture that the recording lacks is told without requests`() throws {
    let gallery = try home.gallery(replay: "\(Program.fixtures)/flickr-kittens.har")
    let id = try #require(try gallery.found(#"{"words":"kittens"}"#).first)
    let error = try gallery.call("download", #"{"id":"\#(id)"}"#).last?["error"] as? String
    #expect(
      error
        == "the recording doesn't have this picture; without --replay its host is asked for it")
    #expect(try gallery.call("photo", #"{"id":"\#(id)"}"#)[0]["why"] is NSNull)
  }

  @Test func `links in the folder of downloads lead nowhere`() throws {
    try home.write("keep me", to: "outside.csv")
    try home.write("", to: "out/.keep")
    try home.link("out/credits.csv", to: "outside.csv")
    let gallery = try home.gallery("-o", home.path("out"), replay: Program.fixtures)
    let id = try #require(try gallery.found(#"{"words":"kittens","count":1}"#).first)
    let events = try gallery.call("download", #"{"id":"\#(id)"}"#)
    #expect((events.last?["error"] as? String)?.contains("credits.csv") == true, "\(events)")
    #expect(try home.text("outside.csv") == "keep me")
  }

  @Test func `a database that another program has doesn't hold up the page, nor Ctrl-C`() throws {
    let gallery = try home.gallery()
    let id = "openverse:b1c38329-692a-4a54-be62-f9f2a658305c"
    _ = try gallery.call("favorite", #"{"ids":["\#(id)"],"on":true}"#)
    let other = try Connection(home.database.path, for: .writing)
    try other.run("PRAGMA locking_mode = EXCLUSIVE")
    try other.run("BEGIN EXCLUSIVE")
    let calls = try (0..<6).map { number in
      try gallery.open(
        gallery.request(for: "favorite", #"{"ids":["\#(id)"],"on":\#(number % 2 == 0)}"#))
    }
    // Each of them waits for 10 s, and would then be told that another program has it.
    #expect(try gallery.get(gallery.path).status == 200)
    gallery.program.interrupt()
    try gallery.program.finish().ended(with: 130)
    for call in calls { #expect(try !String(decoding: call.rest(), as: UTF8.self).contains("{")) }
    try other.run("ROLLBACK")
  }

  @Test func `a long import ends with the page, and with Ctrl-C`() throws {
    let gallery = try Home().gallery()
    let cost = gallery.program.cost()
    func time() -> Double { cost.soFar?.processorTime ?? 0 }
    let part = String(repeating: "x\\n", count: 25_000)
    var start = time()
    _ = try gallery.call("import", "{\"lines\":\"\(part)\"}")
    let whole = (time() - start) * 10
    start = time()
    let lines = String(repeating: part, count: 10)
    let call = try gallery.open(gallery.request(for: "import", "{\"lines\":\"\(lines)\"}"))
    // It has begun: one part of it took as much of a processor.
    while cost.soFar != nil && time() - start < whole / 5 { usleep(1_000) }
    gallery.program.interrupt()
    try gallery.program.finish().ended(with: 130)
    #expect(time() - start < whole * 0.7 || cost.soFar == nil)
    call.hangUp()
  }

  @Test func `a book isn't searched for`() throws {
    let gallery = try Home().gallery()
    let words = String(repeating: "kittens ", count: 100_000)
    for name in ["search", "remember"] {
      let reply = try gallery.call(name, "{\"words\":\"\(words)\"}")
      #expect(reply.first?["error"] as? String == "that is too long to be searched for")
    }
  }

  /// What a page is told of a favorite that has a picture at each of these addresses, and at Flickr's
  private func favorites(
    beside setup: LiveSetup, small: String, regular: String
  ) throws -> GalleryClient.Reply {
    let gallery = try GalleryClient(environment: setup.environment)
    let line =
      #"{"id":"flickr:1","page":"https://www.flickr.com/photos/a/1","renditions":["#
      + #"{"role":"small","url":"\#(small)"},{"role":"regular","url":"\#(regular)"},"#
      + #"{"role":"full","url":"https://live.staticflickr.com/a.jpg"}]}"#
    #expect(try gallery.take(line)["added"] as? Int == 1)
    return try gallery.send(gallery.request(for: "favorites", "{}"))
  }

  @Test func `pictures at private addresses are kept from the page`() throws {
    let page = try favorites(
      beside: LiveSetup(), small: "https://127.0.0.1:9/a.jpg", regular: "https://192.168.1.1/a.jpg"
    ).body
    #expect(page.contains("live.staticflickr.com"))
    #expect(!page.contains("127.0.0.1:9") && !page.contains("192.168"))
  }

  /// Those of services on this machine, which are all that its policy allows beside https
  @Test func `the page is told which pictures it may ask for over plain http`() throws {
    let setup = try LiveSetup()
    let own = setup.services.url(of: "flickr").appending(path: "own.jpg").absoluteString
    let told = try favorites(beside: setup, small: own, regular: "http://old.example/a.jpg")
    #expect(told.body.contains(#""pictures":{"\#(own)":"\#(own)"}"#), "\(told.body)")
    #expect(told.headers["content-security-policy"]?.contains("http://old.example") == false)
  }

  @Test func `a database that came into the place of another is looked at`() throws {
    let gallery = try home.gallery()
    let id = "openverse:b1c38329-692a-4a54-be62-f9f2a658305c"
    _ = try gallery.call("favorite", #"{"ids":["\#(id)"],"on":true}"#)
    let changes = try gallery.open(gallery.request(for: "changes", "{}"))
    #expect(try (changes.object()["favorites"] as? [String])?.contains(id) == true)
    for name in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: home.database.path + name)
    }
    #expect(try changes.object()["favorites"] as? [String] == [])
  }

  @Test(arguments: ["out", "my/pictures/out"], [true, false])
  func `a link in the place of the folder of downloads, or above it, is refused`(
    folder: String, isThere: Bool
  ) throws {
    if isThere { try home.write("", to: "\(folder)/.mine") }
    let gallery = try home.gallery("-o", home.path(folder), replay: Program.fixtures)
    let found = try gallery.found(#"{"words":"kittens","count":2}"#)
    try #require(found.count == 2)
    #expect(try gallery.call("download", #"{"id":"\#(found[0])"}"#).last?["saved"] != nil)
    let first = String(folder.prefix { $0 != "/" })
    try FileManager.default.moveItem(atPath: home.path(first), toPath: home.path("moved"))
    // What was there is elsewhere now, so that only the way to it is another.
    try home.link(first, to: "moved")
    let error = try gallery.call("download", #"{"id":"\#(found[1])"}"#).last?["error"] as? String
    #expect(error?.contains("is a link now") == true, "\(error ?? "no error")")
  }

  @Test func `a folder that was behind a link from the beginning stays where it was`() throws {
    try home.write("", to: "real/.mine")
    try home.link("link", to: "real")
    let gallery = try home.gallery("-o", home.path("link/new"), replay: Program.fixtures)
    let found = try gallery.found(#"{"words":"kittens","count":2}"#)
    for id in found {
      #expect(try gallery.call("download", #"{"id":"\#(id)"}"#).last?["saved"] != nil)
    }
    #expect(try home.names(in: "real/new").count == 3)
  }

  @Test(arguments: ["changes", "search", "download"])
  func `streams of one page leave places for others`(name: String) throws {
    let setup = try LiveSetup(faults: ["openverse": .hang, "wikimedia": .hang])
    let gallery = try GalleryClient("--patience", "forever", environment: setup.environment)
    let body =
      name == "search"
      ? #"{"words":"kittens","options":{"provider":"openverse"}}"#
      : #"{"id":"openverse:b1c38329-692a-4a54-be62-f9f2a658305c"}"#
    let streams = try (0..<200).map { _ in
      try gallery.open(gallery.request(for: name, body))
    }
    #expect(try gallery.get(gallery.path).status == 200)
    #expect(try gallery.call("history").first?["searches"] != nil)
    // One that is too many is told so.
    let words = try streams[199].object()["error"] as? String
    #expect(words?.contains("too much to do") == true, "\(words ?? "no words")")
    for stream in streams { stream.hangUp() }
  }

  @Test func `24 pages listen for changes, and the 25th is told that it is too many`() throws {
    let gallery = try Home().gallery()
    let call = gallery.request(for: "changes", "{}")
    let listeners = try (0..<24).map { _ in try gallery.open(call) }
    for listener in listeners { #expect(try listener.object()["favorites"] != nil) }
    let words = try gallery.open(call).object()["error"] as? String
    #expect(words?.hasPrefix("the gallery has too much to do at once") == true, "\(words ?? "")")
    for listener in listeners { listener.hangUp() }
  }

  @Test func `who may not call is told so before the body is sent`() throws {
    let gallery = try Home().gallery()
    let call = gallery.request(for: "remember", "")
      .replacingOccurrences(of: "Content-Length: 0", with: "Content-Length: 20000000")
    for (part, other, status) in [
      (gallery.path, "/\(String(repeating: "a", count: 24))/", 404), ("POST", "PUT", 405),
      ("Imgsearch-Page: 1\r\n", "", 403), ("application/json", "text/plain", 403),
      ("remember", "nothing", 404),
    ] {
      let reply = try gallery.send(call.replacingOccurrences(of: part, with: other))
      #expect(reply.status == status, "\(part)")
    }
  }
}
