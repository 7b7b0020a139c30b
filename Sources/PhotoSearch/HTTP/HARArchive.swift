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
    try rows(in: data, from: name).map(\.entry)
  }

  /// The same, with what is written of each entry
  fileprivate static func rows(
    in data: Data, from name: String, by creator: String? = nil
  ) throws(RecordingError) -> [HARFile.Row] {
    let root: JSONValue
    do {
      root = try JSONDocument(data, most: mostValues).root
    } catch {
      throw .unreadable(file: name, problem: words(for: error, in: data))
    }
    do {
      let rows = try rows(in: root)
      let actual = root["log"]?["creator"]?["name"]?.string ?? ""
      if let creator, !actual.hasPrefix(creator) {
        throw RecordingError.unreadable(file: name, problem: "another program made it")
      }
      return rows
    } catch let error as JSONProblem {
      throw .unreadable(file: name, problem: error.path + error.problem)
    } catch let error as RecordingError {
      throw error
    } catch {
      throw .unreadable(file: name, problem: "\(error)")
    }
  }

  private static func rows(in root: JSONValue) throws(JSONProblem) -> [HARFile.Row] {
    let values: JSONValue
    do {
      values = try root.needed("log").needed("entries")
    } catch {
      throw JSONProblem(location: error.location, problem: error.problem + " (JSON, but not a HAR)")
    }
    guard let elements = values.elements else { throw values.otherType }
    var rows: [HARFile.Row] = []
    for element in elements { rows.append(.init(entry: try HAREntry(element), written: element)) }
    return rows
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

/// A recording of this program's that is to be added to
package struct HARFile: Sendable {
  /// An exchange, and all that the file says of it
  struct Row: Sendable {
    let entry: HAREntry
    let written: JSONValue
  }

  /// With what is new it could not be replayed
  package struct TooLarge: Error, CustomStringConvertible {
    package var description: String {
      "with what is there it would have more than \(HARArchive.sizeLimit >> 20) MB"
    }
  }

  let rows: [Row]

  /// Reads a file; an empty one is a recording of nothing
  ///
  /// - Parameter redaction: what an earlier version left in it goes too
  /// - Throws: ``RecordingError``, also for a recording that another program made: what is in it
  ///   is not ours to change, and may have keys.
  package init(contentsOf url: URL, redaction: Redaction) throws(RecordingError) {
    let data = redaction.data(
      try RecordingFiles.contents(of: url, atMost: HARArchive.sizeLimit))
    rows =
      data.isEmpty
      ? [] : try HARArchive.rows(in: data, from: url.path, by: HARDocument.Creator().name)
  }
}
