import PhotoSearch

/// A record in the form of Finna's API, with one picture or several
struct FinnaRow: SampleRow {
  static let provider = ProviderID.finna
  static let oddities = "finna.har"
  var id: String
  var subject: Subject
  /// Family name first, and what the person did
  var people: [(name: String, role: String)]
  /// How many pictures the record has
  var pictures = 1
  /// Whether the row tells of the files in its archive, with their pixels
  var isExtended = true
  /// The licence's name and its address, in Finnish
  var rights: (name: String, address: String?) = (
    "CC BY 4.0", "http://creativecommons.org/licenses/by/4.0/deed.fi"
  )
  var year: String? = "1931"
  var topic = "pöllöt"

  init(_ subject: Subject, _ random: inout SeededRandom) {
    id = "museo." + random.hexadecimal(16).uppercased()
    self.subject = subject
    people = [(random.pick(Self.photographers), "kuvaaja")]
  }

  /// The ids of its photos
  var photos: [String] { (0..<pictures).map { $0 == 0 ? id : "\(id)-\($0)" } }

  var row: Row { Row(json, .photos(photos)) }

  var json: JSONTree {
    [
      "id": .string(id), "title": .string(subject.title),
      "nonPresenterAuthors": .array(
        people.map { ["name": .string($0.name), "role": .string($0.role)] }),
      "images": .array((0..<pictures).map { .string(address(of: $0, "large")) }),
      "imageRights": [
        "copyright": .string(rights.name), "link": rights.address.map(JSONTree.string),
      ],
      "buildings": [["value": "0/Museo/", "translated": "Museo"]],
      "subjects": [[.string(topic)], ["Suomi, Turku; Turku"], ["valmistusaika 1931"]],
      "imagesExtended": isExtended ? .array((0..<pictures).map(extended)) : nil,
      "year": year.map(JSONTree.string),
    ]
  }

  var shown: [Exchange] { [Self.answer(to: Self.target(shown: id), [row])] }

  /// Of the first picture
  var addressesOfPicture: [String] {
    ["small", "medium", "large", "master"].map { "https://www.finna.fi\(address(of: 0, $0))" }
  }

  private func extended(_ place: Int) -> JSONTree {
    [
      "highResolution": [
        "original": [
          [
            "url": .string("/Cover/Download?id=\(id)&index=\(place)"), "format": "jpg",
            "data": [
              "width": ["value": .string("\(subject.width)")],
              "height": ["value": .string("\(subject.height)")],
            ],
          ]
        ]
      ]
    ]
  }

  func address(of place: Int, _ size: String) -> String {
    "/Cover/Show?source=Solr&id=\(id)&index=\(place)&size=\(size)"
  }

  private static let photographers = [
    "Esimerkki, Aino", "Kuvitelma, Onni", "Satu, Ilmari", "Valokuvaamo Keksitty",
  ]
}

/// Replies in the form of Finna's API
extension FinnaRow {
  private static let base = "https://api.finna.fi/v1"

  /// A repeated parameter is a list, of which nothing may be left out
  static func target(_ words: String, page: Int, _ items: Items) -> Target {
    let photos: Items = [
      ("lookfor", words), ("filter[]", #"format:"1/Image/Photo/""#),
      ("filter[]", #"free_online_boolean:"1""#),
    ]
    return Target("\(base)/search", photos + items + .page(page))
  }

  static func target(shown ids: String...) -> Target {
    Target("\(base)/record", ids.map { ("id[]", $0) })
  }

  /// Without rows there is no list of them
  static func reply(to target: Target, _ page: PagePlace, _ rows: [Row]) -> Reply {
    Reply([
      "resultCount": .integer(page.total), "status": "OK",
      "records": rows.isEmpty ? nil : .list(rows),
    ])
  }

  static func refusal(status: Int, _ message: String) -> Reply {
    Reply(["status": "ERROR", "statusMessage": .string(message)], status: status)
  }
}
