import Foundation
import Testing

/// A comment names its subject in its first words; `.ci/comments` draws some to be read alone
struct CommentTests {
  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  /// First words that stand for something which only the code beneath shows
  private static func isRiddle(_ comment: some StringProtocol) -> Bool {
    String(comment).prefixMatch(of: riddle) != nil
  }

  // A literal in the function would be compiled for each comment; nobody changes it.
  nonisolated(unsafe) private static let riddle =
    /(?:What|Those|The one|The same|It|They|nil|(?:Whether|As) (?:it|they|this|that))\s/

  private static func comments(in text: String) -> [Substring] {
    var (comments, isInside) = ([Substring](), false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("//"), !isInside {
        comments.append(line.drop { $0 == "/" }.drop { $0 == " " })
      }
      isInside = line.hasPrefix("//")
    }
    return comments
  }

  @Test(arguments: [
    "What a page has", "The same", "Whether it is one", "It goes when photos come", "nil for none",
  ])
  func `a pronoun without a noun is a riddle`(comment: String) {
    #expect(Self.comments(in: "  /// \(comment) then\n").allSatisfy(Self.isRiddle))
  }

  @Test func `no comment begins with a pronoun`() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
      .filter { name in [".swift", ".h", ".c", ".js"].contains { name.hasSuffix($0) } }
    #expect(names.count > 200)
    for name in names {
      let text = try String(contentsOf: Self.sources.appending(path: name), encoding: .utf8)
      for comment in Self.comments(in: text) where Self.isRiddle(comment) {
        Issue.record("\(name): \(comment)")
      }
    }
  }
}
