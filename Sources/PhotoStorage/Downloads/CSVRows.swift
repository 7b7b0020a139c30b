import Foundation

/// Reads the rows of `credits.csv`: comma-separated values (RFC 4180)
///
/// A quote only opens a cell at the cell's start; elsewhere it is text, as people type it.
struct CSVRows {
  /// The reader's position in a cell
  private enum Position { case start, plain, quoted, afterQuote }

  /// Most cells of a row to keep: more than ours have
  private static let maxCells = 64

  /// The cells of each row: all of the header, else those of the file, the id and the hash, and
  /// empty ones between them
  private(set) var rows: [[String]] = []
  /// The column of the picture's hash; nil if the header has none
  private var hashColumn: Int?
  /// The text that would end the last row; empty if it is complete
  private(set) var missing = ""

  private let bytes: Data
  /// How many bytes there are up to the end of each row
  private var ends: [Int] = []
  private var offset = 0
  private var row: [String] = []
  private var cell: [UInt8] = []
  private var position = Position.start

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let quote = UInt8(ascii: "\"")

  init(_ bytes: Data) {
    self.bytes = bytes
    offset = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    for byte in bytes.dropFirst(offset) {
      offset += 1
      read(byte)
      // More rows aren't needed: the file is refused.
      if rows.count > CreditsFile.maxRows + 1 { return }
    }
    guard position != .start || !row.isEmpty else { return }
    missing = position == .quoted ? "\"" + CreditsFile.lineEnd : CreditsFile.lineEnd
    endRow()
  }

  /// The text with a header of more columns, and an empty cell for each of these in each complete
  /// row
  func text(withColumns columns: [String]) -> [UInt8] {
    let cells = String(repeating: ",", count: columns.count - (rows.first?.count ?? 0))
    var text = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark : []
    text += (columns.joined(separator: ",") + CreditsFile.lineEnd).utf8
    for (start, end) in zip(ends, ends.dropFirst()) {
      let row = bytes[bytes.startIndex + start..<bytes.startIndex + end]
      let isTorn = end == bytes.count && !missing.isEmpty
      let lineEnd = row.suffix(2).filter { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
      text += row.dropLast(lineEnd.count)
      if !isTorn, row.count > lineEnd.count { text += cells.utf8 }
      text += lineEnd
    }
    return text
  }

  private mutating func read(_ byte: UInt8) {
    switch (position, byte) {
    case (.start, Self.quote): position = .quoted
    case (.quoted, Self.quote): position = .afterQuote
    case (.afterQuote, Self.quote):
      cell.append(byte)
      position = .quoted
    case (.quoted, _): cell.append(byte)
    case (_, UInt8(ascii: ",")): endCell()
    case (_, UInt8(ascii: "\n")): endRow()
    case (_, UInt8(ascii: "\r")): position = .plain
    default:
      cell.append(byte)
      position = .plain
    }
  }

  private mutating func endCell() {
    if row.count < Self.maxCells {
      let isKept = row.count < 2 || row.count == hashColumn || rows.isEmpty
      row.append(isKept ? String(decoding: cell, as: UTF8.self) : "")
    }
    cell.removeAll(keepingCapacity: true)
    position = .start
  }

  private mutating func endRow() {
    endCell()
    if rows.isEmpty { hashColumn = row.firstIndex { $0 == "sha256" } }
    rows.append(row)
    ends.append(offset)
    row = []
  }
}
