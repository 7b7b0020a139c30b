import PhotoSearch
package import Pictures
package import Terminal

/// Photos side by side, each in a cell of two lines
///
///      1  Kittens                            2  Felis catus-cat on snow
///         Jane Doe · CC BY 2.0 · flickr      ♥  ≈ 1 · CC0 1.0 · 2560×1702 · wikimedia
///
/// A row is printed once it is full, so printed text never has to change. Columns are aligned by
/// the terminal's character widths. No line is wider than the terminal, except for addresses. With
/// pictures, each cell has one, or room for one, above it.
package struct GridRenderer: ListingRenderer {
  /// Lines of a cell without a picture
  private static let lineCount = 2

  private let layout: GridLayout
  private let style: TerminalStyle
  private let pictureRows: Int
  private var labels = PhotoLabels()
  /// The photos of the row that isn't full yet
  private var entries: [ListingEntry] = []
  private var gutter = 0
  private var isFirstRow = true

  /// The small pictures that have arrived, by the photos' numbers
  package var pictures: [Int: SmallPicture] = [:]

  /// Places of the pictures in the row printed last
  package private(set) var places: [PicturePlace] = []

  /// - Parameters:
  ///   - width: terminal cells of a line
  ///   - columns: nil for as many as fit well
  ///   - pictureRows: most terminal rows of a picture; 0 for no pictures
  package init(width: Int, columns: Int?, style: TerminalStyle, pictureRows: Int = 0) {
    layout = GridLayout(width: width, columns: columns)
    self.style = style
    self.pictureRows = min(pictureRows, max(1, (layout.cell - layout.gutter(for: 1) + 1) / 3))
  }

  /// The numbers of the photos whose row isn't printed yet
  package var numbers: [Int] { entries.map(\.number) }

  /// Whether the next photo completes the row
  package var isRowFull: Bool { entries.count == layout.columns - 1 }

  /// Terminal rows of one row of photos, without addresses
  package var rowHeight: Int { pictureRows + Self.lineCount + 1 }

  /// Photos in as many whole rows as fit, but at least 6 photos and at most 30. Pictures have at
  /// least two rows
  ///
  /// - Parameter rows: terminal rows for the grid
  package func count(fitting rows: Int) -> Int {
    let height = rowHeight + (style.addresses ? layout.columns : 0)
    let least = max(pictureRows > 0 ? 2 : 1, (5 + layout.columns) / layout.columns)
    // No blank line follows the last row.
    let rows = max(min((rows + 1) / height, 30 / layout.columns), least)
    return min(rows * layout.columns, 30)
  }

  /// Pixels of the longer side that a JPEG file needs for a photo's picture
  package func pixels(of entry: ListingEntry) -> Int {
    let columns = layout.cell - layout.gutter(for: entry.number)
    return PictureBox(columns: columns, rows: pictureRows).fitting(entry.photo).pixels
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    if entries.isEmpty {
      let last = entry.number.addingReportingOverflow(layout.columns - 1).partialValue
      gutter = layout.gutter(for: max(entry.number, last))
    }
    entries.append(entry)
    return entries.count == layout.columns ? takeRow() : ""
  }

  package mutating func footer(_ summary: ListingSummary) -> String {
    entries.isEmpty ? "" : takeRow()
  }

  /// Sets the look-alikes of the row's photos, which may have become known after the photos
  package mutating func mark(_ lookAlike: (Int) -> ListedPhoto?) {
    for index in entries.indices { entries[index].lookAlike = lookAlike(entries[index].number) }
  }

  /// The second line of a photo's cell
  ///
  /// - Parameter room: terminal cells of the line, which is padded to them
  package mutating func facts(of entry: ListingEntry, room: Int) -> String {
    var line = TerminalLine(style: style)
    writeFacts(of: entry, room: room, to: &line)
    line.skip(room - line.column)
    line.put(FittedText(safe: "", width: 0))
    return line.text
  }

  private mutating func takeRow() -> String {
    var output: [UInt8] = []
    output.reserveCapacity(1_024)
    if !isFirstRow { output.append(UInt8(ascii: "\n")) }
    if pictureRows > 0 {
      let box = PictureBox(columns: layout.cell - gutter, rows: pictureRows)
      places = entries.enumerated().map { index, entry in
        let column = index * (layout.cell + layout.gap) + gutter
        return PicturePlace(entry: entry, row: isFirstRow ? 0 : 1, column: column, box: box)
      }
      writePictures(to: &output)
    }
    writeCells(to: &output)
    if style.addresses { for entry in entries { writeAddress(of: entry, to: &output) } }
    isFirstRow = false
    entries.removeAll(keepingCapacity: true)
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func writeCells(to output: inout [UInt8]) {
    let room = layout.cell - gutter
    var lines = Array(repeating: TerminalLine(style: style), count: Self.lineCount)
    for (index, entry) in entries.enumerated() {
      for line in lines.indices {
        lines[line].skip(index * (layout.cell + layout.gap) - lines[line].column)
      }
      writeNumber(of: entry, .dim, to: &lines[0])
      lines[0].add(titleOf: entry.photo, room: room)
      lines[1].skip(gutter - layout.gap - 1)
      lines[1].add(heart: entry.isFavorite)
      lines[1].skip(layout.gap)
      writeFacts(of: entry, room: room, to: &lines[1])
    }
    for line in lines { line.write(to: &output) }
  }

  private func writeNumber(of entry: ListingEntry, _ ink: Ink?, to line: inout TerminalLine) {
    let cells = gutter - layout.gap
    line.add(FittedText(String(entry.number), cells: cells), ink, rightIn: cells)
    line.skip(layout.gap)
  }

  /// Writes a photo's look-alike, if there is one, and its facts
  private mutating func writeFacts(of entry: ListingEntry, room: Int, to line: inout TerminalLine) {
    let rest = line.add(lookAlike: entry.lookAlike, room: room)
    guard rest > 0 else { return }
    CellFacts(
      entry.photo, license: labels.license(of: entry.photo),
      provider: ProviderLabel.of(entry.photo.id.service), room: rest
    ).write(to: &line)
  }

  /// Writes each picture at the bottom of its place, or a placeholder for one that hasn't come
  private func writePictures(to output: inout [UInt8]) {
    var lines = Array(repeating: TerminalLine(style: style), count: pictureRows)
    for place in places {
      guard let blocks = blocks(at: place) else { continue }
      for (row, text) in zip(lines.indices.suffix(blocks.rows.count), blocks.rows) {
        lines[row].skip(place.column - lines[row].column)
        lines[row].put(FittedText(safe: text, width: blocks.box.columns))
      }
    }
    for line in lines { line.write(to: &output) }
  }

  private func blocks(at place: PicturePlace) -> HalfBlocks? {
    let photo = place.entry.photo
    if let picture = pictures[place.entry.number] {
      return HalfBlocks(picture, within: place.box, depth: style.depth)
    }
    return SmallPicture(before: photo).map {
      HalfBlocks($0, in: place.box.fitting(photo), depth: style.depth)
    }
  }

  private func writeAddress(of entry: ListingEntry, to output: inout [UInt8]) {
    var line = TerminalLine(style: style)
    writeNumber(of: entry, nil, to: &line)
    let address = entry.photo.page.printable
    line.put(FittedText(safe: address, width: address.utf8.count))
    line.write(to: &output)
  }
}

/// The place of a photo's picture in a row of a grid
package struct PicturePlace: Hashable, Sendable {
  package let entry: ListingEntry
  /// Terminal rows from the top of the printed row to the picture
  package let row: Int
  /// Terminal cells to the left of the picture
  package let column: Int
  /// The space that the picture may take
  package let box: PictureBox
}

/// The widths of a grid's columns
struct GridLayout: Hashable, Sendable {
  /// Least terminal cells of a cell, enough for its two lines
  static let minCellWidth = 10
  /// Least terminal cells of a cell if no number of columns is given
  static let preferredCellWidth = 34

  let columns: Int
  /// Terminal cells of one column, without the gap
  let cell: Int
  /// Blanks between two columns
  let gap: Int

  /// - Parameters:
  ///   - width: terminal cells of a line, limited to 10 to 10,000
  ///   - columns: reduced if a cell would have less than 10 terminal cells; nil for as many as fit
  ///     well
  init(width: Int, columns: Int?) {
    let width = min(max(width, 10), 10_000)
    let wanted = columns ?? (width + 2) / (Self.preferredCellWidth + 2)
    let fitting = (width + 1) / (Self.minCellWidth + 1)
    self.columns = max(1, min(wanted, fitting))
    gap = (width - 2 * (self.columns - 1)) / self.columns >= 16 ? 2 : 1
    cell = (width - gap * (self.columns - 1)) / self.columns
  }

  /// Terminal cells of the number and the blanks after it
  func gutter(for number: Int) -> Int {
    let digits = max(2, String(number).utf8.count)
    return min(digits, cell / 2) + gap
  }
}

/// The second line of a grid's cell: author, licence, pixels, provider and likes, if there is room
///
/// In a narrow cell the likes are dropped first. Then the licence is shortened (`BY-NC`) and the
/// pixels are written as megapixels. Next the author is cut, then the pixels are dropped, then the
/// author. In the narrowest cells the provider's name is cut, or stands alone. Unknown parts are
/// left out, and so is a provider that the licence names.
struct CellFacts {
  static let separator = FittedText(safe: " · ", width: 3)
  /// Combinations to try, the best first: the form of the pixels, and the least terminal cells for
  /// an author's name that is cut; nil keeps the name whole
  private static let fits: [(pixels: @Sendable (PixelSize?) -> FittedText, minWidth: Int?)] = [
    (PixelsLabel.text, nil), (PixelsLabel.megapixels, nil), (PixelsLabel.megapixels, 8),
    (PixelsLabel.megapixels, 5), ({ _ in nothing }, 8), ({ _ in nothing }, 2),
  ]
  /// Least terminal cells for a provider's name beside a licence
  private static let minProviderWidth = 4

  private let photo: Photo
  private var author: FittedText
  private var license: FittedText
  private let licenseInk: Ink
  private var pixels: FittedText
  private var provider: FittedText
  private let providerInk: Ink
  private var likes: FittedText

  /// - Parameter room: terminal cells of the line
  init(_ photo: Photo, license label: LicenseLabel, provider: ProviderLabel, room: Int) {
    self.photo = photo
    author = FittedText(photo.author?.name ?? "", cells: max(room, 0))
    license = label.whole
    licenseInk = label.ink
    pixels = PixelsLabel.text(for: photo.size)
    self.provider = label.names(provider) ? Self.nothing : provider.name
    providerInk = provider.ink
    likes = photo.likes.map(LikesLabel.text) ?? Self.nothing
    if width > room { likes = Self.nothing }
    if width > room { fit(room, label) }
    if width > room { cutProvider(room) }
  }

  private static let nothing = FittedText(safe: "", width: 0)

  /// Terminal cells of the whole line
  private var width: Int {
    let widths = [author.width, license.width, pixels.width, provider.width, likes.width]
    let parts = widths.count { $0 > 0 }
    return widths.reduce(0, +) + max(0, parts - 1) * Self.separator.width
  }

  /// Finds the first combination of pixels, licence and author that fits, and cuts the author to
  /// what is left
  private mutating func fit(_ room: Int, _ label: LicenseLabel) {
    let whole = author
    for (pixelForm, minWidth) in Self.fits {
      pixels = pixelForm(photo.size)
      // If the author's name has to be cut, only the shortest form of the licence is tried.
      for form in minWidth == nil ? label.forms : label.forms.suffix(1) {
        (author, license) = (whole, form)
        let rest = room - (width - whole.width)
        guard rest >= min(minWidth ?? .max, whole.width) else { continue }
        author = FittedText.cut(whole.text, to: rest)
        return
      }
    }
    author = Self.nothing
    let rest = room - (provider.width > 0 ? Self.separator.width + provider.width : 0)
    license = label.form(fitting: rest)
  }

  /// Cuts the provider's name beside the shortest licence; if too little of the name is left, drops
  /// the licence
  private mutating func cutProvider(_ room: Int) {
    guard provider.width > 0 else {
      license = FittedText.cut(license.text, to: room)
      return
    }
    let rest = room - license.width - Self.separator.width
    if rest < Self.minProviderWidth { license = Self.nothing }
    provider = FittedText.cut(provider.text, to: license.width > 0 ? rest : room)
  }

  func write(to line: inout TerminalLine) {
    let start = line.column
    func add(_ text: FittedText, _ ink: Ink?, link: WebAddress? = nil) {
      guard text.width > 0 else { return }
      if line.column > start { line.add(Self.separator, .dim) }
      line.add(text, ink, link: link?.terminalLink)
    }
    add(author, nil, link: photo.author?.address)
    add(license, licenseInk)
    add(pixels, .dim)
    add(provider, providerInk)
    add(likes, .dim)
  }
}

extension TerminalLine {
  /// Adds a photo's title, linked to its page
  mutating func add(titleOf photo: Photo, room: Int) {
    let title = FittedText(photo.title ?? photo.description ?? "", cells: room)
    let isKnown = title.width > 0
    add(
      isKnown ? title : FittedText("untitled", cells: room), isKnown ? .bold : .dim,
      link: photo.page.terminalLink)
  }

  /// Adds the number of the photo that another one looks like, if there is one
  ///
  /// - Returns: the terminal cells of a room that are left
  mutating func add(lookAlike: ListedPhoto?, room: Int) -> Int {
    guard let lookAlike else { return room }
    let mark = FittedText("≈ \(lookAlike.number)", cells: room)
    add(mark, .bold)
    let rest = room - mark.width - CellFacts.separator.width
    if rest > 0 { add(CellFacts.separator, .dim) }
    return rest
  }
}
