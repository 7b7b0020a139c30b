package import PhotoSearch
import Terminal

/// Comma-separated values by RFC 4180, with the columns that img2dataset reads first
///
/// No cell is one that a spreadsheet would run: what begins like a formula has an apostrophe
/// before it.
package struct CSVRenderer: ListingRenderer {
  private static let columns = [
    "url", "caption", "width", "height", "license", "id", "author", "page", "credit",
    "license_url",
  ]

  private let role: Rendition.Role

  /// - Parameter role: which rendition `url` names; width and height are the photo's own
  package init(role: Rendition.Role) {
    self.role = role
  }

  package mutating func header() -> String {
    Self.columns.joined(separator: ",") + "\r\n"
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    let row = FlatRow(entry.photo, role: role)
    let cells = [
      row.url, row.caption, row.size.map { String($0.width) }, row.size.map { String($0.height) },
      row.license, row.id, row.author, row.page, row.credit, row.licenseURL,
    ]
    return cells.map { CSVText.cell($0 ?? "") }.joined(separator: ",") + "\r\n"
  }
}

/// Text from outside as a cell of a CSV file
package enum CSVText {
  /// What begins a formula for one spreadsheet or another, in both widths
  private static let formulas = Set("=+-@\t\r\n|%＝＋－＠".unicodeScalars)

  /// One line, quoted where it has to be, and never a formula
  package static func cell(_ text: String) -> String {
    let line = SafeText.line(text)
    return quoted([text, line].contains(where: isFormula) ? "'" + line : line)
  }

  /// Cells as a row, without its line end
  ///
  /// - Parameters:
  ///   - first: a text that is to be found again as it is, such as a file's name: never a formula,
  ///     and but for that nothing is changed in it
  ///   - rest: each as ``cell(_:)`` has it
  package static func row(_ first: String, _ rest: [String]) -> String {
    let first = quoted(isFormula(first) ? "'" + first : first)
    return ([first] + rest.map(cell)).joined(separator: ",")
  }

  /// Also behind blanks, which a spreadsheet may trim
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
