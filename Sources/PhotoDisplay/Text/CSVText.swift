/// Text from outside as a cell of a CSV file
package enum CSVText {
  /// What begins a formula for one spreadsheet or another, in both widths
  private static let formulas = Set("=+-@\t\r\n|%＝＋－＠".unicodeScalars)

  /// One line, quoted where it has to be, and never a formula
  package static func cell(_ text: String) -> String {
    var line = SafeText.line(text)
    // What a spreadsheet may trim away must not hide what it would run.
    let isFormula = [text, line].contains { text in
      let first = text.unicodeScalars.first { !$0.properties.isWhitespace || formulas.contains($0) }
      return first.map(formulas.contains) ?? false
    }
    if isFormula { line = "'" + line }
    guard line.utf8.contains(where: needsQuotes) else { return line }
    return "\"" + line.replacing("\"", with: "\"\"") + "\""
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""): true
    default: byte < 0x20
    }
  }
}
