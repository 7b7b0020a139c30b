package import Foundation

/// A new file that is written beside an old one and replaces it once complete
///
/// Until then readers find the old file complete, however the program ends. The new file is locked
/// while it is written: an unlocked one was left behind by a program that has ended.
package final class FileReplacement: Sendable {
  /// The new file
  package let file: OpenFile
  private let folder: OpenFolder
  /// The final name in the folder
  private let name: String
  /// The temporary name in the folder; nil for a file without a name
  private let temporaryName: String?

  private init(
    _ file: OpenFile, named temporaryName: String?, of name: String, in folder: OpenFolder
  ) {
    self.file = file
    self.temporaryName = temporaryName
    self.name = name
    self.folder = folder
  }

  /// A replacement for the file with this name; a link is replaced itself, not its target
  ///
  /// - Parameter permissions: of the new file, less the umask
  package static func of(
    _ name: String, in folder: OpenFolder, permissions: mode_t
  ) throws -> FileReplacement {
    let path = name.lastIndex(ofASCII: "/").map { String(name[...$0]) } ?? ""
    var triesLeft = 3
    while true {
      triesLeft -= 1
      let temporaryName = unfinished(in: path)
      let flags = O_RDWR | O_CREAT | O_EXCL
      let file = try folder.opened(temporaryName, flags, permissions: permissions)
      // Before it was locked, another program may have removed the file as abandoned. Where files
      // can't be locked, none is removed.
      let isLocked = flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
      // Some file systems change inode numbers, so the check may always fail: the last is trusted.
      if triesLeft == 0 || isLocked && folder.isFile(file.descriptor, named: temporaryName) {
        return FileReplacement(file, named: temporaryName, of: name, in: folder)
      }
    }
  }

  /// Removes unfinished files of ended programs from a folder
  ///
  /// A file that can't be removed stays, which does no harm.
  package static func removeAbandoned(in folder: URL) {
    let names = ifReadable { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
    for name in names ?? [] where isUnfinished(name) {
      let file = folder.appending(path: name).path
      let opened = ifReadable { try OpenFolder.current.opened(file, O_RDONLY) }
      guard let opened, flock(opened.descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
      if OpenFolder.current.isFile(opened.descriptor, named: file) {
        OpenFolder.current.remove(file)
      }
    }
  }

  /// A replacement for the file at a path. If the path is a link, the link stays and its target is
  /// replaced; the old file's permissions stay
  ///
  /// - Parameter permissions: of the new file if there is no old one, less the umask
  /// - Throws: ``FileFault/cannotWrite``
  package static func of(_ url: URL, permissions: mode_t) throws -> FileReplacement {
    let (target, folder) = (try RegularFile.target(of: url), OpenFolder.current)
    let (path, parent) = (target.path, target.deletingLastPathComponent())
    removeAbandoned(in: parent)
    guard let old = folder.status(of: path) else {
      return try of(path, in: folder, permissions: permissions)
    }
    guard access(path, W_OK) == 0 else { throw FileFault(writing: url) }
    guard access(parent.path, W_OK | X_OK) == 0 else {
      // No file can be created there, so the new content is copied into the old file at the end.
      let temporary = FileManager.default.temporaryDirectory
      let file = try withFileFaults(of: temporary) { try OpenFile.nameless(in: temporary.path) }
      return FileReplacement(file, named: nil, of: path, in: folder)
    }
    let new = try of(path, in: folder, permissions: 0o600)
    // The owner is kept if the system allows it; set before the permissions, which that may reduce.
    if fchown(new.file.descriptor, old.st_uid, old.st_gid) != 0 {
      _ = fchown(new.file.descriptor, uid_t.max, old.st_gid)
    }
    guard fchmod(new.file.descriptor, old.st_mode & 0o777) == 0 else {
      let fault = FileFault(writing: url)
      new.discard()
      throw fault
    }
    return new
  }

  private static func unfinished(in path: String) -> String {
    "\(path).\(UInt32.random(in: 0 ... .max))\(ending)"
  }

  /// The ending of names of unfinished files, here and of pictures
  package static let ending = ".imgsearch.part"

  /// Whether a name is that of an unfinished replacement
  private static func isUnfinished(_ name: String) -> Bool {
    guard name.begins(with: "."), name.ends(with: ending) else { return false }
    let number = name.utf8.dropFirst().dropLast(ending.utf8.count)
    return !number.isEmpty && number.allSatisfy(\.isDigit)
  }

  /// Writes the new file, and gives it its final name
  ///
  /// - Parameter body: takes the file's descriptor
  /// - Throws: ``FileFault/cannotWrite``; the new file is removed then.
  package func write(_ body: (Int32) throws -> Void) throws {
    try fill(body)
    try finish()
  }

  /// Writes the new file, which isn't finished yet
  ///
  /// - Parameter body: takes the file's descriptor
  /// - Throws: ``FileFault/cannotWrite``; the new file is removed then.
  package func fill(_ body: (Int32) throws -> Void) throws {
    do {
      try withFileFaults(of: folder.url(of: name)) { try body(file.descriptor) }
    } catch {
      discard()
      throw error
    }
  }

  /// Gives the new file its final name
  ///
  /// - Throws: ``FileFault/cannotWrite``; the new file is removed then.
  package func finish() throws {
    guard let temporaryName else { return try copyContent() }
    guard !folder.rename(temporaryName, to: name) else { return }
    defer { folder.remove(temporaryName) }
    // A file that is a mount point, as in containers, can't be replaced.
    guard errno == EBUSY else { throw FileFault(writing: folder.url(of: name)) }
    try copyContent()
  }

  /// Removes the new file; the old one stays
  package func discard() { if let temporaryName { folder.remove(temporaryName) } }

  /// Copies the new content into the old file itself
  private func copyContent() throws {
    let other = try folder.opened(name, O_WRONLY, mayHaveHardLinks: true)
    try withFileFaults(of: folder.url(of: name)) {
      lseek(file.descriptor, 0, SEEK_SET)
      try OpenFile.cut(other.descriptor)
      while case let bytes = try OpenFile.part(of: file.descriptor, upTo: 1 << 20), !bytes.isEmpty {
        try bytes.write(to: other.descriptor)
      }
    }
  }
}

extension RegularFile {
  /// The final target of a path's links, even if it doesn't exist yet
  ///
  /// - Throws: ``FileFault/cannotWrite`` for circular links.
  package static func target(of url: URL) throws -> URL {
    var file = url
    // The number of links that the system follows too
    for _ in 0..<40 {
      let link = ifReadable { try FileManager.default.destinationOfSymbolicLink(atPath: file.path) }
      guard let destination = link else { return file }
      file = URL(filePath: destination, relativeTo: file.deletingLastPathComponent()).absoluteURL
    }
    throw FileFault.cannotWrite(path: url.path, reason: "it is a link that leads in a circle")
  }
}
