import FixtureMaker
import Foundation
import PhotoDisplay
import PhotoSearch
import Terminal
import Testing

@testable import Pictures

struct TableTests {
  @Test(arguments: [40, 60, 80, 120, 200])
  func `the table looks as it did`(width: Int) throws {
    var table = TableRenderer(width: width, style: .plain)
    try expectGolden(table.all(SamplePhotos.all()), "table-\(width).txt")
  }

  @Test(arguments: [40, 47, 59, 60, 71, 72, 80, 95, 96, 100, 133, 200, 1_000])
  func `no line is wider than asked, and none carries what it must not`(width: Int) throws {
    let style = TerminalStyle(color: true, hyperlinks: true)
    var table = TableRenderer(width: width, style: style)
    for line in table.all(try SamplePhotos.all()).split(separator: "\n") {
      let screen = try #require(Screen(line))
      #expect(screen.width <= width && !screen.text.hasSuffix(" "))
    }
  }

  @Test(arguments: 0..<200)
  func `titles and authors begin in the same place on every line`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let width = Int.random(in: 72...200, using: &random)
    let style = TerminalStyle(color: true, hyperlinks: true)
    var table = TableRenderer(width: width, style: style)
    let entries = try (1...5).map { number in
      let photo = try SamplePhotos.photo(
        "flickr:\(number)", title: "MARK \(RandomText.make(upTo: 60, using: &random))",
        author: "MADE", pixels: (1_000, number), license: .cc0)
      return ListingEntry(number: number, photo: photo, isFavorite: Bool.random(using: &random))
    }
    let lines = table.all(entries).split(separator: "\n").dropFirst().compactMap { Screen($0) }
    for mark in ["MARK", "MADE"] {
      let starts = lines.compactMap { line in
        line.text.firstRange(of: mark).map { DisplayWidth.of(String(line.text[..<$0.lowerBound])) }
      }
      #expect((starts.count, Set(starts).count) == (5, 1))
    }
  }

  @Test func `for programs values are apart by tabs, and whole`() throws {
    var table = LineRenderer.tabbed()
    let entries = try SamplePhotos.all()
    let lines = table.all(entries).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == entries.count + 2)
    let rows = lines.dropLast().map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(rows.allSatisfy { $0.count == 9 })
    #expect(
      rows[3][1] == "A rather long title about two kittens that play with one ball of red wool")
    #expect(
      rows.dropFirst().map { $0[6...7] }
        == entries.map {
          [Substring($0.photo.id.description), Substring($0.photo.pageURL.absoluteString)]
        })
    #expect(lines.allSatisfy { $0.split(separator: "\t").allSatisfy { Screen($0) != nil } })
  }

  @Test
  func `what looks like an earlier photo is marked: before its title, and in the last column`()
    throws
  {
    let photo = try SamplePhotos.full()
    let lookAlike = ListedPhoto(number: 12, id: photo.id)
    var entries = [13, 14].map { ListingEntry(number: $0, photo: photo) }
    entries[0].lookAlike = lookAlike
    var tabbed = LineRenderer.tabbed()
    let lines = tabbed.all(entries).split(separator: "\n")
    #expect(lines[0].hasSuffix("\tPAGE\tLOOKS LIKE"))
    #expect(lines[1].hasSuffix("\t\(photo.pageURL.absoluteString)\t12"))
    #expect(lines[2].hasSuffix("\t\(photo.pageURL.absoluteString)\t"))
    for width in [40, 80, 200] {
      var table = TableRenderer(width: width, style: .plain)
      let lines = table.all(entries).split(separator: "\n")
      #expect(lines[1].hasPrefix("  13   ≈ 12 · \((photo.title ?? "").prefix(3))"), "\(lines[1])")
      #expect(!lines[2].contains("≈") && lines.allSatisfy { DisplayWidth.of(String($0)) <= width })
    }
  }

  @Test func `a number too wide for its column does not widen the line`() throws {
    var table = TableRenderer(width: 40, style: .plain)
    let photo = try SamplePhotos.full()
    let line = table.entry(ListingEntry(number: 1_234_567, photo: photo)).dropLast()
    #expect(line.hasPrefix("1234567") && DisplayWidth.of(String(line)) <= 40)
  }
}
