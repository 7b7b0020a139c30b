import PhotoSearch

/// A photo in the form of Unsplash's lists
struct UnsplashRow: NumberedPages {
  static let provider = ProviderID.unsplash
  let id: String
  var subject: Subject
  /// What a person wrote; often nothing
  var description: String?
  /// What a machine saw; Unsplash's photos have no title
  var seen: String?
  var isPremium = false
  var isAdvertisement = false
  var isIllustration = false
  private let image: String
  private let likes: Int
  /// Such as `#a0b1c2`
  var color: String
  var blurHash: String?

  init(_ subject: Subject, _ random: inout SeededRandom) {
    id = random.shortID()
    self.subject = subject
    seen = subject.title
    image = "photo-\(subject.posted.seconds)\(random.digits(3))-\(random.hexadecimal(12))"
    likes = random.number(0...900)
    color = "#" + random.hexadecimal(6)
    let letters =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"
    let hash = "L" + random.text(27, of: letters)
    blurHash = subject.posted < Self.newShape ? nil : hash
  }

  /// Before 2020 replies had no `blur_hash` and no `slug`, and dates with New York's offset
  private static let newShape = Moment(seconds: 1_577_836_800)
  private var isOld: Bool { subject.posted < Self.newShape }

  /// Whether it is shown
  var isPhoto: Bool { !isAdvertisement && !isPremium }

  var row: Row {
    Row(
      json,
      isAdvertisement ? .leftOut(.advertisement) : isPremium ? .leftOut(.premium) : .photo(id))
  }

  var json: JSONTree {
    let offset = isOld ? -4 : 0
    let words = isOld || subject.slug.isEmpty ? id : "\(subject.slug)-\(id)"
    let isPaid: JSONTree? = isOld ? nil : .bool(isPremium)
    return [
      "id": .string(id), "slug": isOld ? nil : .string(words),
      "created_at": .string(subject.posted.iso(offset: offset)),
      "updated_at": .string(Moment.recording.iso(offset: offset)), "promoted_at": .null,
      "width": .integer(subject.width), "height": .integer(subject.height), "color": .string(color),
      "blur_hash": blurHash.map(JSONTree.string), "description": .text(description),
      "alt_description": .text(seen),
      "urls": .object(addresses.map { ($0.name, .string($0.url)) }), "links": links(words),
      "likes": .integer(likes), "liked_by_user": false, "current_user_collections": [],
      "sponsorship": sponsorship, "premium": isPaid, "plus": isPaid,
      "user": Self.user(subject.author),
      "asset_type": isOld ? nil : isIllustration ? "illustration" : "photo",
    ]
  }

  var addressesOfPicture: [String] { addresses.map(\.url) }
  var drawn: [PhotoPictures] {
    [PhotoPictures(subject: subject, color: color, addresses: addressesOfPicture)]
  }

  /// Of its pictures, the largest first
  var addresses: [(name: String, url: String)] {
    let host = isPremium ? "plus.unsplash.com/premium_" : "images.unsplash.com/"
    let start = "https://\(host)\(image)?"
    let end = "&ixid=M3wxMjA3fDB8MXxzZWFyY2h8\(id.count)&ixlib=rb-4.0.3"
    let scaled = "crop=entropy&cs=tinysrgb&fit=max&fm=jpg\(end)&q=80&w="
    return [
      ("raw", start + end.dropFirst()),
      ("full", start + "crop=entropy&cs=srgb&fm=jpg\(end)&q=85"),
      ("regular", start + scaled + "1080"), ("small", start + scaled + "400"),
      ("thumb", start + scaled + "200"),
    ]
  }

  private func links(_ words: String) -> JSONTree {
    [
      "self": .string("https://api.unsplash.com/photos/\(words)"),
      "html": .string("https://unsplash.com/photos/\(words)"),
      "download": .string("https://unsplash.com/photos/\(id)/download?ixid=M3wxMjA3"),
      "download_location": .string("https://api.unsplash.com/photos/\(id)/download?ixid=M3wxMjA3"),
    ]
  }

  private var sponsorship: JSONTree {
    guard isAdvertisement else { return .null }
    return [
      "impression_urls": ["https://ads.example/seen?kitten=1"], "tagline": "Dinner for whiskers",
      "tagline_url": "https://catfood.example", "sponsor": Self.user(subject.author),
    ]
  }

  private static func user(_ person: Person) -> JSONTree {
    let parts = person.name.split(separator: " ", maxSplits: 1).map(String.init)
    return [
      "id": .string("u" + person.username), "username": .string(person.username),
      "name": .string(person.name), "first_name": .text(parts.first),
      "last_name": .text(parts.count > 1 ? parts[1] : nil), "bio": .null,
      "location": .text(person.place), "portfolio_url": .null,
      "links": [
        "self": .string("https://api.unsplash.com/users/\(person.username)"),
        "html": .string("https://unsplash.com/@\(person.username)"),
      ],
      "total_photos": .integer(person.username.utf8.count * 7),
    ]
  }
}

/// Replies in the form of Unsplash's API
extension UnsplashRow {
  static let base = "https://api.unsplash.com"
  static let search = (address: "\(base)/search/photos", words: "query")

  /// - Parameter total: as the body has it; where there are more pages the header says one more
  static func reply(to target: Target, _ page: PagePlace, _ rows: [Row]) -> Reply {
    Reply(
      [
        "total": .integer(page.total), "total_pages": .integer(page.count), "results": .list(rows),
      ], headers: headers(target, page, page.count > 1 ? page.total + 1 : page.total))
  }

  /// A page of the feed: the array alone, totals in the header
  static func feed(page: Int, of pages: Int, total: Int, _ rows: [Row]) -> Exchange {
    let target = Target("\(base)/photos", .page(page))
    let place = PagePlace(number: page, count: pages, total: total)
    return Exchange(target, Reply(.list(rows), headers: headers(target, place, total)))
  }

  static func refusal(status: Int, _ message: String) -> Reply {
    Reply(["errors": [.string(message)]], status: status, headers: quota(38))
  }

  /// The quota used up: JSON by its type, plain text in truth
  static let limited = Reply(text: "Rate Limit Exceeded", status: 403, headers: quota(0))

  private static func headers(
    _ target: Target, _ page: PagePlace, _ total: Int
  ) -> [(String, String)] {
    let words = target.items.first { $0.name == "query" }.map { "query=\($0.value)&" } ?? ""
    let (page, pages) = (page.number, page.count)
    let relations: [(String, Int?)] = [
      ("first", page > 1 ? 1 : nil), ("prev", page > 1 ? page - 1 : nil),
      ("last", page < pages ? pages : nil), ("next", page < pages ? page + 1 : nil),
    ]
    let links = relations.compactMap { name, number in
      number.map { "<\(target.base)?\(words)page=\($0)&per_page=30>; rel=\"\(name)\"" }
    }
    return (links.isEmpty ? [] : [("Link", links.joined(separator: ", "))])
      + [("X-Total", "\(total)"), ("X-Per-Page", "30")] + quota(50 - page)
  }

  private static func quota(_ left: Int) -> [(String, String)] {
    [("X-Ratelimit-Limit", "50"), ("X-Ratelimit-Remaining", "\(left)")]
  }
}
