import CommandSyntax
import Foundation
import PhotoSearch
import Testing

@testable import imgsearch

/// Which providers a search asks, by what answers: no session, request or file of settings
struct ProviderSelectionTests {
  private static let kittens = SearchPlan(query: PhotoQuery("kittens"), providers: [])

  private static func selection(_ source: AnswerSource, secret: String = "") -> ProviderSelection {
    ProviderSelection(
      providers: ProviderCatalog.providers { _ in "key" }, source: source,
      redaction: Redaction(secrets: [secret]))
  }

  private static func recording() throws -> AnswerSource {
    .recording(try ReplayTransport(contentsOf: URL(filePath: Program.firstFixtures)))
  }

  @Test func `services without a key are left out of all, and named`() throws {
    let selection = Self.selection(.services(keys: ["FLICKR_API_KEY"]))
    let asked = try selection.checked(for: Self.kittens).map(\.id.rawValue)
    #expect(asked.contains("flickr") && asked.contains("openverse") && !asked.contains("pexels"))
    let left = selection.servicesWithoutKey(for: Self.kittens)
    #expect(left.contains("pexels") && !left.contains("flickr"))
    var named = Self.kittens
    named.providers = [ProviderID(rawValue: "pexels")]
    #expect(try selection.checked(for: named).map(\.id.rawValue) == ["pexels"])
    #expect(selection.servicesWithoutKey(for: named).isEmpty)
  }

  @Test func `a recording needs no keys, but has to have the first page`() throws {
    let selection = Self.selection(try Self.recording())
    let asked = try selection.checked(for: Self.kittens).map(\.id.rawValue)
    #expect(asked.contains("flickr") && asked.contains("pexels"))
    #expect(selection.servicesWithoutKey(for: Self.kittens).isEmpty)
    #expect(selection.recordedOtherwise(Self.kittens).isEmpty)
    var narrow = Self.kittens
    narrow.query.filters.orientation = .portrait
    #expect(selection.recordedOtherwise(narrow).map(\.rawValue).contains("pexels"))
  }

  @Test(arguments: [
    (["none"], "there is no provider none"),
    (["openverse", "-openverse"], "--provider leaves out all that could be asked"),
  ])
  func `a choice that can't be asked is refused`(_ names: [String], _ words: String) throws {
    let plan = SearchPlan(
      query: PhotoQuery("kittens"), providers: names.map { ProviderID(rawValue: $0) })
    let selection = Self.selection(.services(keys: []))
    let failure = #expect(throws: CommandFailure.self) { try selection.checked(for: plan) }
    #expect(failure?.code == .usage && failure?.words(.commandLine) == words)
  }

  @Test func `words with a key are refused for all`() throws {
    let selection = Self.selection(.services(keys: []), secret: "kittens-of-mine")
    let plan = SearchPlan(query: PhotoQuery("grey kittens-of-mine"), providers: [])
    #expect(throws: CommandFailure.self) { try selection.checkWords(of: plan) }
    #expect(throws: CommandFailure.self) { try selection.checked(for: plan) }
    try selection.checkWords(of: Self.kittens)
  }
}
