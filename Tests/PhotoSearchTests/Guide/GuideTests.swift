import Foundation
import Testing

/// The code of the guide is code that is compiled, linted and run here
@Suite struct GuideTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// The blocks of Swift in a text, in their order
  private func blocks(of guide: String) -> [String] {
    guide.split(separator: "```swift\n").dropFirst().compactMap { part in
      part.split(separator: "```", maxSplits: 1).first.map(String.init)
    }
  }

  @Test func `its pieces of code, put together, are the adapter and its test`() throws {
    let blocks = blocks(of: try text("Sources/PhotoSearch/PhotoSearch.docc/AddAProvider.md"))
    let code = ["Skylark", "SkylarkTests"].map { "Tests/PhotoSearchTests/Guide/\($0).swift" }
    let whole = try code.map(text).joined(separator: "\n")
    #expect(blocks.joined(separator: "\n") == whole)
  }
}
