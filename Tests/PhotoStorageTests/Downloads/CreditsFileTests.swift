import Foundation
import PhotoSearch
import PhotoStorage
import Testing

struct CreditsFileTests {
  private func withFolder<T>(_ body: (URL) throws -> T) throws -> T {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-credits-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    return try body(folder)
  }

  private func photo(_ id: String, title: String = "Kitten") -> Photo {
    .sample(id, title: title, picture: URL(filePath: "/"))
  }

  private func text(_ folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: "credits.csv"), encoding: .utf8)
  }

  @Test func `a photo has one row, however often it is saved`() throws {
    try withFolder { folder in
      for id in ["flickr:1", "flickr:2", "flickr:1"] {
        let file = id.replacing(":", with: "-") + ".jpg"
        try CreditsFile(in: folder).keep(photo(id), file: file)
      }
      let rows = try text(folder).split(separator: "\r\n")
      #expect(rows.count == 3)
      #expect(rows.first == "file,id,title,author,license,license_url,page,credit")
      #expect(rows.last?.hasPrefix("flickr-2.jpg,flickr:2,Kitten,,CC0 1.0,https://") ?? false)
      #expect(
        try CreditsFile(in: folder).owners() == [
          "flickr-1.jpg": PhotoID(service: "flickr", native: "1"),
          "flickr-2.jpg": PhotoID(service: "flickr", native: "2"),
        ])
    }
  }

  @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "|cmd"])
  func `no cell is a formula`(title: String) throws {
    try withFolder { folder in
      try CreditsFile(in: folder).keep(photo("flickr:1", title: title), file: "a.jpg")
      let cells = try text(folder).split(separator: "\r\n").last?.split(separator: ",") ?? []
      try #require(cells.count > 2)
      #expect(cells[2].hasPrefix("'"))
    }
  }

  @Test func `quotes, commas and line breaks stay in their cell`() throws {
    try withFolder { folder in
      let title = "a \"big\", red\nball"
      try CreditsFile(in: folder).keep(photo("flickr:1", title: title), file: "a.jpg")
      #expect(try text(folder).contains("flickr:1,\"a \"\"big\"\", redball\","))
    }
  }

  @Test(arguments: ["half,a", "half,\"a row"])
  func `a row that was cut off costs no other`(half: String) throws {
    try withFolder { folder in
      try CreditsFile(in: folder).keep(photo("flickr:1"), file: "a.jpg")
      let whole = try text(folder)
      try Data((whole + half).utf8).write(to: folder.appending(path: "credits.csv"))
      try CreditsFile(in: folder).keep(photo("flickr:2"), file: "b.jpg")
      let owners = try CreditsFile(in: folder).owners()
      #expect(owners["a.jpg"]?.native == "1")
      #expect(owners["b.jpg"]?.native == "2")
    }
  }

  @Test func `programs that write at once lose no row`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-credits-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<10 {
            let id = "flickr:\(writer * 10 + number)"
            let photo = Photo.sample(id, picture: URL(filePath: "/"))
            try CreditsFile(in: folder).keep(photo, file: "\(photo.id.native).jpg")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try CreditsFile(in: folder).owners().count == 80)
    #expect(try text(folder).split(separator: "\r\n").count == 81)
  }
}
