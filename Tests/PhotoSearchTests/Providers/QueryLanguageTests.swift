import Foundation
@testable import PhotoSearch
import Testing

/// The language of a query's words, and what each service is sent of it
@Suite struct QueryLanguageTests {
  @Test(arguments: [
    ("de", "de"), ("DE", "de"), ("pt-BR", "pt-BR"), ("pt_br", "pt-BR"),
    ("zh-hant-tw", "zh-Hant-TW"),
    ("es-419", "es-419"), ("gsw", "gsw"), ("german", nil), ("d", nil), ("", nil), ("de-", nil),
    ("de-DE-x", nil), ("d3", nil), ("de&key", nil), ("dé", nil), ("-de", nil), ("de-D", nil),
  ])
  func `a code is read in any spelling, and nothing else is`(text: String, code: String?) {
    #expect(QueryLanguage(rawValue: text)?.rawValue == code)
  }

  @Test func `the others stay, and are sent nothing of it`() throws {
    let language = try #require(QueryLanguage(rawValue: "de"))
    for provider in ProviderCatalog.providers(key: { _ in "k" }) {
      let words = provider.profile.kind == .search ? "Katze" : nil
      let plain = PhotoQuery(words)
      let query = PhotoQuery(
        words, filters: PhotoFilters(excludesAIGenerated: true, language: language))
      #expect(provider.objection(to: query) == nil)
      let using: [ProviderID] = [.unsplash, .pexels, .pixabay, .searxng, .wikimedia]
      guard !using.contains(provider.id) else { continue }
      #expect(try provider.request(for: query, at: nil) == provider.request(for: plain, at: nil))
    }
  }
}
