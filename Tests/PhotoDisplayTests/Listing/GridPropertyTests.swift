import FixtureMaker
import Foundation
import PhotoDisplay
import PhotoSearch
import Terminal
import Testing

struct GridPropertyTests {
  private func entries(_ random: inout SeededGenerator) throws -> [ListingEntry] {
    try (1...Int.random(in: 1...9, using: &random)).map { number in
      var photo = try SamplePhotos.photo(
        "flickr:\(number)", title: RandomText.make(upTo: 60, using: &random),
        author: RandomText.make(upTo: 30, using: &random),
        pixels: ([3_000, 12_000, .max].randomElement(using: &random) ?? 1, .max >> number),
        license: License(
          id: "X\(number)", name: RandomText.make(upTo: 20, using: &random), url: nil),
        likes: Int.random(in: 0...2_000_000, using: &random))
      photo.provider = ProviderID(rawValue: ["flickr", "unsplash-list"][number % 2])
      let number = number * (Bool.random(using: &random) ? 1 : 1_003)
      return ListingEntry(number: number, photo: photo, isFavorite: Bool.random(using: &random))
    }
  }

  @Test(arguments: 0..<UInt64(LongRun.count(300, otherwise: 90)))
  func `no line is too wide, ends in a blank or carries what it must not`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let width = Int.random(in: 10...(seed % 3 == 0 ? 1_000 : 200), using: &random)
    let columns = Bool.random(using: &random) ? Int.random(in: 1...8, using: &random) : nil
    let style = TerminalStyle(
      color: Bool.random(using: &random), hyperlinks: Bool.random(using: &random),
      addresses: false)
    var grid = GridRenderer(width: width, columns: columns, style: style)
    let text = grid.all(try entries(&random))
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      let screen = try #require(Screen(line), "forbidden character in \(line.debugDescription)")
      #expect(screen.width <= width && !screen.text.hasSuffix(" "))
    }
  }

  @Test(arguments: 0..<UInt64(LongRun.count(200, otherwise: 60)))
  func `the cells of a row begin in the same place on every line`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let width = Int.random(in: 60...200, using: &random)
    var photos = try entries(&random)
    // A marker as the author of the second cell of each row: it has to be where the layout says.
    for index in photos.indices where index % 2 == 1 {
      photos[index].photo.author = Author(name: "MARK", url: nil)
      photos[index].photo.title = "MARK"
      photos[index].photo.license = .cc0
    }
    for index in photos.indices { photos[index].number = index + 1 }
    let style = TerminalStyle(color: true, hyperlinks: true)
    var grid = GridRenderer(width: width, columns: 2, style: style)
    let lines = grid.all(photos).split(separator: "\n").compactMap { Screen($0)?.text }
    let starts = lines.compactMap { line in
      line.range(of: "MARK").map { DisplayWidth.of(String(line[..<$0.lowerBound])) }
    }
    #expect(starts.count == photos.count / 2 * 2 && Set(starts).count <= 1)
  }

  @Test(arguments: [10, 40, 120])
  func `with links each address is whole, on a line with its number`(width: Int) throws {
    var entries = try SamplePhotos.all()
    for index in entries.indices { entries[index].number = 98 + index }
    let style = TerminalStyle(color: false, hyperlinks: false, addresses: true)
    var grid = GridRenderer(width: width, columns: nil, style: style)
    let lines = grid.all(entries).split(separator: "\n").map { $0.split(separator: " ") }
    let addresses = lines.filter { $0.last?.hasPrefix("https://") ?? false }
    #expect(
      addresses == entries.map { ["\($0.number)", Substring($0.photo.pageURL.absoluteString)] })
  }

  @Test func `without links there is no address`() throws {
    var grid = GridRenderer(width: 80, columns: nil, style: .plain)
    #expect(try !grid.all(SamplePhotos.all()).contains("://"))
  }

  /// What goes first for want of room, as the line gets narrower
  @Test
  func `likes go first, the licence is short, then pixels, the author is cut; the provider stays`()
    throws
  {
    let photo = try SamplePhotos.photo(
      "openverse:1", title: "A", author: "Maximilian", pixels: (4_000, 3_000),
      license: .creativeCommons("by-nc-sa", version: "2.0"), likes: 12)
    let lines = [
      64: "Maximilian · CC BY-NC-SA 2.0 · 4000×3000 · openverse · ♡ 12",
      63: "Maximilian · CC BY-NC-SA 2.0 · 4000×3000 · openverse · ♡ 12",
      62: "Maximilian · CC BY-NC-SA 2.0 · 4000×3000 · openverse",
      55: "Maximilian · CC BY-NC-SA · 4000×3000 · openverse",
      50: "Maximilian · BY-NC-SA · 4000×3000 · openverse",
      45: "Maximilian · BY-NC-SA · 12 MP · openverse",
      43: "Maximil… · BY-NC-SA · 12 MP · openverse",
      41: "Maxim… · BY-NC-SA · 12 MP · openverse", 38: "Maximilian · BY-NC-SA · openverse",
      36: "Maximili… · BY-NC-SA · openverse", 35: "Maximil… · BY-NC-SA · openverse",
      34: "Maximi… · BY-NC-SA · openverse", 30: "Ma… · BY-NC-SA · openverse",
      26: "BY-NC-SA · openverse", 23: "BY-NC-SA · openver…", 19: "BY-NC-SA · ope…",
      18: "openverse", 12: "openverse", 11: "openver…",
    ]
    for (width, line) in lines {
      var grid = GridRenderer(width: width, columns: 1, style: .plain)
      let text = grid.all([ListingEntry(number: 1, photo: photo)])
      let facts = text.split(separator: "\n").last?.drop { $0 == " " }
      #expect(facts == Substring(line), "at \(width)")
    }
  }

  @Test func `thirty photos are at most 46 rows at 80 columns`() throws {
    var grid = GridRenderer(width: 80, columns: nil, style: .plain)
    let photo = try SamplePhotos.full()
    let text = grid.all((1...30).map { ListingEntry(number: $0, photo: photo) })
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 45)
  }

  @Test(arguments: [Int.min, -1, 0, 9, .max])
  func `widths, columns and numbers that make no sense do no harm`(value: Int) throws {
    let photo = try SamplePhotos.full()
    for columns in [nil, value] {
      var grid = GridRenderer(width: value, columns: columns, style: .plain)
      let text = grid.all([ListingEntry(number: value, photo: photo)])
      #expect(text.contains("fli"))
    }
    var table = TableRenderer(width: value, style: .plain)
    let row = table.entry(ListingEntry(number: value, photo: photo))
    #expect(row.hasSuffix("\n"))
    let card = PhotoCard(photo: photo, isFavorite: false, width: value, style: .plain)
    #expect(card.text.contains("Kyoto"))
  }

  @Test(arguments: [(40, 2), (40, 3), (60, 5), (80, 7), (200, 18)])
  func `as many columns as asked, while each has ten cells`(width: Int, columns: Int) throws {
    var grid = GridRenderer(width: width, columns: columns, style: .plain)
    let entry = try #require(SamplePhotos.all().first)
    for _ in 1..<columns {
      let text = grid.entry(entry)
      #expect(text.isEmpty)
    }
    let row = grid.entry(entry)
    #expect(!row.isEmpty)
  }
}
