import Foundation

/// A reply of MediaWiki's query module with `prop=imageinfo`, in either format version
///
/// Version 2 lists pages in an array, version 1 in an object by page id. In neither do they stand
/// in rank order: that is in `index`.
struct CommonsReply {
  /// By rank; one without keeps its place
  let pages: [CommonsPage]
  /// The values of `continue`; nil at the end
  let continuation: [String: String]?
  /// Whether each page has all its properties here, or had them on an earlier reply
  let isBatchComplete: Bool

  /// - Throws: what in it is not as the API promises.
  init(_ body: Data) throws(JSONProblem) {
    let root = try JSONDocument(body).root
    guard root.isObject else { throw root.problem("no object") }
    if let error = root["error"] { throw error.problem("an error instead of results") }
    continuation = try Self.continuation(root["continue"])
    isBatchComplete = root["batchcomplete"] != nil
    // A reply without results has no query at all.
    pages = root["query"] == nil ? [] : try Self.pages(try root.object("query"))
  }

  private static func pages(_ query: JSONValue) throws(JSONProblem) -> [CommonsPage] {
    guard let list = query["pages"] else { return [] }
    guard let rows = list.elements ?? list.members?.map(\.value) else {
      throw list.problem("no array and no object")
    }
    return rows.enumerated()
      .map { place, row in (row["index"]?.integer ?? place + 1, place, CommonsPage(value: row)) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
      .map(\.2)
  }

  private static func continuation(
    _ value: JSONValue?
  ) throws(JSONProblem) -> [String: String]? {
    guard let value else { return nil }
    guard let members = value.members, !members.isEmpty else { throw value.problem("no object") }
    var values: [String: String] = [:]
    for (name, value) in members {
      guard let text = value.text else { throw value.problem("neither text nor a number") }
      values[name] = text
    }
    return values
  }
}

/// A page of the file namespace, with what a reply tells of its file
struct CommonsPage {
  let value: JSONValue

  /// nil for a page that does not exist
  var id: Int? { value["pageid"]?.integer.flatMap { $0 > 0 ? $0 : nil } }
  /// With its namespace, e.g. `File:Cat.jpg`
  var title: String? { value["title"]?.string }
  /// Whether there is no such page
  var isMissing: Bool { value["missing"] != nil || value["invalid"] != nil }
  /// nil when it is on another reply of the same batch, or there is no file
  var file: JSONValue? { value["imageinfo"]?.elements?.first.flatMap { $0.isObject ? $0 : nil } }
}
