import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// Which rendition `imgsearch download` saves, and what it tells and keeps of the file
@Suite(.waits, .serialized, .timeLimit(.minutes(20))) struct DownloadSizeTests {
  /// A PNG's header: as wide as the address says, in `w` or in its path, and three quarters as high
  private static func picture(_ url: URL) -> LoopbackAnswer {
    let query = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
    let asked = query?.first { $0.name == "w" }?.value ?? url.lastPathComponent
    let width = Int(asked.filter(\.isNumber)) ?? 1
    let sides = [width, width * 3 / 4].flatMap { side in
      (0..<4).reversed().map { UInt8(truncatingIfNeeded: side >> (8 * $0)) }
    }
    let bytes = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    return LoopbackAnswer(headers: ["Content-Type": "image/png"], body: Data(bytes + sides))
  }

  /// An Unsplash with one photo, whose renditions are 200 to 4,000 pixels wide
  @Sendable private static func answer(_ request: WebRequest) -> LoopbackAnswer {
    guard request.url.path.hasSuffix("/search/photos") else { return picture(request.url) }
    let host = "http://\(request.url.host ?? ""):\(request.url.port ?? 0)"
    let urls = [
      ("thumb", 200), ("small", 400), ("regular", 1_080), ("full", 4_000), ("raw", 4_000),
    ]
    .map { "\"\($0)\":\"\(host)/\($0)/\($1).png?ixid=M3\($0 == "raw" ? "&w=7" : "")\"" }
    return .json(
      """
      {"total":1,"total_pages":1,"results":[{"id":"Abc","width":4000,"height":3000,
      "alt_description":"A kitten","urls":{\(urls.joined(separator: ","))},
      "links":{"html":"https://unsplash.com/photos/Abc",
      "download_location":"\(host)/unsplash/photos/Abc/download"}}]}
      """)
  }

  private let setup: DownloadSetup

  init() throws {
    setup = try DownloadSetup(
      services: ["unsplash", "flickr"], variables: ["UNSPLASH_ACCESS_KEY": "made-up-key-7Qx9"],
      Self.answer)
  }

  /// The paths of the pictures that were asked for
  private var asked: [String] {
    setup.server.requests.map(\.url.path).filter { $0.hasSuffix(".png") }
  }

  @Test(
    arguments: [
      ([], "1", "regular/1080", ""), (["--min-width", "300"], "1", "small/400", "-small"),
      (["--min-width", "1500"], "1", "full/4000", "-full"),
      (["--min-mp", "0.1"], "1", "small/400", "-small"),
      (["--min-height", "310"], "1", "regular/1080", ""),
      (["--min-width", "1500"], "1 --size thumb", "thumb/200", "-thumb"),
      (["--min-width", "1500"], "unsplash:Abc", "regular/1080", ""),
    ] as [([String], String, String, String)])
  func `photos of a list are saved in the size that its filters ask for, unless one is typed`(
    filters: [String], photos: String, path: String, ending: String
  ) throws {
    let list = try setup.home.process(["kittens", "-p", "unsplash"] + filters)
    try #require(list.code == 0, "\(list.errors)")
    let words = photos.split(separator: " ").map(String.init)
    let outcome = try setup.home.process(["download", "-o", setup.pictures.path] + words).ended()
    #expect(asked == ["/\(path).png"])
    #expect(try setup.names == ["credits.csv", "unsplash-Abc-A-kitten\(ending).png"])
    let width = try #require(Int(path.split(separator: "/")[1]))
    let line = "saved unsplash-Abc-A-kitten\(ending).png · \(width)×\(width * 3 / 4) · 24 B"
    #expect(outcome.lines(ofErrors: line) == 1, "\(outcome.errors)")
    let isTold = width < 4_000 && !photos.contains("--size")
    #expect(outcome.errors.contains("larger ones: --size") == isTold, "\(outcome.errors)")
  }

  @Test func `a width is exactly that where the service scales, and each is a file`() throws {
    _ = try setup.home.process("kittens", "-p", "unsplash")
    for width in ["1234", "567", "9000"] {
      let outcome = try setup.home.process(
        "download", "1", "-o", setup.pictures.path, "--width", width
      ).ended()
      let short = "has fewer pixels than --width 9000; no larger one is known"
      #expect(outcome.errors.contains(short) == (width == "9000"), "\(outcome.errors)")
    }
    let raw = setup.server.requests.filter { $0.url.path.hasPrefix("/raw") }
    let queries: [String?] = ["ixid=M3&w=1234", "ixid=M3&w=567"]
    #expect(raw.map(\.url.query).prefix(2) == queries[...])
    let name = "unsplash-Abc-A-kitten"
    #expect(
      try setup.names
        == [
          "\(name)-1234w.png", "\(name)-567w.png", "\(name)-original.png", "credits.csv",
        ].sorted())
  }

  @Test func `a service that tells larger pictures of a single photo is asked for them`()
    async throws
  {
    let home = Home()
    let replay = ["--replay", Program.firstFixtures]
    _ = try await home.run(["kittens", "-p", "flickr"] + replay)
    let options = [["--width", "3000"], ["--size", "original"], ["--width", "1024"], []]
    let pixels = try options.map { options in
      let planned = try home.process(
        ["download", "1", "--dry-run", "-o", home.path("p")] + options + replay)
      return planned.output.split(separator: "\t").dropFirst().first
    }
    #expect(pixels == ["6000×4000", "6000×4000", "1024×682", "800×533"])
  }

  @Test func `what it tells less of than the list did isn't taken`() async throws {
    let home = Home()
    let fixtures = Program.root.appending(path: "Fixtures")
    for name in ["kittens.har", "show.har"] {
      let lines = try String(contentsOf: fixtures.appending(path: name), encoding: .utf8)
        .split(separator: "\n").filter { !$0.contains("flickr.photos.getSizes") }
      try home.write(lines.joined(separator: "\n"), to: "less/\(name)")
    }
    let replay = ["--replay", home.path("less")]
    _ = try await home.run(["kittens", "-p", "flickr"] + replay)
    let planned = try await home.run(
      ["download", "1", "--dry-run", "--width", "3000", "-o", home.path("p")] + replay)
    #expect(planned.output.split(separator: "\t").dropFirst().first == "1024×682")
  }

  /// A line of NDJSON of Flickr, without a last listing
  private func line(of setup: DownloadSetup? = nil) -> String {
    let server = (setup ?? self.setup).server
    let renditions = [("small", 400), ("regular", 1_024), ("full", 2_048)].map { role, width in
      let url = server.url("/\(role)/\(width).png")
      return """
        {"role":"\(role)","url":"\(url)","width":\(width),"height":\(width * 3 / 4)}
        """
    }
    return """
      {"id":"flickr:1","title":"k","page":"https://www.flickr.com/photos/a/1",\
      "renditions":[\(renditions.joined(separator: ","))]}\n
      """
  }

  @Test(arguments: [("300", "small/400"), ("1025", "full/2048"), ("1024", "regular/1024")])
  func `elsewhere a width is the smallest rendition at least so wide`(width: String, path: String)
    throws
  {
    let outcome = try setup.run("--width", width, input: line()).ended()
    #expect(asked == ["/\(path).png"])
    #expect(!outcome.errors.contains("smaller than"), "\(outcome.errors)")
  }

  @Test(arguments: ["csv", "json"])
  func `a dry run tells file, pixels and address, and does nothing`(sidecar: String) throws {
    _ = try setup.home.process("kittens", "-p", "unsplash", "--min-width", "1500")
    let before = setup.server.requests.count
    let options = ["download", "1", "-", "-o", setup.pictures.path, "--sidecar", sidecar]
    let outcome = try setup.home.process(options + ["--dry-run"], input: line()).ended()
    #expect(
      outcome.output.split(separator: "\n") == [
        """
        \(setup.pictures.path)/unsplash-Abc-A-kitten-full.png\t4000×3000\t\
        \(setup.server.url("/full/4000.png"))?ixid=M3
        """,
        "\(setup.pictures.path)/flickr-1-k.png\t1024×768\t\(setup.server.url("/regular/1024.png"))",
      ])
    #expect(outcome.errors.contains("2 would be saved"), "\(outcome.errors)")
    #expect(setup.server.requests.count == before)
    #expect(!FileManager.default.fileExists(atPath: setup.pictures.path))
    // What is there isn't told as something to save.
    try setup.home.process(options, input: line()).ended()
    let names = try setup.names
    let again = try setup.home.process(options + ["--dry-run"], input: line())
    #expect(!again.output.contains("\t") && again.errors.contains("2 there already"))
    #expect(try setup.names == names)
  }

  @Test(arguments: [[], ["--embed"]])
  func `what was saved can be proved`(options: [String]) throws {
    let picture = try Data(
      contentsOf: URL(filePath: Program.fixtures).appending(path: "pictures/flickr-01.jpg"))
    let setup = try DownloadSetup { _ in
      LoopbackAnswer(headers: ["Content-Type": "image/jpeg"], body: picture)
    }
    let row = try setup.run(options, input: line(of: setup)).ended()
    let file = setup.pictures.appending(path: "flickr-1-k.jpg")
    let hash = try setup.home.shell("openssl dgst -sha256 -r '\(file.path)'").output.prefix(64)
    let bytes = try Data(contentsOf: file).count
    #expect((bytes == picture.count) == options.isEmpty)
    let table = try setup.home.text("pictures/credits.csv")
    let cells = try #require(
      table.wholeMatch(
        of: /[^\r]+,sha256,bytes,width,height\r\n[^\r]+,(\w+),(\d+),(\d+),(\d+)\r\n/))
    #expect(cells.1 == hash && Int(cells.2) == bytes, "\(table)")
    #expect(row.errors.contains("saved flickr-1-k.jpg · \(cells.3)×\(cells.4) · "), "\(row.errors)")
    try setup.run(["--sidecar", "json", "--overwrite"] + options, input: line(of: setup)).ended()
    let sidecar = try setup.home.text("pictures/flickr-1-k.json")
    let facts = """
      ,"file":{"sha256":"\(hash)","bytes":\(bytes),"width":\(cells.3),"height":\(cells.4)}}\n
      """
    #expect(sidecar.hasSuffix(facts), "\(sidecar)")
  }
}

extension Program.Outcome {
  /// How many lines of standard error are this one
  fileprivate func lines(ofErrors line: String) -> Int { errorLines.count { $0 == line } }
}
