import Foundation
import Testing

@testable import PhotoSearch

/// Where the pages of services end, and what is no page of theirs
@Suite struct PageEndTests {
  private static func flickr(_ page: Int, of pages: Int) -> String {
    #"{"photos":{"page":\#(page),"pages":"\#(pages)","photo":[]},"stat":"ok"}"#
  }
  private static func unsplash(_ total: Int, _ pages: Int) -> String {
    #"{"total":\#(total),"total_pages":\#(pages),"results":[]}"#
  }
  private static func pixabay(_ members: String) -> String { #"{\#(members),"hits":[]}"# }
  private static func nasa(_ total: Int?) -> String {
    let count = total.map { #","metadata":{"total_hits":\#($0)}"# } ?? ""
    return #"{"collection":{"items":[]\#(count)}}"#
  }
  private static func iNaturalist(_ total: Int, _ size: Int = 200) -> String {
    #"{"total_results":\#(total),"per_page":\#(size),"results":[]}"#
  }

  private static func counts(_ results: Int, _ pages: Int) -> String {
    "\"result_count\":\(results),\"page_count\":\(pages)"
  }
  private static func openverse(_ promise: String, rows: Int) -> String {
    let rows = (0..<rows).map { OpenverseReplies.row(["id": "\"\($0)\""]) }
    return "{\(promise),\"page_size\":20,\"results\":[\(rows.joined(separator: ","))]}"
  }
  private static func pexels(
    _ total: Int, _ size: Int, rows: Int, linksNext: Bool = true
  ) -> String {
    let link = linksNext ? #","next_page":"x""# : ""
    let rows = (0..<rows).map {
      #"{"id":4300\#($0),"url":"https://www.pexels.com/photo/4300\#($0)/","src":{"small":"#
        + #""https://images.pexels.com/photos/4300\#($0)/a.jpeg?h=130"}}"#
    }
    let photos = rows.joined(separator: ",")
    return #"{"total_results":\#(total),"per_page":\#(size)\#(link),"photos":[\#(photos)]}"#
  }

  @Test(
    arguments: [
      // The first page's totals are carried on.
      (.flickr, flickr(1, of: 3), nil, "2/3", EndReason.exhausted),
      (.flickr, flickr(2, of: 1), "2/3", "3/3", .exhausted),
      (.flickr, flickr(3, of: 9), "3/3", nil, .exhausted),
      (.unsplash, unsplash(70, 3), nil, "2/3", .exhausted),
      (.unsplash, unsplash(0, 0), "2/3", "3/3", .exhausted),
      (.unsplash, unsplash(70, 99), "3/3", nil, .exhausted),
      (.pixabay, pixabay(#""total":3,"totalHits":3"#), nil, nil, .exhausted),
      (.pixabay, pixabay(#""totalHits":201"#), nil, "2/2", .exhausted),
      (.pixabay, pixabay(#""total":"many""#), "2", nil, .exhausted),
      (.nasa, nasa(250), nil, "2/3", .exhausted), (.nasa, nasa(250), "3/3", nil, .exhausted),
      // Without a total, an empty page will tell.
      (.nasa, nasa(nil), nil, "2", .exhausted),
      (.iNaturalist, iNaturalist(450), nil, "2/3", .exhausted),
      (.iNaturalist, iNaturalist(450), "3/3", nil, .exhausted),
      // What the service itself cut a page to counts.
      (.iNaturalist, iNaturalist(450, 30), nil, "2/15", .exhausted),
      (.openverse, openverse(counts(40, 2), rows: 20), nil, "2/2", .exhausted),
      (.openverse, openverse(counts(40, 2), rows: 20), "2/2", nil, .exhausted),
      // A short or an empty page is not the end while page 1 promised more.
      (.openverse, openverse(counts(100, 5), rows: 3), "2/5", "3/5", .exhausted),
      (.openverse, openverse(counts(100, 5), rows: 0), "3/5", "4/5", .exhausted),
      // Later promises do not count.
      (.openverse, openverse(counts(0, 0), rows: 0), "2/5", "3/5", .exhausted),
      (.openverse, openverse(counts(900, 45), rows: 20), "5/5", nil, .exhausted),
      // No promise, or one that cannot be: as long as photos come.
      (.openverse, openverse(counts(40, 0), rows: 20), nil, "2", .exhausted),
      (.openverse, openverse(#""page_count":null"#, rows: 20), nil, "2", .exhausted),
      (.openverse, openverse(#""page_count":-1"#, rows: 20), "2", "3", .exhausted),
      (.openverse, openverse(counts(40, 0), rows: 0), "3", nil, .exhausted),
      (.openverse, openverse(counts(0, 0), rows: 0), nil, nil, .exhausted),
      // The wall.
      (.openverse, openverse(counts(10_000, 500), rows: 20), nil, "2/500", .exhausted),
      (.openverse, openverse(counts(10_000, 500), rows: 20), "11/500", "12/500", .exhausted),
      (.openverse, openverse(counts(10_000, 500), rows: 20), "12/500", nil, .depthLimit(240)),
      (.openverse, openverse(counts(240, 12), rows: 20), "12/12", nil, .depthLimit(240)),
      (.openverse, openverse(counts(231, 12), rows: 11), "12/12", nil, .exhausted),
      (.openverse, openverse(counts(40, 0), rows: 20), "12", nil, .depthLimit(240)),
      // By the total, though there is the address of a next page, too.
      (.pexels, pexels(160, 80, rows: 80), "1/2", "2/2", .exhausted),
      (.pexels, pexels(160, 80, rows: 80), "2/2", nil, .exhausted),
      // A short page isn't the end; one without the address of a next page is.
      (.pexels, pexels(7737, 80, rows: 3), nil, "2/97", .exhausted),
      (.pexels, pexels(0, 1, rows: 0, linksNext: false), "4/97", nil, .exhausted),
      // The wall, where the total ends too.
      (.pexels, pexels(8000, 80, rows: 80), "99/100", "100/100", .exhausted),
      (.pexels, pexels(8000, 80, rows: 80), "100/100", nil, .depthLimit(8_000)),
      // What the reply itself was cut to counts.
      (.pexels, pexels(45, 15, rows: 15), nil, "2/3", .exhausted),
      (.pexels, pexels(45, 0, rows: 15), nil, "2", .exhausted),
      // The other walls
      (.flickr, flickr(39, of: 252), "39/252", "40/252", .exhausted),
      (.flickr, flickr(40, of: 252), "40/252", nil, .depthLimit(4_000)),
      (.flickr, flickr(40, of: 40), "40/40", nil, .exhausted),
      (.unsplash, unsplash(10_001, 334), "199/334", "200/334", .exhausted),
      (.unsplash, unsplash(10_001, 334), "200/334", nil, .depthLimit(6_000)),
      (.unsplash, unsplash(6_000, 200), "200/200", nil, .exhausted),
      (.pixabay, pixabay(#""total":8737,"totalHits":500"#), nil, "2/3", .exhausted),
      (.pixabay, pixabay(#""total":8737,"totalHits":500"#), "2/3", "3/3", .exhausted),
      (.pixabay, pixabay(#""total":8737,"totalHits":500"#), "3/3", nil, .depthLimit(500)),
      (.pixabay, pixabay(#""total":500,"totalHits":500"#), "3/3", nil, .exhausted),
      (.nasa, nasa(25_073), "99/251", "100/251", .exhausted),
      (.nasa, nasa(25_073), "100/251", nil, .depthLimit(10_000)),
      (.iNaturalist, iNaturalist(90_000), "50/450", nil, .depthLimit(10_000)),
    ] as [(ProviderID, String, String?, String?, EndReason)])
  func `the end is where the first page's promise or the wall is, whatever a page has`(
    id: ProviderID, body: String, cursor: String?, next: String?, end: EndReason
  ) throws {
    let page = try id.adapter.page(body, at: cursor)
    #expect((page.next?.text, page.end) == (next, end))
    #expect(page.photos.count == body.ranges(of: "\"id\":").count)
    // An observation may have several photos, so that nobody knows which pages will be needed.
    if id == .iNaturalist { #expect(page.further == nil) }
  }

  @Test(
    arguments: [
      (
        .flickr, 200, #"{"photos":null,"stat":"fail","code":20,"message":"%"}"#,
        "Excessive photo offset in search", "7/99", EndReason.depthLimit(600)
      ),
      (.pixabay, 400, "[ERROR 400] %", "\"page\" is out of valid range.", "2/3", .exhausted),
      (.pixabay, 400, "[ERROR 400] %", "\"page\" is out valid range.", "2/3", .exhausted),
      (
        .nasa, 400, #"{"reason":"%"}"#,
        "Maximum number of search results have been displayed. Please refine your search.", "3/9",
        .depthLimit(200)
      ),
      (
        .wordpress, 400,
        #"{"code":"rest_post_invalid_page_number","message":"%","data":{"status":400}}"#,
        "too large", "3/9", .exhausted
      ),
    ] as [(ProviderID, Int, String, String, String, EndReason)])
  func `a page refused as too far is the end, and of the first page a refusal in its words`(
    id: ProviderID, status: Int, body: String, words: String, cursor: String, end: EndReason
  ) throws {
    let provider = try id.adapter
    let reply = WebReply(body.replacing("%", with: words), status: status)
    #expect(provider.verdict(on: reply) == .page)
    #expect(
      try provider.page(from: reply, for: provider.query(), at: PageCursor(cursor))
        == PhotoPage(photos: [], end: end))
    #expect(throws: ProviderError(id, .rejected(status: status, message: words))) {
      try provider.page(from: reply, for: provider.query(), at: nil)
    }
  }

  @Test(
    arguments: [
      (.openverse, "", "byte 0", nil), (.openverse, "{", "byte 1", nil),
      (.openverse, "[]", "results", nil),
      (.openverse, "{}", "results", nil), (.openverse, #"{"results":{}}"#, "results", nil),
      (.openverse, #"{"results":"x"}"#, "results", nil),
      (.openverse, String(repeating: "[", count: 5_000), "byte 128", nil),
      (.wikimedia, "", "byte 0", nil), (.wikimedia, "[]", "the top", nil),
      (.wikimedia, "{}", "the top", nil),
      (.wikimedia, #"{"message":"maintenance"}"#, "the top", nil),
      (.wikimedia, #"{"query":{}}"#, "the top", nil),
      (.wikimedia, #"{"query":[]}"#, "query", nil), (.wikimedia, #"{"error":7}"#, "error", nil),
      (.wikimedia, #"{"query":{"pages":7}}"#, "query.pages", nil),
      (.wikimedia, #"{"query":{"pages":"#, "byte 18", nil),
      (.wikimedia, String(repeating: "[", count: 5_000), "byte 128", nil),
      (.flickr, "{}", "photos", "nothing"), (.flickr, #"{"photos":[]}"#, "photos", "no object"),
      (.flickr, #"{"photos":{"photo":{}}}"#, "photos.photo", "no array"),
      (.flickr, #"{"photos":{}}"#, "photos.photo", "nothing"),
      (.unsplash, #"{"results":{}}"#, "results", "no array"),
      (.unsplash, "{}", "results", "nothing"),
    ] as [(ProviderID, String, String, String?)])
  func `a reply that is no page says where`(
    id: ProviderID, body: String, path: String, problem: String?
  ) throws {
    let error = #expect(throws: ProviderError.self) { try id.adapter.page(body) }
    guard case .unreadable(path, let found)? = error?.reason else {
      Issue.record("\(String(describing: error)) is not about reading \(path)")
      return
    }
    #expect(!found.isEmpty && found == problem ?? found)
  }

  @Test(arguments: [
    (ProviderID.flickr, #"{"photos":{"page":1,"pages":0,"total":%,"photo":[]},"stat":"ok"}"#),
    (.openverse, #"{"result_count":%,"results":[]}"#),
    (.unsplash, #"{"total":%,"total_pages":0,"results":[]}"#),
  ])
  func `the total is what the service says, as number or text, when it can be one`(
    id: ProviderID, body: String
  ) throws {
    for (text, total) in [
      ("75541", 75_541), ("\"17\"", 17), ("-1", nil), ("null", nil), ("{}", nil), ("\"\"", nil),
    ] {
      #expect(try id.adapter.page(body.replacing("%", with: text)).total == total, "\(text)")
    }
  }
}
