import PhotoSearch
import Platform

/// A record in the form of Europeana's Search API: every value is a list
struct EuropeanaRow: SampleRow {
  static let provider = ProviderID.europeana
  static let oddities = "europeana.har"
  /// The number of a collection, and a name in it
  var id: String
  var subject: Subject
  var creators: [String]
  /// Names of what is an address among the creators
  var labels: [String] = []
  /// Titles by language
  var titles: [(language: String, title: String)] = []
  var rights = "http://creativecommons.org/licenses/by-sa/4.0/"
  var isSecure = true
  var year: String? = "1931"
  /// In English
  var concept = "Owls"

  init(_ subject: Subject, _ random: inout SeededRandom) {
    id = "20" + random.digits(5) + "/o_" + random.hexadecimal(8)
    self.subject = subject
    creators = [subject.author.name]
  }

  var row: Row { Row(json, .photo(id)) }

  /// Where the picture in the museum is
  var picture: String { "\(isSecure ? "https" : "http")://museum.example/\(id).jpg" }

  /// Where Europeana has a small one of it, to whose address a size is added
  var preview: String {
    "https://api.europeana.eu/thumbnail/v2/url.json?uri=\(picture.percentEncoded)&type=IMAGE"
  }

  /// With the key that the service repeats, as a recording has it
  var json: JSONTree {
    [
      "id": .string("/\(id)"), "type": "IMAGE",
      "guid": .string("https://www.europeana.eu/item/\(id)?utm_campaign=REDACTED"),
      "title": [.string(subject.title)], "dcCreator": .array(creators.map { .string($0) }),
      "dcTitleLangAware": .object(titles.map { (name: $0.language, value: [.string($0.title)]) }),
      "edmAgentLabel": .array(labels.map { ["def": .string($0)] }),
      "dataProvider": ["Museum of Examples"], "rights": [.string(rights)],
      "edmIsShownBy": [.string(picture)],
      "edmPreview": [.string(preview)],
      "edmConceptPrefLabelLangAware": ["en": [.string(concept)]],
      "edmPlaceLatitude": ["47.07"], "edmPlaceLongitude": ["15.44"],
      "timestamp_created": .string(subject.posted.iso().replacing("Z", with: ".563Z")),
      "year": year.map { [.string($0)] },
    ]
  }

  var addressesOfPicture: [String] {
    ["w200", "w400"].map { "\(preview)&size=\($0)" } + [picture]
  }

  var shown: [Exchange] {
    [
      Self.answer(to: Self.target(shown: id), [row]),
      Exchange(Target("\(Self.base)/\(id).json"), Reply(record)),
    ]
  }

  /// The reply about the record alone, which has the pixels of its pictures
  private var record: JSONTree {
    [
      "success": true,
      "object": [
        "about": .string("/\(id)"),
        "aggregations": [
          [
            "webResources": [
              ["about": "https://images.museum.example/back.jpg", "ebucoreWidth": 9],
              [
                "about": .string(picture), "ebucoreWidth": .integer(subject.width),
                "ebucoreHeight": .integer(subject.height),
              ],
            ]
          ]
        ],
      ],
    ]
  }
}

/// Replies in the form of Europeana's Search API
extension EuropeanaRow {
  static let base = "https://api.europeana.eu/record/v2"

  static func target(_ words: String, page: Int, _ items: Items) -> Target {
    target(words, at: page == 1 ? nil : cursor(page), items)
  }

  /// - Parameter cursor: nil for the first page
  static func target(_ words: String, at cursor: String?, _ items: Items = []) -> Target {
    Target("\(base)/search.json", [("query", words)] + items + [("cursor", cursor)])
  }

  static func target(shown id: String) -> Target { target("europeana_id:\"/\(id)\"", at: nil) }

  private static func cursor(_ page: Int) -> String { "Ao\(page)" }

  static func reply(to target: Target, _ page: PagePlace, _ rows: [Row]) -> Reply {
    reply(total: page.total, next: page.number < page.count ? cursor(page.number + 1) : nil, rows)
  }

  static func reply(total: Int, next: String?, _ rows: [Row]) -> Reply {
    Reply([
      "apikey": "REDACTED", "success": true, "requestNumber": 999,
      "itemsCount": .integer(rows.count), "totalResults": .integer(total), "items": .list(rows),
      "nextCursor": next.map(JSONTree.string),
    ])
  }

  static func refusal(status: Int, _ error: String) -> Reply {
    Reply(["success": false, "error": .string(error)], status: status)
  }
}
