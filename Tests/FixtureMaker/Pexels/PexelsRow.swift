import PhotoSearch

/// A photo in the form of Pexels' API
struct PexelsRow: NumberedPages {
  static let provider = ProviderID.pexels
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
      "photographer_id": .integer(number), "avg_color": isOld ? nil : .string(color),
      "src": .object(addresses.map { ($0.name, .string($0.url)) }), "liked": false,
      "alt": isOld || !hasAlt ? nil : .string(seen ?? ""),
    ]
  }

  var shown: [Exchange] { [Exchange(Self.target(shown: id), Reply(json))] }

  var addressesOfPicture: [String] {
    let taken = ["small", "medium", "large2x", "original"]
    return addresses.filter { taken.contains($0.name) }.map(\.url)
  }
  var drawn: [PhotoPictures] {
    [PhotoPictures(subject: subject, color: color, addresses: addressesOfPicture)]
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
extension PexelsRow {
  static let base = "https://api.pexels.com/v1"
  static let search = (address: "\(base)/search", words: "query")

  static func target(shown id: String) -> Target { Target("\(base)/photos/\(id)") }

  /// A page of the curated photos
  static func curated(page: Int, total: Int, _ rows: [Row]) -> Exchange {
    answer(to: Target("\(base)/curated", .page(page)), page: page, total: total, rows)
  }

  /// A page of a search, or of the curated photos without words
  ///
  /// What is past the end says page 1 of 1 whatever was asked for, and only there is no next page:
  /// elsewhere its address has its version twice and leads nowhere.
  static func reply(to target: Target, _ page: PagePlace, _ rows: [Row]) -> Reply {
    if rows.isEmpty {
      return Reply(
        ["page": 1, "per_page": 1, "photos": [], "total_results": 0], headers: quota(24_900))
    }
    let words = target.items.first { $0.name == "query" }?.value
    let path = words.map { "search?query=\($0)&" } ?? "curated?"
    return Reply(
      [
        "page": .integer(page.number), "per_page": 80, "photos": .list(rows),
        "total_results": .integer(page.total),
        "next_page": "\(base)/v1/\(path)page=\(page.number + 1)&per_page=80",
      ], headers: quota(24_971 - page.number))
  }

  /// In refusals there is no quota
  static func refusal(status: Int, _ body: JSONTree) -> Reply { Reply(body, status: status) }

  /// Of the month; the hour's has no field
  private static func quota(_ left: Int) -> [(String, String)] {
    [
      ("X-Ratelimit-Limit", "25000"), ("X-Ratelimit-Remaining", "\(left)"),
      ("X-Ratelimit-Reset", "\(Moment.recording.seconds + 2_500_000)"),
    ]
  }
}
