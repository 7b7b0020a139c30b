import PhotoSearch

/// Replies in the form of Flickr's API
enum FlickrReply {
  static func target(_ method: String, _ items: [(String, String?)]) -> Target {
    Target("https://api.flickr.com/services/rest/", [("method", "flickr.photos.\(method)")] + items)
  }

  static func target(search words: String, page: Int, _ items: [(String, String?)] = []) -> Target {
    target("search", [("text", words)] + items + [("page", page == 1 ? nil : "\(page)")])
  }

  /// A page of search results
  ///
  /// - Parameters:
  ///   - answered: the page that the reply says it is, if not the one asked for
  ///   - total: text as to 2020 or a number as since
  static func search(
    _ words: String, page: Int, answered: Int? = nil, of pages: Int, total: JSONTree,
    items: [(String, String?)] = [], _ rows: [Row]
  ) -> Exchange {
    let body: JSONTree = [
      "photos": [
        "page": .integer(answered ?? page), "pages": .integer(pages), "perpage": 100,
        "total": total, "photo": .array(rows.map(\.json)),
      ], "stat": "ok",
    ]
    return Exchange(target(search: words, page: page, items), body: body.compact)
  }

  /// A failure: HTTP says 200 all the same
  static func failure(_ target: Target, _ code: Int, _ message: String) -> Exchange {
    let body: JSONTree = ["stat": "fail", "code": .integer(code), "message": .string(message)]
    return Exchange(target, body: body.compact)
  }
}
