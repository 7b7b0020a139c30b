import Foundation
import Testing

/// The rooms of PhotoSearch: JSON knows none but itself, Photos and HTTP nothing of each other,
/// Providers know these three, Search knows those, and Client all
struct RoomsTests {
  static let mayKnow = [
    "JSON": ["JSON"], "Photos": ["JSON", "Photos"], "HTTP": ["JSON", "HTTP"],
    "Providers": ["JSON", "Photos", "HTTP", "Providers"],
    "Search": ["JSON", "Photos", "HTTP", "Providers", "Search"],
    "Client": ["JSON", "Photos", "HTTP", "Providers", "Search", "Client"],
  ]

  private func files(in room: String) throws -> [(name: String, text: String)] {
    try FixtureFiles.sources(in: room).map { name, text in
      let code = text.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      return (name, code.joined(separator: "\n"))
    }
  }

  /// The types that a room declares at the top level of its files and does not keep to one file
  private func types(of room: String) throws -> Set<String> {
    let declaration =
      /^(?:public |package )?(?:indirect |final )?(?:struct|enum|protocol|class|actor|typealias) (\w+)/
      .anchorsMatchLineEndings()
    return Set(
      try files(in: "PhotoSearch/\(room)").flatMap { file in
        file.text.matches(of: declaration).map { String($0.1) }
      })
  }

  @Test(arguments: mayKnow.keys.sorted())
  func `a room names only what it may know`(room: String) throws {
    let others = try Set(Self.mayKnow.keys).subtracting(#require(Self.mayKnow[room]))
    let forbidden = try others.reduce(into: Set<String>()) { try $0.formUnion(types(of: $1)) }
    let own = try types(of: room)
    #expect(!own.isEmpty)
    for file in try files(in: "PhotoSearch/\(room)") {
      let words = Set(
        file.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
      #expect(words.isDisjoint(with: forbidden), "\(room)/\(file.name)")
    }
  }

  @Test func `no file is too long to be read at once, and few are hardly worth opening`() throws {
    let lengths = try FixtureFiles.sources(in: "").map { $0.text.utf8.count { $0 == 10 } }
    #expect(lengths.count > 200 && lengths.allSatisfy { $0 <= 400 })
    #expect(lengths.count { $0 < 50 } <= 20)
  }

  /// Which of our own modules a target may import; SwiftPM lets it import any that was built
  static let mayImport: [String: Set<String>] = [
    "Platform": [], "Terminal": ["Platform"], "LocalServer": ["Platform"],
    "PhotoSearch": ["Platform", "CCurl"],
    "CommandSyntax": ["Platform", "Terminal"],
    "ModelContext": ["Platform", "Terminal", "PhotoSearch"],
    "Pictures": ["Platform", "Terminal", "PhotoSearch"],
    "PhotoStorage": ["Platform", "Pictures", "PhotoSearch", "CSQLite"],
    "PhotoDisplay": ["Platform", "Terminal", "Pictures", "PhotoSearch", "PageFiles"],
  ]
  private static let system: Set = ["Foundation", "FoundationNetworking", "Synchronization"]
  private static let libraries: Set = ["Glibc", "Darwin", "Security"]

  @Test(arguments: mayImport.keys.sorted())
  func `a target imports only what stands below it`(target: String) throws {
    let imported = /^ *(?:@\w+ )?(?:\w+ )?import (?:struct |func )?(\w+)/.anchorsMatchLineEndings()
    let names = try files(in: target).reduce(into: Set<String>()) { names, file in
      names.formUnion(file.text.matches(of: imported).map { String($0.1) })
    }
    #expect(!names.isEmpty)
    let allowed = try Self.system.union(Self.libraries).union(#require(Self.mayImport[target]))
    #expect(names.isSubset(of: allowed), "\(names.subtracting(allowed))")
  }
}
