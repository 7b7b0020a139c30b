import PhotoSearch

/// Replies of Commons, as short as a test needs them
enum WikimediaReplies {
  static let original = "https://upload.wikimedia.org/wikipedia/commons/5/58/Cat.jpg"

  /// A page of a reply; `nil` for `file` leaves `imageinfo` out
  static func row(
    id: Int = 42, title: String = "File:Cat.jpg", index: Int? = 1,
    file: [String: String]? = [:], metadata: [String: String] = [:]
  ) -> String {
    var members = ["\"pageid\":\(id)", "\"ns\":6", "\"title\":\"\(title)\""]
    if let index { members.append("\"index\":\(index)") }
    if let file { members.append("\"imageinfo\":[\(self.file(file, metadata: metadata))]") }
    return "{\(members.joined(separator: ","))}"
  }

  /// What `imageinfo` says, with members that come instead or on top
  static func file(_ members: [String: String], metadata: [String: String] = [:]) -> String {
    var file = [
      "url": "\"\(original)\"", "width": "4000", "height": "3000", "mime": "\"image/jpeg\"",
    ]
    if !metadata.isEmpty { file["extmetadata"] = extmetadata(metadata) }
    file.merge(members) { _, new in new }
    return object(file)
  }

  /// - Parameter values: JSON, e.g. `"\"CC0\""`
  static func extmetadata(_ values: [String: String]) -> String {
    object(values.mapValues { "{\"value\":\($0),\"source\":\"commons-desc-page\"}" })
  }

  static func page(_ rows: [String], members: String = "\"batchcomplete\":true") -> WebReply {
    WebReply("{\(members),\"query\":{\"pages\":[\(rows.joined(separator: ","))]}}")
  }

  private static func object(_ members: [String: String]) -> String {
    "{" + members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }
}
