import PhotoSearch
import Platform

/// A picture of the web in the form of SearXNG's results
struct SearXNGRow: SampleRow {
  static let provider = ProviderID.searxng
  var subject: Subject
  /// The page that shows it
  var page: String
  /// The picture itself, on any host
  var picture: String
  /// nil where the engine has none
  var thumbnail: String?
  var engine = "bing images"
  /// Each engine tells other things
  var author: String?
  var source = ""
  var resolution = ""
  /// null for most
  var format: String?
  var content = ""

  init(_ subject: Subject, _ random: inout SeededRandom) {
    self.subject = subject
    let host = random.pick(["blog", "news", "cats", "magazine"]) + random.digits(3) + ".example"
    let words = subject.slug.isEmpty ? "kitten" : subject.slug
    page = "https://www.\(host)/\(subject.posted.iso().prefix(4))/\(words)"
    picture = "https://img.\(host)/\(random.hexadecimal(10)).jpg"
    thumbnail =
      "https://ts\(random.number(1...4)).mm.bing.example/th?id=OIP.\(random.text(22, of: Self.letters))"
    source = random.once(in: 3) ? "" : host
    let by = random.pick(["×", "x", " x ", " × "])
    resolution = "\(subject.width)\(by)\(subject.height)"
    if random.once(in: 2) {
      engine = "google cse images"
      format = random.pick(["jpeg", "png", ""])
    }
  }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  /// What stands for an id, as no result has one
  var native: String {
    var hash = StableHash()
    for address in [page, picture] {
      hash.add(address)
      hash.add(0)
    }
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  var row: Row { Row(json, .photo(native)) }

  var json: JSONTree {
    [
      "template": "images.html", "url": .string(page), "title": .string(subject.title),
      "content": .string(content.isEmpty ? subject.title : content), "img_src": .string(picture),
      "thumbnail_src": thumbnail.map(JSONTree.string), "source": .string(source),
      "resolution": .string(resolution), "img_format": .text(format), "engine": .string(engine),
      "author": author.map(JSONTree.string), "parsed_url": ["https", "", "", "", "", ""],
      "thumbnail": "", "priority": "", "engines": [.string(engine)], "positions": [1],
      "score": 1.0, "category": "images", "publishedDate": .null,
    ]
  }

  var addressesOfPicture: [String] { [thumbnail, picture].compactMap(\.self) }
  /// The service has no such thing
  var shown: [Exchange] { [] }
}

// MARK: - Others' photos

extension SearXNGRow {
  /// Makes this a photo of Unsplash, by its page, or with its picture on somebody's page
  mutating func copy(_ original: UnsplashRow, isPage: Bool) -> Expectations.Copy {
    if isPage { page = "https://unsplash.com/photos/a-kitten-\(original.id)" }
    let raw = original.addresses[0].url.prefix { $0 != "?" }
    picture = raw + "?crop=entropy&cs=tinysrgb&fit=max&fm=jpg&ixlib=rb-1.2.1&q=80&w=1080"
    return copy(original.subject, PhotoID(service: "unsplash", native: original.id))
  }

  mutating func copy(_ original: FlickrRow, isPage: Bool) -> Expectations.Copy {
    if isPage { page = original.page + "/" }
    picture = FlickrSizes(row: original).source("_b", secret: nil)
    return copy(original.subject, PhotoID(service: "flickr", native: original.id))
  }

  mutating func copy(_ original: WikimediaRow, isPage: Bool) -> Expectations.Copy {
    let site = "https://commons.wikimedia.org"
    if isPage { page = "\(site)/w/index.php?curid=\(original.id)" }
    picture = isPage ? "https://mirror.example/\(original.id).jpg" : original.original
    return copy(original.subject, PhotoID(service: "wikimedia", native: "\(original.id)"))
  }

  mutating func copy(_ original: PexelsRow, isPage: Bool) -> Expectations.Copy {
    if isPage { page = original.page }
    let path = original.addresses[0].url
    picture = isPage ? "https://pin.example/\(original.id).jpg" : path + "?w=1600"
    return copy(original.subject, PhotoID(service: "pexels", native: original.id))
  }

  private mutating func copy(_ subject: Subject, _ original: PhotoID) -> Expectations.Copy {
    self.subject = subject
    resolution = "\(subject.width)x\(subject.height)"
    return Expectations.Copy(copy: PhotoID(service: "searxng", native: native), original: original)
  }
}

/// Replies in the form of SearXNG
extension SearXNGRow {
  static func target(_ words: String, page: Int, _ items: Items) -> Target {
    Target("http://127.0.0.1:8888/search", [("q", words)] + items + .page(page, as: "pageno"))
  }

  static func reply(to target: Target, _ page: PagePlace, _ rows: [Row]) -> Reply {
    reply(target.items[0].value, rows, silent: [])
  }

  /// - Parameter silent: engines that didn't answer, and why
  static func reply(_ words: String, _ rows: [Row], silent: [(String, String)]) -> Reply {
    Reply([
      "query": .string(words), "results": .list(rows), "answers": [], "corrections": [],
      "infoboxes": [], "suggestions": [],
      "unresponsive_engines": .array(silent.map { [.string($0.0), .string($0.1)] }),
    ])
  }
}
