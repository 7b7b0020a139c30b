import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// What `imgsearch download` does to a folder where somebody else's files are too
@Suite(.serialized, .timeLimit(.minutes(20))) struct DownloadCreditTests {

  private let setup: DownloadSetup

  init() throws {
    setup = try DownloadSetup { _ in .jpeg() }
    try setup.home.makeFolder("pictures")
  }

  @Test func `a title is no way to somebody else's file`() throws {
    try setup.write("{\"name\":\"mine\"}", to: "package.json")
    for _ in 1...2 {
      try setup.save(title: "package", "--name", "{title}", "--sidecar", "json").ended()
    }
    #expect(try setup.names == ["package-2.jpg", "package-2.json", "package.json"])
    #expect(try setup.text("package.json") == "{\"name\":\"mine\"}")
    #expect(try setup.text("package-2.json").contains("\"id\":\"flickr:1\""))
    #expect(setup.server.requests.count == 1)
  }

  @Test func `credits of other columns are somebody else's, and nothing is asked for`() throws {
    try setup.write("name,amount\nAnn,3\n", to: "credits.csv")
    try setup.save(title: "k").ended(with: 74, saying: "--output", "--sidecar json")
    #expect(try setup.text("credits.csv") == "name,amount\nAnn,3\n")
    #expect(setup.server.requests.isEmpty)
    try setup.save(title: "k", "--sidecar", "json").ended()
    #expect(try setup.names == ["credits.csv", "flickr-1-k.jpg", "flickr-1-k.json"])
  }

  @Test(arguments: [[], ["--sidecar", "json"]])
  func `a picture that is there gets the credit it lacks`(options: [String]) throws {
    try setup.save(title: "k").ended()
    let first = try setup.text("credits.csv")
    if options.isEmpty { try FileManager.default.removeItem(at: setup.credits) }
    let again = try setup.run(options, input: setup.line(title: "k")).ended()
    #expect(try again.errors.contains("1 there already") && setup.text("credits.csv") == first)
    let sidecar = options.isEmpty ? [] : ["flickr-1-k.json"]
    #expect(try setup.names == ["credits.csv", "flickr-1-k.jpg"] + sidecar)
    #expect(setup.server.requests.count == 1)
  }

  @Test func `whose picture it is, the other form of credit says too`() throws {
    try setup.save(title: "k", "--name", "{title}").ended()
    for id in ["flickr:1", "flickr:2"] {
      try setup.save(id, title: "k", "--name", "{title}", "--sidecar", "json").ended()
    }
    #expect(try setup.names == ["credits.csv", "k-2.jpg", "k-2.json", "k.jpg", "k.json"])
    #expect(try setup.text("k.json").contains("\"id\":\"flickr:1\""))
  }

  @Test func `nobody is credited with a picture that may be somebody else's`() throws {
    try LoopbackAnswer.jpeg().body.write(to: setup.pictures.appending(path: "k.jpg"))
    let outcome = try setup.save(title: "k", "--name", "{title}")
    #expect(try outcome.errors.contains("1 there already") && setup.names == ["k.jpg"])
  }

  @Test func `a file for each says whether it is a favorite`() throws {
    let photos = setup.home.folder.appending(path: "photos.ndjson")
    try Data(setup.line(title: "k").utf8).write(to: photos)
    try setup.home.process("favorites", "add", "-", input: setup.line(title: "k")).ended()
    try setup.save(title: "k", "--sidecar", "json").ended()
    try setup.save("flickr:2", title: "k", "--sidecar", "json").ended()
    #expect(try setup.text("flickr-1-k.json").contains("\"favorite\":true"))
    #expect(try setup.text("flickr-2-k.json").contains("\"favorite\":false"))
  }

  @Test(arguments: ["{id}.jpg", "{id}.JPEG", "{id}.tif", "{id}"])
  func `a template may end as a picture's name does`(template: String) throws {
    let outcome = try setup.save(title: "k", "--name", template)
    #expect(try (outcome.code, setup.names) == (0, ["1.jpg", "credits.csv"]))
  }
}

extension DownloadSetup {
  fileprivate var credits: URL { pictures.appending(path: "credits.csv") }

  /// Saves a photo: `flickr:1`, unless another is given
  fileprivate func save(
    _ id: String = "flickr:1", title: String, _ more: String...
  ) throws -> Program.Outcome { try run(more, input: line(id, title: title)) }

  /// A line of NDJSON
  fileprivate func line(_ id: String = "flickr:1", title: String) -> String {
    """
    {"id":"\(id)","title":"\(title)","page":"https://www.flickr.com/photos/a/1",\
    "renditions":[{"role":"regular","url":"\(server.url("/1.jpg"))"}]}\n
    """
  }

  fileprivate func text(_ name: String) throws -> String {
    try String(contentsOf: pictures.appending(path: name), encoding: .utf8)
  }

  fileprivate func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: pictures.appending(path: name))
  }
}
