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
    do { written = try RegularFile.opened(file, flags) } catch {
      // A link or a pipe, which this program didn't create
      unlink(file.path)
      written = try RegularFile.opened(file, flags)
    }
    try Data(count: Self.blocks(of: size)).write(to: written.descriptor)
    guard lseek(written.descriptor, 0, SEEK_END) >= maxFileBytes / Self.block else { return }
    try removeOldest(upTo: limit - maxFileBytes)
    try OpenFile.cut(written.descriptor)
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

/// The file format of a cached reply
///
/// The first line has the version and a checksum of the rest, the second is JSON with the reply's
/// name and head, and the body follows unchanged:
///
///     imgsearch-reply 2 af63dc4c8601ec8c
///     {"headers":[["Link","<a>"]],"name":"https://…","received":793238400.5,"status":200}
///     [{"id":…
///
/// The checksum detects damage, not forgery.
enum ReplyFile {
  /// The second line
  private struct Head: Codable {
    let name: String
    let status: Int
    let received: Date?
    /// Names and values
    let headers: [[String]]
  }

  /// The content of the file at an address
  static func data(of response: WebReply, named name: String, for file: URL) throws -> Data {
    let head = Head(
      name: name, status: response.status, received: response.received,
      headers: response.headers.fields.map { [$0.name, $0.value] })
    let content = try RegularFile.line(of: head, for: file) + response.body
    return firstLine(before: content) + content
  }

  /// The reply in a file; nil if it is damaged, of another version, or has another name
  static func response(in data: Data, named name: String) -> WebReply? {
    let content = data.dropFirst(lineLength)
    guard data.prefix(lineLength) == firstLine(before: content),
      let end = content.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    return ifReadable {
      let head = try JSONDecoder().decode(Head.self, from: content[..<end])
      guard head.name.utf8.elementsEqual(name.utf8) else { return nil }
      let fields = head.headers.filter { $0.count == 2 }.map {
        HTTPHeaders.Field(name: $0[0], value: $0[1])
      }
      return WebReply(
        status: head.status, headers: HTTPHeaders(fields), body: Data(content[(end + 1)...]),
        source: .cache, received: head.received)
    }
  }

  private static let signature = "imgsearch-reply 2 "
  /// Bytes of the first line: the mark, the checksum's 16 digits and the line break
  private static let lineLength = signature.utf8.count + 17

  private static func firstLine(before content: Data) -> Data {
    var hash = StableHash()
    content.withUnsafeBytes { hash.add(contentsOf: $0) }
    return Data("\(signature)\(hash.digits)\n".utf8)
  }
}
