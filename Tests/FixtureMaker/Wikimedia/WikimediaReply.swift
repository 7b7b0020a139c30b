import PhotoSearch

/// Replies in the form of MediaWiki's API
extension WikimediaRow {
  static let base = "https://commons.wikimedia.org/w/api.php"
  /// Rows of a page
  static let size = 50

  static func target(_ words: String, page: Int, _ items: Items) -> Target {
    target(words, items + (page > 1 ? place(page - 1) : []))
  }

  /// - Parameter place: the values of the `continue` before; none for the first page
  static func target(_ words: String, _ place: Items) -> Target {
    Target(
      base,
      [
        ("action", "query"), ("generator", "search"), ("gsrsearch", "filetype:bitmap \(words)"),
      ] + place)
  }

  /// The place after whole pages
  static func place(_ pages: Int) -> Items {
    [("gsroffset", "\(pages * size)"), ("continue", "gsroffset||")]
  }

  static func reply(to target: Target, _ page: PagePlace, _ rows: [Row]) -> Reply {
    reply(rows.map(\.json), next: page.number < page.count ? place(page.number) : nil)
  }

  /// A reply with some pages
  ///
  /// - Parameters:
  ///   - pages: in rank order; they are sent by page id
  ///   - members: the list of a category that tells the order of its pages
  ///   - next: the values of `continue`; nil for none
  static func reply(
    _ pages: [JSONTree], members: JSONTree = [:], next: Items?, isComplete: Bool = true
  ) -> Reply {
    let next = next.map { items in
      JSONTree.object(
        items.map { name, value in
          let offset = name == "gsroffset" ? value.flatMap { Int($0) } : nil
          return (name: name, value: offset.map(JSONTree.integer) ?? .text(value))
        })
    }
    let sorted: JSONTree = ["pages": .array(pages.sorted { $0.pageID < $1.pageID })]
    return Reply(
      [
        "batchcomplete": isComplete ? true : nil, "continue": next,
        // Where nothing was found there is no `query` at all.
        "query": pages.isEmpty ? nil : members + sorted,
      ], type: json)
  }

  /// An error: HTTP says 200 all the same
  static func error(
    _ code: String, _ info: String, headers: [(String, String)] = []
  ) -> Reply {
    Reply(
      [
        "error": ["code": .string(code), "info": .string(info)], "servedby": "mw-api.example",
      ], type: json, headers: [("MediaWiki-API-Error", code)] + headers)
  }

  private static let json = "application/json; charset=utf-8"
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
