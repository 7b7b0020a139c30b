import PhotoSearch

/// A photo in the form of Pixabay's API
struct PixabayRow: SampleRow, Sendable {
  static let service = "pixabay"
  /// What the rows of a time have, oldest first
  enum Form: Sendable {
    /// Until 2021: favorites, and addresses with the language
    case favorites
    /// Until 2025: collections, and no profile address
    case collections
    /// Until December 2025: what is said of machines, and the profile
    case flags
    /// Since then: a name
    case name
  }

  let id: String
  var subject: Subject
  var form = Form.name
  /// `photo`; also `illustration`, `vector/ai`, `vector/svg`
  var type = "photo"
  /// What is said of it as a work of a machine; nil leaves it out
  var isAIGenerated: JSONTree? = false
  /// A bool, or a number that stands for one
  var isLowQuality: JSONTree = false
  var hasPortrait = true
  /// Whether the key is one that gets the addresses of the largest pictures
  var isWhole = false
  private let likes: Int
  private let secret: String

  init(_ subject: Subject, _ random: inout SeededRandom) {
    id = "7" + random.digits(6)
    self.subject = subject
    likes = random.number(0...900)
    secret = random.hexadecimal(64)
  }

  var row: Row { Row(json, type == "photo" ? .photo(id) : .leftOut(.drawing)) }

  var page: String {
    let words = subject.slug.isEmpty ? id : "\(subject.slug)-\(id)"
    return "https://pixabay.com/\(form == .favorites ? "en" : "photos")/\(words)/"
  }

  /// The first again and again, as services of late do
  private var tags: String {
    (subject.tags + (form == .favorites ? [] : [subject.tags[0], subject.tags[0]]))
      .joined(separator: ", ")
  }

  private var number: Int {
    subject.author.username.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) % 900_000 } + 1_000
  }

  var json: JSONTree {
    typealias Members = [(name: String, value: JSONTree)]
    let author = subject.author
    let portrait = "https://cdn.pixabay.com/user/2020/05/13/18-42-49-177_250x250.jpg"
    var members: Members = [
      ("id", .integer(Int(id) ?? 0)), ("pageURL", .string(page)), ("type", .string(type)),
      ("tags", .string(tags)),
    ]
    members += sizedPictures
    members += [
      ("imageWidth", .integer(subject.width)), ("imageHeight", .integer(subject.height)),
      ("imageSize", .integer(subject.width * 300)), ("views", .integer(likes * 171)),
      ("downloads", .integer(likes * 93)),
      (form == .favorites ? "favorites" : "collections", .integer(likes / 7)),
      ("likes", .integer(likes)), ("comments", .integer(likes / 11)),
      ("user_id", .integer(number)), ("user", .string(author.username)),
      ("userImageURL", .string(hasPortrait ? portrait : "")),
    ]
    guard form == .flags || form == .name else { return .object(members) }
    if form == .name { members.append(("name", .string(subject.title))) }
    members.append(("noAiTraining", false))
    if let isAIGenerated { members.append(("isAiGenerated", isAIGenerated)) }
    members.append(("isGRated", true))
    members.append(("isLowQuality", isLowQuality))
    members.append(("userURL", .string("https://pixabay.com/users/\(number)/")))
    return .object(members)
  }

  /// Addresses, the first two with their sizes, of which the long side is 150 and 640
  private var sizedPictures: [(name: String, value: JSONTree)] {
    let sides = ["previewURL": 150, "webformatURL": 640]
    let longest = max(subject.width, subject.height)
    return addresses.flatMap { name, url -> [(name: String, value: JSONTree)] in
      guard let side = sides[name] else { return [(name, .string(url))] }
      let stem = String(name.dropLast(3))
      return [
        (name, .string(url)), (stem + "Width", .integer(subject.width * side / longest)),
        (stem + "Height", .integer(subject.height * side / longest)),
      ]
    }
  }

  /// Of its pictures: the first is always there, the others die after a day
  var addresses: [(name: String, url: String)] {
    let minute = String(subject.posted.plain.prefix(16))
    let day = minute.replacing(/[-: ]/, with: "/")
    let tag = subject.tags[0]
    let base = "https://pixabay.com/get/g"
    var addresses = [
      (name: "previewURL", url: "https://cdn.pixabay.com/photo/\(day)/\(tag)-\(id)_150.jpg"),
      (name: "webformatURL", url: "\(base)1\(secret)_640.jpg"),
      (name: "largeImageURL", url: "\(base)2\(secret)_1280.jpg"),
    ]
    if isWhole {
      addresses.append((name: "fullHDURL", url: "\(base)3\(secret)_1920.jpg"))
      addresses.append((name: "imageURL", url: "\(base)4\(secret).jpg"))
    }
    return addresses
  }
}

/// Replies in the form of Pixabay's API
enum PixabayReply {
  static let base = "https://pixabay.com/api/"

  static func target(_ words: String, page: Int, _ items: [(String, String?)] = []) -> Target {
    Target(base, [("q", words)] + items + [("page", page == 1 ? nil : "\(page)")])
  }

  /// A page of a search, which says neither which one it is nor whether there is another
  ///
  /// - Parameters:
  ///   - total: photos that there are
  ///   - reach: those of them that can be had; nil for all
  static func page(
    _ words: String, page: Int, total: Int, reach: Int? = nil, items: [(String, String?)] = [],
    _ rows: [Row]
  ) -> Exchange {
    hits(target(words, page: page, items), total: total, reach: reach, rows.map(\.json))
  }

  static func hits(
    _ target: Target, total: Int, reach: Int? = nil, _ rows: [JSONTree]
  ) -> Exchange {
    let body: JSONTree = [
      "total": .integer(total), "totalHits": .integer(reach ?? total), "hits": .array(rows),
    ]
    return Exchange(target, headers: quota(left: 98, seconds: 58), body: body.compact)
  }

  /// A line of text, called JSON or not
  static func refusal(
    _ target: Target, status: Int = 400, headers: [(String, String)] = [], _ words: String
  ) -> Exchange {
    let words = status == 400 ? "[ERROR 400] " + words : words
    return Exchange(
      target, status: status, type: "text/html; charset=utf-8", headers: headers, body: words)
  }

  /// Of the minute
  static func quota(left: Int, seconds: Int) -> [(String, String)] {
    [
      ("X-RateLimit-Limit", "100"), ("X-RateLimit-Remaining", "\(left)"),
      ("X-RateLimit-Reset", "\(seconds)"),
    ]
  }
}
