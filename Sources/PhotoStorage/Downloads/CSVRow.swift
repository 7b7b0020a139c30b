/// A row of comma-separated values (RFC 4180) that no spreadsheet takes for formulas
enum CSVRow {
  /// With its line end
  static func text(_ cells: [String]) -> String {
    cells.map(cell).joined(separator: ",") + "\r\n"
  }

  /// The rows of a text, each with its cells as they were before quoting
  static func rows(_ text: String) -> [[String]] {
    var (rows, row, cell) = ([[String]](), [String](), [UInt8]())
    var isQuoted = false
    func end() {
      row.append(String(decoding: cell, as: UTF8.self))
      cell = []
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted: end()
      case UInt8(ascii: "\n") where !isQuoted:
        end()
        rows.append(row)
        row = []
      case UInt8(ascii: "\r") where !isQuoted: continue
      default: cell.append(byte)
      }
    }
    if !row.isEmpty || !cell.isEmpty {
      end()
      rows.append(row)
    }
    return rows
  }

  private static func cell(_ text: String) -> String {
    var text = String(
      String.UnicodeScalarView(text.unicodeScalars.filter { !isHidden($0) }))
    if let first = text.unicodeScalars.first(where: { !$0.properties.isWhitespace }),
      "=+-@|".unicodeScalars.contains(first)
    {
      text = "'" + text
    }
    guard text.utf8.contains(where: { ",\"\n\r;".utf8.contains($0) }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  /// What no cell needs: control and bidirectional characters
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
      || scalar.properties.isBidiControl
  }
}
