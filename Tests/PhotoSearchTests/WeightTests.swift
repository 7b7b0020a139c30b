import Foundation
import Platform
import Terminal
import Testing

/// A program with the libraries in it has what it refers to of them, and what that refers to: a
/// name of Foundation's older half brings CoreFoundation and the data of ICU, 44 MB. `.ci/weight`
/// looks at the program itself; this tells the usual names at once.
struct WeightTests {
  /// Names, and what stands in their place
  private static let heavy: [([String], instead: String)] = [
    (["CharacterSet", "trimmingCharacters"], "trimmed, or a test of bytes"),
    (["PercentEncoding("], "percentEncoding(_:)"),
    (["removingPercentEncoding"], "percentDecoded"),
    (["precomposedString", "decomposedString"], "composed"),
    ([".range(of:", "replacingOccurrences"], "firstRange(of:), replacing(each:by:)"),
    (["components(separatedBy"], "components(at:)"),
    (["DateFormatter", "NumberFormatter", ".formatted("], "localTime, plainText"),
    (["String(format:"], "String(_:radix:), padded(to:)"),
    (["TimeZone", "Locale.", "Calendar("], "localTime: without ICU there is but UTC"),
    (["FileHandle", "ObjCBool", "NSHomeDirectory"], "OpenFile, stat(at:), URL.homeDirectory"),
    ([" Process(", " Pipe("], "ChildProgram, OpenFile.pipe"),
    ([" Thread(", " Thread {", " Thread."], "SystemThread"),
    (["localizedDescription", "NSError"], "SystemReason, or the error's own words"),
    (["NSNumber", "NSString", "NSRegularExpression", "JSONSerialization"], "a type of Swift's"),
    (["[.posixPermissions]"], "stat(at:), as its type isn't the same in every build"),
  ]

  /// For Apple's systems, where Foundation is not in the program
  private static let exempt = ["SessionConnections.swift", "HostName.swift"]

  @Test func `nothing brings ICU's data into the program`() throws {
    let folder = FixtureFiles.root.appending(path: "Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { path in path.hasSuffix(".swift") && !Self.exempt.contains { path.hasSuffix($0) } }
    #expect(files.count > 100)
    for file in files {
      let data = try Data(contentsOf: folder.appending(path: file))
      for (names, instead) in Self.heavy {
        for name in names where data.range(of: Data(name.utf8)) != nil {
          let found = String(decoding: data, as: UTF8.self).split(separator: "\n").first { line in
            line.contains(name) && !line.drop { $0 == " " }.hasPrefix("//")
          }
          #expect(found == nil, "\(file): \(found ?? ""); take \(instead)")
        }
      }
    }
  }
}
