package import Foundation
import PhotoSearch

/// The one way in which files are opened where others may put something in their place
///
/// Plain files only: links are not followed, pipes, which could block, are refused, and a file that
/// has a second name (a hard link) is not written to, as that would change what the other name is
/// of. Nothing is emptied before all that is known. See ``OpenFolder`` for folders in folders, and
/// ``FileReplacement`` for files that are replaced.
package enum RegularFile {
  /// Makes it when it is not there
  ///
  /// - Parameter flags: of open(2), beside those that are needed for safety; never `O_TRUNC`
  /// - Returns: the file; its lock ends with it
  /// - Throws: ``DownloadFault/cannotWrite(path:reason:)`` which says what it is, if it isn't a file.
  static func opened(_ url: URL, _ flags: Int32) throws -> OpenFile {
    try OpenFolder.current.opened(url.path, flags)
  }

  /// nil when nothing is there, else as above
  static func existing(_ url: URL, _ flags: Int32) throws -> OpenFile? {
    isThere(url) ? try opened(url, flags) : nil
  }

  /// All of it; nil when nothing is there
  ///
  /// - Parameter limit: bytes
  /// - Throws: as above, also for a larger one.
  package static func contents(_ url: URL, limit: Int) throws -> Data? {
    try OpenFolder.current.contents(url.path, limit: limit)
  }

  /// Puts a file of these data in place of what has the name, a link itself and not what it leads
  /// to; whoever reads it finds all of the one or of the other
  ///
  /// - Parameter permissions: of the file, less what the system takes away from new ones
  /// - Throws: ``DownloadFault/cannotWrite(path:reason:)``
  package static func replace(
    _ url: URL, with data: Data, permissions: mode_t = 0o644
  ) throws {
    try OpenFolder.current.replace(url.path, with: data, permissions: permissions)
  }

  /// The same with a value as a line of JSON, the same for the same value
  package static func replace(_ url: URL, withJSON value: some Encodable) throws {
    try replace(url, with: line(of: value, for: url))
  }

  /// A value as a line of JSON, which a file is to hold
  static func line(of value: some Encodable, for url: URL) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return try encoder.encode(value) + Data("\n".utf8) } catch {
      throw DownloadFault(writing: url, after: error)
    }
  }

  /// Makes a folder that only its owner may look into, if it isn't there, with those above it
  ///
  /// - Throws: ``DownloadFault/cannotWrite(path:reason:)``
  package static func makeFolder(_ url: URL) throws {
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw DownloadFault(writing: url, after: error)
    }
  }

  /// A folder, for this program alone until what is returned is let go
  ///
  /// Where folders can't be locked, as on some network file systems, nobody is kept away.
  ///
  /// - Returns: nil while another program has it
  /// - Throws: ``DownloadFault/cannotWrite(path:reason:)``
  static func locked(_ folder: URL) throws -> OpenFile? {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DownloadFault(writing: folder) }
    let file = OpenFile(descriptor)
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK ? nil : file
  }

  /// Whether anything has that name, even a broken link; also when that can't be found out
  package static func isThere(_ url: URL) -> Bool {
    OpenFolder.current.holds(url.path)
  }
}

/// A folder by its descriptor, which stays the same one whatever happens to its name; its files are
/// opened as ``RegularFile`` says
final class OpenFolder: Sendable {
  /// The working folder, in which whole paths are names too
  static let current = OpenFolder(descriptor: AT_FDCWD, path: "")

  /// Empty, or with a slash at its end
  private let path: String
  private let descriptor: Int32

  private init(descriptor: Int32, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
  }

  /// The folder at an address, links followed; nil when there is none
  ///
  /// - Throws: ``DownloadFault``: `noFolder`, `cannotWrite`.
  convenience init?(_ url: URL) throws {
    let path = url.path.ends(with: "/") ? url.path : url.path + "/"
    self.init(
      descriptor: openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path: path)
    guard descriptor < 0 else { return }
    guard errno != ENOENT else { return nil }
    throw Self.fault(at: path)
  }

  /// The folder that a file is in, below this one
  ///
  /// - Parameters:
  ///   - file: its path from here, such as `Ann/1.jpg`; on the way down no link is followed
  ///   - makes: whether folders are made where they are missing
  /// - Returns: nil when there is none, and none is made
  /// - Throws: ``DownloadFault``: `noFolder`, `cannotWrite`.
  func folder(of file: String, makes: Bool) throws -> OpenFolder? {
    var (path, folder) = (path, self)
    let names = file.parts(at: "/", keepsEmpty: false).dropLast().map(String.init)
    for name in names where folder.descriptor >= 0 {
      precondition(name != "..", "a file's path goes down")
      if makes { mkdirat(folder.descriptor, name, 0o755) }
      let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      path += name + "/"
      folder = OpenFolder(descriptor: openat(folder.descriptor, name, flags), path: path)
    }
    guard folder.descriptor < 0 else { return folder }
    if errno == ENOENT, !makes { return nil }
    throw Self.fault(at: path)
  }

  /// Why a folder couldn't be opened, as the system has just said it
  private static func fault(at path: String) -> DownloadFault {
    [ELOOP, ENOTDIR].contains(errno)
      ? .noFolder(path: String(path.dropLast())) : DownloadFault(writing: URL(filePath: path))
  }

  /// Whether it is still the folder at its path
  var isInPlace: Bool {
    var named = stat()
    return stat(path, &named) == 0 && named.isOf(descriptor)
  }

  /// What a file is called in its folder, by its path
  static func name(of file: String) -> String {
    String(file.parts(at: "/", keepsEmpty: false).last ?? "")
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// See ``RegularFile/opened(_:_:)``
  func opened(_ name: String, _ flags: Int32) throws -> OpenFile {
    OpenFile(try open(name, flags))
  }

  /// The same as a descriptor, which the caller closes
  ///
  /// - Parameters:
  ///   - permissions: of one that is made
  ///   - mayHaveNames: whether it may have a second name, and be written to all the same
  func open(
    _ name: String, _ flags: Int32, permissions: mode_t = 0o644, mayHaveNames: Bool = false
  ) throws -> Int32 {
    precondition(flags & O_TRUNC == 0, "a file is emptied once it is known what it is")
    // Otherwise opening a pipe would wait for its other end.
    let safe = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let file = openat(descriptor, name, safe, permissions)
    let code = errno
    guard file >= 0 else {
      if let status = status(of: name), let reason = Self.other(status) {
        throw fault(name, reason)
      }
      errno = code
      throw DownloadFault(writing: url(of: name))
    }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      close(file)
      throw DownloadFault(writing: url(of: name))
    }
    let writes = flags & O_ACCMODE != O_RDONLY
    let isShared = writes && !mayHaveNames && status.st_nlink > 1
    let reason =
      Self.other(status) ?? (isShared ? "it has another name too, and is not changed there" : nil)
    guard let reason else { return file }
    close(file)
    throw fault(name, reason)
  }

  /// See ``RegularFile/contents(_:limit:)``
  func contents(_ name: String, limit: Int) throws -> Data? {
    guard holds(name) else { return nil }
    let file = try open(name, O_RDONLY)
    defer { close(file) }
    do {
      if let bytes = try OpenFile.bytes(of: file, atMost: limit) { return Data(bytes) }
    } catch {
      throw DownloadFault(writing: url(of: name), after: error)
    }
    throw fault(name, "it is larger than \(limit / 1_000) KB")
  }

  /// Puts data into a file, in place of what it held
  func write(_ data: Data, to name: String) throws {
    let file = try opened(name, O_WRONLY | O_CREAT)
    do {
      try OpenFile.empty(file.descriptor)
      try data.withUnsafeBytes { try $0.write(to: file.descriptor) }
    } catch {
      throw DownloadFault(writing: url(of: name), after: error)
    }
  }

  /// See ``RegularFile/replace(_:with:permissions:)``
  func replace(_ name: String, with data: Data, permissions: mode_t = 0o644) throws {
    let file = try FileReplacement.of(name, in: self, permissions: permissions)
    do {
      try data.withUnsafeBytes { try $0.write(to: file.descriptor) }
    } catch {
      file.discard()
      throw DownloadFault(writing: url(of: name), after: error)
    }
    try file.finish()
  }

  /// Whether anything has that name, even a broken link; also when that can't be found out
  func holds(_ name: String) -> Bool {
    status(of: name) != nil || errno != ENOENT
  }

  /// Of what has that name, not followed; nil for nothing
  func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// Whether an open file is the one that has that name
  func holds(_ file: Int32, as name: String) -> Bool {
    status(of: name)?.isOf(file) ?? false
  }

  func remove(_ name: String) {
    unlinkat(descriptor, name, 0)
  }

  /// Gives a file another name, and takes it from what had that
  func rename(_ name: String, to other: String) -> Bool {
    renameat(descriptor, name, descriptor, other) == 0
  }

  /// Gives a file another name beside its own, if nothing has that
  func link(_ name: String, to other: String) -> Bool {
    linkat(descriptor, name, descriptor, other, 0) == 0
  }

  /// Where a file of it is, for words
  func url(of name: String) -> URL { URL(filePath: path + name) }

  private func fault(_ name: String, _ reason: String) -> DownloadFault {
    .cannotWrite(path: path + name, reason: "\(reason); choose another place")
  }

  /// What it is if it isn't a plain file, in words
  private static func other(_ status: stat) -> String? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFLNK: "it is a symbolic link, and those are not followed"
    case S_IFDIR: "it is a folder"
    case S_IFIFO: "it is a pipe"
    default: "it isn't a plain file"
    }
  }
}

extension stat {
  /// Whether it is the status of an open file
  package func isOf(_ descriptor: Int32) -> Bool {
    var opened = stat()
    return fstat(descriptor, &opened) == 0 && opened.st_ino == st_ino && opened.st_dev == st_dev
  }
}
