import PhotoSearch

/// A picture in the form of NASA's library
struct NASARow: NumberedPages {
  static let provider = ProviderID.nasa
  var id: String
  var subject: Subject
  var description: String?
  /// Who made it, in the words of two members
  var photographer: String? = "NASA"
  var secondaryCreator: String?
  /// Until 2025 a row had the thumbnail alone, without its size, and addresses were often http
  var isOld = false
  /// Without its time of day, or even its month
  var date: String?
  var keywords: JSONTree
  /// Which of NASA's centers keeps it
  var center = "KSC"

  init(_ subject: Subject, _ random: inout SeededRandom) {
    id =
      random.pick(["KSC-20", "NHQ20", "jsc20", "PIA1", "GSFC_20"]) + random.digits(2)
      + random.pick(["e0", "-PH_", "-"]) + random.digits(5)
    self.subject = subject
    description = "\(subject.title). Photo credit: NASA"
    date = subject.posted.iso().prefix(10) + "T00:00:00Z"
    keywords = .array(subject.tags.map { .string($0) })
  }

  var row: Row { Row(json, .photo(id)) }

  var json: JSONTree {
    let data: JSONTree = [
      "center": .string(center), "date_created": date.map(JSONTree.string),
      "description": description.map(JSONTree.string),
      "location": subject.author.place.map(JSONTree.string), "keywords": keywords,
      "media_type": "image", "nasa_id": .string(id),
      "photographer": photographer.map(JSONTree.string),
      "secondary_creator": secondaryCreator.map(JSONTree.string),
      "title": .string(subject.title),
    ]
    return [
      "href": .string("\(folder)/collection.json"), "data": [data],
      "links": .array(told.map(link)),
    ]
  }

  var shown: [Exchange] { [Self.answer(to: Self.target(shown: id), [row])] }

  var addressesOfPicture: [String] { told.map(\.url) }

  private var folder: String { "\(isOld ? "http" : "https")://images-assets.nasa.gov/image/\(id)" }

  private func link(_ address: Address) -> JSONTree {
    let (width, height) = size(within: address.edge)
    return [
      "href": .string(address.url), "rel": .string(address.relation), "render": "image",
      "width": isOld ? nil : .integer(width), "size": isOld ? nil : 74_000,
      "height": isOld ? nil : .integer(height),
    ]
  }

  /// Sizes in the order in which they come, which is none
  private func size(within edge: Int?) -> (Int, Int) {
    guard let edge else { return (subject.width, subject.height) }
    let longest = max(subject.width, subject.height)
    return (subject.width * edge / longest, subject.height * edge / longest)
  }

  private typealias Address = (url: String, relation: String, edge: Int?)

  /// Those that the reply has
  private var told: [Address] { isOld ? Array(addresses.prefix(1)) : addresses }

  private var addresses: [Address] {
    [
      ("\(folder)/\(id)~thumb.jpg", "preview", 640),
      ("\(folder)/\(id)~medium.jpg", "alternate", 1_280),
      ("\(folder)/\(id)~small.jpg", "alternate", 640),
      ("\(folder)/\(id)~large.jpg", "alternate", 1_920),
      ("\(folder)/\(id)~orig.jpg", "canonical", nil),
    ]
  }
}

/// Replies in the form of NASA's library
extension NASARow {
  static let base = "https://images-api.nasa.gov/search"
  static let search = (address: base, words: "q")

  static func target(shown id: String) -> Target { Target(base, [("nasa_id", id)]) }

  /// - Parameter total: of pictures there are, which names a next page past 100 of each
  static func reply(to target: Target, _ page: PagePlace, _ rows: [Row]) -> Reply {
    let query = target.items.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    let address = "http://images-api.nasa.gov/search?\(query)&media_type=image"
    let next: JSONTree = [
      "rel": "next", "prompt": "Next", "href": .string("\(address)&page=\(page.number + 1)"),
    ]
    return Reply([
      "collection": [
        "version": "1.1", "href": .string(address), "items": .list(rows),
        "metadata": ["total_hits": .integer(page.total)],
        "links": page.total > page.number * 100 ? [next] : nil,
      ]
    ])
  }

  static func refusal(status: Int, _ reason: String) -> Reply {
    Reply(["reason": .string(reason)], status: status)
  }
}
