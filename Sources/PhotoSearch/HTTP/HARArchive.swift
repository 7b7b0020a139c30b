public import Foundation

/// Recorded exchanges, from a HAR 1.2 file or a folder of them
///
/// Read are the recordings of this program and those of browsers and proxies: what is not needed
/// to replay an exchange may be there or not.
public struct HARArchive: Sendable {
  /// Bytes that a recording may have, and the files of a folder together
  package static let sizeLimit = 256 << 20

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
    do {
      return try JSONDecoder().decode(HARFile.self, from: data).log.entries
    } catch let error as DecodingError {
      throw .unreadable(file: name, problem: HARProblem.words(for: error, in: data))
    } catch {
      throw .unreadable(file: name, problem: "\(error)")
    }
  }
}

private struct HARFile: Decodable {
  struct Log: Decodable {
    let entries: [HAREntry]
  }

  let log: Log
}
