import PhotoSearch

/// Replies in the form of Openverse's API
enum OpenverseReply {
  static let base = "https://api.openverse.org/v1/images/"

  static func target(_ words: String, page: Int, _ items: [(String, String?)] = []) -> Target {
    Target(base, [("q", words)] + items + [("page", page == 1 ? nil : "\(page)")])
  }

  /// A page of search results
  static func search(
    _ words: String, page: Int, of pages: Int, total: Int, items: [(String, String?)] = [],
    _ rows: [Row]
  ) -> Exchange {
    let body: JSONTree = [
      "result_count": .integer(total), "page_count": .integer(pages), "page_size": 20,
      "page": .integer(page), "results": .array(rows.map(\.json)),
    ]
    return Exchange(target(words, page: page, items), headers: quota, body: body.compact)
  }

  static func refusal(
    _ target: Target, status: Int, _ detail: JSONTree, headers: [(String, String)] = []
  ) -> Exchange {
    let body: JSONTree = ["detail": detail]
    return Exchange(target, status: status, headers: headers, body: body.compact)
  }

  /// Limits are text: so many in such a time
  private static let quota = [
    ("X-RateLimit-Limit-anon_burst", "20/min"), ("X-RateLimit-Available-anon_burst", "17"),
    ("X-RateLimit-Limit-anon_sustained", "200/day"),
    ("X-RateLimit-Available-anon_sustained", "183"),
  ]
}
