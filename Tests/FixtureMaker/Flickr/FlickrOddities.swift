import PhotoSearch

/// What can be odd about Flickr's replies, each under a word of its own
extension FixtureSet {
  static let flickrOdd = "flickr-odd.har"

  mutating func addFlickrOddities() {
    addFlickrEnds()
    addFlickrGaps()
    addFlickrBroken()
    let target = { FlickrReply.target(search: $0, page: 1) }
    let wrapped = FlickrReply.search(
      "wrapped", page: 1, of: 1, total: "2", Sample<FlickrRow>.rows("wrapped", 2))
    record(
      Self.flickrOdd,
      Exchange(
        target("limited"), type: "text/xml; charset=utf-8",
        body: #"{"stat":"fail","message":"Sorry, the Flickr API service is not currently "#
          + #"available.","code":201},"#),
      FlickrReply.failure(target("refused"), 100, "Invalid API Key (Key has invalid format)"),
      FlickrReply.failure(target("rejected"), 18, "Illogical arguments"),
      .html(target("html"), status: 429, Pages.busy),
      Exchange(
        target("nothing"),
        body: #"{"photos":{"page":1,"pages":0,"perpage":100,"total":"0","photo":[]},"stat":"ok"}"#
      ),
      Exchange(target("nonsense"), body: #"{"stat":"ok"}"#),
      FlickrReply.search("cut", page: 1, of: 1, total: 3, Sample<FlickrRow>.rows("cut", 3)).cut,
      Exchange(target("silent"), error: "timed out after 20 s"),
      Exchange(wrapped.target, body: "jsonFlickrApi(\(wrapped.body ?? ""))"),
      Exchange(
        target("xml"), type: "text/xml; charset=utf-8",
        body: "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<rsp stat=\"fail\">\n"
          + "\t<err code=\"105\" msg=\"Service currently unavailable\" />\n</rsp>\n"))
    expect(.flickr, "nothing", [[]])
    expect(.flickr, "wrapped", [Sample<FlickrRow>.rows("wrapped", 2)])
  }

  private mutating func addFlickrGaps() {
    let gap = Sample<FlickrRow>.pages("gap", [4, 0, 3, 0, 0, 2])
    let promise = Sample<FlickrRow>.pages("promise", [4, 4, 0, 0])
    for (words, pages, count) in [("gap", gap, 7), ("promise", promise, 9)] {
      record(
        Self.flickrOdd,
        pages.enumerated().map { index, rows in
          FlickrReply.search(
            words, page: index + 1, of: count, total: .integer(count * 100 - 12), rows)
        })
    }
    expect(.flickr, "gap", Array(gap[..<5]))
    expect(.flickr, "promise", promise)
    let midway = Sample<FlickrRow>.rows("midway", 4)
    record(
      Self.flickrOdd, .flickr, "midway", expecting: [midway],
      FlickrReply.search("midway", page: 1, of: 3, total: 212, midway),
      FlickrReply.failure(
        FlickrReply.target(search: "midway", page: 2), 105, "Service currently unavailable"))
  }

  /// Rows of wrong types among good ones, and a photo of which only the least is right
  private mutating func addFlickrBroken() {
    let good = Sample<FlickrRow>.rows("broken", 4)
    let odd = good[3].json.replacing([
      "title": nil, "description": "plain", "license": "many", "dateupload": "soon",
      "ownername": 5, "tags": [], "views": nil, "farm": "x", "width_m": "wide",
    ])
    let page = [
      good[0], .unreadable(17), .unreadable(nil), .unreadable([:]), good[1],
      .unreadable(good[2].json.replacing(["id": "../etc"])),
      .unreadable(good[2].json.without("owner")), Row(odd, good[3].outcome),
    ]
    record(Self.flickrOdd, [FlickrReply.search("broken", page: 1, of: 1, total: 8, page)])
    expect(.flickr, "broken", [page])
  }
}
