package import Foundation
package import PhotoSearch
import Platform
import Synchronization

/// The file `credits.csv` in a folder of pictures, with a row of credit for each picture
///
/// Several programs may add to it at once. A row that a crash cut off is closed before the next one
/// is added. Rows that were read stay in memory; later only those that other programs added are
/// read.
package final class CreditsFile: PictureCredits {
  private static let columns = [
    "file", "id", "title", "author", "license", "license_url", "page", "credit",
  ]
  fileprivate static let lineEnd = "\r\n"
  /// The header row, with its line end
  package static let header = columns.joined(separator: ",") + lineEnd

  /// Most bytes of a file that is read
  private static let maxBytes = 64_000_000
  /// Most rows of a file that is read
  fileprivate static let maxRows = 200_000

  private let url: URL
  private let row: @Sendable (_ first: String, _ rest: [String]) -> String
  private let contents = Mutex(Contents())

  package let form: SidecarForm? = nil

  /// - Parameters:
  ///   - folder: the folder of the pictures
  ///   - row: makes a CSV row without its line end from cells: the first, the file's name, stays as
  ///     it is, and the others are made safe for a spreadsheet
  package init(
    in folder: URL, row: @escaping @Sendable (_ first: String, _ rest: [String]) -> String
  ) {
    url = Self.url(in: folder)
    self.row = row
  }

  package func owners(of files: [String]) throws -> [String: PhotoID] {
    guard let credits = try RegularFile.existing(url, O_RDWR | O_APPEND) else { return [:] }
    return try contents.withLock { contents in
      try update(&contents, from: credits)
      return contents.owners
    }
  }

  package func ownersInOtherForms(of files: [String]) -> [String: PhotoID] {
    CreditSidecars.owners(ofPicturesIn: files, in: url.deletingLastPathComponent())
  }

  package func keep(_ photo: Photo, file: String) throws {
    try contents.withLock { contents in
      let credits = try RegularFile.opened(url, O_RDWR | O_CREAT | O_APPEND)
      guard flock(credits.descriptor, LOCK_EX) == 0 else { throw FileFault(writing: url) }
      try update(&contents, from: credits)
      if let owner = contents.owners[file] {
        guard owner != photo.id else { return }
        let picture = url.deletingLastPathComponent().appending(path: file)
        guard !RegularFile.isThere(picture) else { throw DownloadFault.nameTaken(file) }
      }
      let added = Data((contents.missing + text(of: photo, file: file)).utf8)
      do {
        try added.withUnsafeBytes { try $0.write(to: credits.descriptor) }
      } catch {
        throw FileFault(writing: url, after: error)
      }
      contents.added(added.count, photo.id, file: file)
    }
  }

  /// The photo of each file in a folder, from its `credits.csv`; empty if that can't be read
  static func owners(in folder: URL) -> [String: PhotoID] {
    do {
      guard let credits = try RegularFile.existing(url(in: folder), O_RDONLY) else { return [:] }
      var contents = Contents()
      try contents.update(from: credits, header: nil, limit: maxBytes)
      return contents.owners
    } catch {
      return [:]
    }
  }

  private static func url(in folder: URL) -> URL { folder.appending(path: "credits.csv") }

  /// A photo's row, with its line end
  private func text(of photo: Photo, file: String) -> String {
    let cells = [
      photo.id.description, photo.title, photo.author?.name, photo.license?.id,
      photo.license?.address?.text, photo.page.text, photo.credit.text,
    ]
    return row(file, cells.map { $0 ?? "" }) + Self.lineEnd
  }

  private func update(_ contents: inout Contents, from credits: OpenFile) throws {
    do {
      try contents.update(from: credits, header: Self.header, limit: Self.maxBytes)
    } catch is Contents.Foreign {
      throw FileFault.cannotWrite(path: url.path, reason: DownloadFault.foreignCredits)
    } catch is Contents.TooLarge {
      throw FileFault.cannotWrite(path: url.path, reason: DownloadFault.manyCredits)
    } catch {
      throw FileFault(writing: url, after: error)
    }
  }
}

/// The part of the file that has been read
private struct Contents {
  /// The file has other columns
  struct Foreign: Error {}
  /// The file is too large to be read
  struct TooLarge: Error {}

  /// The photo of each file, by the file's name; the last row of a name counts
  private(set) var owners: [String: PhotoID] = [:]
  /// Text to write before the next row: the end of an unfinished row, or the rest of the header
  private(set) var missing = ""

  private var device: dev_t = 0
  private var inode: ino_t = 0
  /// Bytes read so far
  private var length = 0

  /// Reads the rows added since the last call; reads all if the file was replaced or became shorter
  ///
  /// - Parameters:
  ///   - header: the first row to require; nil accepts any row that begins like it
  ///   - limit: most bytes of the file
  /// - Throws: ``Foreign``, ``TooLarge``, and what reading throws.
  mutating func update(from file: OpenFile, header: String?, limit: Int) throws {
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else {
      throw CocoaError(.fileReadUnknown)
    }
    guard status.st_size <= limit else { throw TooLarge() }
    let isSame = status.st_dev == device && status.st_ino == inode
    if isSame, Int(status.st_size) == length { return }
    if isSame, status.st_size > length, length > 0, missing.isEmpty {
      // The byte before the new ones must end our last row; if not, the file was rewritten.
      let added = try Self.bytes(of: file, from: length - 1, limit)
      if added.first == UInt8(ascii: "\n") {
        return try take(CSVRows(added.dropFirst()), added.count - 1)
      }
    }
    let all = try Self.bytes(of: file, from: 0, limit)
    self = Contents()
    (device, inode) = (status.st_dev, status.st_ino)
    if let header, all.count < header.utf8.count, header.utf8.starts(with: all) {
      missing = String(decoding: header.utf8.dropFirst(all.count), as: UTF8.self)
      length = all.count
      return
    }
    let rows = CSVRows(all)
    let isOurs = header.map { CSVRows(Data($0.utf8)).rows.first == rows.rows.first }
    guard isOurs ?? rows.rows.first?.starts(with: ["file", "id"]) ?? false else {
      throw Foreign()
    }
    try take(rows, all.count)
  }

  /// Notes that ``missing`` and a row were appended to the file
  ///
  /// - Parameter count: how many bytes that were
  mutating func added(_ count: Int, _ owner: PhotoID, file: String) {
    length += count
    missing = ""
    owners[file] = owner
  }

  private mutating func take(_ rows: CSVRows, _ count: Int) throws {
    guard owners.count + rows.rows.count <= CreditsFile.maxRows else {
      self = Contents()
      throw TooLarge()
    }
    length += count
    missing = rows.missing
    // A row that ends in its second cell may have been cut off there.
    for row in rows.rows where row.count > 2 {
      if let id = PhotoID(row[1]) { owners[row[0]] = id }
    }
  }

  private static func bytes(
    of file: OpenFile, from offset: Int, _ limit: Int
  ) throws -> Data {
    lseek(file.descriptor, off_t(offset), SEEK_SET)
    guard let bytes = try OpenFile.bytes(of: file.descriptor, atMost: limit) else {
      throw TooLarge()
    }
    return Data(bytes)
  }
}

/// Reads rows of comma-separated values (RFC 4180)
///
/// A quote only opens a cell at the cell's start; elsewhere it is text, as people type it.
private struct CSVRows {
  /// The reader's position in a cell
  private enum Position { case start, plain, quoted, afterQuote }

  /// Most cells of a row to keep: more than any header row of ours has
  private static let maxCells = 9

  /// The first cells of each row, unquoted; rows with less than three cells, which name no photo,
  /// are dropped
  private(set) var rows: [[String]] = []
  /// The text that would end the last row; empty if it is complete
  private(set) var missing = ""

  /// Whether the header row has been read. It is kept even if its columns aren't ours
  private var hasFirst = false
  private var row: [String] = []
  private var cell: [UInt8] = []
  private var position = Position.start

  /// - Parameter bytes: begin at the start of a row
  init(_ bytes: Data) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for byte in bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0) {
      take(byte)
      // More rows aren't needed: the file is refused.
      if rows.count > CreditsFile.maxRows { return }
    }
    guard position != .start || !row.isEmpty else { return }
    missing = position == .quoted ? "\"" + CreditsFile.lineEnd : CreditsFile.lineEnd
    endRow()
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
    if row.count < (hasFirst ? 3 : Self.maxCells) {
      row.append(String(decoding: cell, as: UTF8.self))
    }
    cell.removeAll(keepingCapacity: true)
    position = .start
  }

  private mutating func endRow() {
    endCell()
    if !hasFirst || row.count > 2 { rows.append(row) }
    hasFirst = true
    row = []
  }
}
