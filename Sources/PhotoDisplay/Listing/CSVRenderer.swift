package import PhotoSearch
import Platform
import Terminal

/// Comma-separated values (RFC 4180), beginning with the columns that img2dataset reads
///
/// A cell that begins like a formula gets an apostrophe before it, so that no spreadsheet runs it.
package struct CSVRenderer: ListingRenderer {
  private let role: Rendition.Role
  private let fields: FieldSelection?

  /// - Parameters:
  ///   - role: the rendition for `url`; width and height are the photo's own
  ///   - fields: the columns; nil for the usual ones
  package init(role: Rendition.Role, fields: FieldSelection? = nil) {
    (self.role, self.fields) = (role, fields)
  }

  package mutating func header() -> String {
    (fields?.names ?? FlatRow.columns).joined(separator: ",") + "\r\n"
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    let row = FlatRow(photo: entry.photo, role: role)
    let cells = fields?.cells(of: entry) ?? FlatRow.columns.map { row.value(of: $0) ?? "" }
    return cells.map(CSVText.cell).joined(separator: ",") + "\r\n"
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
    guard text.utf8.contains(where: needsQuotes) else { return text }
    return "\"" + text.replacing(each: "\"", by: "\"\"") + "\""
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""): true
    default: byte < 0x20
    }
  }
}
