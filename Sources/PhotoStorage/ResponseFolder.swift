package import Foundation
package import PhotoSearch
import Platform

/// Cached replies as files in a folder; the oldest are removed when they take too much room
///
/// Several programs may use one folder: a file is written under another name and then moved into
/// place. The folder is only searched for old files after enough was written, so storing a reply
/// costs the same however many there are.
package struct ResponseFolder: ResponseStore {
  private let folder: URL
  private let limit: Int

  /// - Parameters:
  ///   - folder: created at the first write
  ///   - limit: bytes that all files together may take on the disk
  package init(_ folder: URL, limit: Int = 64_000_000) {
    self.folder = folder
    self.limit = limit
  }

  package func response(named name: String) -> WebReply? {
    // The service is asked if the path isn't a file, or can't be read.
    ifReadable {
      try RegularFile.contents(file(for: name), limit: maxFileBytes)
        .flatMap { ReplyFile.response(in: $0, named: name) }
    }
  }

  package func keep(_ response: WebReply, named name: String) {
    let file = file(for: name)
    do {
      guard response.body.count <= maxFileBytes else { return }
      let data = try ReplyFile.data(of: response, named: name, for: file)
      guard data.count <= maxFileBytes else { return }
      try RegularFile.makeFolder(folder)
      try makeRoom(for: data.count)
      try RegularFile.replace(file, with: data)
    } catch {
      // A full or read-only disk doesn't matter: the reply is delivered anyway.
    }
  }

  /// Most bytes of a file, and of all files written between two searches for old ones
  private var maxFileBytes: Int { limit / 4 }

  /// The file is named by a hash; if two names share it, the file has the last reply
  private func file(for name: String) -> URL {
    folder.appending(path: String(StableHash(name).value, radix: 16) + Self.ending)
  }

  private static let ending = ".reply"
}

// MARK: - Room

extension ResponseFolder {
  /// Bytes; on most disks a file's room is a multiple of it
  private static let block = 4_096

  private static func blocks(of size: Int) -> Int { max(1, (size + block - 1) / block) }

  /// Counts bytes about to be written, and removes old files when the count reaches a quarter of
  /// the limit
  ///
  /// The file `written` has one byte for each block, so programs that run together count together.
  private func makeRoom(for size: Int) throws {
    let file = folder.appending(path: "written")
    let flags = O_WRONLY | O_CREAT | O_APPEND
    let written: OpenFile
    do {
      written = try RegularFile.opened(file, flags)
    } catch {
      // A link or a pipe, which this program didn't create
      unlink(file.path)
      written = try RegularFile.opened(file, flags)
    }
    try Data(count: Self.blocks(of: size)).withUnsafeBytes { try $0.write(to: written.descriptor) }
    guard lseek(written.descriptor, 0, SEEK_END) >= maxFileBytes / Self.block else { return }
    try removeOldest(upTo: limit - maxFileBytes)
    try OpenFile.empty(written.descriptor)
  }

  /// Removes files too large to be read, then the oldest, until the rest fits
  private func removeOldest(upTo room: Int) throws {
    var files: [(path: String, size: Int, time: timespec)] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.ends(with: Self.ending) || name.ends(with: ".part") {
      let path = folder.appending(path: name).path
      guard let status = OpenFolder.current.status(of: path) else { continue }
      if status.st_size > maxFileBytes {
        unlink(path)
      } else {
        files.append((path, Self.blocks(of: Int(status.st_size)) * Self.block, status.modified))
      }
    }
    files.sort { ($0.time.tv_sec, $0.time.tv_nsec) < ($1.time.tv_sec, $1.time.tv_nsec) }
    var total = files.reduce(0) { $0 + $1.size }
    for file in files where total > room {
      unlink(file.path)
      total -= file.size
    }
  }
}

extension stat {
  /// When the content was last changed
  package var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}
