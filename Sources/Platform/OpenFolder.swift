package import Foundation

/// A folder held by its descriptor, so it stays the same even if it is renamed or replaced. Its
/// files are opened with the care of ``RegularFile``
package final class OpenFolder: Sendable {
  /// The working folder, in which absolute paths may be used as names too
  package static let current = OpenFolder(descriptor: AT_FDCWD, path: "")

  /// The folder's path; empty, or ends with a slash
  private let path: String
  private let descriptor: Int32

  private init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// The folder at an address, links followed; nil if there is none
  ///
  /// - Throws: ``FileFault``: `noFolder`, `cannotWrite`.
  package convenience init?(_ url: URL) throws {
    let path = url.path.ends(with: "/") ? url.path : url.path + "/"
    self.init(descriptor: openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path: path)
    guard descriptor < 0 else { return }
    guard errno != ENOENT else { return nil }
    throw Self.fault(at: path)
  }

  /// The subfolder that contains a file
  ///
  /// - Parameters:
  ///   - file: its path below this folder, such as `Ann/1.jpg`; links aren't followed
  ///   - creates: whether to create missing folders
  /// - Returns: nil if it doesn't exist and isn't created
  /// - Throws: ``FileFault``: `noFolder`, `cannotWrite`.
  package func folder(of file: String, creates: Bool) throws -> OpenFolder? {
    var (path, folder) = (path, self)
    let names = Self.names(of: file).dropLast()
    for name in names where folder.descriptor >= 0 {
      precondition(name != "..", "a file's path goes down")
      if creates { mkdirat(folder.descriptor, name, 0o755) }
      let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      path += name + "/"
      folder = OpenFolder(descriptor: openat(folder.descriptor, name, flags), path: path)
    }
    guard folder.descriptor < 0 else { return folder }
    if errno == ENOENT, !creates { return nil }
    throw Self.fault(at: path)
  }

  /// The error of a folder that couldn't be opened, by `errno`
  private static func fault(at path: String) -> FileFault {
    [ELOOP, ENOTDIR].contains(errno)
      ? .noFolder(path: String(path.dropLast())) : FileFault(writing: URL(filePath: path))
  }

  /// Whether the folder's path still leads to it
  package var isInPlace: Bool { stat(at: path)?.isOf(descriptor) ?? false }

  /// The last name of a path
  package static func name(of file: String) -> String { names(of: file).last ?? "" }

  private static func names(of path: String) -> [String] {
    path.components(at: "/", keepsEmpty: false).map(String.init)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Opens a file, and creates it if `flags` say so
  ///
  /// - Parameters:
  ///   - flags: of open(2), in addition to those for safety; never `O_TRUNC`
  ///   - permissions: of a new file
  ///   - mayHaveHardLinks: whether a file with a second name (hard link) may be written to
  /// - Returns: the file; its lock ends with it
  /// - Throws: ``FileFault``: `cannotRead`, `cannotWrite`, with what it is if not a plain file.
  package func opened(
    _ name: String, _ flags: Int32, permissions: mode_t = 0o644, mayHaveHardLinks: Bool = false
  ) throws -> OpenFile {
    precondition(flags & O_TRUNC == 0, "a file is emptied once it is known what it is")
    // Without O_NONBLOCK, opening a pipe would wait for its other end.
    let safe = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let reads = flags & O_ACCMODE == O_RDONLY
    return try withFileFaults(of: url(of: name), reads: reads) {
      let opened = openat(descriptor, name, safe, permissions)
      let error = POSIXError.ofLastCall
      let file = opened < 0 ? nil : OpenFile(opened)
      // A file that can't be opened, such as a link, still has a status.
      let found = file == nil ? status(of: name) : stat(of: opened)
      if let reason = found.flatMap(Self.other) { throw fault(name, reason, reads: reads) }
      guard let file, let found else { throw error }
      guard reads || mayHaveHardLinks || found.st_nlink <= 1 else {
        throw fault(name, "it has another name too, and is not changed there", reads: reads)
      }
      return file
    }
  }

  /// A file's whole content; nil if it doesn't exist
  ///
  /// - Parameter limit: most bytes
  /// - Throws: ``FileFault/cannotRead``, also for a larger file.
  package func contents(_ name: String, limit: Int) throws -> Data? {
    guard exists(name) else { return nil }
    let file = try opened(name, O_RDONLY)
    let bytes = try withFileFaults(of: url(of: name), reads: true) {
      try OpenFile.bytes(of: file.descriptor, atMost: limit)
    }
    if let bytes { return Data(bytes) }
    throw fault(name, "it is larger than \(limit / 1_000) KB", reads: true)
  }

  /// Replaces a file's content
  package func write(_ data: Data, to name: String) throws {
    let file = try opened(name, O_WRONLY | O_CREAT)
    try withFileFaults(of: url(of: name)) {
      try OpenFile.cut(file.descriptor)
      try data.write(to: file.descriptor)
    }
  }

  /// Replaces a file, so that readers find either all of the old or all of the new one; a link is
  /// replaced itself, not its target
  ///
  /// - Parameter permissions: of the new file, less the umask
  package func replace(_ name: String, with data: Data, permissions: mode_t = 0o644) throws {
    try FileReplacement.of(name, in: self, permissions: permissions).write {
      try data.write(to: $0)
    }
  }

  /// Whether the name exists, even as a broken link; also true if that can't be found out
  package func exists(_ name: String) -> Bool { status(of: name) != nil || errno != ENOENT }

  /// The status of a name, links not followed; nil if it doesn't exist
  package func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// Whether the name belongs to this open file
  package func isFile(_ descriptor: Int32, named name: String) -> Bool {
    status(of: name)?.isOf(descriptor) ?? false
  }

  package func remove(_ name: String) { unlinkat(descriptor, name, 0) }

  /// Renames a file, replacing the other name
  package func rename(_ name: String, to other: String) -> Bool {
    renameat(descriptor, name, descriptor, other) == 0
  }

  /// Gives a file a second name, if that is free
  package func link(_ name: String, to other: String) -> Bool {
    linkat(descriptor, name, descriptor, other, 0) == 0
  }

  /// The path of a file, for messages
  package func url(of name: String) -> URL { URL(filePath: path + name) }

  private func fault(_ name: String, _ reason: String, reads: Bool) -> FileFault {
    let path = path + name
    return reads
      ? .cannotRead(path: path, reason: reason, advice: "put another file in its place")
      : .cannotWrite(path: path, reason: reason, advice: FileFault.otherPlace)
  }

  /// The kind of a file that isn't a plain file, in words; nil for a plain file
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
