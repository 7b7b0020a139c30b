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
