import PhotoSearch

/// Where one cell of a grid is, and how its lines are written
struct GridCell {
  /// The line of each part; a narrow cell has one line more
  private enum Row {
    static let title = 0
    static let author = 1
    static let provider = 2
  }

  /// Cells of a whole cell
  let width: Int
  /// Of them, for the number and the blanks after it
  let gutter: Int
  /// Blanks at the end of the gutter
  let gap: Int

  /// Four lines, five where there is no room for provider and pixels on one
  static func lineCount(width: Int, gutter: Int) -> Int {
    width - gutter < 25 ? 5 : 4
  }

  private var room: Int { width - gutter }

  /// Adds a photo to the lines of its row, and leaves each at the end of the cell
  func write(_ entry: ListingEntry, _ license: LicenseLabel, to lines: inout [TerminalLine]) {
    let end = lines[0].column + width
    writeTitle(of: entry, to: &lines[Row.title])
    writeAuthor(of: entry, to: &lines[Row.author])
    let isWide = lines.count == 4
    let pixels = PixelsLabel.text(for: entry.photo.size, cells: isWide ? room - 8 : room)
    let provider = entry.photo.provider.rawValue
    if isWide {
      write(provider, pixels, to: &lines[Row.provider])
    } else {
      write(FittedText(provider, cells: room), to: &lines[Row.provider])
      write(pixels, to: &lines[Row.provider + 1])
    }
    write(license, likes: entry.photo.likes, to: &lines[lines.count - 1])
    for index in lines.indices { lines[index].skip(end - lines[index].column) }
  }

  private func writeTitle(of entry: ListingEntry, to line: inout TerminalLine) {
    let number = FittedText(String(entry.number), cells: gutter - gap)
    line.skip(gutter - gap - number.width)
    line.add(number, .dim)
    line.skip(gap)
    let title = FittedText(entry.photo.title ?? entry.photo.description ?? "", cells: room)
    let isKnown = title.width > 0
    line.add(
      isKnown ? title : FittedText("untitled", cells: room), isKnown ? .bold : .dim,
      link: entry.photo.page)
  }

  private func writeAuthor(of entry: ListingEntry, to line: inout TerminalLine) {
    line.skip(gutter - gap - 1)
    if entry.isFavorite {
      line.add(FittedText(safe: "♥", width: 1), .red)
    } else {
      line.skip(1)
    }
    line.skip(gap)
    let name = FittedText(entry.photo.author?.name ?? "", cells: room)
    if name.width > 0 {
      line.add(name)
    } else {
      line.add(FittedText("unnamed author", cells: room), .dim)
    }
  }

  private func write(_ provider: String, _ pixels: FittedText, to line: inout TerminalLine) {
    line.skip(gutter)
    line.begin(.dim)
    line.put(FittedText(provider, cells: room - pixels.width - 3))
    line.put(FittedText(safe: " · ", width: 3))
    line.put(pixels)
    line.end(.dim)
  }

  private func write(_ text: FittedText, to line: inout TerminalLine) {
    line.skip(gutter)
    line.add(text, .dim)
  }

  private func write(_ license: LicenseLabel, likes: Int?, to line: inout TerminalLine) {
    let name = license.fitted(to: room)
    line.skip(gutter)
    line.add(name, license.ink)
    guard let likes else { return }
    let count = Counts.short(likes)
    guard name.width + 5 + count.utf8.count <= room else { return }
    line.begin(.dim)
    line.put(FittedText(safe: " · ♡ ", width: 5))
    line.put(FittedText(safe: count, width: count.utf8.count))
    line.end(.dim)
  }
}
