import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// `download_photos` writes into its folder and nowhere else, whatever it is asked and whatever is
/// put there
@Suite(.waits, .serialized, .timeLimit(.minutes(20))) struct AssistantFolderTests {
  /// A folder with a folder `pictures` for what is saved, and one `outside` for what must stay
  /// empty
  private func with(
    title: String = "k", _ body: (AssistantClient, [String], URL) throws -> Void
  ) throws {
    let services = OpenverseDouble(titles: Array(repeating: title, count: 3))
    let server = try ScriptedServer(lifetime: 120, script: services.answer)
    defer { server.stop() }
    let home = Home(["OPENVERSE_API_URL": server.url("/v1").absoluteString])
    let root = home.folder.appending(path: "root")
    for name in ["pictures", "outside"] {
      try FileManager.default.createDirectory(
        at: root.appending(path: name), withIntermediateDirectories: true)
    }
    let client = try AssistantClient(
      ["-p", "openverse", "-o", root.appending(path: "pictures").path],
      environment: home.environment)
    try body(client, client.search(["words": "a"]).ids, root)
    let outside = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: "outside").path)
    #expect(outside.isEmpty, "\(outside)")
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: root.path)).subtracting([
        "pictures", "outside", "moved",
      ]).isEmpty)
  }

  @Test(arguments: [
    "../{id}", "/tmp/{id}", "{id}/../../{id}", "..", "{id}\\..", "~/{id}", "%2e%2e/{id}", "{nope}",
    "plain", "{id}/{ext}/{id}", "./{id}", "{id}//{id}", "", "{title}/../{id}",
    String(repeating: "{title}/", count: 40) + "{id}",
  ])
  func `a template leads down or nowhere`(template: String) throws {
    try with(title: "../../outside/x") { client, ids, root in
      do {
        let saved = try client.call("download_photos", ["ids": ids, "name": template])
        for file in try saved.objects("files") {
          let name = try file.text("file")
          #expect(!name.hasPrefix("/") && !name.split(separator: "/").contains(".."))
          #expect(
            FileManager.default.fileExists(
              atPath: root.appending(path: "pictures").appending(path: name).path))
        }
      } catch let failure as AssistantClient.Failure { #expect(!failure.words.isEmpty) }
    }
  }

  @Test(arguments: [
    "../../outside/x", "/etc/passwd", "..", "a/../../outside", "\u{202E}gpj.x", "con", ".hidden",
    "-rf", "\u{0}", "x\ny", String(repeating: "é", count: 150),
  ])
  func `what strangers call a photo is a piece of a name at most`(title: String) throws {
    try with(title: title) { client, ids, root in
      let saved = try client.call("download_photos", ["ids": ids, "name": "{author}/{title}-{id}"])
      let files = try saved.objects("files")
      #expect(files.count == 3)
      for file in files {
        let name = try file.text("file")
        #expect(name.utf8.count < 500 && name.split(separator: "/").count == 2, "\(name)")
      }
    }
  }

  @Test func `a link below the folder is not followed`() throws {
    try with(title: "Ann") { client, ids, root in
      try FileManager.default.createSymbolicLink(
        at: root.appending(path: "pictures/Ann"),
        withDestinationURL: root.appending(path: "outside"))
      let words = try client.failure("download_photos", ["ids": ids, "name": "{author}/{id}"])
      #expect(words.contains("is a link") || words.contains("isn't a folder"), "\(words)")
    }
  }

  @Test func `a link for the name of a picture or of the credits is not followed`() throws {
    for name in ["openverse-x-0-k.jpg", "credits.csv"] {
      try with { client, ids, root in
        try FileManager.default.createSymbolicLink(
          at: root.appending(path: "pictures/\(name)"),
          withDestinationURL: root.appending(path: "outside/stolen"))
        do { _ = try client.call("download_photos", ["ids": ids]) } catch is AssistantClient.Failure
        {}
      }
    }
  }

  @Test func `a folder that is a link by now, or gone elsewhere, gets nothing`() throws {
    try with { client, ids, root in
      let pictures = root.appending(path: "pictures")
      try FileManager.default.moveItem(at: pictures, to: root.appending(path: "moved"))
      try FileManager.default.createSymbolicLink(
        at: pictures, withDestinationURL: root.appending(path: "outside"))
      let words = try client.failure("download_photos", ["ids": ids])
      #expect(words.contains("is a link now"), "\(words)")
    }
  }

  @Test(arguments: [["mcp"], ["browse", "--no-open"]])
  func `a folder that is no folder is said at the start, for the gallery too`(
    command: [String]
  ) async throws {
    let home = Home()
    try home.write("x", to: "file")
    try await home.run(command + ["-o", home.path("file")]).ended(
      with: 74, printing: "", saying: "it is a file, and no folder")
  }
}
