import Foundation
import PhotoSearch
import Testing

/// What the README says is so
struct ReadmeTests {
  private static var lines: [Substring] {
    get throws {
      let file = FixtureFiles.root.appending(path: "README.md")
      return try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
    }
  }

  /// A new service has a row in the table, which isn't counted
  @Test func `it is short`() throws {
    #expect(try Self.lines.count { !$0.hasPrefix("|") } <= 106)
  }

  /// A row of a table in Markdown
  private static func cells(_ line: Substring) -> [String] {
    line.split(separator: "|").map { cell in
      cell.filter { $0 != " " && $0 != "`" }
    }
  }

  @Test func `its table has what each service needs, and how it takes each filter`() throws {
    let table = try Self.lines.drop { !$0.hasPrefix("| provider |") }
    let names = Self.cells(try #require(table.first)).dropFirst(2)
    #expect(names.count > 5)
    let adapters = ProviderCatalog.adapters.filter { $0.profile.kind == .search }
    let rows = table.dropFirst(2).prefix { $0.hasPrefix("|") }.map(Self.cells)
    #expect(Set(rows.map { $0[0] }) == Set(adapters.map { $0.profile.id.rawValue }))
    for row in rows {
      let adapter = try #require(adapters.first { $0.profile.id.rawValue == row[0] })
      #expect(row[1] == adapter.profile.key?.variable ?? "nothing")
      for (name, sign) in zip(names, row.dropFirst(2)) {
        let filter = try #require(FilterRow.all.first { $0.name == name })
        #expect(Self.sign(adapter.feed.support(of: filter)) == sign, "\(row[0]), \(name)")
      }
    }
  }

  private static func sign(_ support: FilterSupport) -> String {
    switch support {
    case .asked: "●"
    case .askedAndJudged: "◐"
    case .judged: "○"
    case .same: "="
    case .ignored, .skipped: "–"
    }
  }
}
