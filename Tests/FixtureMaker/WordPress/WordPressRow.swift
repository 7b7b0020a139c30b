import PhotoSearch

/// A photo in the form of the WordPress Photo Directory
struct WordPressRow: NumberedPages {
  static let provider = ProviderID.wordpress
  static let oddities = "wordpress.har"
  /// Ten hex digits, which are the photo's id in addresses and file names
  let slug: String
  let number: Int
  var subject: Subject
  /// HTML, as the service sends it
  var caption: String
  /// Since 2024 the same words for every photo, before that the slug
  var title = "Photo detail"
  /// Whether the reply has the picture and the author, which are parts of other posts
  var isWhole = true
  /// Seconds since 1970 by the camera's clock; 0 if the camera didn't say
  var taken: Int
  var hasCamera = true

  init(_ subject: Subject, _ random: inout SeededRandom) {
    slug = random.hexadecimal(10)
    number = random.number(100_000...300_000)
    self.subject = subject
    caption = "<p>\(subject.title)</p>\n"
    taken = subject.posted.seconds - random.number(86_400...8_640_000)
  }

  var row: Row { Row(json, .photo(slug)) }

  var shown: [Exchange] { [Self.answer(to: Self.target(shown: slug), [row])] }

  var addressesOfPicture: [String] {
    let sizes = Self.sizes.dropFirst().map { size(within: $0.1) }
    return sizes.map { address("\($0)x\($1)") } + [address(nil)]
  }

  var json: JSONTree {
    let time = JSONTree.string(String(subject.posted.iso().dropLast()))
    return [
      "id": .integer(number), "date_gmt": time, "slug": .string(slug), "type": "photo",
      "link": .string("https://wordpress.org/photos/photo/\(slug)/"),
      "title": ["rendered": .string(title)],
      "content": ["rendered": .string(caption)], "_embedded": isWhole ? embedded : nil,
    ]
  }

  private var embedded: JSONTree {
    let user = subject.author.username
    let author: JSONTree = [
      "name": .string(subject.author.name), "slug": .string(user),
      "link": "https://wordpress.org/photos/author/\(user)/",
    ]
    let terms: [[JSONTree]] = [
      [["name": "nature", "taxonomy": "photo_category"]],
      subject.tags.prefix(1).map { ["name": .string($0), "taxonomy": "photo_tag"] },
    ]
    return [
      "author": [author], "wp:featuredmedia": [media], "wp:term": .array(terms.map { .array($0) }),
    ]
  }

  private var media: JSONTree {
    let camera: JSONTree =
      hasCamera
      ? [
        "aperture": "4", "camera": "ILCE-7M4", "created_timestamp": .string("\(taken)"),
        "focal_length": "55", "iso": "6400", "shutter_speed": "0.008",
      ]
      : [
        "aperture": "0", "camera": "", "created_timestamp": "0", "focal_length": "0", "iso": "0",
        "shutter_speed": "0",
      ]
    return [
      "alt_text": "", "source_url": .string(address(nil)),
      "media_details": [
        "width": .integer(subject.width), "height": .integer(subject.height),
        "sizes": .object(
          Self.sizes.map { name, edge in
            let (width, height) = size(within: edge)
            return (
              name: name,
              value: [
                "width": .integer(width), "height": .integer(height),
                "source_url": .string(address("\(width)x\(height)")),
              ]
            )
          }), "image_meta": camera,
      ],
    ]
  }

  /// Names, and the longest edge in pixels
  static let sizes = [
    ("thumbnail", 150), ("medium", 300), ("1536x1536", 1_536), ("2048x2048", 2_048),
  ]

  func size(within edge: Int) -> (Int, Int) {
    guard edge > 150 else { return (150, 150) }
    let longest = max(subject.width, subject.height)
    return (subject.width * edge / longest, subject.height * edge / longest)
  }

  /// - Parameter size: such as `300x200`; nil for the original
  func address(_ size: String?) -> String {
    "https://pd.w.org/2024/05/\(slug)8770f03.61535278\(size.map { "-" + $0 } ?? "").jpg"
  }
}

/// Replies in the form of the WordPress Photo Directory: bare lists, with totals in the header
extension WordPressRow {
  static let base = "https://wordpress.org/photos/wp-json/wp/v2/photos"
  static let search = (address: base, words: "search")

  static func target(shown slug: String) -> Target { Target(base, [("slug", slug)]) }

  static func reply(to target: Target, _ page: PagePlace, _ rows: [Row]) -> Reply {
    var links: [String] = []
    if page.number > 1 { links.append("<\(base)?page=\(page.number - 1)>; rel=\"prev\"") }
    if page.number < page.count { links.append("<\(base)?page=\(page.number + 1)>; rel=\"next\"") }
    return Reply(
      .list(rows),
      headers: [("X-WP-Total", "\(page.total)"), ("X-WP-TotalPages", "\(page.count)")]
        + (links.isEmpty ? [] : [("Link", links.joined(separator: ", "))]))
  }

  static func refusal(status: Int, _ code: String, _ message: String) -> Reply {
    Reply(
      [
        "code": .string(code), "message": .string(message), "data": ["status": .integer(status)],
      ], status: status)
  }
}
