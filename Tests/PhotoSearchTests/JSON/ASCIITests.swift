import Foundation
import PhotoSearch
import Platform
import Testing

/// A sign is a sign, whatever combining mark stands behind it
struct ASCIITests {
  private static let marks = ["", "\u{301}", "\u{20DD}", "\u{FE0F}", "\u{200D}", "\u{E0100}"]

  @Test(arguments: marks)
  func `text is parted at a sign with a mark behind it`(mark: String) {
    let text = "a,\(mark)b,,\(mark)"
    let parts = ["a", "\(mark)b", "", mark].map { Array($0.utf8) }
    #expect(text.components(at: ",").map { Array($0.utf8) } == parts)
    #expect(
      text.components(at: ",", keepsEmpty: false).map { Array($0.utf8) }
        == parts.filter { !$0.isEmpty })
    #expect(
      text.components(at: ",", maxSplits: 1).map { Array($0.utf8) }
        == [Array("a".utf8), Array("\(mark)b,,\(mark)".utf8)])
  }

  @Test(arguments: marks)
  func `a sign with a mark behind it is found and replaced`(mark: String) throws {
    let text = "x\"\(mark)y\"\(mark)"
    #expect(Array(text.replacing(each: "\"", by: "''").utf8) == Array("x''\(mark)y''\(mark)".utf8))
    #expect(text.begins(with: "x\"") && "\"\(mark)".begins(with: "\""))
    #expect(text.contains(bytes: "\"") && !text.contains(bytes: "'"))
    #expect(text.firstIndex(ofASCII: "\"") == text.utf8.index(after: text.utf8.startIndex))
    let last = try #require(text.lastIndex(ofASCII: "\""))
    #expect(text.utf8.distance(from: last, to: text.utf8.endIndex) == 1 + mark.utf8.count)
    #expect("\(mark).json".ends(with: ".json") && !"json".ends(with: ".json"))
  }

  /// Where strangers' text is read, kept, shown and made names of: these look for Characters
  @Test(arguments: [
    "PhotoSearch/JSON", "PhotoSearch/Photos", "PhotoSearch/HTTP", "PhotoSearch/Providers",
    "PhotoSearch/Search", "PhotoStorage", "PhotoDisplay", "LocalServer", "Platform",
  ])
  func `nothing looks for a sign by Character`(room: String) throws {
    let files = try FixtureFiles.sources(in: room)
    #expect(!files.isEmpty)
    let finding =
      /\.has(?:Prefix|Suffix)\b|\.split\(separator: "|\.replacing\("|replacingOccurrences|components\(separatedBy|Index\(of: "|\[Character/
    for (name, text) in files {
      let found = text.split(separator: "\n").first { line in
        line.contains(finding) && !line.drop { $0 == " " }.hasPrefix("//")
      }
      #expect(found == nil, "\(name): use begins(with:), components(at:) and their like")
    }
  }
}
