import PhotoSearch

/// A photo in the form of Pixabay's API
struct PixabayRow: NumberedPages {
  static let provider = ProviderID.pixabay
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

  var addressesOfPicture: [String] { addresses.map(\.url) }
  var shown: [Exchange] { [Self.answer(to: Self.target(shown: id), [row])] }

  var json: JSONTree {
    let portrait = "https://cdn.pixabay.com/user/2020/05/13/18-42-49-177_250x250.jpg"
    let hasFlags = form == .flags || form == .name
    let known: JSONTree = [
      "id": .integer(Int(id) ?? 0), "pageURL": .string(page), "type": .string(type),
      "tags": .string(tags),
    ]
    return known + sizedPictures + [
      "imageWidth": .integer(subject.width), "imageHeight": .integer(subject.height),
      "imageSize": .integer(subject.width * 300), "views": .integer(likes * 171),
      "downloads": .integer(likes * 93),
      form == .favorites ? "favorites" : "collections": .integer(likes / 7),
      "likes": .integer(likes), "comments": .integer(likes / 11), "user_id": .integer(number),
      "user": .string(subject.author.username),
      "userImageURL": .string(hasPortrait ? portrait : ""),
      "name": form == .name ? .string(subject.title) : nil,
      "noAiTraining": hasFlags ? false : nil, "isAiGenerated": hasFlags ? isAIGenerated : nil,
      "isGRated": hasFlags ? true : nil, "isLowQuality": hasFlags ? isLowQuality : nil,
      "userURL": hasFlags ? .string("https://pixabay.com/users/\(number)/") : nil,
    ]
  }

  /// Addresses, the first two with their sizes, of which the long side is 150 and 640
  private var sizedPictures: JSONTree {
    let sides = ["previewURL": 150, "webformatURL": 640]
    let longest = max(subject.width, subject.height)
    return addresses.reduce([:]) { members, address in
      let (name, side) = (String(address.name.dropLast(3)), sides[address.name])
      return members + [
        address.name: .string(address.url),
        name + "Width": side.map { .integer(subject.width * $0 / longest) },
        name + "Height": side.map { .integer(subject.height * $0 / longest) },
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
extension PixabayRow {
  static let base = "https://pixabay.com/api/"
  static let search = (address: base, words: "q")

  static func target(shown id: String) -> Target { Target(base, [("id", id)]) }

  /// A page of a search, which says neither which one it is nor whether there is another
  static func reply(to target: Target, _ page: PagePlace, _ rows: [Row]) -> Reply {
    reply(total: page.total, reach: page.total, rows)
  }

  /// - Parameters:
  ///   - total: photos that there are
  ///   - reach: those of them that can be had
  static func reply(total: Int, reach: Int, _ rows: [Row]) -> Reply {
    Reply(
      ["total": .integer(total), "totalHits": .integer(reach), "hits": .list(rows)],
      headers: quota(left: 98, seconds: 58))
  }

  /// A line of text, called JSON or not
  static func refusal(
    status: Int = 400, headers: [(String, String)] = [], _ words: String
  ) -> Reply {
    var reply = Reply.html(status == 400 ? "[ERROR 400] " + words : words, status: status)
    reply.headers += headers
    return reply
  }

  /// Of the minute
  static func quota(left: Int, seconds: Int) -> [(String, String)] {
    [
      ("X-RateLimit-Limit", "100"), ("X-RateLimit-Remaining", "\(left)"),
      ("X-RateLimit-Reset", "\(seconds)"),
    ]
  }
}
