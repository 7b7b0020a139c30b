import Foundation
import LoopbackServer
import PhotoSearch
import Synchronization
import Testing

/// `imgsearch download`, run as a person runs it, beside a host of pictures
@Suite(.waits, .serialized, .timeLimit(.minutes(20))) struct DownloadProgramTests {
  private static let key = "made-up-key-7Qx9"
  private let setup: DownloadSetup

  init() throws { setup = try Self.setup() }

  private static func setup(
    _ script: @escaping @Sendable (WebRequest) -> LoopbackAnswer = { _ in .jpeg() }
  ) throws -> DownloadSetup {
    try DownloadSetup(
      services: ["unsplash", "flickr"], variables: ["UNSPLASH_ACCESS_KEY": key], script)
  }

  @Test func `pictures are saved, their paths printed, their credit kept`() throws {
    let input = setup.line("flickr:1", "/1.jpg") + setup.line("flickr:2", "/2.jpg")
    let outcome = try setup.run(input: input).ended()
    let names = ["flickr-1-A-kitten.jpg", "flickr-2-A-kitten.jpg"]
    let paths = names.map { setup.pictures.appending(path: $0).path }
    #expect(outcome.output.split(separator: "\n").map(String.init).sorted() == paths)
    #expect(try setup.names == ["credits.csv"] + names)
    #expect(try Data(contentsOf: URL(filePath: paths[0])) == LoopbackAnswer.jpeg().body)
    #expect(outcome.errors.contains("2 saved"))
    let again = try setup.run(input: input)
    #expect((again.code, again.output.split(separator: "\n").map(String.init)) == (0, paths))
    #expect(setup.server.requests.count == 2)
  }

  @Test func `nobody's name takes the place of a file of the program's`() throws {
    let names = ["credits.csv", "x.imgsearch.part", "Ann"]
    let lines = names.enumerated().map { number, name in
      setup.line("flickr:\(number)", "/\(number).jpg").replacing("Ann", with: name)
    }
    for sidecar in ["csv", "json"] {
      for line in lines {
        try setup.run("--name", "{author}/{title}", "--sidecar", sidecar, input: line).ended()
      }
    }
    #expect(try setup.names == ["Ann", "credits-csv", "credits.csv", "x.imgsearch-part"])
  }

  @Test func `more at a time than there can be open files for are as many as there can be`() throws
  {
    let lines = (0..<400).map { setup.line("flickr:\($0)", "/\($0).jpg") }
    try setup.home.write(lines.joined(), to: "lines")
    try setup.home.shell(
      #"ulimit -n 200; imgsearch download - -j 999 -o "$HOME/pictures" < "$HOME/lines""#
    ).ended()
    #expect(try setup.names.count == 401)
  }

  @Test func `a link that takes the place of a folder above it isn't followed`() throws {
    let home = Mutex<String?>(nil)
    let setup = try Self.setup { _ in
      home.withLock { home in
        guard let path = home else { return }
        home = nil
        do {
          try FileManager.default.moveItem(atPath: path + "/my", toPath: path + "/moved")
          try FileManager.default.createSymbolicLink(
            atPath: path + "/my", withDestinationPath: path + "/theirs")
        } catch { Issue.record(error) }
      }
      return .jpeg()
    }
    try setup.home.write("", to: "my/pictures/.mine")
    try setup.home.write("", to: "theirs/pictures/.theirs")
    let folder = setup.home.folder.path
    home.withLock { $0 = folder }
    try setup.home.process(
      "download", "-", "-j", "1", "-o", setup.home.path("my/pictures"),
      input: setup.line("flickr:1", "/1.jpg") + setup.line("flickr:2", "/2.jpg")
    ).ended(with: 74, saying: "something else has taken its place")
    let names = try setup.home.names(in: "theirs/pictures")
    #expect(names == [".theirs"])
  }

  @Test func `credits go beside each picture when asked`() throws {
    let outcome = try setup.run("--sidecar", "json", input: setup.line("flickr:1", "/1.jpg"))
    #expect(
      try (outcome.code, setup.names) == (0, ["flickr-1-A-kitten.jpg", "flickr-1-A-kitten.json"]))
  }

  @Test func `what fails is named, and the rest is saved`() throws {
    let setup = try Self.setup { request in
      request.url.path == "/2.jpg" ? .text("<html>", type: "text/html") : .jpeg()
    }
    let outcome = try setup.run(
      input: setup.line("flickr:1", "/1.jpg") + setup.line("flickr:2", "/2.jpg")
    ).ended(
      with: 69, saying: "flickr:2: what came is a web page, not a picture", "1 saved · 1 failed")
    #expect(outcome.lines.count { $0.hasSuffix(".jpg") } == 1)
  }

  @Test(
    arguments: [
      (["nonsense"], 64), ([], 64), (["flickr:1", "--name", "{x}"], 64), (["-"], 65),
      (["flickr:1", "--jobs", "0"], 64),
    ] as [([String], Int32)])
  func `what cannot be done has its own code`(arguments: [String], code: Int32) async throws {
    let outcome = try await Program.run(["download"] + arguments, input: "{\"id\":\"flickr:1\"}\n")
      .ended(with: code)
    #expect(!outcome.errors.isEmpty)
  }

  @Test func `a folder that cannot be written ends it with 74`() async throws {
    let outcome = try await Program.run(["download", "flickr:1", "--output", "/proc/nowhere"])
      .ended(with: 74)
    #expect(outcome.errors.lowercased().contains("choose another place"))
  }

  @Test func `Unsplash is told once of each photo saved, with the key`() throws {
    let own = setup.server.url("/unsplash/photos/Abc/download?ixid=M3").absoluteString
    let input = setup.line("unsplash:Abc", "/1.jpg", location: own)
    let codes = [try setup.run(input: input).code, try setup.run(input: input).code]
    #expect(codes == [0, 0])
    let told = setup.server.requests.filter { $0.url.path.hasSuffix("/download") }
    #expect(told.map { $0.headers["Authorization"] } == ["Client-ID \(Self.key)"])
  }

  @Test func `a crafted line does not collect the key`() throws {
    let other = try ScriptedServer { _ in .text("thanks") }
    defer { other.stop() }
    let locations = [
      other.url("/unsplash/photos/Abc/download"), setup.server.url("/unsplash/me"),
      setup.server.url("/photos/Abc/download"),
    ]
    for (number, location) in locations.enumerated() {
      let line = setup.line("unsplash:Abc\(number)", "/1.jpg", location: location.absoluteString)
      try setup.run(input: line).ended(saying: "was not told")
    }
    #expect(other.requests.isEmpty && setup.server.requests.count == locations.count)
    #expect(setup.server.requests.allSatisfy { $0.headers["Authorization"] == nil })
  }

  @Test func `a failing call is a warning and no more`() throws {
    let setup = try Self.setup { request in
      request.url.path.hasSuffix("/download") ? .text("no", status: 404) : .jpeg()
    }
    let own = setup.server.url("/unsplash/photos/Abc/download").absoluteString
    let outcome = try setup.run(input: setup.line("unsplash:Abc", "/1.jpg", location: own)).ended(
      saying: "was not told of a saved photo")
    #expect(!outcome.errors.contains(Self.key))
  }

  @Test func `pictures say who asks, and bring no key`() throws {
    _ = try setup.run(input: setup.line("unsplash:Abc", "/1.jpg"))
    let request = try #require(setup.server.requests.first)
    #expect(request.headers["User-Agent"]?.contains("@") ?? false)
    #expect(!request.headers.fields.contains { $0.value.contains(Self.key) })
  }
}

extension DownloadSetup {
  /// A line of NDJSON
  fileprivate func line(_ id: String, _ path: String, location: String? = nil) -> String {
    let location = location.map { "\"\($0)\"" } ?? "null"
    return """
      {"id":"\(id)","title":"A kitten","author":{"name":"Ann","url":null},\
      "page":"https://unsplash.com/photos/1","license":{"id":"CC0-1.0","name":"CC0 1.0"},\
      "renditions":[{"role":"regular","url":"\(server.url(path))","width":9,"height":9}],\
      "downloadLocation":\(location)}\n
      """
  }
}
