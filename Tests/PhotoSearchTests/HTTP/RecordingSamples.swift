import Foundation
import Testing

@testable import PhotoSearch

/// Recordings and APIs to test replay with
enum RecordingSamples {
  static func apis(photosAt base: String? = nil) throws -> [APIDescription] {
    [
      APIDescription(
        defaultBase: try address("https://api.photos.test/v1"), base: try base.map(address),
        immaterial: ["per_page", "format", "extras"],
        defaults: ["order": "relevant", "safe": "high"], paging: ["page": "1"]),
      APIDescription(
        defaultBase: try address("https://wiki.test/w/api.php"), immaterial: ["format"],
        defaults: [:], paging: ["offset": nil, "continue": nil]),
    ]
  }

  static func transport(
    _ entries: [HAREntry], photosAt base: String? = nil
  ) throws -> ReplayTransport {
    ReplayTransport(archive: HARArchive(entries: entries), apis: try apis(photosAt: base))
  }

  /// An entry whose body is its own address, unless another is given
  static func entry(
    _ url: String, method: String = "GET", status: Int = 200, body: String? = nil,
    error: String? = nil, duration: Double? = nil
  ) -> HAREntry {
    HAREntry(
      method: method, url: url, status: status, headers: ["Content-Type": "application/json"],
      content: .bytes(Data((body ?? url).utf8)), bodyFile: nil, error: error, received: nil,
      duration: duration)
  }

  static func request(_ address: String, method: String = "GET") throws -> WebRequest {
    WebRequest(method: method, url: try Self.address(address))
  }

  static func address(_ text: String) throws -> URL {
    guard let url = URL(string: text) else { throw URLError(.badURL) }
    return url
  }

  /// A HAR of one entry, as small as may be
  static func har(entry: String) -> Data {
    Data(#"{"log": {"version": "1.2", "entries": [\#(entry)]}}"#.utf8)
  }

  /// The file and the problem that reading fails with
  static func problem(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) -> (file: String, words: String) {
    let error = #expect(throws: RecordingError.self, sourceLocation: sourceLocation) { try body() }
    guard case .unreadable(let file, let words)? = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return ("", "")
    }
    return (file, words)
  }

  /// A folder of its own for one test, removed afterwards
  static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("imgsearch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      do {
        try FileManager.default.removeItem(at: folder)
      } catch { print("left behind: \(folder.path)") }
    }
    return try body(folder)
  }
}
