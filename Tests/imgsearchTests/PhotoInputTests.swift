import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Testing

@testable import imgsearch

/// What photos are read out of text that people and programs pipe in
struct PhotoInputTests {
  private static func photo(_ number: Int) -> String {
    #"{"id":"flickr:\#(number)","page":"https://www.flickr.com/photos/a/\#(number)"}"#
  }

  /// Ids of photos, what is named as `=id` or `#1...5`, and what is unreadable by its place
  private func read(_ text: String) async throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "input-\(UUID().uuidString)")
    try Data(text.utf8).write(to: file)
    defer { do { try FileManager.default.removeItem(at: file) } catch { Issue.record(error) } }
    var input = try PhotoInput(path: file.path) { operand in
      switch operand {
      case .numbers(let ranges):
        ranges.map { .id(PhotoID(service: "#", native: "\($0.first ?? 0)...\($0.last ?? 0)")) }
      case .id(let id): [.id(PhotoID(service: "=", native: "\(id)"))]
      case .page(_, let text): [.id(PhotoID(service: "=", native: text))]
      }
    }
    var items: [String] = []
    while let item = try await input.next() {
      switch item {
      case .success(.id(let id)): items.append(id.service + id.native)
      case .success(let named): items.append(named.id.description)
      case .failure(let fault):
        let place = ErrorText.line(fault).replacing(/\ (of [^ ]*input-|isn't a photo).*/, with: "")
        items.append("! \(place)")
      }
    }
    return items
  }

  @Test(
    arguments: [
      ("", []),
      ("\n\r\n  \n", []),
      ("\(photo(1))\n\n\(photo(2))\r\n", ["flickr:1", "flickr:2"]),
      ("\u{FEFF}\(photo(1))\n", ["flickr:1"]),
      (
        "flickr:7 unsplash:a\nhttps://www.flickr.com/photos/a/9/",
        ["=flickr:7", "=unsplash:a", "=https://www.flickr.com/photos/a/9/"]
      ),
      ("3\n1-5 flickr:1\n5-1\n", ["#3...3", "#1...5", "=flickr:1", "! line 3"]),
      ("url,caption\nhttps://a.b/1.jpg,\"A kitten, asleep\"\n", ["! line 1", "! line 2"]),
      ("nonsense\n\(photo(1))\n{\"id\":5}\n", ["! line 1", "flickr:1", "! line 3"]),
      ("{\"id\n\(photo(1))\n\(photo(2))\n", ["! line 1", "flickr:1", "flickr:2"]),
      ("\(photo(1))\n{\"id\n\(photo(2))\n", ["flickr:1", "! line 2", "flickr:2"]),
      ("[\(photo(1)),5,\"flickr:2\"]", ["flickr:1", "! photo 2 of line 1", "=flickr:2"]),
      ("[\n  \(photo(1)),\n  \(photo(2))\n]\n", ["flickr:1", "flickr:2"]),
      ("{\"photos\":[\n\(photo(1)),\n{}\n],\n\"next\":null}\n", ["flickr:1", "! photo 2"]),
      ("{\n\"photos\":[]}", []),
      ("\(photo(1))\(photo(2))\n".replacing(",", with: ",\n  "), ["flickr:1", "flickr:2"]),
      ("\(photo(1)) \(photo(2))", ["flickr:1", "flickr:2"]),
      ("{\n\(photo(1))\n", ["! line 1", "flickr:1"]),
      ("{\n{\n", ["! line 1", "! line 2"]),
    ] as [(String, [String])])
  func `ids, lines of NDJSON and documents are read`(text: String, items: [String]) async throws {
    #expect(try await read(text) == items)
  }

  @Test func `a photo that is too long costs that photo`() async throws {
    let long =
      Self.photo(1).dropLast() + #","title":"\#(String(repeating: "x", count: 1_100_000))"}"#
    #expect(try await read("\(long)\n\(Self.photo(2))\n") == ["! line 1", "flickr:2"])
  }

  @Test func `a photo that names neither site nor credit is credited to its service`() async throws
  {
    let home = Home()
    _ = try await home.run("favorites", "add", "-", input: Self.photo(1))
    let line = try await home.run("favorites", "export").output
    #expect(line.contains(#""credit":"Photo (licence unknown) · Flickr""#))
  }

  @Test func `JSONDecoder reads what a listing and show print as photos`() async throws {
    struct Listing: Decodable {
      let photos: [Photo]
    }
    let json = try await Program.replay("kittens", "-n", "40", "-f", "json").output
    let listed = try JSONDecoder().decode(Listing.self, from: Data(json.utf8)).photos
    let lines = try await Program.replay("kittens", "-n", "40", "-f", "ndjson").output
    let photos = try lines.split(separator: "\n").map { line in
      try JSONDecoder().decode(Photo.self, from: Data(line.utf8))
    }
    #expect(listed.count == 40 && listed == photos)
    for (photo, line) in zip(photos, lines.split(separator: "\n")) {
      #expect(PhotoJSON.line(photo, isFavorite: false) == line)
    }
    let shown = try await Program.replay("show", "flickr:95200043273", "-f", "json").output
    let photo = try JSONDecoder().decode(Photo.self, from: Data(shown.utf8))
    #expect(photo.id.description == "flickr:95200043273" && photo.details != nil)
    #expect(PhotoJSON.line(photo, isFavorite: false, hasDetails: true) + "\n" == shown)
  }
}
