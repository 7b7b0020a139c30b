import Foundation
import Testing

/// Output kept in a file and compared byte by byte
///
/// Escape characters are written as `␛`, so that the files can be read. They are written anew only
/// when IMGSEARCH_REWRITE_GOLDENS is 1, and the test fails then: what it would compare is new.
func expectGolden(
  _ output: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Goldens").appending(path: name)
  let visible = output.replacing("\u{1B}", with: "␛")
  if ProcessInfo.processInfo.environment["IMGSEARCH_REWRITE_GOLDENS"] == "1" {
    try Data(visible.utf8).write(to: file)
    Issue.record("\(name) was written anew", sourceLocation: sourceLocation)
    return
  }
  let golden = try String(decoding: Data(contentsOf: file), as: UTF8.self)
  #expect(visible == golden, "differs from Goldens/\(name)", sourceLocation: sourceLocation)
}
