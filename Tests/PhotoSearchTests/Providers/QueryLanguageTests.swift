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

  @Test(
    arguments: [
      ("de", "de", "de-DE"), ("pt-PT", "pt", "pt-BR"), ("en-GB", "en", "en-US"),
      ("zh", "zh", "zh-CN"), ("zh-Hant", "zh-Hant", "zh-TW"), ("zh-HK", "zh-Hant", "zh-TW"),
      ("zh-Hans-TW", "zh", "zh-CN"), ("nn", "nn", "nb-NO"), ("sw", "sw", nil),
    ] as [(String, String, String?)])
  func `Unsplash and SearXNG are sent the language, Pexels and Pixabay the nearest they have`(
    code: String, lang: String, locale: String?
  ) throws {
    let language = try #require(QueryLanguage(rawValue: code))
    let query = PhotoQuery("Katze", filters: PhotoFilters(language: language))
    let unsplash = try UnsplashSearch(key: "k").request(for: query, at: nil)
    #expect(unsplash.queryItems.first { $0.name == "lang" }?.value == lang)
    let pexels = try PexelsSearch(key: "k").request(for: query, at: nil)
    #expect(pexels.queryItems.first { $0.name == "locale" }?.value == locale)
    let pixabay = try PixabaySearch(key: "k").request(for: query, at: nil)
    let nearest = ["nn": "no", "sw": nil, "zh-Hant": nil][lang] ?? lang
    #expect(pixabay.queryItems.first { $0.name == "lang" }?.value == nearest)
    let searxng = try SearXNG(access: APIAccess(key: "http://127.0.0.1:8888")).request(
      for: query, at: nil)
    #expect(searxng.queryItems.first { $0.name == "language" }?.value == language.rawValue)
    let commons = try WikimediaCommons().request(for: query, at: nil)
    let uselang = commons.queryItems.first { $0.name == "uselang" }?.value
    #expect(uselang == language.rawValue.lowercased())
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
