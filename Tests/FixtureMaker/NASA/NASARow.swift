import PhotoSearch

/// A picture in the form of NASA's library
struct NASARow: SampleRow, Sendable {
  static let service = "nasa"
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
    var data: JSONTree = ["center": .string(center)]
    if let date { data = data + ["date_created": .string(date)] }
    if let description { data = data + ["description": .string(description)] }
    if let place = subject.author.place { data = data + ["location": .string(place)] }
    data = data + ["keywords": keywords, "media_type": "image", "nasa_id": .string(id)]
    if let photographer { data = data + ["photographer": .string(photographer)] }
    if let secondaryCreator { data = data + ["secondary_creator": .string(secondaryCreator)] }
    data = data + ["title": .string(subject.title)]
    return [
      "href": .string("\(folder)/collection.json"), "data": [data],
      "links": .array((isOld ? Array(addresses.prefix(1)) : addresses).map(link)),
    ]
  }

  private var folder: String { "\(isOld ? "http" : "https")://images-assets.nasa.gov/image/\(id)" }

  private func link(_ address: Address) -> JSONTree {
    let link: JSONTree = [
      "href": .string(address.url), "rel": .string(address.relation), "render": "image",
    ]
    let (width, height) = size(within: address.edge)
    return isOld
      ? link : link + ["width": .integer(width), "size": 74_000, "height": .integer(height)]
  }

  /// Sizes in the order in which they come, which is none
  private func size(within edge: Int?) -> (Int, Int) {
    guard let edge else { return (subject.width, subject.height) }
    let longest = max(subject.width, subject.height)
    return (subject.width * edge / longest, subject.height * edge / longest)
  }

  typealias Address = (url: String, relation: String, edge: Int?)

  var addresses: [Address] {
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
enum NASAReply {
  static let base = "https://images-api.nasa.gov/search"

  static func target(_ words: String, page: Int) -> Target {
    Target(base, [("q", words), ("page", page == 1 ? nil : "\(page)")])
  }

  static func target(shown id: String) -> Target { Target(base, [("nasa_id", id)]) }

  /// - Parameter total: of pictures there are, which names a next page past 100 of each
  static func page(_ target: Target, page: Int = 1, total: Int, _ rows: [Row]) -> Exchange {
    let query = target.items.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    let address = "http://images-api.nasa.gov/search?\(query)&media_type=image"
    var collection: JSONTree = [
      "version": "1.1", "href": .string(address), "items": .array(rows.map(\.json)),
      "metadata": ["total_hits": .integer(total)],
    ]
    if total > page * 100 {
      let next: JSONTree = [
        "rel": "next", "prompt": "Next", "href": .string("\(address)&page=\(page + 1)"),
      ]
      collection = collection + ["links": [next]]
    }
    let body: JSONTree = ["collection": collection]
    return Exchange(target, body: body.compact)
  }

  static func refusal(_ target: Target, status: Int, _ reason: String) -> Exchange {
    let body: JSONTree = ["reason": .string(reason)]
    return Exchange(target, status: status, body: body.compact)
  }
}
