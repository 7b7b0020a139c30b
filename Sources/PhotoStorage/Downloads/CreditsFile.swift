package import Foundation
package import PhotoSearch
package import Pictures
import Platform
import Synchronization

/// The file `credits.csv` in a folder of pictures, with a row of credit for each picture
///
/// Several programs may add to it at once. A row that a crash cut off is closed before the next one
/// is added. Rows that were read stay in memory; later only those that other programs added are
/// read.
package final class CreditsFile: PictureCredits {
  /// The columns of version 0.2.0
  fileprivate static let oldColumns = [
    "file", "id", "title", "author", "license", "license_url", "page", "credit",
  ]
  /// Columns of the file itself
  static let factColumns = [hashColumn, "bytes", "width", "height"]
  private static let hashColumn = "sha256"
  static let columns = oldColumns + factColumns
  /// The place of a file's hash in its row
  static let hashPlace = columns.firstIndex(of: hashColumn)
  static let lineEnd = "\r\n"
  /// The header row, with its line end
  package static let header = columns.joined(separator: ",") + lineEnd

  /// Most bytes of a file that is read
  private static let maxBytes = 64_000_000
  /// Most rows of a file that is read
  static let maxRows = 200_000

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

  package func keep(_ photo: Photo, file: String, facts: PictureFacts?) throws {
    try contents.withLock { contents in
      let credits = try locked(&contents)
      if let owner = contents.owners[file], owner == photo.id {
        // A picture that was saved again may be another file.
        guard let facts, contents.hashes[file] != facts.sha256 else { return }
      } else if contents.owners[file] != nil {
        let picture = url.deletingLastPathComponent().appending(path: file)
        guard !RegularFile.isThere(picture) else { throw DownloadFault.nameTaken(file) }
      }
      let added = Data((contents.missing + text(of: photo, file: file, facts)).utf8)
      try using(url) { try added.withUnsafeBytes { try $0.write(to: credits.descriptor) } }
      contents.added(added.count, photo.id, facts?.sha256, file: file)
    }
  }

  /// The file, locked for this program, with all columns
  private func locked(_ contents: inout Contents) throws -> OpenFile {
    var triesLeft = 5
    while true {
      triesLeft -= 1
      let credits = try RegularFile.opened(url, O_RDWR | O_CREAT | O_APPEND)
      guard flock(credits.descriptor, LOCK_EX) == 0 else { throw FileFault(writing: url) }
      // While this one waited, another program may have replaced the file. Some file systems change
      // inode numbers, so the last try is trusted.
      let isInPlace = OpenFolder.current.holds(credits.descriptor, as: url.path)
      guard isInPlace || triesLeft <= 0 else { continue }
      try update(&contents, from: credits)
      guard contents.isOld else { return credits }
      try replaceOld(credits)
      contents = Contents()
    }
  }

  /// Replaces a file without the columns of the picture's facts by one with them
  private func replaceOld(_ credits: OpenFile) throws {
    let new = try FileReplacement.of(url, permissions: 0o644)
    try new.fill { new in
      let old = try Contents.bytes(of: credits, from: 0, Self.maxBytes)
      try CSVRows(old).widened.withUnsafeBytes { try $0.write(to: new) }
    }
    try new.finish()
  }

  /// The photo of each file in a folder, from its `credits.csv`; empty if that can't be read
  static func owners(in folder: URL) -> [String: PhotoID] {
    ifReadable {
      guard let credits = try RegularFile.existing(url(in: folder), O_RDONLY) else { return nil }
      var contents = Contents()
      try contents.update(from: credits, header: nil, limit: maxBytes)
      return contents.owners
    } ?? [:]
  }

  private static func url(in folder: URL) -> URL { folder.appending(path: "credits.csv") }

  /// A photo's row, with its line end
  private func text(of photo: Photo, file: String, _ facts: PictureFacts?) -> String {
    let cells: [String?] = [
      photo.id.description, photo.title, photo.author?.name, photo.license?.id,
      photo.license?.address?.text, photo.page.text, photo.credit.text,
      facts?.sha256, facts.map { "\($0.bytes)" }, facts?.size.map { "\($0.width)" },
      facts?.size.map { "\($0.height)" },
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
  /// The hash of each file, as far as it is known
  private(set) var hashes: [String: String] = [:]
  /// Whether the file lacks the columns of the picture's facts
  private(set) var isOld = false
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
    guard let status = stat(of: file.descriptor) else { throw CocoaError(.fileReadUnknown) }
    guard status.st_size <= limit else { throw TooLarge() }
    let isSame = status.st_dev == device && status.st_ino == inode
    if isSame, Int(status.st_size) == length { return }
    if isSame, status.st_size > length, length > 0, missing.isEmpty {
      // The byte before the new ones must end our last row; if not, the file was rewritten.
      let added = try Self.bytes(of: file, from: length - 1, limit)
      if added.first == UInt8(ascii: "\n") {
        return try take(CSVRows(added.dropFirst(), afterHeader: true), added.count - 1)
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
    isOld = rows.rows.first == CreditsFile.oldColumns
    let isOurs = header.map { isOld || CSVRows(Data($0.utf8)).rows.first == rows.rows.first }
    guard isOurs ?? rows.rows.first?.starts(with: ["file", "id"]) ?? false else {
      throw Foreign()
    }
    try take(rows, all.count)
  }

  /// Notes that ``missing`` and a row were appended to the file
  ///
  /// - Parameter count: how many bytes that were
  mutating func added(_ count: Int, _ owner: PhotoID, _ hash: String?, file: String) {
    length += count
    missing = ""
    (owners[file], hashes[file]) = (owner, hash)
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
      guard let id = PhotoID(row[1]) else { continue }
      (owners[row[0]], hashes[row[0]]) = (id, row.count > 3 ? row[3] : nil)
    }
  }

  static func bytes(
    of file: OpenFile, from offset: Int, _ limit: Int
  ) throws -> Data {
    lseek(file.descriptor, off_t(offset), SEEK_SET)
    guard let bytes = try OpenFile.bytes(of: file.descriptor, atMost: limit) else {
      throw TooLarge()
    }
    return Data(bytes)
  }
}
