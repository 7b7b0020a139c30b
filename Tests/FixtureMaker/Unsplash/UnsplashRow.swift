import PhotoSearch

/// A photo in the form of Unsplash's lists
struct UnsplashRow: SampleRow, Sendable {
  static let service = "unsplash"
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

  /// What is to become of it
  var outcome: Row.Outcome {
    isAdvertisement ? .leftOut(.advertisement) : isPremium ? .leftOut(.premium) : .photo(id)
  }

  /// Whether it is shown
  var isPhoto: Bool { !isAdvertisement && !isPremium }

  var row: Row { Row(json, outcome) }

  var json: JSONTree {
    let offset = isOld ? -4 : 0
    let words = isOld || subject.slug.isEmpty ? id : "\(subject.slug)-\(id)"
    return .object([("id", .string(id))] + (isOld ? [] : [("slug", .string(words))])) + [
      "created_at": .string(subject.posted.iso(offset: offset)),
      "updated_at": .string(Moment.recording.iso(offset: offset)), "promoted_at": nil,
      "width": .integer(subject.width), "height": .integer(subject.height), "color": .string(color),
    ] + (blurHash.map { ["blur_hash": .string($0)] } ?? [:]) + [
      "description": .text(description), "alt_description": .text(seen), "urls": urls,
      "links": links(words), "likes": .integer(likes), "liked_by_user": false,
      "current_user_collections": [], "sponsorship": sponsorship,
    ] + (isOld ? [:] : ["premium": .bool(isPremium), "plus": .bool(isPremium)]) + [
      "user": Self.user(subject.author)
    ] + (isOld ? [:] : ["asset_type": isIllustration ? "illustration" : "photo"])
  }

  private var urls: JSONTree { .object(addresses.map { ($0.name, .string($0.url)) }) }

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
    guard isAdvertisement else { return nil }
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
      "last_name": .text(parts.count > 1 ? parts[1] : nil), "bio": nil,
      "location": .text(person.place), "portfolio_url": nil,
      "links": [
        "self": .string("https://api.unsplash.com/users/\(person.username)"),
        "html": .string("https://unsplash.com/@\(person.username)"),
      ],
      "total_photos": .integer(person.username.utf8.count * 7),
    ]
  }
}
