import PhotoSearch

/// What can be odd about Flickr's replies, each under a word of its own
extension FixtureSet {
  mutating func addFlickrOddities() {
    addFlickrEnds()
    record(FlickrRow.self, "gap", pages: [4, 0, 3, 0, 0, 2], of: 7, total: 688, asked: 5)
    record(FlickrRow.self, "promise", pages: [4, 4, 0, 0], of: 9, total: 888)
    let unavailable = "Service currently unavailable"
    record(
      FlickrRow.self, midway: 4, of: 3, total: 212, then: FlickrRow.failure(105, unavailable))
    addFlickrBroken()
    let wrapped = Sample<FlickrRow>.rows("wrapped", 2)
    record(
      FlickrRow.self,
      odd: [
        "limited": .xml(
          #"{"stat":"fail","message":"Sorry, the Flickr API service is not currently "#
            + #"available.","code":201},"#),
        "refused": FlickrRow.failure(100, "Invalid API Key (Key has invalid format)"),
        "rejected": FlickrRow.failure(18, "Illogical arguments"),
        "html": .html(Pages.busy, status: 429),
        "nothing": FlickrRow.reply(of: 0, total: "0", []),
        "nonsense": Reply(text: #"{"stat":"ok"}"#),
        "cut": .cut(FlickrRow.self),
        "silent": .lost("timed out after 20 s"),
        "wrapped": Reply(
          text: "jsonFlickrApi(\(FlickrRow.reply(of: 1, total: "2", wrapped).body ?? ""))"),
        "xml": .xml(
          "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<rsp stat=\"fail\">\n"
            + "\t<err code=\"105\" msg=\"\(unavailable)\" />\n</rsp>\n"),
      ])
    expect(.flickr, "nothing", [[]])
    expect(.flickr, "wrapped", [wrapped])
  }

  /// Rows of wrong types among good ones, and a photo of which only the least is right
  private mutating func addFlickrBroken() {
    let good = Sample<FlickrRow>.rows("broken", 4)
    let odd = good[3].json.replacing([
      "title": .null, "description": "plain", "license": "many", "dateupload": "soon",
      "ownername": 5, "tags": [], "views": .null, "farm": "x", "width_m": "wide",
    ])
    let page = [
      good[0], .unreadable(17), .unreadable(.null), .unreadable([:]), good[1],
      .unreadable(good[2].json.replacing(["id": "../etc"])),
      .unreadable(good[2].json.without("owner")), Row(odd, good[3].outcome),
    ]
    record(FlickrRow.self, "broken", [page])
  }
}

extension Reply {
  fileprivate static func xml(_ text: String) -> Reply {
    Reply(text: text, type: "text/xml; charset=utf-8")
  }
}
