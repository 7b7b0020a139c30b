import PhotoSearch

/// A photo in the form of Flickr's searches
struct FlickrRow: SampleRow {
  static let provider = ProviderID.flickr
  let id: String
  var subject: Subject
  var description = ""
  /// As in flickr.photos.licenses.getInfo, 0 to 16
  var license: Int
  var isVideo = false
  /// Not ready yet: server and farm 0
  var isPending = false
  let secret: String
  /// Of the sizes from `h` up and of the original: each its own
  let secrets: [String]
  /// The owner lets everybody have the original
  let givesOriginal: Bool
  private let number: Int
  private let views: Int

  init(_ subject: Subject, _ random: inout SeededRandom) {
    self.subject = subject
    id = "9" + random.digits(10)
    license = random.number(0...16)
    secret = random.hexadecimal(10)
    secrets = (0..<3).map { _ in random.hexadecimal(10) }
    givesOriginal = random.once(in: 6)
    number = random.number(2_000...8_999)
    views = random.number(0...40_000)
  }

  /// To 2013: farms of their own, plain http, numbers as text here and there
  var isOld: Bool { subject.posted < Moment(seconds: 1_388_534_400) }
  var server: String { isPending ? "0" : isOld ? "\(number)" : "65535" }
  var farm: Int { isPending ? 0 : isOld ? number / 1_000 : 66 }

  /// When it was taken, mostly to the second (granularity 0); old replies don't tell
  var taken: (date: String, granularity: Int, isUnknown: Bool) {
    let taken = Moment(seconds: subject.posted.seconds - number * 100).plain
    return switch number % 8 {
    case 0: (taken.prefix(7) + "-01 00:00:00", 4, false)
    case 1: (taken.prefix(4) + "-01-01 00:00:00", 6, false)
    case 2: (taken.prefix(4) + "-01-01 00:00:00", 8, false)
    case 3: (subject.posted.plain, 0, true)
    default: (taken, 0, false)
    }
  }

  var row: Row {
    Row(json, isVideo ? .leftOut(.video) : isPending ? .leftOut(.withoutImage) : .photo(id))
  }

  /// Its page, under the owner's id
  var page: String { "https://www.flickr.com/photos/\(subject.author.nsid)/\(id)" }

  var json: JSONTree {
    let known: JSONTree = [
      "id": .string(id), "owner": .string(subject.author.nsid), "secret": .string(secret),
      "server": .string(server), "farm": .integer(farm), "title": .string(subject.title),
      "ispublic": 1, "isfriend": 0, "isfamily": 0, "license": .string("\(license)"),
      "description": ["_content": .string(description)],
      "dateupload": .string("\(subject.posted.seconds)"),
      "ownername": .string(subject.author.name),
      "tags": .string(subject.tags.joined(separator: " ")), "views": .string("\(views)"),
      "media": isVideo ? "video" : "photo", "media_status": isPending ? "pending" : "ready",
    ]
    guard !isPending else { return known }
    let times: JSONTree = [
      "datetaken": .string(taken.date), "datetakengranularity": .string("\(taken.granularity)"),
      "datetakenunknown": taken.isUnknown ? "1" : nil,
    ]
    let original: JSONTree = [
      "o_width": .string("\(subject.width)"), "o_height": .string("\(subject.height)"),
      "originalsecret": .string(secrets[2]), "originalformat": "jpg",
    ]
    return FlickrSizes(row: self).members.reduce(
      known + (isOld ? [:] : times) + (givesOriginal ? original : [:]), +)
  }

  var shown: [Exchange] { FlickrDetail(row: self).whole }

  var addressesOfPicture: [String] { drawn[0].addresses }
  var drawn: [PhotoPictures] { [pictures(isShown: true)] }

  /// At all addresses that a reply has, and at those made of the secret
  ///
  /// - Parameter isShown: whether a reply tells of all sizes
  func pictures(isShown: Bool) -> PhotoPictures {
    let sizes = FlickrSizes(row: self)
    let told = isShown ? FlickrSizes.all : sizes.offered
    func sources(isSquare: Bool) -> [String] {
      told.filter { ($0.name == "q") == isSquare }.map {
        sizes.source($0.suffix, secret: $0.secret)
      }
    }
    // Where no sizes are told, the program makes this one of the secret.
    let built = sizes.source("_n", secret: nil)
    return PhotoPictures(
      subject: subject, addresses: sources(isSquare: false) + [built],
      squares: sources(isSquare: true))
  }
}

/// The addresses and sizes of a Flickr photo's pictures
struct FlickrSizes {
  let row: FlickrRow

  /// Extras name, suffix, longest edge, which of the secrets
  static let all: [(name: String, suffix: String, edge: Int, secret: Int?)] = [
    ("q", "_q", 150, nil), ("s", "_m", 240, nil), ("m", "", 500, nil), ("z", "_z", 640, nil),
    ("c", "_c", 800, nil), ("l", "_b", 1024, nil), ("h", "_h", 1600, 0), ("k", "_k", 2048, 1),
    ("o", "_o", .max, 2),
  ]

  /// `url_X`, `height_X` and `width_X` for each size that there is
  var members: [JSONTree] {
    offered.map { size in
      let (width, height) = dimensions(edge: size.edge, isSquare: size.name == "q")
      // Old replies have the side that was computed as a number, the other as text.
      let isText = row.isOld
      return [
        "url_\(size.name)": .string(source(size.suffix, secret: size.secret)),
        "height_\(size.name)": isText && width >= height ? .integer(height) : .string("\(height)"),
        "width_\(size.name)": isText ? .string("\(width)") : .integer(width),
      ]
    }
  }

  var offered: [(name: String, suffix: String, edge: Int, secret: Int?)] {
    Self.all.filter { size in
      switch size.name {
      case "o": row.givesOriginal
      case "h", "k": row.givesOriginal && max(row.subject.width, row.subject.height) > size.edge
      default: true
      }
    }
  }

  func source(_ suffix: String, secret: Int?) -> String {
    let host =
      row.isOld ? "http://farm\(row.farm).staticflickr.com" : "https://live.staticflickr.com"
    let secret = secret.map { row.secrets[$0] } ?? row.secret
    return "\(host)/\(row.server)/\(row.id)_\(secret)\(suffix).jpg"
  }

  func dimensions(edge: Int, isSquare: Bool) -> (width: Int, height: Int) {
    let (width, height) = (row.subject.width, row.subject.height)
    if isSquare { return (edge, edge) }
    let longest = max(width, height)
    guard edge < longest else { return (width, height) }
    return (width * edge / longest, height * edge / longest)
  }
}

/// Replies in the form of Flickr's API
extension FlickrRow {
  static func target(_ method: String, _ items: Items) -> Target {
    Target("https://api.flickr.com/services/rest/", [("method", "flickr.photos.\(method)")] + items)
  }

  static func target(_ words: String, page: Int, _ items: Items) -> Target {
    target("search", [("text", words)] + items + .page(page))
  }

  static func reply(to target: Target, _ page: PagePlace, _ rows: [Row]) -> Reply {
    reply(page.number, of: page.count, total: .integer(page.total), rows)
  }

  /// - Parameter total: text as to 2020 or a number as since
  static func reply(_ page: Int = 1, of pages: Int, total: JSONTree, _ rows: [Row]) -> Reply {
    Reply([
      "photos": [
        "page": .integer(page), "pages": .integer(pages), "perpage": 100, "total": total,
        "photo": .list(rows),
      ], "stat": "ok",
    ])
  }

  /// A failure: HTTP says 200 all the same
  static func failure(_ code: Int, _ message: String) -> Reply {
    Reply(["stat": "fail", "code": .integer(code), "message": .string(message)])
  }
}
