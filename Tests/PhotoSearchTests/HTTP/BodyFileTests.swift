import Foundation
import Testing

@testable import PhotoSearch

/// Bodies that are in files beside a recording, as Playwright writes them
@Suite struct BodyFileTests {
  private static let url = "https://x.test/cat.jpg"

  private func write(_ text: String, to path: String, in folder: URL) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// A recording of one picture, in a folder in the folder
  private func transport(bodyIn path: String, in folder: URL) throws -> ReplayTransport {
    let content = #"{"size": -1, "mimeType": "image/jpeg", "text": "no", "_file": "\#(path)"}"#
    let entry =
      #"{"request": {"url": "\#(Self.url)"}, "response": {"status": 200, "content": \#(content)}}"#
    let recording = folder.appending(path: "kept/a.har")
    try FileManager.default.createDirectory(
      at: recording.deletingLastPathComponent(), withIntermediateDirectories: true)
    try RecordingSamples.har(entry: entry).write(to: recording)
    return ReplayTransport(archive: try HARArchive(contentsOf: recording), apis: [])
  }

  private func body(_ transport: ReplayTransport) throws -> String {
    let reply = try transport.response(to: try RecordingSamples.request(Self.url))
    return String(decoding: reply.body, as: UTF8.self)
  }

  @Test(arguments: ["cat.jpg", "pictures/deep/cat.jpg", ".hidden", "a b\\\\c"])
  func `a body in a file is read when it is asked for, and not before`(path: String) throws {
    try RecordingSamples.withFolder { folder in
      let transport = try transport(bodyIn: path, in: folder)
      #expect(transport.hasEntry(for: try RecordingSamples.request(Self.url)))
      let name = path.replacing("\\\\", with: "\\")
      for text in ["meow", "purr"] {
        try write(text, to: "kept/\(name)", in: folder)
        #expect(try body(transport) == text)
      }
    }
  }

  @Test(arguments: [
    "../cat.jpg", "pictures/../../cat.jpg", "/etc/passwd", "", ".", "./cat.jpg",
    "pictures//cat.jpg",
    "pictures/", #"a\u0000"#,
  ])
  func `a path that leaves the folder, or is none, makes the recording unreadable`(
    path: String
  ) throws {
    try RecordingSamples.withFolder { folder in
      try write("meow", to: "cat.jpg", in: folder)
      let error = #expect(throws: RecordingError.self) { try transport(bodyIn: path, in: folder) }
      #expect(
        error?.description.contains(
          "log.entries[0].response.content._file: a path from the recording's folder down") == true)
    }
  }

  @Test func `no link is followed, no pipe waited for, and what is missing is named`() throws {
    try RecordingSamples.withFolder { folder in
      try write("secret", to: "outside/cat.jpg", in: folder)
      let kept = folder.appending(path: "kept")
      try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
      #expect(symlink("../outside/cat.jpg", kept.appending(path: "link.jpg").path) == 0)
      #expect(symlink("../outside", kept.appending(path: "folder").path) == 0)
      #expect(mkfifo(kept.appending(path: "pipe").path, 0o600) == 0)
      for (path, words) in [
        ("link.jpg", "it is a link"), ("folder/cat.jpg", "Not a directory"),
        ("none.jpg", "No such file"), ("pipe", "isn't a plain file"),
      ] {
        let transport = try transport(bodyIn: path, in: folder)
        let error = #expect(throws: TransportError.self) { try body(transport) }
        #expect(error?.description.contains("kept/\(path) can't be read: ") == true, "\(path)")
        #expect(error?.description.contains(words) == true, "\(path): \(error as Any)")
      }
    }
  }
}
