import Foundation
import Testing

@testable import PhotoSearch

/// What the articles say of the library is what it does
@Suite struct ArticleTests {
  private static let folder = FixtureFiles.root
    .appending(path: "Sources/PhotoSearch/PhotoSearch.docc")

  private func article(_ name: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: "\(name).md"), encoding: .utf8)
  }

  @Test func `the newest heading of the changelog is the version`() throws {
    let headings = try article("Changelog").split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(headings.dropFirst().first == "## \(UserAgent.version)")
  }

  @Test func `the changelog's table has the versions of the three doors`() throws {
    let text = try article("Changelog")
    #expect(text.contains("| format of the cursor | \(SearchCursor.version) |"))
    #expect(text.contains("| Swift API, and the program | \(UserAgent.version) |"))
  }

  @Test func `whom a harvest asks is what the profiles say`() throws {
    let text = try article("AtScale").split(separator: "\n").joined(separator: " ")
    let searches = ProviderCatalog.profiles.filter { $0.kind == .search }
    let open = searches.filter { $0.refusal == nil }.map(\.name).joined(separator: ", ")
    #expect(text.contains("These are asked: \(open)."))
  }

  @Test func `what people read is what the article says`() throws {
    let text = try article("ErrorsAndQuota")
    let away = ProviderError(
      .openverse, .transport(.unreachable(host: "api.openverse.org", reason: "no route")))
    let broken = ProviderError(.openverse, .unavailable(message: "maintenance"))
    let errors: [any Error] = [
      PhotoClientError.noAnswer([broken]), broken, PhotoClientError.noAnswer([away]),
      ProviderError(.unsplash, .quotaSpent(until: nil)),
      PhotoClientError.noneCan([
        ProviderReport(id: .openverse, status: .skipped("can't filter by color"))
      ]),
    ]
    for error in errors { #expect(text.contains("`\(error.localizedDescription)`")) }
  }
}
