import Foundation
import Testing

@testable import PhotoSearch

/// Recordings found: a file, or a folder of them
@Suite struct RecordingFilesTests {
  private func write(_ names: [String], into folder: URL) throws {
    for name in names {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let entry = #"{"request": {"url": "https://x.test/\#(name)"}, "response": {"status": 200}}"#
      try RecordingSamples.har(entry: entry).write(to: file)
    }
  }

  private func problem(_ folder: URL, _ sizeLimit: Int) throws -> String {
    RecordingSamples.problem { _ = try HARArchive(contentsOf: folder, sizeLimit: sizeLimit) }.words
  }

  @Test func `a file is read whatever its name ends in`() throws {
    try RecordingSamples.withFolder { folder in
      try write(["kittens.json"], into: folder)
      let archive = try HARArchive(contentsOf: folder.appendingPathComponent("kittens.json"))
      #expect(archive.entries.map(\.url) == ["https://x.test/kittens.json"])
    }
  }

  @Test func `of a folder its recordings are read in the order of their names`() throws {
    try RecordingSamples.withFolder { folder in
      try write(
        ["b.har", "a.har", "C.HAR", ".hidden.har", "notes.txt", "inner/d.har", "e.har/f.har"],
        into: folder)
      let archive = try HARArchive(contentsOf: folder)
      #expect(
        archive.entries.map(\.url) == ["C.HAR", "a.har", "b.har"].map { "https://x.test/\($0)" })
    }
  }

  @Test func `what is not there is named`() throws {
    try RecordingSamples.withFolder { folder in
      let missing = folder.appendingPathComponent("none.har")
      let error = #expect(throws: RecordingError.self) { try HARArchive(contentsOf: missing) }
      #expect(
        (error, error?.description.contains(missing.path)) == (.notFound(path: missing.path), true))
    }
  }

  @Test func `a folder without recordings is no recording`() throws {
    try RecordingSamples.withFolder { folder in
      try write([".hidden.har", "notes.txt", "inner/d.har"], into: folder)
      let error = #expect(throws: RecordingError.self) { try HARArchive(contentsOf: folder) }
      #expect(error == .noRecordings(folder: folder.path))
    }
  }

  @Test func `one damaged file of a folder is named`() throws {
    try RecordingSamples.withFolder { folder in
      try write(["a.har"], into: folder)
      let damaged = folder.appendingPathComponent("b.har")
      try Data("{".utf8).write(to: damaged)
      let found = RecordingSamples.problem { _ = try HARArchive(contentsOf: folder) }
      #expect((found.file, found.words.contains("\n")) == (damaged.path, false))
    }
  }

  @Test func `more than the limit is refused, also when many files share it`() throws {
    try RecordingSamples.withFolder { folder in
      try write(["a.har", "b.har"], into: folder)
      let size = try Data(contentsOf: folder.appendingPathComponent("a.har")).count
      #expect(try HARArchive(contentsOf: folder, sizeLimit: 2 * size).entries.count == 2)
      #expect(try problem(folder, 2 * size - 1).contains("too large"))
      #expect(try problem(folder, size - 1).contains("too large"))
    }
  }

  @Test func `a pipe is read, but one that is silent or in a folder is refused`() throws {
    try RecordingSamples.withFolder { folder in
      try write(["a.har"], into: folder)
      let pipe = folder.appendingPathComponent("b.har")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      #expect(try problem(folder, 1_000).contains("isn't a plain file"))
      let silent = #expect(throws: RecordingError.self) {
        try HARArchive(contentsOf: pipe, sizeLimit: 1_000, silence: .milliseconds(100))
      }
      #expect(silent?.description.contains("it is a pipe, and nothing came through it") == true)
    }
    // As a shell hands over what a program prints
    let printed = Pipe()
    try printed.fileHandleForWriting.write(
      contentsOf: RecordingSamples.har(
        entry: #"{"request": {"url": "https://x.test/"}, "response": {"status": 200}}"#))
    try printed.fileHandleForWriting.close()
    let path = "/dev/fd/\(printed.fileHandleForReading.fileDescriptor)"
    #expect(try HARArchive(contentsOf: URL(filePath: path)).entries.count == 1)
  }
}
