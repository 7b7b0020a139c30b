import FixtureMaker
import PhotoDisplay
import PhotoSearch
import Pictures
import Terminal
import Testing

/// The grid with a picture above each cell
struct GridPicturesTests {
  private static let gray = SmallPicture(width: 1, height: 1, pixels: [90, 90, 90])
  private static let style = TerminalStyle(color: true, hyperlinks: true)

  private func rows(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test(arguments: [10, 20, 40, 72, 80, 120, 200])
  func `a picture stands above its cell, where it is said to be`(width: Int) throws {
    var grid = GridRenderer(width: width, columns: nil, style: Self.style, pictureRows: 16)
    var text: [String] = []
    for entry in try SamplePhotos.all() {
      // The whole of each place is filled.
      grid.pictures[entry.number] = Self.gray
      let above = text.count
      text += rows(grid.entry(entry))
      guard text.count > above else { continue }
      for place in grid.places {
        let shown = text[(above + place.row)..<(above + place.row + place.box.rows)]
          .map { Screen($0)?.text ?? "" }
        for (index, line) in shown.enumerated() {
          let cells = line.dropFirst(place.column).prefix(place.box.columns)
          let isBottom = index == place.box.rows - 1
          #expect(cells.hasPrefix("▀") || !isBottom, "\(line)")
          #expect(place.column == 0 || line.dropFirst(place.column - 1).first != "▀")
        }
      }
    }
    for line in text {
      let screen = try #require(Screen(line), "\(line.debugDescription)")
      #expect(screen.width <= width && !screen.text.hasSuffix(" "))
    }
  }

  @Test func `before a picture comes, its hash or color stands there, or nothing`() throws {
    var entry = try #require(SamplePhotos.all().first)
    entry.photo.size = PixelSize(width: 3_000, height: 2_000)
    var texts: [String] = []
    for color in ["#203040", nil] {
      entry.photo.color = color
      var grid = GridRenderer(width: 40, columns: 1, style: Self.style, pictureRows: 16)
      texts.append(grid.entry(entry))
      #expect(
        (grid.places.count, rows(texts[texts.count - 1]).count) == (1, grid.places[0].box.rows + 2))
    }
    #expect(texts[0].contains("48;5;") && !texts[1].contains("▀"))
    // The lines of text are the same.
    #expect(rows(texts[0]).suffix(2) == rows(texts[1]).suffix(2))
  }

  @Test func `the words are those of the grid without pictures`() throws {
    let entries = try SamplePhotos.all()
    var (plain, pictured) = (
      GridRenderer(width: 80, columns: nil, style: Self.style),
      GridRenderer(width: 80, columns: nil, style: Self.style, pictureRows: 16)
    )
    let words = rows(pictured.all(entries)).filter { !$0.isEmpty && !$0.contains("▀") }
    #expect(words == rows(plain.all(entries)).filter { !$0.isEmpty })
  }

  @Test func `a picture as large as asked for suffices, and is no larger than needed`() throws {
    let entry = try #require(SamplePhotos.all().first)
    for (width, pixels) in [(80, 280), (40, 288), (69, 384)] {
      let grid = GridRenderer(width: width, columns: nil, style: Self.style, pictureRows: 16)
      #expect(abs(grid.pixels(of: entry) - pixels) <= 16, "\(width): \(grid.pixels(of: entry))")
    }
  }
}
