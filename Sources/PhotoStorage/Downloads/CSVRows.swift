import Foundation

/// Reads the rows of `credits.csv`: comma-separated values (RFC 4180)
///
/// A quote only opens a cell at the cell's start; elsewhere it is text, as people type it.
struct CSVRows {
  /// The reader's position in a cell
  private enum Position { case start, plain, quoted, afterQuote }

  /// The columns whose cells are kept, and most cells of a header to keep: more than ours have
  private static let (kept, maxCells) = (["file", "id", "sha256"], 64)

  /// The cells of the header row; nil if there is none
  private(set) var header: [String]?
  /// The kept cells of each other row, by their column's name. A row that ends in its second cell,
  /// the id, is dropped, as it may have been cut off there
  private(set) var rows: [[String: String]] = []
  /// The text that would end the last row; empty if it is complete
  private(set) var missing = ""

  private let bytes: Data
  /// How many bytes there are up to the end of each row, dropped ones too
  private var ends: [Int] = []
  private var place = 0
  /// The cells of the row so far: of the header, or of another row
  private var names: [String] = []
  private var row: [String: String] = [:]
  private var column = 0
  private var cell: [UInt8] = []
  private var position = Position.start

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Parameters:
  ///   - bytes: begin at the start of a row
  ///   - header: the cells of the header row if it is before them
  init(_ bytes: Data, header: [String]? = nil) {
    (self.bytes, self.header) = (bytes, header)
    place = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    for byte in bytes.dropFirst(place) {
      place += 1
      take(byte)
      // More rows aren't needed: the file is refused.
      if rows.count > CreditsFile.maxRows { return }
    }
    guard position != .start || column > 0 else { return }
    missing = position == .quoted ? "\"" + CreditsFile.lineEnd : CreditsFile.lineEnd
    endRow()
  }

  /// The text with a header of more columns, and an empty cell for each of these in each complete
  /// row
  func widened(to columns: [String]) -> [UInt8] {
    let cells = String(repeating: ",", count: columns.count - (header?.count ?? 0))
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

  private mutating func take(_ byte: UInt8) {
    let isQuote = byte == UInt8(ascii: "\"")
    switch position {
    case .start where isQuote: position = .quoted
    case .quoted where isQuote: position = .afterQuote
    case .quoted: cell.append(byte)
    case .afterQuote where isQuote:
      cell.append(byte)
      position = .quoted
    case .start, .plain, .afterQuote: takePlain(byte)
    }
  }

  private mutating func takePlain(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: ","): endCell()
    case UInt8(ascii: "\n"): endRow()
    case UInt8(ascii: "\r"): position = .plain
    default:
      cell.append(byte)
      position = .plain
    }
  }

  private mutating func endCell() {
    if let header {
      if column < header.count, Self.kept.contains(header[column]) {
        row[header[column]] = String(decoding: cell, as: UTF8.self)
      }
    } else if column < Self.maxCells {
      names.append(String(decoding: cell, as: UTF8.self))
    }
    column += 1
    cell.removeAll(keepingCapacity: true)
    position = .start
  }

  private mutating func endRow() {
    endCell()
    if header == nil { header = names } else if column > 2 { rows.append(row) }
    ends.append(place)
    (row, column) = ([:], 0)
  }
}
