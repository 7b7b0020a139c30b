package import Foundation
package import PhotoSearch
package import Pictures
import Platform
import Synchronization

/// The file `credits.csv` in a folder of pictures, with a row of credit for each picture
///
/// Several programs may add to it at once. A row that a crash cut off is closed before the next one
/// is added. Rows that were read stay in memory until another program changes the file.
package final class CreditsFile: PictureCredits {
  /// A column: its name in the header row, and a photo's cell; nil for an empty one
  package typealias Column = (name: String, cell: @Sendable (Photo, PictureFacts?) -> String?)

  /// The columns behind the first, which has the file's name. A new one is added at the end: older
  /// files get it before the next row is added to them. A column about the saved file also goes to
  /// ``CreditSidecars/json(in:isFavorite:)``, and InTheTerminal.md lists the columns
  package static let columns: [Column] = [
    ("id", { photo, _ in photo.id.description }),
    ("title", { photo, _ in photo.title }),
    ("author", { photo, _ in photo.author?.name }),
    ("license", { photo, _ in photo.license?.id }),
    ("license_url", { photo, _ in photo.license?.address?.text }),
    ("page", { photo, _ in photo.page.text }),
    ("credit", { photo, _ in photo.credit.text }),
    ("sha256", { _, facts in facts?.sha256 }),
    ("bytes", { _, facts in facts.map { "\($0.bytes)" } }),
    ("width", { _, facts in facts?.size.map { "\($0.width)" } }),
    ("height", { _, facts in facts?.size.map { "\($0.height)" } }),
  ]
  /// The last column of the oldest files
  fileprivate static let oldestEnd = "credit"
  static let lineEnd = "\r\n"

  /// Most bytes of a file that is read
  fileprivate static let maxBytes = 64_000_000
  /// Most rows of a file that is read
  static let maxRows = 200_000

  private let url: URL
  private let columns: [Column]
  private let row: @Sendable (_ first: String, _ rest: [String]) -> String
  private let contents = Mutex(Contents())

  package let form: SidecarForm? = nil

  /// - Parameters:
  ///   - folder: the folder of the pictures
  ///   - columns: of new rows, behind the file's name
  ///   - row: makes a CSV row without its line end from cells: the first, the file's name, stays as
  ///     it is, and the others are made safe for a spreadsheet
  package init(
    in folder: URL, columns: [Column] = CreditsFile.columns,
    row: @escaping @Sendable (_ first: String, _ rest: [String]) -> String
  ) {
    url = Self.url(in: folder)
    self.columns = columns
    self.row = row
  }

  /// The names of all columns
  private var header: [String] { ["file"] + columns.map(\.name) }

  package func owners(of files: [String]) throws -> [String: PhotoID] {
    guard let credits = try RegularFile.existing(url, O_RDWR | O_APPEND) else { return [:] }
    return try contents.withLock { contents in
      try update(&contents, from: credits)
      return contents.owners
    }
  }

  package func add(_ photo: Photo, file: String, facts: PictureFacts?) throws {
    try contents.withLock { contents in
      let credits = try locked(&contents)
      if let owner = contents.owners[file], owner == photo.id {
        // A picture that was saved again may be another file.
        guard let facts, contents.hashes[file] != facts.sha256 else { return }
      } else if contents.owners[file] != nil {
        let picture = url.deletingLastPathComponent().appending(path: file)
        guard !RegularFile.exists(picture) else { throw DownloadFault.nameTaken(file) }
      }
      let cells = columns.map { $0.cell(photo, facts) ?? "" }
      let added = Data((contents.missing + row(file, cells) + Self.lineEnd).utf8)
      try withFileFaults(of: url) { try added.write(to: credits.descriptor) }
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
      let isInPlace = OpenFolder.current.isFile(credits.descriptor, named: url.path)
      guard isInPlace || triesLeft <= 0 else { continue }
      try update(&contents, from: credits)
      guard contents.header != header else { return credits }
      try addColumns(to: credits)
      contents = Contents()
    }
  }

  /// Replaces a file that lacks some columns by one with all of them
  private func addColumns(to credits: OpenFile) throws {
    try FileReplacement.of(url, permissions: 0o644).write { new in
      let old = try Contents.bytes(of: credits)
      try CSVRows(old).text(withColumns: header).write(to: new)
    }
  }

  /// The photo of each file in a folder, from its `credits.csv`; empty if that can't be read
  static func owners(in folder: URL) -> [String: PhotoID] {
    ifReadable {
      guard let credits = try RegularFile.existing(url(in: folder), O_RDONLY) else { return nil }
      var contents = Contents()
      try contents.update(from: credits, header: nil)
      return contents.owners
    } ?? [:]
  }

  private static func url(in folder: URL) -> URL { folder.appending(path: "credits.csv") }

  private func update(_ contents: inout Contents, from credits: OpenFile) throws {
    do {
      try contents.update(from: credits, header: header)
    } catch let refusal as Contents.Refusal {
      throw FileFault.otherContent(path: url.path, reason: refusal.rawValue)
    } catch { throw FileFault(reading: url, after: error) }
  }
}

/// The part of the file that has been read
private struct Contents {
  /// Why a file is neither read nor changed
  enum Refusal: String, Error {
    case otherColumns = "its first row is not that of credits, so it is somebody else's file"
    case tooLarge = "it holds more than the credits of a folder do (200,000 rows, 64 MB)"
  }

  /// The photo of each file, by the file's name; the last row of a name counts
  private(set) var owners: [String: PhotoID] = [:]
  /// The hash of each file, as far as it is known
  private(set) var hashes: [String: String] = [:]
  /// The names of the file's columns
  private(set) var header: [String] = []
  /// Text to write before the next row: the end of an unfinished row, or the rest of the header
  private(set) var missing = ""

  private var identity: FileIdentity?
  /// Bytes read so far
  private var length = 0

  /// Reads all rows, unless the file is as it was after the last call. A row that ends in its second
  /// cell, the id, doesn't count, as it may have been cut off there
  ///
  /// - Parameter header: all columns that the file may have, of which it may lack the newest; nil
  ///   accepts any file whose first row begins like ours
  /// - Throws: ``Refusal``, and what reading throws.
  mutating func update(from file: OpenFile, header all: [String]?) throws {
    guard let status = stat(of: file.descriptor) else { throw CocoaError(.fileReadUnknown) }
    guard status.st_size <= CreditsFile.maxBytes else { throw Refusal.tooLarge }
    if status.identity == identity, Int(status.st_size) == length { return }
    let bytes = try Self.bytes(of: file)
    self = Contents()
    if let all {
      let row = Data((all.joined(separator: ",") + CreditsFile.lineEnd).utf8)
      if bytes.count < row.count, row.starts(with: bytes) {
        missing = String(decoding: row.dropFirst(bytes.count), as: UTF8.self)
        (header, identity, length) = (all, status.identity, bytes.count)
        return
      }
    }
    let csv = CSVRows(bytes)
    header = csv.rows.first ?? []
    let isOurs = all.map { $0.starts(with: header) && header.contains(CreditsFile.oldestEnd) }
    guard isOurs ?? header.starts(with: ["file", "id"]) else { throw Refusal.otherColumns }
    guard csv.rows.count <= CreditsFile.maxRows + 1 else { throw Refusal.tooLarge }
    let hash = header.firstIndex { $0 == "sha256" } ?? .max
    for row in csv.rows.dropFirst() where row.count > 2 {
      guard let id = PhotoID(row[1]) else { continue }
      (owners[row[0]], hashes[row[0]]) = (id, hash < row.count ? row[hash] : nil)
    }
    (missing, identity, length) = (csv.missing, status.identity, bytes.count)
  }

  /// Notes that ``missing`` and a row were appended to the file
  ///
  /// - Parameter count: how many bytes that were
  mutating func added(_ count: Int, _ owner: PhotoID, _ hash: String?, file: String) {
    length += count
    missing = ""
    (owners[file], hashes[file]) = (owner, hash)
  }

  static func bytes(of file: OpenFile) throws -> Data {
    lseek(file.descriptor, 0, SEEK_SET)
    let bytes = try OpenFile.bytes(of: file.descriptor, atMost: CreditsFile.maxBytes)
    guard let bytes else { throw Refusal.tooLarge }
    return Data(bytes)
  }
}
