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

  /// What a spreadsheet may trim away must not hide what it would run.
  private static func isFormula(_ text: String) -> Bool {
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace || formulas.contains($0) }
    return first.map(formulas.contains) ?? false
  }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: needsQuotes) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""): true
    default: byte < 0x20
    }
  }
}
