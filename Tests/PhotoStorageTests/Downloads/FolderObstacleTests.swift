import Foundation
import LoopbackServer
import PhotoSearch
@testable import PhotoStorage
import Platform
import Testing

/// What somebody may put where a download writes
private enum Obstacle: String, CaseIterable {
  case link, linkToNothing, secondName, pipe, folder

  /// Puts it there; `outside` is a file of somebody else
  func put(at path: String, outside: URL) throws {
    let manager = FileManager.default
    switch self {
    case .link: try manager.createSymbolicLink(atPath: path, withDestinationPath: outside.path)
    case .linkToNothing:
      try manager.createSymbolicLink(atPath: path, withDestinationPath: outside.path + "-new")
    case .secondName: try manager.linkItem(atPath: outside.path, toPath: path)
    case .pipe: try #require(mkfifo(path, 0o644) == 0)
    case .folder: try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
  }
}

@Suite(.serialized, .timeLimit(.minutes(20))) struct FolderObstacleTests {
  private let temporary = (SampleFolder(), SampleFolder())
  private var folder: URL { temporary.0.url }
  /// Somebody else's folder
  private var elsewhere: URL { temporary.1.url }

  private static let picture = ServedPicture(5_000)

  /// Saves over an obstacle; what somebody else's folder is like afterwards, and the fault
  private func save(
    over name: String, _ obstacle: Obstacle, overwrites: Bool = false
  ) async throws -> (outside: [String: Data], fault: (any Error)?) {
    let file = elsewhere.appending(path: "mine")
    try Data("mine".utf8).write(to: file)
    let fault = try await DownloadSetup.with(Self.picture, overwrites: overwrites) {
      setup -> (any Error)? in
      try obstacle.put(at: setup.url.appending(path: name).path, outside: file)
      do {
        _ = try await setup.save()
        return nil
      } catch { return error }
    }
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: elsewhere.path) {
      files[name] = try Data(contentsOf: elsewhere.appending(path: name))
    }
    return (files, fault)
  }

  @Test(arguments: Obstacle.allCases, [false, true])
  private func `nothing is written outside the folder, and nothing waits`(
    obstacle: Obstacle, overwrites: Bool
  ) async throws {
    for name in [
      "kitten.imgsearch.part", "kitten.imgsearch.part.note", "credits.csv", "kitten.jpg",
    ] {
      let (outside, fault) = try await save(over: name, obstacle, overwrites: overwrites)
      #expect(outside == ["mine": Data("mine".utf8)], "\(name)")
      if let fault { #expect(fault is DownloadFault || fault is FileFault, "\(name)") }
    }
  }

  @Test(arguments: [Obstacle.link, .linkToNothing, .pipe, .folder])
  private func `what is no file is named`(obstacle: Obstacle) async throws {
    for name in ["kitten.imgsearch.part", "kitten.imgsearch.part.note", "credits.csv"] {
      let (_, fault) = try await save(over: name, obstacle)
      let words = fault.map { "\($0)" } ?? "none"
      #expect(words.contains("\(name): it is a "), "\(words)")
    }
  }

  @Test(arguments: Obstacle.allCases, [false, true])
  private func `what takes the place of a part while it is filled does not become the picture`(
    obstacle: Obstacle, overwrites: Bool
  ) async throws {
    let file = elsewhere.appending(path: "mine")
    try Data("mine".utf8).write(to: file)
    try await DownloadSetup.with(Self.picture, overwrites: overwrites) { setup in
      let part = setup.url.appending(path: "kitten.imgsearch.part")
      await #expect(throws: DownloadFault.nameTaken(part.lastPathComponent)) {
        try await setup.save { count, _ in
          do {
            guard count == 5_000 else { return }
            try FileManager.default.removeItem(at: part)
            try obstacle.put(at: part.path, outside: file)
          } catch { Issue.record(error) }
        }
      }
      let names = try setup.names
      #expect(!names.contains("kitten.jpg"))
    }
  }

  @Test(arguments: ["a", "\u{301}a", "\u{20DD}\u{301}"])
  func `a link to a folder is not gone through, whatever the name behind it`(
    name: String
  ) async throws {
    try await DownloadSetup.with(Self.picture) { setup in
      try FileManager.default.createSymbolicLink(
        at: setup.url.appending(path: "Ann"), withDestinationURL: elsewhere)
      let photo = Photo.sample(picture: setup.server.url("/kitten.jpg"))
      let source = try PictureSource(of: photo, apiOrigins: setup.apiOrigins)
      await #expect(throws: FileFault.self) {
        try await setup.folder.save(photo, from: source, as: "Ann/" + name)
      }
      #expect(throws: FileFault.self) {
        try CreditSidecars(in: setup.url).add(photo, file: "Ann/\(name).jpg")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path).isEmpty)
      // One that is a folder is gone into.
      _ = try await setup.folder.save(photo, from: source, as: "Jo/" + name)
      let jo = setup.url.appending(path: "Jo").path
      #expect(try FileManager.default.contentsOfDirectory(atPath: jo) == ["\(name).jpg"])
    }
  }

  @Test(arguments: Obstacle.allCases)
  private func `a credit beside the picture leads nowhere else`(obstacle: Obstacle) throws {
    let file = elsewhere.appending(path: "mine")
    // Even if it looks like the photo's own
    let text = Data("{\"id\":\"flickr:1\"}".utf8)
    try text.write(to: file)
    try obstacle.put(at: folder.appending(path: "k.json").path, outside: file)
    let photo = Photo.sample(picture: URL(filePath: "/"))
    do { try CreditSidecars(in: folder).add(photo, file: "k.jpg") } catch is DownloadFault {}
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path) == ["mine"])
    #expect(try Data(contentsOf: file) == text)
  }

  @Test func `credits larger than anybody's are left as they are, and named`() throws {
    let file = folder.appending(path: "credits.csv")
    try Data(CreditsFile.header.utf8).write(to: file)
    // Holes take no room.
    try #require(truncate(file.path, 20_000_000_000) == 0)
    let fault = #expect(throws: FileFault.self) { _ = try CreditsFile(in: folder).owners(of: []) }
    #expect(fault?.description.contains("more than the credits of a folder do") ?? false)
    #expect(throws: FileFault.self) {
      try CreditsFile(in: folder).add(.sample(picture: folder), file: "1.jpg")
    }
    #expect(CreditsFile.owners(in: folder).isEmpty)
    var status = stat()
    #expect(stat(file.path, &status) == 0 && status.st_size == 20_000_000_000)
  }

  @Test func `more credits than anybody's are refused too, and soon`() throws {
    let file = folder.appending(path: "credits.csv")
    let rows = (0..<200_001).map { "\($0),a:\($0),\n" }
    try Data((CreditsFile.header + rows.joined()).utf8).write(to: file)
    #expect(throws: FileFault.self) { _ = try CreditsFile(in: folder).owners(of: []) }
    try Data((CreditsFile.header + rows.dropLast(2).joined()).utf8).write(to: file)
    let owners = try CreditsFile(in: folder).owners(of: [])
    #expect(owners.count == 199_999)
  }
}
