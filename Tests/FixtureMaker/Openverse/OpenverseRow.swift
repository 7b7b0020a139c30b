import PhotoSearch

/// A picture in the form of Openverse's API
struct OpenverseRow: SampleRow, Sendable {
  static let service = "openverse"
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

  private var api: String { "https://api.openverse.org/v1/images/\(id)/" }
  /// Of the picture that Openverse makes itself
  var thumbnail: String { api + "thumb/" }

  var json: JSONTree {
    let author = subject.author
    return [
      "id": .string(id), "title": .string(title),
      "indexed_on": .string(String(subject.posted.iso().dropLast()) + ".517845Z"),
      "foreign_landing_url": .string(landing), "url": .string(url),
      "creator": isSparse ? nil : .string(author.name),
      "creator_url": isSparse ? nil : .string(authorPage),
      "license": .string(license.code), "license_version": .string(license.version),
      "license_url": isSparse ? nil : .string(licenseURL), "provider": .string(source),
      "source": .string(source), "category": nil, "filesize": nil, "filetype": nil,
      "tags": .array(
        subject.tags.enumerated().map { index, tag in
          [
            "name": .string(tag), "accuracy": index == 0 ? 0.9971 : nil,
            "unstable__provider": .string(index == 0 ? "clarifai" : source),
          ]
        }),
      "attribution": isSparse ? nil : .string(attribution), "fields_matched": ["title"],
      "mature": false, "height": isSparse ? nil : .integer(subject.height),
      "width": isSparse ? nil : .integer(subject.width), "thumbnail": .string(thumbnail),
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
