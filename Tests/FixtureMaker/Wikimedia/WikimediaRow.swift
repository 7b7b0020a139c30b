import PhotoSearch
import Platform

/// A file of Commons in the form of MediaWiki's API
struct WikimediaRow: SampleRow {
  static let provider = ProviderID.wikimedia
  let id: Int
  var subject: Subject
  /// HTML, as description pages have it; nil for a page that says nothing at all
  var description: String?
  /// HTML; nil: the page names nobody
  var artist: String?
  var type = FileType.jpeg
  /// Whether the reply has the file; in half a batch some pages are without
  var hasFile = true
  var license: Terms
  private let folder: String
  /// What only requests that ask for it get
  private let tellsTime: Bool

  enum FileType: String {
    case jpeg, tiff, png

    var ending: String { self == .jpeg ? "jpg" : self == .tiff ? "tif" : "png" }
  }

  init(_ subject: Subject, _ random: inout SeededRandom) {
    self.subject = subject
    id = 190_000_000 + random.number(0...999_999)
    license = random.pick(Terms.all)
    folder = random.hexadecimal(2)
    tellsTime = !random.once(in: 3)
    let name = subject.author.name.replacing("&", with: "&amp;")
    let page = "//commons.wikimedia.org/wiki/User:\(subject.author.username)"
    artist = "<a href=\"\(page)\" title=\"User:\(subject.author.username)\">\(name)</a>"
    description = "<p>\(subject.title.replacing("<3", with: "&lt;3")).\n</p>"
  }

  /// With its namespace; what titles must not have is left out
  var title: String {
    let letters = subject.title.unicodeScalars.filter { scalar in
      !"#<>[]|{}/:".unicodeScalars.contains(scalar)
        && ![.control, .format].contains(scalar.properties.generalCategory)
    }
    let name = letters.isEmpty ? "Kitten" : String(String(letters).prefix(60))
    let first = name.prefix(1).uppercased()
    return "File:\(first)\(name.dropFirst()) (\(id % 1_000)).\(type.ending)"
  }

  var row: Row { row(index: nil) }
  func row(rank: Int) -> Row { row(index: rank) }

  /// - Parameter isHere: false if the file is in another reply
  func row(index: Int?, isHere: Bool = true) -> Row {
    var page = self
    page.hasFile = hasFile && isHere
    return Row(
      page.json(index: index),
      !isHere ? .elsewhere : hasFile ? .photo("\(id)") : .leftOut(.withoutImage))
  }

  var addressesOfPicture: [String] { [thumbnail, original] }

  /// - Parameter index: the rank, from 1; nil for a page asked for by its id
  func json(index: Int?) -> JSONTree {
    [
      "pageid": .integer(id), "ns": 6, "title": .string(title),
      "index": index.map(JSONTree.integer), "imagerepository": "local",
      "imageinfo": hasFile ? [info] : nil,
    ]
  }

  private var isSmall: Bool { subject.width <= 960 }
  private var place: String { "\(folder.prefix(1))/\(folder)/\(fileName.percentEncoded)" }

  /// Of the file as it was uploaded
  var original: String { "https://upload.wikimedia.org/wikipedia/commons/\(place)" }

  /// Of a smaller picture, unless the file is small
  var thumbnail: String {
    if isSmall { return original }
    let name = "960px-\(fileName.percentEncoded)"
    let scaled = type == .tiff ? "lossy-page1-\(name).jpg" : name
    return "https://thumb.wikimedia.org/wikipedia/commons/thumb/\(place)/\(scaled)"
  }

  var info: JSONTree {
    let marks = "?utm_source=commons.wikimedia.org&utm_campaign=index&utm_content="
    let width = min(960, subject.width)
    return [
      "timestamp": tellsTime ? .string(subject.posted.iso()) : nil,
      "size": .integer(subject.width * subject.height / 4), "width": .integer(subject.width),
      "height": .integer(subject.height), "pagecount": type == .tiff ? 1 : nil,
      "thumburl": .string(thumbnail + marks + (isSmall ? "thumbnail_unscaled" : "thumbnail")),
      "thumbwidth": .integer(width),
      "thumbheight": .integer(subject.height * width / subject.width),
      "url": .string(original + marks + "original"),
      "descriptionurl": .string(
        "https://commons.wikimedia.org/wiki/File:\(fileName.percentEncoded)"),
      "descriptionshorturl": .string("https://commons.wikimedia.org/w/index.php?curid=\(id)"),
      "extmetadata": metadata, "mime": .string("image/\(type.rawValue)"),
    ]
  }

  /// HTML, as description pages have it: a time, a day, a year, or words; nil: it isn't told
  private var taken: String? {
    let time = subject.posted.plain
    return switch id % 6 {
    case 0: nil
    case 1: "\(time.prefix(4))<div style=\"display: none;\">date QS:P,+\(time.prefix(4))/9</div>"
    case 2: "between 2001 and \(time.prefix(4))"
    case 3: String(time.prefix(10))
    default: time
    }
  }

  /// Without the namespace, with underscores
  var fileName: String { String(title.dropFirst(5).replacing(" ", with: "_")) }

  var metadata: JSONTree {
    guard let description else { return [:] }
    func entry(_ value: String, _ source: String = "commons-desc-page") -> JSONTree {
      ["value": .string(value), "source": .string(source)]
    }
    let known: JSONTree = [
      "DateTime": entry(subject.posted.plain, "mediawiki-metadata") + ["hidden": ""],
      "ObjectName": entry(subject.title.isEmpty ? "Kitten" : subject.title, "mediawiki-metadata"),
      "CommonsMetadataExtension": ["value": 1.2, "source": "extension", "hidden": ""],
      "ImageDescription": entry(description),
      "DateTimeOriginal": taken.map { entry($0) }, "Artist": artist.map { entry($0) },
    ]
    return known + license.json
  }
}
