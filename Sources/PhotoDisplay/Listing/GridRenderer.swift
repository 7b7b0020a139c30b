import PhotoSearch
package import Pictures
package import Terminal

/// Photos side by side, each in a cell of two lines
///
///      1  Kittens                            2  Felis catus-cat on snow
///         Jane Doe · CC BY 2.0 · flickr      ♥  ≈ 1 · CC0 1.0 · 2560×1702 · wikimedia
///
/// A row is printed when it is full, so that output never has to be taken back. Columns are
/// aligned by what a terminal shows; no line is wider than the terminal, addresses apart. With
/// pictures there is one above each cell, or the place of one.
package struct GridRenderer: ListingRenderer {
  private let layout: GridLayout
  private let style: TerminalStyle
  private let pictureRows: Int
  private var labels = PhotoLabels()
  /// The row that is being filled
  private var entries: [ListingEntry] = []
  private var lines: [TerminalLine] = []
  private var gutter = 0
  private var isFirstRow = true

  /// The pictures that have come, by the numbers of their photos
  package var pictures: [Int: SmallPicture] = [:]

  /// Where the pictures of the row are that is being filled, or was printed last
  package private(set) var places: [PicturePlace] = []

  /// - Parameters:
  ///   - width: terminal cells of a line
  ///   - columns: nil for as many as fit well
  ///   - pictureRows: terminal rows that a picture may take at most; 0 for none
  package init(width: Int, columns: Int?, style: TerminalStyle, pictureRows: Int = 0) {
    layout = GridLayout(width: width, columns: columns)
    self.style = style
    let wanted = pictureRows > 0 ? max(1, (layout.cell - layout.gutter(for: 1) + 1) / 3) : 0
    self.pictureRows = min(wanted, max(0, pictureRows))
  }

  /// Whether a row is printed with the next photo
  package var isRowFull: Bool { entries.count == layout.columns - 1 }

  /// Terminal rows from a row of photos to the next, addresses apart
  package var rowHeight: Int { pictureRows + GridCell.lineCount + 1 }

  /// Pixels of the longer side of a JPEG file that suffices for a photo's picture
  package func pixels(of entry: ListingEntry) -> Int {
    let columns = layout.cell - layout.gutter(for: entry.number)
    return PictureBox(columns: columns, rows: pictureRows).fitting(entry.photo).pixels
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    if entries.isEmpty { beginRow(at: entry.number) }
    if pictureRows > 0 { addPlace(of: entry) }
    entries.append(entry)
    return entries.count == layout.columns ? takeRow() : ""
  }

  package mutating func footer(_ summary: ListingSummary) -> String {
    entries.isEmpty ? "" : takeRow()
  }

  /// What the photos of the row look like, where that became known since they were given
  package mutating func mark(_ original: (Int) -> ListedPhoto?) {
    for index in entries.indices { entries[index].original = original(entries[index].number) }
  }

  /// The second line of a photo's cell, as it stands below the title
  ///
  /// - Parameter room: terminal cells, all of which it takes
  package mutating func facts(of entry: ListingEntry, room: Int) -> String {
    var line = TerminalLine(style: style)
    GridCell.writeFacts(of: entry, &labels, room: room, to: &line)
    line.skip(room - line.column)
    line.put(FittedText(safe: "", width: 0))
    return line.text
  }

  private mutating func beginRow(at number: Int) {
    let last = number.addingReportingOverflow(layout.columns - 1).partialValue
    gutter = layout.gutter(for: max(number, last))
    places.removeAll(keepingCapacity: true)
    if lines.isEmpty {
      lines = Array(repeating: TerminalLine(style: style), count: GridCell.lineCount)
    }
  }

  private mutating func takeRow() -> String {
    var output: [UInt8] = []
    output.reserveCapacity(1_024)
    if !isFirstRow { output.append(UInt8(ascii: "\n")) }
    if pictureRows > 0 { writePictures(to: &output) }
    writeCells(to: &output)
    if style.addresses { for entry in entries { writeAddress(of: entry, to: &output) } }
    isFirstRow = false
    entries.removeAll(keepingCapacity: true)
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func addPlace(of entry: ListingEntry) {
    places.append(
      PicturePlace(
        number: entry.number, row: isFirstRow ? 0 : 1,
        column: entries.count * (layout.cell + layout.gap) + gutter,
        box: PictureBox(columns: layout.cell - gutter, rows: pictureRows)))
  }

  private mutating func writeCells(to output: inout [UInt8]) {
    let cell = GridCell(width: layout.cell, gutter: gutter, gap: layout.gap)
    for (number, entry) in entries.enumerated() {
      if number > 0 { for index in lines.indices { lines[index].skip(layout.gap) } }
      cell.write(entry, &labels, to: &lines)
    }
    for index in lines.indices { lines[index].finish(into: &output) }
  }

  /// Each picture at the bottom of its place, or what is known of one that hasn't come
  private mutating func writePictures(to output: inout [UInt8]) {
    var lines = Array(repeating: TerminalLine(style: style), count: pictureRows)
    for (place, entry) in zip(places, entries) {
      guard let blocks = blocks(of: entry.photo, at: place) else { continue }
      for (row, text) in zip(lines.indices.suffix(blocks.rows.count), blocks.rows) {
        lines[row].skip(place.column - lines[row].column)
        lines[row].put(FittedText(safe: text, width: blocks.box.columns))
      }
    }
    for index in lines.indices { lines[index].finish(into: &output) }
  }

  private func blocks(of photo: Photo, at place: PicturePlace) -> HalfBlocks? {
    if let picture = pictures[place.number] {
      return HalfBlocks(picture, within: place.box, depth: style.depth)
    }
    return SmallPicture(before: photo).map {
      HalfBlocks($0, in: place.box.fitting(photo), depth: style.depth)
    }
  }

  private func writeAddress(of entry: ListingEntry, to output: inout [UInt8]) {
    var line = TerminalLine(style: style)
    let number = FittedText(String(entry.number), cells: gutter - layout.gap)
    line.add(number, nil, rightIn: gutter - layout.gap)
    line.skip(layout.gap)
    line.add(address: entry.photo.page.printable)
    line.finish(into: &output)
  }
}

/// Where the picture of a photo is in a row of a grid
package struct PicturePlace: Hashable, Sendable {
  /// The photo's
  package let number: Int
  /// Terminal rows of the text above it
  package let row: Int
  /// Terminal cells before it
  package let column: Int
  /// All that it may take
  package let box: PictureBox
}

/// How a grid divides the width it has
struct GridLayout: Hashable, Sendable {
  /// A cell narrower than this has no room for its lines
  static let minCellWidth = 10
  /// A cell at least this wide is chosen where no number of columns is given
  static let preferredCellWidth = 34
  static let widths = 10...10_000

  let columns: Int
  /// Terminal cells of one column, without the gap
  let cell: Int
  /// Blanks between two columns
  let gap: Int

  /// - Parameters:
  ///   - width: terminal cells of a line; fewer than 10 count as 10, more than 10,000 as that
  ///   - columns: as asked, where at least 10 cells remain for each; nil for as many as fit well
  init(width: Int, columns: Int?) {
    let width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    let wanted = columns ?? (width + 2) / (Self.preferredCellWidth + 2)
    let fitting = (width + 1) / (Self.minCellWidth + 1)
    self.columns = max(1, min(wanted, fitting))
    gap = (width - 2 * (self.columns - 1)) / self.columns >= 16 ? 2 : 1
    cell = (width - gap * (self.columns - 1)) / self.columns
  }

  /// Cells of the number and the blanks after it
  func gutter(for number: Int) -> Int {
    let digits = max(2, String(number).utf8.count)
    return min(digits, cell / 2) + gap
  }
}
