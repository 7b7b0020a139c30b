package import Foundation
import Platform

/// Recorded exchanges, from a HAR 1.2 file or a folder of such files
///
/// It reads recordings of this program, of browsers and of proxies; members that a replay doesn't
/// need may be missing. A body may be in a file of its own, which the content names as `_file`, as
/// Playwright does: a path relative to the recording's folder. Such a file is read when its
/// exchange is asked for.
package struct HARArchive: Sendable {
  /// Most bytes of a recording, or of all files of a folder together
  package static let sizeLimit = 256 << 20
  /// Most exchanges of all files together; a newspaper's page makes some hundreds
  package static let maxEntries = 100_000
  /// Most JSON values of one exchange; a browser writes about 250
  private static let maxValues = 1_000_000

  /// The exchanges in the order they were recorded; a folder's files by their names
  package let entries: [HAREntry]

  /// A recording of these exchanges
  package init(entries: [HAREntry]) { self.entries = entries }

  /// Reads a file, or the `.har` files of a folder, without its subfolders
  ///
  /// Files whose names begin with a dot are skipped.
  ///
  /// - Throws: ``RecordingError``.
  package init(
    contentsOf url: URL, sizeLimit: Int = Self.sizeLimit, silence: Duration = .seconds(30)
  ) throws(RecordingError) {
    var room = sizeLimit
    var entries: [HAREntry] = []
    for file in try RecordingFiles.files(at: url) {
      let bytes = try RecordingFiles.contents(
        of: file, atMost: room, silence: file == url ? silence : nil)
      room -= bytes.count
      entries += try Self.entries(
        in: bytes, from: file.path, atMost: Self.maxEntries - entries.count)
    }
    self.init(entries: entries)
  }

  /// - Parameters:
  ///   - name: the file's name, for an error
  ///   - room: most entries to read
  package static func entries(
    in bytes: [UInt8], from name: String, atMost room: Int = maxEntries
  ) throws(RecordingError) -> [HAREntry] {
    var entries: [HAREntry] = []
    try read(bytes, from: name, atMost: room) { entry, _ in entries.append(entry) }
    return entries
  }

  /// - Parameters:
  ///   - room: most entries to read
  ///   - receive: called with each entry and the bytes it was read from
  static func read(
    _ bytes: [UInt8], from name: String, atMost room: Int = maxEntries,
    _ receive: (HAREntry, JSONValue) -> Void
  ) throws(RecordingError) {
    let folder = URL(filePath: name).deletingLastPathComponent()
    var count = 0
    do {
      let isThere = try JSONParser.read(bytes, maxValues: maxValues) {
        parser throws(JSONProblem) in
        try parser.readElements(at: ["log", "entries"]) { element throws(JSONProblem) in
          guard count < room else {
            throw element.problem(": recordings may have \(maxEntries) exchanges in all")
          }
          receive(try HAREntry(element, in: folder), element)
          count += 1
        }
      }
      if isThere { return }
    } catch {
      let path = "log.entries[\(count)]"
      throw .unreadable(file: name, problem: words(for: error, at: path, in: bytes))
    }
    throw .unreadable(file: name, problem: wordsWithoutEntries(bytes))
  }

  /// Explains why a text has no entries of a recording
  private static func wordsWithoutEntries(_ bytes: [UInt8]) -> String {
    do throws(JSONProblem) {
      let log = try JSONDocument(Data(bytes), maxValues: maxValues).root.needed("log")
      let entries = try log.needed("entries").otherType
      return entries.path + entries.problem
    } catch { return words(for: error, at: "", in: bytes) + " (JSON, but not a HAR)" }
  }

  /// Explains what is wrong with an entry, or why the text isn't JSON
  private static func words(
    for problem: JSONProblem, at path: String, in bytes: [UInt8]
  ) -> String {
    guard case .byte(let byte) = problem.location else {
      return problem.path(below: path) + problem.problem
    }
    guard let first = bytes.first(where: { !" \t\n\r".utf8.contains($0) }) else {
      return "it is empty"
    }
    if problem.isLimit { return "it has \(problem.problem)" }
    if byte == bytes.count, first == UInt8(ascii: "{") {
      return "it ends in the middle, as if it had been cut off"
    }
    return "it isn't JSON"
  }
}

/// One exchange of a recording: a request and its reply
package struct HAREntry: Sendable {
  /// A reply's body: its bytes, or text of a recording that nobody has asked for yet
  package enum Content: Sendable {
    case bytes(Data)
    case text(JSONText)
  }

  /// The request's method, in upper case
  package let method: String
  /// The request's address as the recording has it, which may be any text
  package let url: String
  /// The reply's status; 0 if there was no reply
  package let status: Int
  /// The reply's header fields
  package let headers: HTTPHeaders
  /// The reply's body; empty if the recording left it out or has it in another file
  package let content: Content
  /// The file that has the body; nil if the body is in the recording itself
  package var bodyFile: BodyFile?
  /// Why there was no reply, in the words of the program that recorded the exchange
  package let error: String?
  /// When the reply was complete; nil if the recording doesn't say
  package let received: Date?
  /// How long the exchange took, in seconds; nil if the recording doesn't say
  package let duration: Double?
}

extension HAREntry {
  /// Reads an entry of HAR 1.2; unknown members are ignored
  ///
  /// Members that a replay doesn't need, such as times, are also ignored if they have a wrong type.
  ///
  /// - Parameter folder: the folder of the recording
  /// - Throws: if the url or the status is missing.
  init(_ entry: JSONValue, in folder: URL) throws(JSONProblem) {
    let request = try entry.needed("request")
    let address = try request.needed("url")
    guard let url = address.string else { throw address.otherType }
    guard !url.isEmpty else { throw address.problem(": an address was expected") }
    let response = try entry.needed("response")
    let code = try response.needed("status")
    guard let status = code.integer else { throw code.otherType }
    method = request["method"]?.string?.uppercased() ?? "GET"
    self.url = url
    self.status = max(0, status)
    headers = HTTPHeaders(
      (response["headers"]?.elements ?? []).compactMap { header in
        header["name"]?.string.map { .init(name: $0, value: header["value"]?.string ?? "") }
      })
    let content = response["content"]
    bodyFile = try content?["_file"].map { file throws(JSONProblem) in
      guard let path = file.string else { throw file.otherType }
      guard let named = BodyFile(path, in: folder) else {
        throw file.problem(": a path from the recording's folder down was expected")
      }
      return named
    }
    let inline = try bodyFile == nil ? content.map(Self.content) : nil
    self.content = inline ?? .bytes(Data())
    error = response["_error"]?.string ?? entry["_error"]?.string
    duration = entry["time"]?.double.map { $0 / 1000 }
    let start = entry["startedDateTime"]?.string.flatMap { Date(iso8601: $0, keepsFraction: true) }
    received = start?.addingTimeInterval(max(0, duration ?? 0))
  }

  /// The reply's body, decoded; empty if the recording left it out or has it in another file
  package var body: Data {
    switch content {
    case .bytes(let bytes): bytes
    case .text(let text): Data(text.string.utf8)
    }
  }

  /// The body, read from its file if it has one
  package func wholeBody() throws(RecordingError) -> Data { try bodyFile?.contents() ?? body }

  /// Reads a body that is text, or bytes in base64
  private static func content(_ content: JSONValue) throws(JSONProblem) -> Content {
    guard let text = content["text"] else { return .bytes(Data()) }
    guard let written = text.writtenString else { throw text.otherType }
    guard content["encoding"]?.string?.lowercased() == "base64" else { return .text(written) }
    guard let bytes = Data(base64Encoded: written.string, options: .ignoreUnknownCharacters) else {
      throw text.problem(": base64 was expected")
    }
    return .bytes(bytes)
  }
}

extension JSONValue {
  /// A member that HAR requires
  ///
  /// - Throws: that the member is missing or null.
  func needed(_ name: StaticString) throws(JSONProblem) -> JSONValue {
    guard isObject else { throw otherType }
    if let value = self[name] { return value }
    let isNull = members?.contains { $0.name == "\(name)" } ?? false
    throw JSONProblem(
      location: .member(name, of: self), problem: isNull ? " is null" : " is missing")
  }

  var otherType: JSONProblem { problem(" is not of the type that HAR has there") }
}

/// Finds the files of a recording and reads them within limits
enum RecordingFiles {
  /// The file itself, or the recordings of a folder sorted by name
  static func files(at url: URL) throws(RecordingError) -> [URL] {
    guard let status = stat(at: url.path) else { throw .notFound(path: url.path) }
    guard status.isFolder else { return [url] }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    } catch { throw .unreadable(file: url.path, problem: SystemReason.words(for: error)) }
    let files =
      names
      .filter { !$0.begins(with: ".") && $0.lowercased().ends(with: ".har") }
      .sorted()
      .map { url.appendingPathComponent($0) }
      .filter { stat(at: $0.path)?.isFolder != true }
    guard !files.isEmpty else { throw .noRecordings(folder: url.path) }
    return files
  }

  /// - Parameters:
  ///   - limit: most bytes; a larger file is an error
  ///   - silence: how long each read waits for a pipe that the user named, e.g. a shell's `<(…)`;
  ///     nil for a file of a folder, where a pipe is a mistake
  static func contents(
    of file: URL, atMost limit: Int, silence: Duration?
  ) throws(RecordingError) -> [UInt8] {
    guard let opened = OpenFile.reading(file.path) else {
      throw unreadable(file, String(cString: strerror(errno)))
    }
    return try contents(of: opened.descriptor, at: file, atMost: limit, silence: silence)
  }

  /// - Parameters:
  ///   - descriptor: the open file; it stays open
  ///   - file: its path, for an error
  fileprivate static func contents(
    of descriptor: Int32, at file: URL, atMost limit: Int, silence: Duration?
  ) throws(RecordingError) -> [UInt8] {
    guard let status = stat(of: descriptor) else {
      throw unreadable(file, String(cString: strerror(errno)))
    }
    let isFile = status.isFile
    guard isFile || silence != nil else { throw unreadable(file, "it isn't a plain file") }
    do {
      let bytes = try OpenFile.bytes(of: descriptor, atMost: limit) {
        guard let silence, !isFile, !isReadable(descriptor, within: silence) else { return }
        let time = "nothing came through it for \(silence.components.seconds) s"
        throw unreadable(
          file, "it is a pipe, and " + (Task.isCancelled ? "was waited for in vain" : time))
      }
      guard let bytes else {
        throw unreadable(
          file, "it is too large: recordings may have \(HARArchive.sizeLimit >> 20) MB in all")
      }
      return bytes
    } catch let error as RecordingError {
      throw error
    } catch { throw unreadable(file, SystemReason.words(for: error)) }
  }

  /// Whether there are bytes to read or the end is reached; false if the task is cancelled
  private static func isReadable(_ descriptor: Int32, within limit: Duration) -> Bool {
    let end = ContinuousClock.now + limit
    while !OpenFile.isReadable(descriptor, within: 50) {
      guard ContinuousClock.now < end, !Task.isCancelled else { return false }
    }
    return true
  }

  private static func unreadable(_ file: URL, _ problem: String) -> RecordingError {
    .unreadable(file: file.path, problem: problem)
  }
}

/// A file beside a recording with the body of one reply
package struct BodyFile: Hashable, Sendable {
  private let folder: URL
  /// The file's path relative to the folder
  let path: String

  /// A file below a folder; nil for a path that leaves the folder, or has an empty part
  init?(_ path: String, in folder: URL) {
    let names = path.components(at: "/")
    guard !names.contains(where: { ["", ".", ".."].contains($0) || $0.utf8.contains(0) }) else {
      return nil
    }
    self.folder = folder
    self.path = path
  }

  /// The file's content. No symbolic link below the folder is followed, so it is a file of that
  /// folder
  func contents() throws(RecordingError) -> Data {
    let file = folder.appending(path: path)
    let descriptor = opened()
    guard descriptor >= 0 else {
      let reason = errno == ELOOP ? "it is a link" : String(cString: strerror(errno))
      throw .unreadable(file: file.path, problem: reason)
    }
    defer { close(descriptor) }
    return Data(
      try RecordingFiles.contents(
        of: descriptor, at: file, atMost: HARArchive.sizeLimit, silence: nil))
  }

  /// The open file; below 0 if it can't be opened, with the reason in `errno`
  private func opened() -> Int32 {
    let names = path.components(at: "/").map(String.init)
    var descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for (index, name) in names.enumerated() where descriptor >= 0 {
      // Without O_NONBLOCK, opening a pipe would wait for its other end.
      let kind = index == names.count - 1 ? O_NONBLOCK : O_DIRECTORY
      let next = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
      let reason = errno
      close(descriptor)
      errno = reason
      descriptor = next
    }
    return descriptor
  }
}
