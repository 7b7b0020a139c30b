import FixtureMaker
import Foundation
import Testing

@testable import PhotoSearch

/// Lists by author and by tag, and similar photos, from recordings that are made for them
struct ListTests {
  private let home = Home()

  /// The kittens of Fixtures/ with their lists, in a folder beside the program
  static let recordings = Result {
    let folder = try Program.folder.appending(path: "lists-fixtures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Fixtures.lists.write(to: folder.appending(path: "lists.har"))
    try Fixtures.first.files["kittens.har"]?.write(to: folder.appending(path: "kittens.har"))
    return folder.path
  }

  private let folder: String

  init() throws { folder = try Self.recordings.get() }

  /// Photos of a program's JSON lines
  private func photos(_ outcome: Program.Outcome) throws -> [Photo] {
    try outcome.lines.filter { !$0.isEmpty }.map {
      try JSONDecoder().decode(Photo.self, from: Data($0.utf8))
    }
  }

  private func author(of provider: String) async throws -> String {
    let all = try await Home().run(
      "kittens", "-p", provider, "-n", "1", "-f", "ndjson", "--replay", folder)
    return try #require(try photos(all).first?.author?.name)
  }

  @Test(arguments: ["flickr", "unsplash"])
  func `an author's photos are listed, whatever id a service wants`(provider: String) async throws {
    let name = try await author(of: provider)
    let list = try await Home().run("list", "--author", name, "-f", "ndjson", "--replay", folder)
    let found = try photos(list)
    #expect(list.code == 0 && found.contains { $0.provider.rawValue == provider })
    for photo in found { #expect(photo.author?.isNamed(name) == true) }
  }

  @Test func `a list cut anywhere goes on, also behind the page that looked its author up`()
    async throws
  {
    let name = try await author(of: "flickr")
    let options = ["-f", "ndjson"]
    let whole = try await Home().run(["list", "--author", name, "--replay", folder] + options)
    var parts = try await home.run(
      ["list", "--author", name, "--replay", folder, "-n", "1"] + options
    ).output
    while true {
      let more = try await home.run(["more", "-n", "1"] + options)
      if more.output.isEmpty { break }
      parts += more.output
    }
    #expect(!parts.isEmpty && parts == whole.output)
  }

  @Test func `the history has a list as it can be typed again`() async throws {
    let name = try await author(of: "flickr")
    _ = try await home.run("list", "--author", name, "-p", "flickr", "--replay", folder)
    let line = "list --provider flickr --author \"\(name)\""
    #expect(try await home.run("history").output.contains(line))
    #expect(try await home.run("history", name).output.contains(line))
    try await home.run("again").ended(saying: "again: \(line)")
  }

  @Test func `the query in JSON has the tag, and every photo comes from a service with tags`()
    async throws
  {
    let first = try await Home().run(
      "kittens", "-p", "openverse", "-n", "1", "-f", "ndjson", "--replay", folder)
    let tag = try #require(try photos(first).first?.tags.first)
    let list = try await Home().run("list", "--tag", "#\(tag)", "-f", "json", "--replay", folder)
      .ended()
    #expect(list.output.contains("\"tag\":\"\(tag)\""))
    #expect(list.output.contains("\"words\":null") && list.output.contains("\"similar\":null"))
    #expect(list.output.contains("\"provider\":\"flickr\""))
    #expect(!list.output.contains("\"id\":\"pexels\""))
  }

  @Test(arguments: ["openverse", "wikimedia"])
  func `similar lists what the photo's own service says, without the photo`(provider: String)
    async throws
  {
    let first = try await home.run(
      "kittens", "-p", provider, "-n", "1", "-f", "ndjson", "--replay", folder)
    let id = try #require(try photos(first).first?.id)
    let list = try await home.run("similar", "1", "-f", "ndjson").ended(
      saying: "own list of photos like")
    let found = try photos(list)
    #expect(!found.isEmpty && found.allSatisfy { $0.provider.rawValue == provider && $0.id != id })
    #expect(try await home.run("history").output.contains("similar \(provider):"))
  }

  @Test func `similar to a photo of another service is a search that is told`() async throws {
    _ = try await home.run("kittens", "-p", "flickr", "-n", "1", "--replay", folder)
    let list = try await home.run("similar", "1")
    #expect(list.errors.contains("similar: a search by its tags, imgsearch search "))
  }

  @Test(arguments: [
    (["list", "--author", "Jane", "-p", "pexels"], "pexels: can't list one author's photos"),
    (["list", "--tag", "a,b"], "one tag, which may have blanks but no commas"),
    (["list", "--author", "https://nowhere.example/jane"], "no service here can list photos by"),
    (["list", "harbor"], "imgsearch list --tag 'harbor'"),
    (["similar"], "similar takes one photo"),
    (["similar", "1-3"], "similar takes one photo, not 1-3"),
  ])
  func `a list that can't be is wrong usage, and says what can`(words: [String], part: String)
    async throws
  {
    try await Home().run(words).ended(with: 64, saying: part)
  }
}
