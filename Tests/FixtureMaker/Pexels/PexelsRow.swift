import PhotoSearch

/// A photo in the form of Pexels' API
struct PexelsRow: SampleRow, Sendable {
  static let service = "pexels"
  let id: String
  let subject: Subject
  /// What a machine saw; Pexels' photos have no title
  var seen: String?
  /// Before 2021 rows had neither `avg_color` nor `alt`
  var isOld = false
  /// Before 2022 they had no `alt`
  var hasAlt = true
  /// The original's file: seldom a `.png`, and not always named for its id
  var file: String
  var color: String

  init(_ subject: Subject, _ random: inout SeededRandom) {
    id = "3" + random.digits(7)
    self.subject = subject
    seen = subject.title
    file = "pexels-photo-\(id).jpeg"
    color = "#" + random.hexadecimal(6).uppercased()
  }

  var row: Row { Row(json, .photo(id)) }

  var page: String {
    let words = subject.slug.isEmpty ? id : "\(subject.slug)-\(id)"
    return "https://www.pexels.com/photo/\(words)/"
  }

  var json: JSONTree {
    let author = subject.author
    let number = author.username.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) % 900_000 } + 1_000
    return [
      "id": .integer(Int(id) ?? 0), "width": .integer(subject.width),
      "height": .integer(subject.height), "url": .string(page),
      "photographer": .string(author.name),
      "photographer_url": .string("https://www.pexels.com/@\(author.username)"),
      "photographer_id": .integer(number),
    ] + (isOld ? [:] : ["avg_color": .string(color)]) + [
      "src": .object(addresses.map { ($0.name, .string($0.url)) }), "liked": false,
    ] + (isOld || !hasAlt ? [:] : ["alt": .text(seen ?? "")])
  }

  /// Of its pictures: one path, and what is to be made of it
  var addresses: [(name: String, url: String)] {
    let original = "https://images.pexels.com/photos/\(id)/\(file)"
    let scaled = original + "?auto=compress&cs=tinysrgb&"
    return [
      ("original", original), ("large2x", scaled + "dpr=2&h=650&w=940"),
      ("large", scaled + "h=650&w=940"), ("medium", scaled + "h=350"),
      ("small", scaled + "h=130"), ("portrait", scaled + "fit=crop&h=1200&w=800"),
      ("landscape", scaled + "fit=crop&h=627&w=1200"),
      ("tiny", scaled + "dpr=1&fit=crop&h=200&w=280"),
    ]
  }
}

/// Replies in the form of Pexels' API
enum PexelsReply {
  static let base = "https://api.pexels.com/v1"

  static func target(_ words: String?, page: Int, _ items: [(String, String?)] = []) -> Target {
    Target(
      base + (words == nil ? "/curated" : "/search"),
      [("query", words)] + items + [("page", page == 1 ? nil : "\(page)")])
  }

  /// A page of a search, or of the curated photos without words
  ///
  /// What is past the end says page 1 of 1 whatever was asked for, and only there is no next page:
  /// elsewhere its address has its version twice and leads nowhere.
  static func page(
    _ words: String?, page: Int, total: Int, items: [(String, String?)] = [], _ rows: [Row]
  ) -> Exchange {
    let target = target(words, page: page, items)
    if rows.isEmpty {
      return Exchange(
        target, headers: quota(24_900),
        body: #"{"page":1,"per_page":1,"photos":[],"total_results":0}"#)
    }
    let path = words == nil ? "curated?" : "search?query=\(words ?? "")&"
    let next = "https://api.pexels.com/v1/v1/\(path)page=\(page + 1)&per_page=80"
    let body: JSONTree = [
      "page": .integer(page), "per_page": 80, "photos": .array(rows.map(\.json)),
      "total_results": .integer(total), "next_page": .string(next),
    ]
    return Exchange(target, headers: quota(24_971 - page), body: body.compact)
  }

  /// In refusals there is no quota
  static func refusal(_ target: Target, status: Int, _ body: JSONTree) -> Exchange {
    Exchange(target, status: status, body: body.compact)
  }

  /// Of the month; the hour's has no field
  private static func quota(_ left: Int) -> [(String, String)] {
    [
      ("X-Ratelimit-Limit", "25000"), ("X-Ratelimit-Remaining", "\(left)"),
      ("X-Ratelimit-Reset", "\(Moment.recording.seconds + 2_500_000)"),
    ]
  }
}
