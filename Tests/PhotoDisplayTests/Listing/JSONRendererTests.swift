import Foundation
import PhotoDisplay
import PhotoSearch
import Testing

struct JSONRendererTests {
  private let flickr = ProviderID(rawValue: "flickr")

  private var plan: SearchPlan {
    let filters = PhotoFilters(
      safety: .moderate, orientation: .square, licenses: [.by, .bySA], color: .teal, sort: .latest,
      excludesAIGenerated: true, language: QueryLanguage(rawValue: "pt-BR"))
    return SearchPlan(
      query: PhotoQuery("two kittens", filters: filters), providers: [flickr],
      order: .newest)
  }

  @Test func `nothing found is a whole object all the same`() {
    var renderer = JSONRenderer(
      plan: SearchPlan(query: PhotoQuery(nil), providers: [], order: .sequential),
      words: \.description)
    #expect(
      renderer.all([]) == """
        {"query":{"words":null,"providers":[],"merge":"sequential","strictWords":false,"orientation":null,\
        "license":null,"color":null,"minWidth":null,"minHeight":null,"minMegapixels":null,\
        "ratio":null,"since":null,"until":null,"author":null,"tag":null,"without":null,"safe":null,"sort":"relevant","noAi":false,"language":null,\
        "similar":null},
        "photos":[],
        "next":null,
        "providers":[]}

        """)
  }

  @Test func `the query is told as it was asked`() throws {
    var renderer = JSONRenderer(plan: plan, words: \.description)
    #expect(
      renderer.all([]).hasPrefix(
        """
        {"query":{"words":"two kittens","providers":["flickr"],"merge":"newest",\
        "strictWords":false,"orientation":"square","license":"by,by-sa","color":"teal","minWidth":null,\
        "minHeight":null,"minMegapixels":null,"ratio":null,"since":null,"until":null,\
        "author":null,"tag":null,"without":null,"safe":"moderate",\
        "sort":"latest","noAi":true,"language":"pt-BR","similar":null},
        """))
  }

  @Test func `photos stand one a line, and the whole is one object`() throws {
    var renderer = JSONRenderer(plan: plan, words: \.description)
    let entries = try SamplePhotos.all()
    let text = renderer.all(entries, next: "v1.abc")
    let json = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let photos = try #require(json["photos"] as? [[String: Any]])
    #expect(photos.map { $0["id"] as? String } == entries.map { $0.photo.id.description })
    #expect(photos.map { $0["favorite"] as? Bool } == entries.map(\.isFavorite))
    #expect(json["next"] as? String == "v1.abc")
    #expect(text.split(separator: "\n").count == entries.count + 5)
  }

  @Test(
    arguments: [
      (ProviderReport.Status.ok, "ok", nil), (.ended(.repeats), "ended", nil),
      (
        .failed(ProviderError("flickr", .quotaSpent(until: nil))), "failed",
        "the quota is used up; it doesn't say until when: try again in an hour"
      ),
      (.skipped("can't filter by color"), "skipped", "can't filter by color"),
    ] as [(ProviderReport.Status, String, String?)])
  func `each provider's end is told`(
    status: ProviderReport.Status, name: String, error: String?
  ) {
    var renderer = JSONRenderer(plan: plan, words: \.description)
    let report = ProviderReport(
      id: flickr, status: status, shown: 3, total: 97, requests: 2,
      excluded: [.advertisement: 2, .misfit(.license): 5, .unknown(.license): 1])
    let problem = error.map { "\"\($0)\"" } ?? "null"
    #expect(
      renderer.all([], reports: [report]).hasSuffix(
        """
        "providers":[{"id":"flickr","status":"\(name)","shown":3,"total":97,"requests":2,\
        "leftOut":8,"asked":null,"error":\(problem)}]}

        """))
  }

  @Test func `NDJSON is the same photos, each a line of its own`() throws {
    var renderer = LineRenderer.ndjson()
    let entries = try SamplePhotos.all()
    let lines = renderer.all(entries).split(separator: "\n")
    #expect(
      lines.map(String.init)
        == entries.map { PhotoJSON.line($0.photo, isFavorite: $0.isFavorite) })
  }
}

extension ProviderError {
  fileprivate init(_ provider: String, _ reason: Reason) {
    self.init(ProviderID(rawValue: provider), reason)
  }
}
