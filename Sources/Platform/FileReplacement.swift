package import Foundation

/// A file that is written beside another, and takes its place when it is whole
///
/// Until then whoever reads the other finds all that it held, however the program ends. The file is
/// locked while it is written: one without a lock was left behind by a program that has ended.
package final class FileReplacement: Sendable {
  /// What is written to; closed when this is let go
  package let descriptor: Int32
  private let folder: OpenFolder
  /// Its name in the folder once it is whole
  private let name: String
  /// Its name in the folder until then; nil for a file that no folder names
  private let aside: String?

  private init(_ descriptor: Int32, named aside: String?, of name: String, in folder: OpenFolder) {
    (self.descriptor, self.aside) = (descriptor, aside)
    (self.name, self.folder) = (name, folder)
  }

  deinit { close(descriptor) }

  /// In place of what has that name, a link itself and not what it leads to
  ///
  /// - Parameter permissions: of the file, less what the system takes away from new ones
  package static func of(
    _ name: String, in folder: OpenFolder, permissions: mode_t
  ) throws -> FileReplacement {
    let path = name.lastSlash.map { String(name[...$0]) } ?? ""
    var triesLeft = 3
    while true {
      triesLeft -= 1
      let aside = unfinished(in: path)
      let descriptor = try folder.open(
        aside, O_RDWR | O_CREAT | O_EXCL, permissions: permissions)
      // Before it was locked, another program may have removed it as one that was left behind. Where
      // files can't be locked, none is removed.
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
      // Some file systems give a file another inode number each time: the last try is trusted.
      if triesLeft == 0 || isLocked && folder.holds(descriptor, as: aside) {
        return FileReplacement(descriptor, named: aside, of: name, in: folder)
      }
      close(descriptor)
    }
  }

  /// Removes from a folder the unfinished files of programs that have ended
  ///
  /// One that can't be removed stays, and does no harm.
  package static func removeAbandoned(in folder: URL) {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
      return
    }
    for name in names where isUnfinished(name) {
      let file = folder.appending(path: name).path
      do {
        let descriptor = try OpenFolder.current.open(file, O_RDONLY, mayHaveNames: true)
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0,
          OpenFolder.current.holds(descriptor, as: file)
        {
          OpenFolder.current.remove(file)
        }
      } catch {
        continue
      }
    }
  }

  /// In place of what a path leads to: a link stays, and so do the permissions of what is there
  ///
  /// - Parameter permissions: of a file where none is, less what the system takes away from new ones
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  package static func of(_ url: URL, permissions: mode_t) throws -> FileReplacement {
    let (path, folder) = (try RegularFile.target(of: url).path, OpenFolder.current)
    removeAbandoned(in: URL(filePath: path.folder))
    guard let old = folder.status(of: path) else {
      return try of(path, in: folder, permissions: permissions)
    }
    guard access(path, W_OK) == 0 else { throw FileFault(writing: url) }
    guard access(path.folder, W_OK | X_OK) == 0 else { return try unlinked(of: path, in: folder) }
    let new = try of(path, in: folder, permissions: 0o600)
    // The owner as far as the system allows it; before the permissions, of which it may take some away.
    if fchown(new.descriptor, old.st_uid, old.st_gid) != 0 {
      _ = fchown(new.descriptor, uid_t.max, old.st_gid)
    }
    guard fchmod(new.descriptor, old.st_mode & 0o777) == 0 else {
      let fault = FileFault(writing: url)
      new.discard()
      throw fault
    }
    return new
  }

  /// For a file in a folder in which no other can be made: an unlinked temporary file, whose content
  /// is copied into it in the end
  private static func unlinked(of name: String, in folder: OpenFolder) throws -> FileReplacement {
    let aside = unfinished(in: FileManager.default.temporaryDirectory.path + "/")
    let descriptor = try OpenFolder.current.open(
      aside, O_RDWR | O_CREAT | O_EXCL, permissions: 0o600)
    OpenFolder.current.remove(aside)
    return FileReplacement(descriptor, named: nil, of: name, in: folder)
  }

  private static func unfinished(in path: String) -> String {
    "\(path).\(UInt32.random(in: 0 ... .max))\(ending)"
  }

  /// What names of files end with that aren't whole yet, here and of pictures
  package static let ending = ".imgsearch.part"

  /// Whether a file has the name of one that is written aside
  private static func isUnfinished(_ name: String) -> Bool {
    guard name.utf8.first == UInt8(ascii: "."), name.hasSuffix(ending) else { return false }
    let number = name.utf8.dropFirst().dropLast(ending.utf8.count)
    return !number.isEmpty
      && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Gives it its name
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``; nothing is beside the other file then.
  package func finish() throws {
    guard let aside else { return try copyContent() }
    guard !folder.rename(aside, to: name) else { return }
    defer { folder.remove(aside) }
    // A file that is a mount point, as in containers, can't be replaced by another.
    guard errno == EBUSY else { throw FileFault(writing: folder.url(of: name)) }
    try copyContent()
  }

  /// Removes it: what was there stays
  package func discard() {
    if let aside { folder.remove(aside) }
  }

  /// Copies what is written into the other file itself
  private func copyContent() throws {
    let other = OpenFile(try folder.open(name, O_WRONLY, mayHaveNames: true))
    do {
      lseek(descriptor, 0, SEEK_SET)
      try OpenFile.empty(other.descriptor)
      while case let bytes = try OpenFile.part(of: descriptor, upTo: 1 << 20), !bytes.isEmpty {
        try bytes.withUnsafeBytes { try $0.write(to: other.descriptor) }
      }
    } catch {
      throw FileFault(writing: folder.url(of: name), after: error)
    }
  }
}

extension RegularFile {
  /// What a path leads to, also where a link leads to something that isn't there yet
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)`` for links that lead in a circle.
  package static func target(of url: URL) throws -> URL {
    var file = url
    // As many as the system follows
    for _ in 0..<40 {
      guard let status = OpenFolder.current.status(of: file.path),
        status.st_mode & S_IFMT == S_IFLNK
      else { return file }
      let place = try FileManager.default.destinationOfSymbolicLink(atPath: file.path)
      file = URL(filePath: place, relativeTo: file.deletingLastPathComponent()).absoluteURL
    }
    throw FileFault.cannotWrite(path: url.path, reason: "it is a link that leads in a circle")
  }
}

extension String {
  /// By bytes: to `Character`, a slash with an accent behind it is none
  fileprivate var lastSlash: Index? { utf8.lastIndex(of: UInt8(ascii: "/")) }

  /// The path of the folder that a path's last name is in
  fileprivate var folder: String {
    guard let slash = lastSlash else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
