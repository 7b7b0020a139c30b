import Foundation
import PhotoSearch
import PhotoStorage
import Testing

struct CreditSidecarsTests {
  private let temporary = SampleFolder()
  private var folder: URL { temporary.url }

  private func photo(_ id: String) -> Photo { .sample(id, picture: URL(filePath: "/")) }

  @Test func `whose a picture is, is read from the file beside it`() throws {
    let sidecars = CreditSidecars(in: folder)
    try sidecars.add(photo("flickr:1"), file: "a.jpg")
    try sidecars.add(photo("flickr:2"), file: "b.c.webp")
    try sidecars.add(photo("flickr:1"), file: "a.jpg")
    let owners = try sidecars.owners(
      of: ["a.jpg", "a.json", "b.c.webp", "b.c.json", "b.webp", "a.txt"])
    #expect(
      owners.mapValues(\.description) == [
        "a.jpg": "flickr:1", "a.json": "flickr:1", "b.c.webp": "flickr:2",
        "b.c.json": "flickr:2",
      ])
  }

  @Test(arguments: [
    "{}", "", "{\"id\":\"flickr:2\"}", "{\"id\":1}", "not JSON", "[\"flickr:1\"]",
    "{\"id\":\"flickr:1\"}" + String(repeating: " ", count: 1_000_001),
  ])
  func `a file that is not the photo's own is not replaced`(text: String) throws {
    let file = folder.appending(path: "a.json")
    try Data(text.utf8).write(to: file)
    #expect(throws: DownloadFault.nameTaken("a.json")) {
      try CreditSidecars(in: folder).add(photo("flickr:1"), file: "a.jpg")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test func `neither a pipe nor a link nor a folder is taken for one`() throws {
    func path(_ name: String) -> String { folder.appending(path: name).path }
    try #require(mkfifo(path("a.json"), 0o644) == 0)
    try FileManager.default.createDirectory(
      atPath: path("b.json"), withIntermediateDirectories: false)
    try Data("{\"id\":\"flickr:1\"}".utf8).write(to: URL(filePath: path("d")))
    try FileManager.default.createSymbolicLink(atPath: path("c.json"), withDestinationPath: "d")
    let sidecars = CreditSidecars(in: folder)
    for name in ["a", "b", "c"] {
      #expect(try sidecars.owners(of: [name + ".jpg", name + ".json"]).isEmpty)
      #expect(throws: DownloadFault.nameTaken(name + ".json")) {
        try sidecars.add(photo("flickr:1"), file: name + ".jpg")
      }
    }
  }
}
