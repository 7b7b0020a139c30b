import Foundation
import PhotoSearch
import PhotoStorage
import Platform
import Testing

@testable import Pictures

/// The first row without its line end
private let header = oldHeader + ",sha256,bytes,width,height"
/// The first row of version 0.2.0
private let oldHeader = "file,id,title,author,license,license_url,page,credit"

struct CreditsFileTests {
  private let temporary = SampleFolder()
  private var folder: URL { temporary.url }

  private func photo(_ id: String, title: String = "Kitten") -> Photo {
    .sample(id, title: title, picture: URL(filePath: "/"))
  }

  private func text(_ folder: URL) throws -> String {
    // Not by a way that drops a byte order mark
    String(decoding: try Data(contentsOf: folder.appending(path: "credits.csv")), as: UTF8.self)
  }

  private func write(_ text: String, _ folder: URL) throws {
    try Data(text.utf8).write(to: folder.appending(path: "credits.csv"))
  }

  /// Whose files are, as another program reads it
  private func owners(_ folder: URL) throws -> [String: String] {
    try CreditsFile(in: folder).owners(of: []).mapValues(\.description)
  }

  @Test func `a photo has one row, however often it is saved`() throws {
    let file = CreditsFile(in: folder)
    for id in ["flickr:1", "flickr:2", "flickr:1"] {
      try file.add(photo(id), file: id.replacing(":", with: "-") + ".jpg")
      try CreditsFile(in: folder).add(photo("flickr:3"), file: "flickr-3.jpg")
    }
    let rows = try text(folder).split(separator: "\r\n")
    #expect(rows.first == header[...])
    #expect(
      Set(rows.dropFirst().map { $0.split(separator: ",").prefix(3).joined(separator: ",") })
        == Set((1...3).map { "\"flickr-\($0).jpg\",\"flickr:\($0)\",\"Kitten\"" }))
    #expect(rows.count == 4)
  }

  @Test func `a row has a cell for each column`() throws {
    var photo = photo("flickr:1", title: "Kitten")
    photo.author = Author(name: "Jo", url: nil)
    photo.pageURL = try #require(URL(string: "https://example.org/p"))
    let file = CreditsFile(in: folder) { ([$0] + $1).joined(separator: "|") }
    try file.add(photo, file: "a.jpg")
    let row =
      "a.jpg|flickr:1|Kitten|Jo|CC0-1.0|https://creativecommons.org/publicdomain/zero/1.0/"
    #expect(
      try text(folder)
        == "\(header)\r\n\(row)|https://example.org/p|“Kitten” by Jo (CC0 1.0) · Flickr||||\r\n")
  }

  private func facts(_ hash: String) -> PictureFacts {
    PictureFacts(sha256: hash, bytes: 310_123, size: PixelSize(width: 1_880, height: 1_253))
  }

  @Test func `the last cells prove which file was saved, each time that it becomes another`()
    throws
  {
    for hash in ["ab", "ab", "cd"] {
      for file in [CreditsFile(in: folder), CreditsFile(in: folder)] {
        try file.add(photo("flickr:1"), file: "a.jpg", facts: facts(hash))
      }
    }
    let rows = try text(folder).split(separator: "\r\n").dropFirst()
    #expect(rows.count == 2)
    #expect(rows.first?.hasSuffix(#","ab","310123","1880","1253""#) ?? false, "\(rows)")
    #expect(rows.last?.hasSuffix(#","cd","310123","1880","1253""#) ?? false, "\(rows)")
  }

  @Test(arguments: [
    ("a.jpg,flickr:1,A,,,,,\r\n", "a.jpg,flickr:1,A,,,,,,,,,\r\n"),
    ("a.jpg,flickr:1,A\n\n", "a.jpg,flickr:1,A,,,,\n\n"),
    ("a.jpg,flickr:1,\"two\nlines\"\n", "a.jpg,flickr:1,\"two\nlines\",,,,\n"),
    ("a.jpg,flickr:1,5\" by 7\"\r\n", "a.jpg,flickr:1,5\" by 7\",,,,\r\n"),
    ("a.jpg,flickr:1,A", "a.jpg,flickr:1,A\r\n"), ("", ""),
  ])
  func `a file of version 0.2.0 gets today's columns, its rows kept`(
    rows: String, new: String
  ) async throws {
    for mark in ["", "\u{FEFF}"] {
      try await SampleFolder.with { folder in
        try write("\(mark)\(oldHeader)\r\n\(rows)", folder)
        let known = rows.isEmpty ? [:] : ["a.jpg": "flickr:1"]
        #expect(try (owners(folder), text(folder)) == (known, "\(mark)\(oldHeader)\r\n\(rows)"))
        let file = CreditsFile(in: folder)
        try file.add(photo("flickr:2"), file: "b.jpg", facts: facts("ab"))
        try file.add(photo("flickr:3"), file: "c.jpg", facts: facts("cd"))
        #expect(try text(folder).hasPrefix("\(mark)\(header)\r\n\(new)\"b.jpg\""))
        #expect(
          try (owners(folder), FileManager.default.contentsOfDirectory(atPath: folder.path).count)
            == (known.merging(["b.jpg": "flickr:2", "c.jpg": "flickr:3"]) { $1 }, 1))
      }
    }
  }

  @Test(arguments: [
    (header, "a.jpg,flickr:1,A,,,,,,ab,1,2,3\r\n", ","),
    (oldHeader, "a.jpg,flickr:1,A,,,,,\r\n", ",,,,,"),
  ])
  func `a program with one more column adds it to a file without it`(
    start: String, row: String, cells: String
  ) throws {
    try write("\(start)\r\n\(row)", folder)
    let rating: CreditsFile.Column = ("rating", { _, _ in "5" })
    let file = CreditsFile(in: folder, columns: CreditsFile.columns + [rating])
    #expect(try file.owners(of: []).mapValues(\.description) == ["a.jpg": "flickr:1"])
    // The hash is found in its column, so this picture is known.
    if start == header { try file.add(photo("flickr:1"), file: "a.jpg", facts: facts("ab")) }
    try file.add(photo("flickr:2"), file: "b.jpg", facts: facts("cd"))
    let rows = try text(folder).split(separator: "\r\n")
    try #require(rows.count == 3)
    #expect((rows[0], rows[1]) == ("\(header),rating", row.dropLast() + cells))
    #expect(rows[2].hasSuffix(#","cd","310123","1880","1253","5""#), "\(rows[2])")
    // To a program without the column, it is somebody else's.
    #expect(throws: FileFault.self) { try owners(folder) }
  }

  @Test(arguments: ["a, b.jpg", "a \"b\".jpg", "\"a\".jpg", "'a.jpg", "Ä.jpg", "a;b.jpg"])
  func `a name is read as it was written`(name: String) throws {
    try CreditsFile(in: folder).add(photo("flickr:1", title: "\""), file: name)
    #expect(try owners(folder) == [name: "flickr:1"])
  }

  @Test(arguments: [
    "\u{FEFF}\(header)\r\na.jpg,flickr:1,A\r\n", "\(header)\na.jpg,flickr:1,A\n",
    "\"\(header.replacing(",", with: "\",\""))\"\r\n\"a.jpg\",\"flickr:1\",\"A\"",
    "\(header)\n\na.jpg,flickr:1,",
    "\(header)\na.jpg,flickr:1,5\" by 7\"\n", "\(header)\na.jpg,flickr:1,say \"hi\n",
    "\(header)\na.jpg,flickr:1,\"two\nlines, \"\"one\"\" cell\"\n",
  ])
  func `what people and spreadsheets make of it is read`(text: String) throws {
    try write(text, folder)
    #expect(try owners(folder) == ["a.jpg": "flickr:1"])
    try CreditsFile(in: folder).add(photo("flickr:2"), file: "b.jpg")
    #expect(try owners(folder) == ["a.jpg": "flickr:1", "b.jpg": "flickr:2"])
    #expect(try self.text(folder).hasPrefix(text))
  }

  @Test(arguments: [
    "\(header)\r\na.jpg,flickr:1,A\r\nhalf,a",
    "\(header)\r\na.jpg,flickr:1,A\r\nhalf,\"a row",
    "\(header)\r\na.jpg,flickr:1,A\r\nhalf.jpg,flickr:12",
    "\(header)\r\na.jpg,flickr:1,A\r",
    "\(header)\r\na.jpg,flickr:1,A", "\(header)\r\na.jpg,flickr:1,\"A\"\"",
  ])
  func `a row that was cut off costs no other`(start: String) throws {
    try write(start, folder)
    try CreditsFile(in: folder).add(photo("flickr:2"), file: "b.jpg")
    #expect(try owners(folder) == ["a.jpg": "flickr:1", "b.jpg": "flickr:2"])
  }

  @Test(arguments: ["", "f", "file,id,t", header, header + "\r", oldHeader, oldHeader + "\r"])
  func `a first row that was cut off is completed`(start: String) throws {
    try write(start, folder)
    #expect(try owners(folder).isEmpty)
    try CreditsFile(in: folder).add(photo("flickr:2"), file: "b.jpg")
    #expect(try text(folder).hasPrefix("\(header)\r\n\"b.jpg\",\"flickr:2\",\"Kitten\","))
    #expect(try text(folder).hasSuffix("\r\n"))
  }

  @Test(arguments: [
    "name,amount\nAnn,3\n", "file,id\na,b\n", "\(header),notes\r\n", "\(oldHeader),notes\r\n",
    "file;id;title\r\n",
    "\n", "hello", "file,id,title2", "id,\(header)\r\n", "\(header)2",
  ])
  func `a file of other columns is left as it is`(text: String) throws {
    try write(text, folder)
    #expect(throws: FileFault.self) { try owners(folder) }
    let file = CreditsFile(in: folder)
    for _ in 1...2 {
      let fault = #expect(throws: FileFault.self) {
        try file.add(photo("flickr:2"), file: "b.jpg")
      }
      let words = ": its first row is not that of credits, so it is somebody else's file"
      #expect(fault?.description.hasSuffix(words) ?? false)
    }
    #expect(try self.text(folder) == text)
  }

  @Test func `what others did to the file in the meantime is seen`() throws {
    let file = CreditsFile(in: folder)
    func add(_ id: Int) throws { try file.add(photo("flickr:\(id)"), file: "\(id).jpg") }
    func rows() throws -> [String] {
      try text(folder).split { $0.isNewline }.dropFirst().map { String($0.prefix(6)) }
    }
    try add(1)
    // Another program adds rows, of which this one knows one too.
    let other = CreditsFile(in: folder)
    try other.add(photo("flickr:2"), file: "2.jpg")
    try add(2)
    #expect(try rows() == ["\"1.jpg", "\"2.jpg"])
    // Somebody writes it anew in place, longer than it was and with other line ends
    let handle = try FileHandle(forWritingTo: folder.appending(path: "credits.csv"))
    try handle.truncate(atOffset: 0)
    let lines = (3...12).map { "\($0).jpg,flickr:\($0),\($0)\n" }
    try handle.write(contentsOf: Data(("\(header)\n" + lines.joined()).utf8))
    try handle.close()
    try add(1)
    try add(7)
    #expect(try rows().count == 11)
    // shorter
    try write("\(header)\r\n1.jpg,flickr:1,\r\n", folder)
    try add(1)
    try add(7)
    #expect(try rows() == ["1.jpg,", "\"7.jpg"])
    // of the same length, in another file
    let replaced = try text(folder).replacing("7", with: "8")
    try Data(replaced.utf8).write(to: folder.appending(path: "credits.csv"), options: .atomic)
    try add(7)
    #expect(try rows() == ["1.jpg,", "\"8.jpg", "\"7.jpg"])
    try FileManager.default.removeItem(at: folder.appending(path: "credits.csv"))
    try add(7)
    #expect(try rows() == ["\"7.jpg"])
  }

  @Test func `a picture that is another's by now gets no other name beside it`() throws {
    try CreditsFile(in: folder).add(photo("flickr:1"), file: "a.jpg")
    let file = CreditsFile(in: folder)
    try Data().write(to: folder.appending(path: "a.jpg"))
    #expect(throws: DownloadFault.nameTaken("a.jpg")) {
      try file.add(photo("flickr:2"), file: "a.jpg")
    }
    #expect(try owners(folder) == ["a.jpg": "flickr:1"])
    try FileManager.default.removeItem(at: folder.appending(path: "a.jpg"))
    try file.add(photo("flickr:2"), file: "a.jpg")
    #expect(try owners(folder) == ["a.jpg": "flickr:2"])
  }

  @Test(arguments: [false, true])
  func `programs that write at once lose no row`(isOld: Bool) async throws {
    if isOld { try write(oldHeader + "\r\n", folder) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let file = CreditsFile(in: folder)
          for number in 0..<10 {
            let id = "flickr:\(writer * 10 + number)"
            let photo = Photo.sample(id, picture: URL(filePath: "/"))
            try file.add(photo, file: "\(photo.id.native).jpg")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try (owners(folder).count, text(folder).split(separator: "\r\n").count) == (80, 81))
  }
}
