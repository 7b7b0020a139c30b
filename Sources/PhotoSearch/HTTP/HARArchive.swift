public import Foundation

/// Recorded exchanges, from a HAR 1.2 file or a folder of them
///
/// Read are the recordings of this program and those of browsers and proxies: what is not needed
/// to replay an exchange may be there or not.
public struct HARArchive: Sendable {
  /// Bytes that a recording may have, and the files of a folder together
  package static let sizeLimit = 256 << 20
  /// JSON values of one: an exchange of a browser has about 250
  private static let mostValues = 16_000_000

  /// In the order they were recorded; files of a folder in the order of their names
  public let entries: [HAREntry]

  /// A recording of these exchanges
  public init(entries: [HAREntry]) {
    self.entries = entries
  }

  /// Reads a file, or the `.har` files of a folder but not of the folders in it
  ///
  /// Of a folder's files those whose names start with a dot are passed over.
  ///
  /// - Throws: ``RecordingError``.
  public init(contentsOf url: URL) throws(RecordingError) {
    try self.init(contentsOf: url, sizeLimit: Self.sizeLimit)
  }

  package init(contentsOf url: URL, sizeLimit: Int) throws(RecordingError) {
    var room = sizeLimit
    var entries: [HAREntry] = []
    for file in try RecordingFiles.files(at: url) {
      let data = try RecordingFiles.contents(of: file, atMost: room)
      room -= data.count
      entries += try Self.entries(in: data, from: file.path)
    }
    self.init(entries: entries)
  }

  /// - Parameter name: the file, for the error
  package static func entries(
    in data: Data, from name: String
  ) throws(RecordingError) -> [HAREntry] {
    let root: JSONValue
    do {
      root = try JSONDocument(data, most: mostValues).root
    } catch {
      throw .unreadable(file: name, problem: words(for: error, in: data))
    }
    do {
      return try entries(in: root)
    } catch {
      throw .unreadable(file: name, problem: error.path + error.problem)
    }
  }

  private static func entries(in root: JSONValue) throws(JSONProblem) -> [HAREntry] {
    let values: JSONValue
    do {
      values = try root.needed("log").needed("entries")
    } catch {
      throw JSONProblem(location: error.location, problem: error.problem + " (JSON, but not a HAR)")
    }
    guard let elements = values.elements else { throw values.otherType }
    var entries: [HAREntry] = []
    for element in elements { entries.append(try HAREntry(element)) }
    return entries
  }

  /// What keeps a text from being JSON
  private static func words(for problem: JSONProblem, in data: Data) -> String {
    guard let first = data.first(where: { !" \t\n\r".utf8.contains($0) }) else {
      return "it is empty"
    }
    if case .byte(data.count) = problem.location, first == UInt8(ascii: "{") {
      return "it ends in the middle, as if it had been cut off"
    }
    return "it is not JSON"
  }
}
