package import Foundation

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
  /// - Throws: ``FileFault/cannotWrite(path:reason:)`` which says what it is, if it isn't a file.
  package static func opened(_ url: URL, _ flags: Int32) throws -> OpenFile {
    try OpenFolder.current.opened(url.path, flags)
  }

  /// nil when nothing is there, else as above
  package static func existing(_ url: URL, _ flags: Int32) throws -> OpenFile? {
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
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
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
  package static func line(of value: some Encodable, for url: URL) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return try encoder.encode(value) + Data("\n".utf8) } catch {
      throw FileFault(writing: url, after: error)
    }
  }

  /// Makes a folder that only its owner may look into, if it isn't there, with those above it
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  package static func makeFolder(_ url: URL) throws {
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw FileFault(writing: url, after: error)
    }
  }

  /// Whether anything has that name, even a broken link; also when that can't be found out
  package static func isThere(_ url: URL) -> Bool {
    OpenFolder.current.holds(url.path)
  }
}
