@testable import PhotoSearch

/// Replies of Openverse, as short as a test needs them
enum OpenverseReplies {
  static let uuid = "8d247f62-2b17-4264-8cf2-842a8faf265f"

  /// A row with what every row has, and members that come instead or on top
  static func row(_ members: [String: String] = [:]) -> String {
    var row = [
      "id": "\"\(uuid)\"",
      "url": "\"https://live.staticflickr.com/65535/48500938586_9cf6d9c729_b.jpg\"",
      "foreign_landing_url": "\"https://www.flickr.com/photos/98786299@N00/48500938586\"",
    ]
    row.merge(members) { _, new in new }
    return "{" + row.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",")
      + "}"
  }

  static func page(_ rows: [String], members: String = "\"result_count\":40,\"page_count\":2")
    -> WebReply
  {
    WebReply("{\(members),\"page_size\":20,\"results\":[\(rows.joined(separator: ","))]}")
  }
}
