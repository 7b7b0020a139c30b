import PhotoSearch

/// Replies in the form of MediaWiki's API
enum WikimediaReply {
  static let base = "https://commons.wikimedia.org/w/api.php"

  /// - Parameter place: the values of the `continue` before; none for the first page
  static func target(
    _ words: String, _ place: [(String, String?)] = [], items: [(String, String?)] = []
  ) -> Target {
    let search: [(String, String?)] = [
      ("action", "query"), ("generator", "search"), ("gsrsearch", "filetype:bitmap \(words)"),
    ]
    return Target(base, search + items + place)
  }

  /// The place after whole pages
  static func place(_ offset: Int) -> [(String, String?)] {
    [("gsroffset", "\(offset)"), ("continue", "gsroffset||")]
  }

  /// A reply with some pages
  ///
  /// - Parameters:
  ///   - pages: in rank order; they are sent by page id
  ///   - members: the list of a category that tells the order of its pages
  ///   - next: the values of `continue`; nil for none
  static func pages(
    _ target: Target, _ pages: [JSONTree], members: JSONTree = [:],
    next: [(String, String?)]?, isComplete: Bool = true
  ) -> Exchange {
    var body: JSONTree = isComplete ? ["batchcomplete": true] : [:]
    if let next {
      let values = next.map { name, value -> (name: String, value: JSONTree) in
        (
          name,
          name == "gsroffset"
            ? value.flatMap(Int.init).map(JSONTree.integer) ?? .null : .text(value)
        )
      }
      body = body + .object([("continue", .object(values))])
    }
    // Where nothing was found there is no `query` at all.
    if !pages.isEmpty {
      let sorted: JSONTree = ["pages": .array(pages.sorted { $0.pageID < $1.pageID })]
      body = body + ["query": members + sorted]
    }
    return Exchange(target, type: "application/json; charset=utf-8", body: body.compact)
  }

  /// An error: HTTP says 200 all the same
  static func error(
    _ target: Target, _ code: String, _ info: String, headers: [(String, String)] = []
  ) -> Exchange {
    let body: JSONTree = [
      "error": ["code": .string(code), "info": .string(info)], "servedby": "mw-api.example",
    ]
    return Exchange(
      target, type: "application/json; charset=utf-8",
      headers: [("MediaWiki-API-Error", code)] + headers, body: body.compact)
  }
}

extension JSONTree {
  /// What MediaWiki sorts pages by
  fileprivate var pageID: Int {
    guard case .object(let members) = self,
      case .integer(let id)? = members.first(where: { $0.name == "pageid" })?.value
    else { return 0 }
    return id
  }
}
