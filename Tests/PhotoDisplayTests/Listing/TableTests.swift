import FixtureMaker
import PhotoDisplay
import PhotoSearch
import Testing

struct TableTests {
  private func plan(_ providers: String...) -> SearchPlan {
    SearchPlan(
      query: PhotoQuery(words: "kittens"), providers: providers.map(ProviderID.init(rawValue:)))
  }

  @Test(arguments: [40, 60, 80, 120, 200])
  func `the table looks as it did`(width: Int) throws {
    var table = TableRenderer(width: width, plan: plan("flickr", "openverse"), style: .plain)
    try expectGolden(table.all(SamplePhotos.all()), "table-\(width).txt")
  }

  @Test(arguments: [40, 47, 59, 60, 71, 72, 80, 95, 96, 100, 133, 200, 1_000])
  func `no line is wider than asked, and none carries what it must not`(width: Int) throws {
    let style = TerminalStyle(color: true, hyperlinks: true, addresses: false)
    for providers in [plan("flickr"), plan("openverse")] {
      var table = TableRenderer(width: width, plan: providers, style: style)
      for line in table.all(try SamplePhotos.all()).split(separator: "\n") {
        let screen = try #require(Screen(line))
        #expect(screen.width <= width)
        #expect(!screen.text.hasSuffix(" "))
      }
    }
  }

  @Test(arguments: 0..<200)
  func `titles begin in the same place on every line`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let width = Int.random(in: 72...200, using: &random)
    let style = TerminalStyle(color: true, hyperlinks: true, addresses: false)
    var table = TableRenderer(width: width, plan: plan("flickr"), style: style)
    let entries = try (1...5).map { number in
      let photo = try SamplePhotos.photo(
        "flickr:\(number)", title: "MARK", author: RandomText.make(upTo: 20, using: &random),
        pixels: (1_000, number), license: .cc0)
      return ListingEntry(
        number: number, photo: photo, isFavorite: Bool.random(using: &random))
    }
    let lines = table.all(entries).split(separator: "\n").dropFirst().compactMap { Screen($0) }
    let starts = lines.compactMap { line in
      line.text.firstRange(of: "MARK").map { DisplayWidth.of(String(line.text[..<$0.lowerBound])) }
    }
    #expect(starts.count == 5)
    #expect(Set(starts).count == 1)
  }

  @Test func `a number too wide for its column does not widen the line`() throws {
    var table = TableRenderer(width: 40, plan: plan("flickr"), style: .plain)
    let photo = try SamplePhotos.full()
    let line = table.entry(ListingEntry(number: 1_234_567, photo: photo)).dropLast()
    #expect(line.hasPrefix("1234567"))
    #expect(DisplayWidth.of(String(line)) <= 40)
  }
}
