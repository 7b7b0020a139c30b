import Foundation
import LoopbackServer
import PhotoSearch
import PhotoStorage
import Testing

/// Photos whose pictures move, and photos that are gone: beside a Pixabay on this machine
@Suite(.waits, .serialized, .timeLimit(.minutes(20))) struct DyingAddressTests {
  private struct Setup {
    let server: ScriptedServer
    let home: Home

    /// - Parameter isGone: whether the service has the photo no longer
    init(isGone: Bool = false) throws {
      let server = try ScriptedServer { request in
        switch request.url.path {
        case "/api" where isGone && request.queryItems.contains { $0.name == "id" }:
          .text("[ERROR 400] \"id\" is invalid.", status: 400)
        case "/api": .json(hits("new", of: request.url))
        case "/get/new_640.jpg" where isGone: .text("not found", status: 404)
        case "/get/new_640.jpg", "/get/new_1280.jpg", "/kept/cat-7_150.jpg": .jpeg()
        default: .text("not found", status: 404)
        }
      }
      self.server = server
      let services = ProviderCatalog.profiles.map {
        ("\($0.service.uppercased())_API_URL", server.url("/none").absoluteString)
      }
      var environment = Dictionary(services, uniquingKeysWith: { $1 })
      environment["PIXABAY_API_URL"] = server.url("/api/").absoluteString
      environment["PIXABAY_API_KEY"] = "made-up-key"
      home = Home(environment)
    }

    func run(_ arguments: String..., input: String = "") throws -> Program.Outcome {
      try home.process(arguments, input: input)
    }

    /// Saves pictures to a folder, of which the names are told
    func saved(_ arguments: String..., input: String = "") throws -> [String] {
      let folder = home.folder.appending(path: "pictures")
      let outcome = try home.process(["download"] + arguments + ["-o", folder.path], input: input)
        .ended()
      return outcome.lines.filter { !$0.isEmpty }.map(String.init)
    }

    /// Paths of the pictures that were asked for
    var pictures: [String] { server.requests.map(\.url.path).filter { $0.hasPrefix("/get/") } }

    /// Ids that were asked for
    var asked: [String] {
      server.requests.compactMap { $0.queryItems.first { $0.name == "id" }?.value }
    }

    /// Keeps a listing of this photo, seen so many hours ago
    func list(hoursAgo hours: Double) throws {
      var photo = try Setup.photo(in: "old", of: server)
      photo.fetched = Date(timeIntervalSinceNow: -hours * 3_600)
      try PhotoDatabase.writing(at: home.database).keepListing([photo], from: 1, token: "t")
    }

    private static func photo(in state: String, of server: ScriptedServer) throws -> Photo {
      let reply = WebReply(status: 200, body: Data(hits(state, of: server.url()).utf8))
      let pixabay = ProviderCatalog.providers { _ in "k" }.first { $0.id == .pixabay }
      return try #require(pixabay).photo("7", from: [.success(reply)])
    }
  }

  /// The reply about photo 7, its larger pictures being at addresses with this word
  private static func hits(_ word: String, of host: URL) -> String {
    let base = "http://127.0.0.1:\(host.port ?? 0)"
    return """
      {"total":1,"totalHits":1,"hits":[{"id":7,"type":"photo",
      "pageURL":"https://pixabay.com/photos/a-cat-7/","tags":"cat","user":"ann","user_id":1,
      "previewURL":"\(base)/kept/cat-7_150.jpg","previewWidth":150,"previewHeight":100,
      "webformatURL":"\(base)/get/\(word)_640.jpg","webformatWidth":640,"webformatHeight":427,
      "largeImageURL":"\(base)/get/\(word)_1280.jpg","imageWidth":6000,"imageHeight":4000}]}
      """
  }

  private let setup: Setup

  init() throws { setup = try Setup() }

  private static let small =
    "imgsearch: pixabay: 1 picture is named in a small size (150 pixels), as addresses of larger "
    + "ones are good for 24 hours only; imgsearch download saves these"

  @Test(arguments: [
    (["-f", "urls", "--size", "full"], true), (["-f", "urls"], true), (["-f", "csv"], true),
    (["-f", "markdown"], true), (["-f", "html"], true), (["-f", "urls", "--size", "thumb"], false),
    (["-f", "json"], false), (["-f", "grid"], false),
  ])
  func `that a format names a small picture is said once`(options: [String], isSaid: Bool) throws {
    let search = try setup.home.process(["cats", "-p", "pixabay"] + options)
    #expect(search.errorLines.count { $0 == Self.small } == (isSaid ? 1 : 0), "\(search.errors)")
    _ = try setup.run("favorites", "add", "pixabay:7")
    let favorites = try setup.home.process(["favorites"] + options)
    #expect(favorites.errorLines.count { $0 == Self.small } == (isSaid ? 1 : 0))
  }

  @Test func `a credit with its picture says so, too`() throws {
    let credit = try setup.run("credit", "pixabay:7", "-f", "markdown", "--picture")
    #expect(credit.output.contains("/kept/cat-7_150.jpg"))
    #expect(credit.errorLines == [Substring(Self.small)])
  }

  @Test func `a picture that was just listed is saved without asking again`() throws {
    #expect(try (setup.run("cats", "-p", "pixabay").code, setup.saved("1").count) == (0, 1))
    #expect(setup.asked.isEmpty && setup.pictures == ["/get/new_640.jpg"])
    // So it is where the listing's line says nothing of its age.
    let line = try setup.run("cats", "-p", "pixabay", "-f", "ndjson").output
    #expect(try setup.saved("-", "--overwrite", "--size", "full", input: line).count == 1)
    #expect(setup.asked.isEmpty && setup.pictures.last == "/get/new_1280.jpg")
  }

  @Test(arguments: [(23.9, []), (24.1, ["7"])])
  func `what was listed a day ago is asked for again by its id`(
    hours: Double, asked: [String]
  ) throws {
    try setup.list(hoursAgo: hours)
    let outcome = try setup.run("open", "1", "--picture")
    #expect(setup.asked == asked)
    #expect(outcome.output.contains(asked.isEmpty ? "/get/old_1280" : "/get/new_1280"))
    #expect(try setup.run("credit", "1").output == "Photo by ann on Pixabay\n")
    guard !asked.isEmpty else { return }
    #expect(try (setup.saved("1").count, setup.pictures) == (1, ["/get/new_640.jpg"]))
    // One reply does for all of them.
    #expect(setup.asked == asked)
  }

  @Test func `an old favorite is asked for again, its small picture is not`() throws {
    try setup.list(hoursAgo: 100)
    #expect(try setup.run("favorites", "add", "1").code == 0 && setup.server.requests.isEmpty)
    #expect(try setup.saved("pixabay:7", "--size", "thumb").count == 1)
    #expect(setup.asked.isEmpty && setup.pictures.isEmpty)
    #expect(try setup.saved("pixabay:7", "--size", "full").count == 1)
    #expect(setup.asked == ["7"] && setup.pictures == ["/get/new_1280.jpg"])
  }

  @Test func `no address that dies is written down`() throws {
    for format in ["html", "markdown", "csv", "urls"] {
      let outcome = try setup.run("cats", "-p", "pixabay", "-f", format)
      #expect(outcome.output.contains("/kept/cat-7_150.jpg"), "\(format)")
      #expect(!outcome.output.contains("/get/"), "\(format)")
    }
    let credit = try setup.run("credit", "pixabay:7", "-f", "markdown", "--picture")
    #expect(credit.output.contains("/kept/") && !credit.output.contains("/get/"))
    _ = try setup.run("favorites", "add", "pixabay:7")
    let export = try setup.run("favorites", "export").output
    #expect(export.contains("/kept/") && !export.contains("/get/"))
    // What JSON has of them is marked.
    let json = try setup.run("cats", "-p", "pixabay", "-f", "ndjson").output
    #expect(json.components(separatedBy: "/get/").count == 3)
    #expect(json.components(separatedBy: "\"lasts\":false").count == 3)
  }

  @Test func `a favorite that was taken elsewhere is asked for by its id`() throws {
    var export = ""
    _ = try setup.run("favorites", "add", "pixabay:7")
    export = try setup.run("favorites", "export").output
    let code = try setup.run("favorites", "import", "-", input: export).code
    let saved = try setup.saved("pixabay:7")
    #expect(code == 0 && saved.count == 1)
    #expect(setup.asked == ["7"] && setup.pictures == ["/get/new_640.jpg"])
  }

  @Test func `what the service no longer has is said to be gone, and stays as it was seen`() throws
  {
    let setup = try Setup(isGone: true)
    try setup.list(hoursAgo: 48)
    try setup.run("favorites", "add", "1").ended()
    let gone = "pixabay: it no longer has pixabay:7 (\"id\" is invalid.)"
    let show = try setup.run("show", "pixabay:7").ended(saying: gone)
    #expect(show.output.contains("ann") && !show.output.contains("/get/"))
    try setup.run("credit", "1").ended(printing: "Photo by ann on Pixabay\n", saying: gone)
    try setup.run("download", "1", "-o", setup.home.path("pictures")).ended(
      with: 66, saying: gone, "what is known of it stays")
    #expect(setup.pictures.isEmpty)
    let favorites = try setup.run("favorites", "-f", "ndjson")
    #expect(try favorites.ids() == ["pixabay:7"] && !favorites.output.contains("/get/"))
    #expect(favorites.errors.contains("gone from its service: pixabay:7; what is known"))
    // One that was never seen is no photo.
    try setup.run("show", "pixabay:8").ended(with: 66, saying: "there is no photo pixabay:8")
  }

  @Test func `a favorite that was gone and is there again is no longer said to be gone`() throws {
    try setup.list(hoursAgo: 48)
    _ = try setup.run("favorites", "add", "1")
    let database = try PhotoDatabase.writing(at: setup.home.database)
    let id = try #require(PhotoID("pixabay:7"))
    try database.markGone(Date(), of: id)
    #expect(try database.goneFavorites() == [id])
    #expect(try setup.run("favorites").errors.contains("gone from its service: pixabay:7"))
    try setup.run("show", "pixabay:7").ended()
    #expect(try !setup.run("favorites").errors.contains("gone"))
    #expect(try setup.run("favorites", "-f", "ndjson").ids() == ["pixabay:7"])
  }

  @Test func `the gallery asks for an old favorite by its id, and saves it from where it is now`()
    throws
  {
    try setup.list(hoursAgo: 100)
    try setup.run("favorites", "add", "1").ended()
    for call in ["photo", "download"] {
      let asked = setup.asked.count
      let gallery = try GalleryClient(
        "-o", setup.home.path(call), environment: setup.home.environment)
      let page = try gallery.send(gallery.request(for: "favorites", "{}")).body
      #expect(page.contains("/kept/cat-7_150.jpg") && !page.contains("/get/"))
      let reply = try gallery.send(gallery.request(for: call, #"{"id":"pixabay:7"}"#)).body
      #expect(setup.asked.count == asked + (call == "photo" ? 1 : 0), "a reply does for a day")
      if call == "photo" { #expect(reply.contains("/get/new_1280.jpg"), "\(reply)") }
      if call == "download" { #expect(reply.contains(#""saved":"pixabay-7"#), "\(reply)") }
    }
    #expect(setup.pictures == ["/get/new_640.jpg"])
  }

  @Test func `the gallery says what is gone, and shows what is known of it`() throws {
    let setup = try Setup(isGone: true)
    try setup.list(hoursAgo: 48)
    try setup.run("favorites", "add", "1").ended()
    let gallery = try GalleryClient(
      "-o", setup.home.path("pictures"), environment: setup.home.environment)
    let gone = "it no longer has pixabay:7"
    let told = try gallery.call("photo", #"{"id":"pixabay:7"}"#)[0]
    #expect((told["why"] as? String)?.contains(gone) == true, "\(told)")
    let photo = try #require((told["entry"] as? [String: Any])?["photo"] as? [String: Any])
    #expect((photo["author"] as? [String: Any])?["name"] as? String == "ann")
    #expect(photo["favorite"] as? Bool == true && !"\(told)".contains("/get/"))
    let saving = try gallery.call("download", #"{"id":"pixabay:7"}"#)
    let error = try #require(saving.last?["error"] as? String)
    #expect(error.contains(gone) && error.contains("what is known of it stays"))
    #expect(setup.pictures.isEmpty)
    #expect(try setup.run("favorites", "-f", "ndjson").ids() == ["pixabay:7"])
  }

  @Test func `a picture that its host no longer has is said to be gone, and stays known`() throws {
    let setup = try Setup(isGone: true)
    _ = try setup.run("cats", "-p", "pixabay")
    _ = try setup.run("favorites", "add", "1")
    try setup.run("download", "1", "-o", setup.home.path("pictures")).ended(
      with: 69, saying: "pixabay:7: 127.0.0.1 no longer has this picture")
    #expect(try setup.run("favorites", "-f", "ndjson").ids() == ["pixabay:7"])
  }

  @Test func `a reply is good for a day, as its terms ask`() throws {
    let lifetimes = ProviderCatalog.adapters.map { ($0.profile.id, $0.init().api.replyLifetime) }
    for (id, lifetime) in lifetimes {
      #expect(lifetime == (id == .pixabay ? .seconds(86_400) : .seconds(3_600)), "\(id)")
    }
  }
}
