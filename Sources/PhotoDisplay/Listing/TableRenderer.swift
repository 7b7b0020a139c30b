import PhotoSearch
import Pictures
import Platform
package import Terminal

/// One line per photo in columns, whose widths are known before the first row
///
///     #    TITLE                        LICENCE          AUTHOR        PIXELS     PROVIDER
///     1    Kittens                      CC BY 2.0        Jane Doe      4000×3000  flickr
///
/// The title comes first and is the widest. A narrow table drops the pixels, then the author. There
/// is no column for ids, as commands take the number instead.
package struct TableRenderer: ListingRenderer {
  private let columns: TableColumns
  private let style: TerminalStyle
  private var labels = PhotoLabels()

  /// - Parameter width: terminal cells of a line; fewer than 40 count as 40
  package init(width: Int, style: TerminalStyle) {
    columns = TableColumns(width: width)
    self.style = style
  }

  package mutating func header() -> String {
    var line = TerminalLine(style: style)
    add(FittedText(safe: "#", width: 1), mark: false, to: &line)
    let names = [
      ("TITLE", columns.title), ("LICENCE", columns.license), ("AUTHOR", columns.author),
      ("PIXELS", columns.pixels), ("PROVIDER", columns.provider),
    ]
    for (name, cells) in names { add(FittedText(name, cells: cells), .dim, cells, to: &line) }
    return line.text + "\n"
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    let photo = entry.photo
    var line = TerminalLine(style: style)
    let number = String(entry.number)
    add(FittedText(safe: number, width: number.utf8.count), mark: entry.isFavorite, to: &line)
    // If a number is wider than its column, the title is shortened.
    var room = max(1, columns.title - max(0, line.column - TableColumns.margin))
    room = max(1, line.add(lookAlike: entry.lookAlike, room: room))
    let end = line.column + room + TableColumns.gap
    line.add(titleOf: photo, room: room)
    line.skip(end - line.column)
    let license = labels.license(of: photo)
    add(license.form(fitting: columns.license), license.ink, columns.license, to: &line)
    let author = FittedText(photo.author?.name ?? "", cells: columns.author)
    add(author, nil, columns.author, link: photo.author?.address, to: &line)
    let pixels = PixelsLabel.text(for: photo.size)
    let short = pixels.width > columns.pixels ? PixelsLabel.megapixels(of: photo.size) : pixels
    add(short, .dim, columns.pixels, to: &line)
    let provider = ProviderLabel.of(photo.id.service)
    add(provider.name, provider.ink, columns.provider, to: &line)
    return line.text + "\n" + (style.addresses ? "\(photo.page.printable)\n" : "")
  }

  private func add(_ number: FittedText, mark: Bool, to line: inout TerminalLine) {
    line.add(number, .dim, rightIn: TableColumns.number)
    line.skip(1)
    line.add(heart: mark)
    line.skip(1)
  }

  private func add(
    _ text: FittedText, _ ink: Ink?, _ cells: Int, link: WebAddress? = nil,
    to line: inout TerminalLine
  ) {
    guard cells > 0 else { return }
    let text = text.width > cells ? FittedText.cut(text.text, to: cells) : text
    line.add(text, ink, link: link?.terminalLink)
    line.skip(cells - text.width + TableColumns.gap)
  }
}

/// The widths of a table's columns in terminal cells, all known before the first row
struct TableColumns: Hashable, Sendable {
  /// Blanks between two columns
  static let gap = 2
  static let number = 4
  /// Terminal cells before the title: the number, a blank, the mark of a favorite and a blank
  static let margin = number + 3

  /// 0 for a column that is dropped because there is no room
  let title, license, author, pixels, provider: Int

  /// - Parameter width: terminal cells of a line, limited to 40 to 10,000
  init(width: Int) {
    let total = min(max(width, 40), 10_000)
    // The widths fit the longest common licences: `Unsplash License`, `All rights reserved`
    switch total {
    case ..<60: (license, author, pixels, provider) = (8, 0, 0, 9)
    case ..<72: (license, author, pixels, provider) = (16, 0, 0, 9)
    case ..<100: (license, author, pixels, provider) = (16, 13, 0, 9)
    case ..<140: (license, author, pixels, provider) = (19, 18, 11, 9)
    default: (license, author, pixels, provider) = (19, 28, 11, 12)
    }
    let others = [license, author, pixels, provider].filter { $0 > 0 }
    title = total - Self.margin - others.reduce(0) { $0 + $1 + Self.gap }
  }
}

extension LineRenderer {
  /// One line per photo for programs: full values separated by tabs, in a fixed order
  ///
  /// For `cut`, `awk -F'\t'` and the like. A value contains no tab and no line break, and is empty
  /// if it is unknown. New columns are added at the end, because scripts count columns from the
  /// left.
  ///
  /// - Parameter fields: the columns; nil for the usual ones
  package static func tabbed(_ fields: FieldSelection? = nil) -> LineRenderer {
    let names = [
      "#", "TITLE", "LICENCE", "AUTHOR", "PIXELS", "PROVIDER", "ID", "PAGE", "LOOKS LIKE",
    ]
    return LineRenderer(head: line(fields?.names ?? names)) { entry in
      line(fields?.cells(of: entry) ?? values(of: entry))
    }
  }

  fileprivate static func values(of entry: ListingEntry) -> [String] {
    let photo = entry.photo
    return [
      String(entry.number), photo.title ?? photo.description ?? "", photo.license?.name ?? "",
      photo.author?.name ?? "", PixelsLabel.text(for: photo.size).text, photo.provider.rawValue,
      photo.id.description, photo.page.printable, entry.lookAlike.map { String($0.number) } ?? "",
    ]
  }

  private static func line(_ values: [String]) -> String {
    values.map { SafeText.line($0) }.joined(separator: "\t") + "\n"
  }
}

/// A table for a program in which a person chooses photos
package enum ChoiceTable {
  /// A line with the names of the columns, then one for each photo: its number and its id, to be
  /// read back, and its columns, aligned, with tabs between the three
  ///
  /// - Parameter width: terminal cells of the columns
  package static func lines(of entries: [ListingEntry], width: Int) -> String {
    // Where there is room, the licence and the author stand beside the title.
    let title = width - (width < 60 ? 15 : 33)
    var table = TextTable([
      .init("#"), .init("TITLE"), .init("LICENCE", rank: 2), .init("AUTHOR", rank: 3),
      .init("PROVIDER", rank: 1),
    ])
    var names = ["#\tID"]
    for entry in entries {
      let row = LineRenderer.values(of: entry).map { SafeText.line($0) }
      table.add(
        [row[0], SafeText.line(row[1], cells: title), row[2], row[3], row[5]].map { .init($0) })
      names.append("\(row[0])\t\(row[6])")
    }
    return zip(names, table.text(width: width, style: .plain).components(at: "\n"))
      .map { "\($0)\t\($1)\n" }.joined()
  }
}
