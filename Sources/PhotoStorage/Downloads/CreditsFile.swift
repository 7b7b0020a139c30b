package import Foundation
package import PhotoSearch
import Synchronization

/// `credits.csv` in the folder of the pictures: a row for each
///
/// Several programs may add to it at once; a row that was cut off is closed before the next. What
/// was read is not read again while nobody else changes the file.
package final class CreditsFile: CreditKeeper {
  private let url: URL
  private let header: String
  private let row: @Sendable (Photo, String) -> String
  private let contents = Mutex(CreditsContents())

  package let sidecar: String? = nil

  /// - Parameters:
  ///   - folder: where the pictures go
  ///   - header: the first row, with its line end; the first columns are `file` and `id`
  ///   - row: a photo's row, with its line end, for a file of that name
  package init(
    in folder: URL, header: String, row: @escaping @Sendable (Photo, String) -> String
  ) {
    url = Self.url(in: folder)
    self.header = header
    self.row = row
  }

  package func owners(of files: [String]) throws -> [String: PhotoID] {
    guard let handle = try RegularFile.existing(url, O_RDWR | O_APPEND) else { return [:] }
    return try contents.withLock { contents in
      try update(&contents, from: handle)
      return contents.owners
    }
  }

  package func otherwiseKnown(of files: [String]) -> [String: PhotoID] {
    CreditSidecars.owners(ofPicturesIn: files, in: url.deletingLastPathComponent())
  }

  package func keep(_ photo: Photo, file: String) throws {
    try contents.withLock { contents in
      let handle = try RegularFile.opened(url, O_RDWR | O_CREAT | O_APPEND)
      guard flock(handle.fileDescriptor, LOCK_EX) == 0 else { throw DownloadFault(writing: url) }
      try update(&contents, from: handle)
      if let owner = contents.owners[file] {
        guard owner != photo.id else { return }
        let picture = url.deletingLastPathComponent().appending(path: file)
        guard !RegularFile.isThere(picture) else { throw DownloadFault.nameTaken(file) }
      }
      let added = Data((contents.missing + row(photo, file)).utf8)
      do {
        try handle.write(contentsOf: added)
      } catch {
        throw DownloadFault(writing: url, after: error)
      }
      contents.added(added.count, photo.id, file: file)
    }
  }

  /// Whose files are by the credits of a folder, as far as they can be read
  static func owners(in folder: URL) -> [String: PhotoID] {
    do {
      guard let handle = try RegularFile.existing(url(in: folder), O_RDONLY) else { return [:] }
      var contents = CreditsContents()
      try contents.update(from: handle, header: nil)
      return contents.owners
    } catch {
      return [:]
    }
  }

  private static func url(in folder: URL) -> URL { folder.appending(path: "credits.csv") }

  private func update(_ contents: inout CreditsContents, from handle: FileHandle) throws {
    do {
      try contents.update(from: handle, header: header)
    } catch is CreditsContents.Foreign {
      throw DownloadFault.cannotWrite(
        path: url.path,
        reason: "its first row is not that of credits, so it is somebody else's file; "
          + "choose another --output, or --sidecar json")
    } catch {
      throw DownloadFault(writing: url, after: error)
    }
  }
}
