import Foundation

/// Rows of comma-separated values (RFC 4180), as they are read
///
/// A quote opens a cell at its start alone. Elsewhere it is text, as people type it.
struct CSVRows {
  /// Where in a cell the reading is
  private enum Place { case start, plain, quoted, afterQuote }

  /// Each with its cells, as they were before quoting
  private(set) var rows: [[String]] = []
  /// What closes the last row; empty when it has its line end
  private(set) var missing = ""

  private var row: [String] = []
  private var cell: [UInt8] = []
  private var place = Place.start

  /// - Parameter bytes: from the start of a row
  init(_ bytes: Data) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for byte in bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0) { take(byte) }
    guard place != .start || !row.isEmpty else { return }
    missing = place == .quoted ? "\"\r\n" : "\r\n"
    endRow()
  }

  private mutating func take(_ byte: UInt8) {
    let isQuote = byte == UInt8(ascii: "\"")
    switch place {
    case .start where isQuote: place = .quoted
    case .quoted where isQuote: place = .afterQuote
    case .quoted: cell.append(byte)
    case .afterQuote where isQuote:
      cell.append(byte)
      place = .quoted
    case .start, .plain, .afterQuote: takePlain(byte)
    }
  }

  private mutating func takePlain(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: ","): endCell()
    case UInt8(ascii: "\n"): endRow()
    case UInt8(ascii: "\r"): place = .plain
    default:
      cell.append(byte)
      place = .plain
    }
  }

  private mutating func endCell() {
    row.append(String(decoding: cell, as: UTF8.self))
    cell.removeAll(keepingCapacity: true)
    place = .start
  }

  private mutating func endRow() {
    endCell()
    rows.append(row)
    row = []
  }
}
