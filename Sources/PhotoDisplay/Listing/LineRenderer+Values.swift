package import PhotoSearch
import Platform
import Terminal

extension LineRenderer {
  private static let flatColumns: [PhotoColumn] = [
    .url, .caption, .width, .height, .license, .licenseURL, .credit, .author, .page, .id, .provider,
  ]

  /// Rows of plain values, each a JSON object on its own line
  ///
  /// - Parameter role: the rendition for `url`; width and height are the photo's own
  package static func flat(role: Rendition.Role) -> LineRenderer {
    LineRenderer { entry in
      let line = JSONWriter.object(capacity: 1_024) { json in
        for column in flatColumns {
          json.member(named: column.rawValue)
          switch column {
          case .width: json.number(entry.photo.size?.width)
          case .height: json.number(entry.photo.size?.height)
          default: json.string(column.value(of: entry.photo, picture: role))
          }
        }
      }
      return line + "\n"
    }
  }

  /// Comma-separated values (RFC 4180), usually beginning with the columns that img2dataset reads
  ///
  /// A cell that begins like a formula gets an apostrophe before it, so that no spreadsheet runs
  /// it.
  package static func csv(_ columns: FieldSelection) -> LineRenderer {
    LineRenderer(head: columns.names.joined(separator: ",") + "\r\n") { entry in
      columns.cells(of: entry).map(CSVText.cell).joined(separator: ",") + "\r\n"
    }
  }
}

/// Text from outside as a cell of a CSV file
package enum CSVText {
  /// Characters that begin a formula in some spreadsheet, in normal and full width
  private static let formulas = Set("=+-@\t\r\n|%＝＋－＠".unicodeScalars)

  /// Text on one line, quoted if needed, and never a formula
  package static func cell(_ text: String) -> String {
    let line = SafeText.line(text)
    return quoted([text, line].contains(where: isFormula) ? "'" + line : line)
  }

  /// A row of cells, without its line end
  ///
  /// - Parameters:
  ///   - first: a text that other programs look up, such as a file's name, so it is only changed if
  ///     it would be a formula
  ///   - rest: cells to be treated by ``cell(_:)``
  package static func row(_ first: String, _ rest: [String]) -> String {
    let first = quoted(isFormula(first) ? "'" + first : first)
    return ([first] + rest.map(cell)).joined(separator: ",")
  }

  /// Blanks before the first character are skipped, because a spreadsheet may trim them
  private static func isFormula(_ text: String) -> Bool {
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace || formulas.contains($0) }
    return first.map(formulas.contains) ?? false
  }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || ",;\"".utf8.contains($0) }) else { return text }
    return "\"" + text.replacing(each: "\"", by: "\"\"") + "\""
  }
}
