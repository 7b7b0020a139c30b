import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// Pictures of our own fixtures, saved without a network
@Suite(.serialized, .timeLimit(.minutes(20))) struct DownloadReplayTests {
  private let home = Home()

  private static let count = 12
  private static let archive = Result {
    try HARArchive(contentsOf: URL(filePath: Program.fixtures))
  }

  /// What the recording has of the photo that a line of NDJSON tells
  private func picture(_ line: Substring, _ size: Rendition.Role) throws -> Data {
    let photo = try JSONDecoder().decode(Photo.self, from: Data(line.utf8))
    let address = try #require(photo.rendition(size)?.url.absoluteString)
    let entry = try Self.archive.get().entries.first { $0.url == address }
    return try #require(entry, "\(address)").wholeBody()
  }

  /// `credits.csv` without its first line: file and id
  private func credits(in folder: URL) throws -> [(file: String, id: String)] {
    let text = try String(contentsOf: folder.appending(path: "credits.csv"), encoding: .utf8)
    return text.split(separator: "\r\n").dropFirst().map { row in
      let cells = row.matches(of: /(?:^|,)(?:"([^"]*)"|([^",]*))/)
      return (String(cells[0].1 ?? cells[0].2 ?? ""), String(cells[1].1 ?? cells[1].2 ?? ""))
    }
  }

  /// The first characters of a file's name
  private func start(_ id: String) -> String {
    id.replacing(":", with: "-").replacing("/", with: "-")
  }

  @Test(arguments: [["download", "-o", "FOLDER"], ["show", "--field", "title"], ["credit"]])
  func `a recording of what was done with a photo has all that doing it again takes`(
    command: [String]
  ) async throws {
    let id = try #require(
      try await home.replay("kittens", "-n", "1", "-p", "flickr", "-f", "ndjson").ids().first)
    func act(_ folder: String, _ input: String, _ home: Home, _ options: String...) async throws
      -> Program.Outcome
    {
      let words = command.map { $0 == "FOLDER" ? home.path(folder) : $0 }
      return try await home.run(
        [words[0], input.isEmpty ? id : "-"] + words.dropFirst() + options, input: input)
    }
    // The photo is known from the search here, and nowhere else.
    for input in ["", "\(id)\n"] {
      let recording = home.path("kept\(input.count).har")
      try await act(
        "first\(input.count)", input, home, "--replay", Program.fixtures, "--record", recording
      ).ended()
      try await act("again", input, Home(), "--replay", recording).ended()
    }
  }

  @Test(arguments: [Rendition.Role.thumb, .regular])
  func `what a replayed search showed is saved, byte for byte, with its credit`(
    size: Rendition.Role
  ) async throws {
    let folder = home.folder.appending(path: "pictures")
    let listing = try await home.replay("kittens", "-n", "\(Self.count)", "-f", "ndjson")
    let ids = try listing.ids()
    try #require(ids.count == Self.count)

    let arguments = ["download", "1-\(Self.count)", "-o", folder.path, "--size", size.rawValue]
    let outcome = try await home.run(arguments + ["--replay", Program.fixtures]).ended(
      saying: "12 saved")
    let files = try credits(in: folder)
    #expect((Set(files.map(\.id)), files.count) == (Set(ids), ids.count))
    let paths = Set(files.map { folder.appending(path: $0.file).path })
    #expect(Set(outcome.output.split(separator: "\n").map(String.init)) == paths)
    for (id, line) in zip(ids, listing.lines) {
      let file = try #require(files.first { $0.id == id }).file
      #expect(file.hasPrefix(start(id)) && file.hasSuffix(".jpg"), "\(file)")
      #expect(try Data(contentsOf: folder.appending(path: file)) == picture(line, size), "\(id)")
    }

    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(before.count == Self.count + 1)
    let again = try await home.run(arguments + ["--replay", Program.fixtures])
    #expect((again.code, again.output.split(separator: "\n").count) == (0, Self.count))
    #expect(again.errors.contains("12 there already"))
    // A line for each picture, its path, and one at the end
    #expect(again.lines.count == 13 && again.errorLines.count == 1, "\(again.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
    #expect(try credits(in: folder).count == Self.count)
  }

  @Test func `all that a replayed search shows by itself can be saved`() async throws {
    let shown = try await home.replay("kittens")
    #expect(shown.errors.contains("30 photos from \(LiveSetup.names.count) providers"))
    try await home.replay("download", "1-30", "-o", home.folder.path).ended(saying: "30 saved")
  }

  @Test func `a number of a replayed list is saved from the same recording, unnamed`() async throws
  {
    let listing = try await home.run(
      "kittens", "-n", "3", "-f", "ndjson", "--replay", Program.fixtures)
    let outcome = try await home.run("download", "1", "-o", home.path("pictures")).ended()
    let file = try #require(outcome.lines.first)
    #expect(
      try Data(contentsOf: URL(filePath: String(file))) == picture(listing.lines[0], .regular))
  }

  @Test func `what has no picture in the recording is named`() async throws {
    _ = try await home.replay("harbor", "-n", "1")
    try await home.replay("download", "1", "-o", home.folder.path).ended(
      with: 69, saying: "1 failed")
  }

  @Test func `pictures come over the loopback network too, each asked for once`() async throws {
    let services = try FixtureServer(try Self.archive.get(), hasPictures: true)
    defer { services.stop() }
    let home = Home(services.environment.merging(LiveSetup.Keys.environment) { $1 })
    let folder = home.folder.appending(path: "pictures")
    // However slow the machine is: the replay below knows no patience either.
    try await home.run("kittens", "-n", "\(Self.count)", "--patience", "forever").ended()
    try await home.run("download", "1-\(Self.count)", "-o", folder.path).ended()
    #expect(services.counts["pictures"] == Self.count)
    let listing = try await Program.replay("kittens", "-n", "\(Self.count)", "-f", "ndjson").output
    let saved = try credits(in: folder).map {
      try Data(contentsOf: folder.appending(path: $0.file))
    }
    #expect(try Set(saved) == Set(listing.split(separator: "\n").map { try picture($0, .regular) }))
  }
}
