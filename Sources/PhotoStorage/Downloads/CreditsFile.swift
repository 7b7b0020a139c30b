package import Foundation
package import PhotoSearch

/// `credits.csv` in the folder of the pictures: a row for each
///
/// Several programs may add to it at once; a row that was cut off is closed before the next.
package struct CreditsFile: CreditKeeper {
  private static let header = [
    "file", "id", "title", "author", "license", "license_url", "page", "credit",
  ]

  private let url: URL

  /// - Parameter folder: where the pictures go
  package init(in folder: URL) {
    url = folder.appending(path: "credits.csv")
  }

  package func owners() throws -> [String: PhotoID] {
    guard access(url.path, F_OK) == 0 else { return [:] }
    return try owners(in: try opened(O_RDONLY))
  }

  package func keep(_ photo: Photo, file: String) throws {
    let handle = try opened(O_RDWR | O_CREAT | O_APPEND)
    guard flock(handle.fileDescriptor, LOCK_EX) == 0 else { throw DownloadFault(writing: url) }
    let text = try text(in: handle)
    guard owners(in: text)[file] != photo.id else { return }
    var row = CSVRow.text([
      file, photo.id.description, photo.title ?? "", photo.author?.name ?? "",
      photo.license?.name ?? "", photo.license?.url?.absoluteString ?? "",
      photo.page.absoluteString, photo.credit.text,
    ])
    if text.isEmpty {
      row = CSVRow.text(Self.header) + row
    } else if text.utf8.last != UInt8(ascii: "\n") {
      row = (text.utf8.count { $0 == UInt8(ascii: "\"") } % 2 == 1 ? "\"\r\n" : "\r\n") + row
    }
    do {
      try handle.write(contentsOf: Data(row.utf8))
    } catch {
      throw DownloadFault.cannotWrite(path: url.path, reason: error.localizedDescription)
    }
  }

  /// Closed, and with it unlocked, when it is let go
  private func opened(_ flags: Int32) throws -> FileHandle {
    let descriptor = open(url.path, flags | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw DownloadFault(writing: url) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private func text(in handle: FileHandle) throws -> String {
    do {
      try handle.seek(toOffset: 0)
      return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    } catch {
      throw DownloadFault.cannotWrite(path: url.path, reason: error.localizedDescription)
    }
  }

  private func owners(in handle: FileHandle) throws -> [String: PhotoID] {
    owners(in: try text(in: handle))
  }

  /// The last row counts
  private func owners(in text: String) -> [String: PhotoID] {
    var owners: [String: PhotoID] = [:]
    for row in CSVRow.rows(text).dropFirst() where row.count > 1 {
      if let id = PhotoID(row[1]) { owners[row[0]] = id }
    }
    return owners
  }
}
