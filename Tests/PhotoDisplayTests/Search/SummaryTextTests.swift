import PhotoDisplay
import PhotoSearch
import Testing

struct SummaryTextTests {
  private func report(
    _ id: String, _ status: ProviderReport.Status = .ok, shown: Int = 10, total: Int? = nil,
    requests: Int = 1, excluded: [ExclusionReason: Int] = [:]
  ) -> ProviderReport {
    ProviderReport(
      id: ProviderID(rawValue: id), status: status, shown: shown, total: total,
      requests: requests, excluded: excluded)
  }

  /// What stands below a list
  private func closing(
    _ shown: Int, _ reports: ProviderReport..., late: [ProviderID] = []
  ) -> String { SummaryText.detailedClosing(shown: shown, reports: reports, late: late) }

  @Test func `photos, providers and requests are counted`() {
    #expect(
      closing(30, report("flickr", requests: 2), report("openverse"), report("unsplash"))
        == "30 photos from 3 providers · 4 requests")
    #expect(closing(1, report("flickr", shown: 1)) == "1 photo from flickr · 1 request")
  }

  @Test func `a provider that sent nothing is not among those that did`() {
    #expect(
      closing(10, report("flickr"), report("openverse", shown: 0))
        == "10 photos from flickr · 2 requests")
    #expect(closing(0) == "no photos · 0 requests")
  }

  @Test(arguments: [
    (EndReason.exhausted, "all shown"), (.depthLimit(4_000), "shows no more than 4,000"),
    (.repeats, "repeats itself"), (.recording, "the recording ends here"),
  ])
  func `an end has its reason`(reason: EndReason, words: String) {
    let line = closing(10, report("flickr", .ended(reason)))
    #expect(line == "10 photos from flickr · 1 request · flickr ended (\(words))")
  }

  @Test func `fewer words are advised for who found nothing and may want all, of any package`() {
    var reports = ["skylark", "flickr"].map { report($0, .ended(.exhausted), shown: 0) }
    reports[0].wantsAllWords = true
    #expect(
      SummaryText.wantingFewer(reports, of: PhotoQuery("a b c")).map(\.rawValue) == ["skylark"])
    #expect(SummaryText.wantingFewer(reports, of: PhotoQuery("a b")).isEmpty)
  }

  @Test func `an end without any photo says so`() {
    let line = closing(0, report("flickr", .ended(.exhausted), shown: 0, total: 0))
    #expect(line == "no photos · 1 request · flickr ended (found nothing)")
  }

  @Test func `what was left out is added up by reason`() {
    let line = closing(
      20, report("unsplash", excluded: [.advertisement: 1, .premium: 1]),
      report("flickr", excluded: [.advertisement: 1, .video: 1]))
    #expect(line.hasSuffix(" · 4 left out: 2 advertisements, 1 premium, 1 video"))
  }

  @Test func `rows past those that are read of a page are said to be that`() {
    let excluded: [ExclusionReason: Int] = [.unreadable: 2, .excess: 99_001]
    #expect(
      closing(20, report("searxng", excluded: excluded))
        .hasSuffix(" · 99,003 left out: 2 unreadable, 99,001 more than one page may have"))
  }

  @Test func `what a filter left out names the filter, and how many did not say`() {
    let line = closing(
      20,
      report(
        "wikimedia",
        excluded: [.misfit(.license): 41, .misfit(.orientation): 6, .unknown(.orientation): 1]),
      report("flickr", excluded: [.misfit(.orientation): 1, .unknown(.orientation): 2]))
    #expect(
      line.hasSuffix(" · 51 of 71 left out: 10 by orientation (3 don't say), 41 by licence"))
    #expect(
      closing(0, report("x", excluded: [.unknown(.license): 1]))
        .hasSuffix(" · 1 of 1 left out: 1 by licence (1 doesn't say)"))
  }

  @Test(arguments: [
    (1, "doesn't say whether a machine made it"),
    (1_200, "1,200 don't say whether a machine made them"),
  ])
  func `photos that pass though nobody says whether a machine made them are counted`(
    count: Int, words: String
  ) {
    var unknown = report("pexels")
    unknown.maybeAIGenerated = count
    let line = closing(20, unknown, report("x", excluded: [.misfit(.noAI): 2]))
    #expect(line.contains(" · 2 of 22 left out: 2 made by a machine · "))
    #expect(line.hasSuffix(words), "\(line)")
  }

  @Test func `a provider that was asked for its most says so, and what goes on`() {
    var stopped = report("flickr", requests: 20)
    stopped.reachedRequestLimit = true
    #expect(
      SummaryText.stops(
        [report("openverse"), stopped], option: "--max-requests", next: "imgsearch more") == [
          "stopped after 20 pages of flickr (--max-requests); imgsearch more continues"
        ])
  }

  @Test func `who was not waited for and hasn't come is named, with what goes on`() {
    let late = ["openverse", "wikimedia"].map { ProviderID(rawValue: $0) }
    #expect(
      closing(10, report("flickr"), late: late)
        == "10 photos from flickr · 1 request · openverse, wikimedia not yet here: imgsearch more")
  }

  @Test func `what is true of several providers is told once, with all their names`() {
    func failed(_ id: String, _ message: String) -> ProviderReport {
      let provider = ProviderID(rawValue: id)
      return report(id, .failed(ProviderError(provider, .unavailable(message: message))))
    }
    let reports = [
      failed("unsplash", "502"), report("pexels", .skipped("can't sort")), failed("flickr", "503"),
      failed("openverse", "502"), report("nasa", .skipped("can't sort")),
    ]
    #expect(
      SummaryText.warnings(reports, words: \.description) == [
        "unsplash, openverse: the service had an error (502); try again later",
        "flickr: the service had an error (503); try again later",
      ])
    #expect(SummaryText.skipped(reports) == ["pexels, nasa skipped: can't sort"])
  }

  @Test func `what filters left out is told by itself`() {
    let reports = [
      report("wikimedia", excluded: [.misfit(.license): 41, .video: 3]),
      report("flickr", excluded: [.misfit(.orientation): 1, .unknown(.orientation): 2]),
    ]
    #expect(LeftOutText(reports).filtered() == "3 by orientation (2 don't say), 41 by licence")
    #expect(LeftOutText([report("x", excluded: [.video: 3])]).filtered() == nil)
  }

  @Test func `failures and skipped providers have lines of their own, made safe`() {
    let flickr = ProviderID(rawValue: "flickr")
    let error = ProviderError(flickr, .rejected(status: 500, message: "\u{1B}[31moops\nnow"))
    let reports = [
      report("flickr", .failed(error)), report("wikimedia", .skipped("can't filter by color")),
    ]
    #expect(
      SummaryText.warnings(reports, words: \.description) == [
        "flickr: the service refused (500: [31moops now); change the query or the options"
      ])
    #expect(SummaryText.skipped(reports) == ["wikimedia skipped: can't filter by color"])
    #expect(SummaryText.notices(reports).isEmpty)
    #expect(!SummaryText.detailedClosing(shown: 10, reports: reports).contains("wikimedia"))
  }

  @Test func `one provider's line has its photos, what was left out, and its end`() {
    #expect(SummaryText.result(of: report("flickr")) == "10 photos")
    #expect(
      SummaryText.result(
        of: report(
          "unsplash", .ended(.exhausted), shown: 1, total: 1_740,
          excluded: [.premium: 2, .misfit(.license): 1]))
        == "1 photo of 1,740 · 3 of 4 left out: 2 premium, 1 by licence · ended: all shown")
    #expect(
      SummaryText.result(of: report("wikimedia", .skipped("has no filter for color"), shown: 0))
        == "no photos · skipped: has no filter for color")
  }
}
