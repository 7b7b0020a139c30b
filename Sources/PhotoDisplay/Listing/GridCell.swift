import PhotoSearch

/// One photo in a grid: a few lines of text that fit the cell
struct GridCell {
  /// A line that may hold escape sequences, and the cells it takes on the terminal
  struct Line {
    var text: String
    var width: Int
  }

  let entry: ListingEntry
  let license: LicenseLabel
  let style: TerminalStyle
  /// Cells of a whole cell
  let width: Int
  /// Of them, for the number and the blanks after it
  let gutter: Int
  /// Blanks at the end of the gutter
  let gap: Int

  /// Four lines, five where the cell is narrow
  var lines: [Line] {
    let isNarrow = room < 25
    return [title, author] + (isNarrow ? [provider, pixels] : [providerAndPixels])
      + [licenseAndLikes]
  }

  private var room: Int { width - gutter }
  private var photo: Photo { entry.photo }

  private var title: Line {
    let number = FittedText(String(entry.number), cells: gutter - gap)
    let margin = blanks(gutter - gap - number.width) + style.text(number.text, .dim) + blanks(gap)
    var title = FittedText(photo.title ?? photo.description ?? "", cells: room)
    let isKnown = title.width > 0
    if !isKnown { title = FittedText("untitled", cells: room) }
    let text = style.link(style.text(title.text, isKnown ? .bold : .dim), to: photo.page)
    return Line(text: margin + text, width: gutter + title.width)
  }

  private var author: Line {
    let margin =
      entry.isFavorite
      ? blanks(gutter - gap - 1) + style.text("♥", .red) + blanks(gap) : blanks(gutter)
    let name = FittedText(photo.author?.name ?? "", cells: room)
    guard name.width == 0 else {
      return Line(text: margin + name.text, width: gutter + name.width)
    }
    let unnamed = FittedText("unnamed author", cells: room)
    return Line(text: margin + style.text(unnamed.text, .dim), width: gutter + unnamed.width)
  }

  private var providerAndPixels: Line {
    let pixels = PixelsLabel.text(for: photo.size, cells: room)
    let provider = FittedText(photo.provider.rawValue, cells: max(1, room - pixels.width - 3))
    return dim(
      FittedText(
        safe: "\(provider.text) · \(pixels.text)", width: provider.width + 3 + pixels.width))
  }

  private var provider: Line { dim(FittedText(photo.provider.rawValue, cells: room)) }

  private var pixels: Line { dim(PixelsLabel.text(for: photo.size, cells: room)) }

  private var licenseAndLikes: Line {
    let name = license.fitted(to: room)
    let text = blanks(gutter) + style.text(name.text, license.ink)
    let line = Line(text: text, width: gutter + name.width)
    guard let likes = photo.likes else { return line }
    let count = " · ♡ \(Counts.short(likes))"
    let width = 5 + Counts.short(likes).utf8.count
    guard line.width + width <= self.width else { return line }
    return Line(text: line.text + style.text(count, .dim), width: line.width + width)
  }

  private func dim(_ text: FittedText) -> Line {
    Line(text: blanks(gutter) + style.text(text.text, .dim), width: gutter + text.width)
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
