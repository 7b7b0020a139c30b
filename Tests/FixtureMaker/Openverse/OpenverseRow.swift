import PhotoSearch

/// A picture in the form of Openverse's API
struct OpenverseRow: NumberedPages {
  static let provider = ProviderID.openverse
  let id: String
  var subject: Subject
  /// HTML at times
  var title: String
  /// Where it comes from: flickr, wikimedia, or a collection of its own
  var source: String
  /// Its page there
  var landing: String
  var url: String
  var license: (code: String, version: String)
  /// The jurisdiction that the address of its licence names
  var port: String?
  /// Old items have no author and no size
  var isSparse = false

  init(_ subject: Subject, _ random: inout SeededRandom) {
    self.subject = subject
    id = random.uuid()
    title = subject.title
    source = random.pick(["stocksnap", "rawpixel", "nappy", "woc_tech"])
    let words = subject.slug.isEmpty ? "kitten" : subject.slug
    landing = "https://\(source).example/photos/\(words)-\(random.digits(5))"
    url = "https://\(source).example/full/\(random.hexadecimal(12)).jpg"
    license = random.pick([
      ("cc0", "1.0"), ("by", "4.0"), ("by-sa", "4.0"), ("by-nc", "3.0"), ("by-nc-nd", "2.0"),
      ("pdm", "1.0"), ("by-nd", "2.0"), ("sampling+", "1.0"),
    ])
  }

  var row: Row { Row(json, .photo(id)) }

  private var api: String { "\(Self.base)\(id)/" }
  /// Of the picture that Openverse makes itself
  var thumbnail: String { api + "thumb/" }

  var addressesOfPicture: [String] { [thumbnail, url] }
  var shown: [Exchange] { [Exchange(Target(api), Reply(json))] }

  var json: JSONTree {
    let author = subject.author
    return [
      "id": .string(id), "title": .string(title),
      "indexed_on": .string(String(subject.posted.iso().dropLast()) + ".517845Z"),
      "foreign_landing_url": .string(landing), "url": .string(url),
      "creator": isSparse ? .null : .string(author.name),
      "creator_url": isSparse ? .null : .string(authorPage),
      "license": .string(license.code), "license_version": .string(license.version),
      "license_url": isSparse ? .null : .string(licenseURL), "provider": .string(source),
      "source": .string(source), "category": .null, "filesize": .null,
      "filetype": .null,
      "tags": .array(
        subject.tags.enumerated().map { index, tag in
          [
            "name": .string(tag), "accuracy": index == 0 ? 0.9971 : .null,
            "unstable__provider": .string(index == 0 ? "clarifai" : source),
          ]
        }),
      "attribution": isSparse ? .null : .string(attribution), "fields_matched": ["title"],
      "mature": false, "height": isSparse ? .null : .integer(subject.height),
      "width": isSparse ? .null : .integer(subject.width), "thumbnail": .string(thumbnail),
      "detail_url": .string(api), "related_url": .string(api + "related/"),
      "unstable__sensitivity": [],
    ]
  }

  private var authorPage: String {
    switch source {
    case "flickr": "https://www.flickr.com/photos/\(subject.author.nsid)"
    case "wikimedia": "https://commons.wikimedia.org/wiki/User:\(subject.author.username)"
    default: "https://\(source).example/@\(subject.author.username)"
    }
  }

  private var licenseURL: String {
    let start = "https://creativecommons.org"
    return switch license.code {
    case "cc0": "\(start)/publicdomain/zero/1.0/"
    case "pdm": "\(start)/publicdomain/mark/1.0/"
    case "by-nc-nd" where port == "jp": "\(start)/licenses/by-nd-nc/\(license.version)/jp/"
    default: "\(start)/licenses/\(license.code)/\(license.version)/" + (port.map { "\($0)/" } ?? "")
    }
  }

  private var attribution: String {
    let terms = "CC \(license.code.uppercased()) \(license.version)"
    return "\"\(title)\" by \(subject.author.name) is licensed under \(terms)."
      + " To view a copy of this license, visit \(licenseURL)."
  }
}

/// Replies in the form of Openverse's API
extension OpenverseRow {
  static let base = "https://api.openverse.org/v1/images/"
  static let search = (address: base, words: "q")

  static func reply(to target: Target, _ page: PagePlace, _ rows: [Row]) -> Reply {
    Reply(
      [
        "result_count": .integer(page.total), "page_count": .integer(page.count), "page_size": 20,
        "page": .integer(page.number), "results": .list(rows),
      ], headers: quota)
  }

  static func refusal(
    status: Int, _ detail: JSONTree, headers: [(String, String)] = []
  ) -> Reply { Reply(["detail": detail], status: status, headers: headers) }

  /// Limits are text: so many in such a time
  private static let quota = [
    ("X-RateLimit-Limit-anon_burst", "20/min"), ("X-RateLimit-Available-anon_burst", "17"),
    ("X-RateLimit-Limit-anon_sustained", "200/day"),
    ("X-RateLimit-Available-anon_sustained", "183"),
  ]
}
