import PhotoSearch
import Platform

/// A record in the form of Europeana's Search API: every value is a list
struct EuropeanaRow: SampleRow, Sendable {
  static let service = "europeana"
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
    var json: JSONTree = [
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
    ]
    if let year { json = json + ["year": [.string(year)]] }
    return json
  }

  /// The reply about the record alone, which has the pixels of its pictures
  var record: JSONTree {
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
enum EuropeanaReply {
  static let base = "https://api.europeana.eu/record/v2"

  /// - Parameter cursor: nil for the first page
  static func target(_ words: String, at cursor: String? = nil, order: String? = nil) -> Target {
    Target("\(base)/search.json", [("query", words), ("sort", order), ("cursor", cursor)])
  }

  static func target(shown id: String) -> Target {
    Target("\(base)/search.json", [("query", "europeana_id:\"/\(id)\"")])
  }

  static func page(
    _ target: Target, total: Int, next: String? = nil, _ rows: [Row]
  ) -> Exchange {
    let body: JSONTree = [
      "apikey": "REDACTED", "success": true, "requestNumber": 999,
      "itemsCount": .integer(rows.count), "totalResults": .integer(total),
      "items": .array(rows.map(\.json)),
    ]
    return Exchange(target, body: (next.map { body + ["nextCursor": .string($0)] } ?? body).compact)
  }

  static func refusal(_ target: Target, status: Int, _ error: String) -> Exchange {
    let body: JSONTree = ["success": false, "error": .string(error)]
    return Exchange(target, status: status, body: body.compact)
  }
}
