import Foundation
import PhotoSearch

/// What was read of `credits.csv`, and how far
struct CreditsContents {
  /// It is a file of other columns
  struct Foreign: Error {}

  /// Whose files are, by their names; the last row counts
  private(set) var owners: [String: PhotoID] = [:]
  /// What is to be written before another row: what closes the last one, or the rest of the header
  private(set) var missing = ""

  private var device: dev_t = 0
  private var inode: ino_t = 0
  /// Bytes
  private var length = 0

  /// Reads what came since; all of it, when the file is another or became shorter
  ///
  /// - Parameter header: the first row that it is to have; nil takes any that begins as it
  /// - Throws: ``Foreign``, and what reading throws.
  mutating func update(from handle: FileHandle, header: String?) throws {
    var status = stat()
    guard fstat(handle.fileDescriptor, &status) == 0 else {
      throw CocoaError(.fileReadUnknown)
    }
    let isSame = status.st_dev == device && status.st_ino == inode
    if isSame, Int(status.st_size) == length { return }
    if isSame, status.st_size > length, length > 0, missing.isEmpty {
      // Where our last row ended there is a line end still, unless all was written anew.
      let added = try Self.bytes(of: handle, from: length - 1)
      if added.first == UInt8(ascii: "\n") {
        return take(CSVRows(added.dropFirst()), added.count - 1)
      }
    }
    let all = try Self.bytes(of: handle, from: 0)
    self = CreditsContents()
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
    take(rows, all.count)
  }

  /// Somebody wrote ``missing`` and a row at the end
  ///
  /// - Parameter count: bytes
  mutating func added(_ count: Int, _ owner: PhotoID, file: String) {
    length += count
    missing = ""
    owners[file] = owner
  }

  private mutating func take(_ rows: CSVRows, _ count: Int) {
    length += count
    missing = rows.missing
    // A row that ends with its second cell may have been cut off in it.
    for row in rows.rows where row.count > 2 {
      if let id = PhotoID(row[1]) { owners[row[0]] = id }
    }
  }

  private static func bytes(of handle: FileHandle, from offset: Int) throws -> Data {
    try handle.seek(toOffset: UInt64(offset))
    return try handle.readToEnd() ?? Data()
  }
}
