import PhotoSearch

/// Replies in the form of Unsplash's API
enum UnsplashReply {
  static let base = "https://api.unsplash.com"

  /// A page of search results
  ///
  /// - Parameters:
  ///   - total: as the body has it; where there are more pages the header says one more
  ///   - pages: `total_pages`
  static func search(
    _ words: String, page: Int, of pages: Int, total: Int, items: [(String, String?)] = [],
    _ rows: [Row]
  ) -> Exchange {
    let body: JSONTree = [
      "total": .integer(total), "total_pages": .integer(pages),
      "results": .array(rows.map(\.json)),
    ]
    return Exchange(
      target(words, page: page, items),
      headers: headers(
        "/search/photos?query=\(words)&", page, pages, pages > 1 ? total + 1 : total),
      body: body.compact)
  }

  static func target(_ words: String, page: Int, _ items: [(String, String?)] = []) -> Target {
    Target(
      "\(base)/search/photos", [("query", words)] + items + [("page", page == 1 ? nil : "\(page)")])
  }

  /// A page of the feed: the array alone, totals in the header
  static func feed(page: Int, of pages: Int, total: Int, _ rows: [Row]) -> Exchange {
    Exchange(
      Target("\(base)/photos", [("page", page == 1 ? nil : "\(page)")]),
      headers: headers("/photos?", page, pages, total),
      body: JSONTree.array(rows.map(\.json)).compact)
  }

  static func errors(_ target: Target, status: Int, _ message: String) -> Exchange {
    let body: JSONTree = ["errors": [.string(message)]]
    return Exchange(target, status: status, headers: quota(38), body: body.compact)
  }

  /// The quota used up: JSON by its type, plain text in truth
  static func limited(_ target: Target) -> Exchange {
    Exchange(target, status: 403, headers: quota(0), body: "Rate Limit Exceeded")
  }

  private static func headers(
    _ path: String, _ page: Int, _ pages: Int, _ total: Int
  ) -> [(String, String)] {
    let relations: [(String, Int?)] = [
      ("first", page > 1 ? 1 : nil), ("prev", page > 1 ? page - 1 : nil),
      ("last", page < pages ? pages : nil), ("next", page < pages ? page + 1 : nil),
    ]
    let links = relations.compactMap { name, number in
      number.map { "<\(base)\(path)page=\($0)&per_page=30>; rel=\"\(name)\"" }
    }
    return (links.isEmpty ? [] : [("Link", links.joined(separator: ", "))])
      + [("X-Total", "\(total)"), ("X-Per-Page", "30")] + quota(50 - page)
  }

  private static func quota(_ left: Int) -> [(String, String)] {
    [("X-Ratelimit-Limit", "50"), ("X-Ratelimit-Remaining", "\(left)")]
  }
}
