package import Foundation

/// One exchange of a recording: what was asked, and what came back
package struct HAREntry: Hashable, Sendable {
  /// In upper case
  package let method: String
  /// As the recording has it; may be anything
  package let url: String
  /// 0 when there was no reply
  package let status: Int
  /// Of the reply
  package let headers: HTTPHeaders
  /// Decoded; empty when the recording left it out, or has it in a file of its own
  package let body: Data
  /// The file that has the body; nil when the recording itself has it
  package var bodyFile: BodyFile?
  /// Why there was no reply, in the words of the program that recorded it
  package let error: String?
  /// When the reply was there, when the recording says so
  package let received: Date?
  /// How long the exchange took, in seconds, when the recording says so
  package let duration: Double?
}

extension HAREntry {
  /// Reads an entry of HAR 1.2, whatever else is in it
  ///
  /// Members that only add to an entry, such as times, are ignored when they are of another type.
  ///
  /// - Parameter folder: the one that the recording is in
  /// - Throws: when the url or the status is missing.
  init(_ entry: JSONValue, in folder: URL) throws(JSONProblem) {
    let request = try entry.needed("request")
    let address = try request.needed("url")
    guard let url = address.string else { throw address.otherType }
    guard !url.isEmpty else { throw address.problem(": an address was expected") }
    let response = try entry.needed("response")
    let code = try response.needed("status")
    guard let status = code.integer else { throw code.otherType }
    method = request["method"]?.string?.uppercased() ?? "GET"
    self.url = url
    self.status = max(0, status)
    headers = HTTPHeaders(
      (response["headers"]?.elements ?? []).compactMap { header in
        header["name"]?.string.map { .init(name: $0, value: header["value"]?.string ?? "") }
      })
    let content = response["content"]
    bodyFile = try content?["_file"].map { file throws(JSONProblem) in
      guard let path = file.string else { throw file.otherType }
      guard let named = BodyFile(path, in: folder) else {
        throw file.problem(": a path from the recording's folder down was expected")
      }
      return named
    }
    body = bodyFile == nil ? try content.map(Self.body) ?? Data() : Data()
    error = response["_error"]?.string ?? entry["_error"]?.string
    duration = entry["time"]?.double.map { $0 / 1000 }
    let start = entry["startedDateTime"]?.string.flatMap { Date(iso8601: $0, keepsFraction: true) }
    received = start?.addingTimeInterval(max(0, duration ?? 0))
  }

  /// The body, read from its file where it has one
  package func wholeBody() throws(RecordingError) -> Data {
    try bodyFile?.contents() ?? body
  }

  /// Text, or bytes as base64
  private static func body(_ content: JSONValue) throws(JSONProblem) -> Data {
    guard let text = content["text"] else { return Data() }
    guard let string = text.string else { throw text.otherType }
    guard content["encoding"]?.string?.lowercased() == "base64" else { return Data(string.utf8) }
    guard let bytes = Data(base64Encoded: string, options: .ignoreUnknownCharacters) else {
      throw text.problem(": base64 was expected")
    }
    return bytes
  }
}

extension JSONValue {
  /// A member that HAR has
  ///
  /// - Throws: that it is missing, or null.
  func needed(_ name: StaticString) throws(JSONProblem) -> JSONValue {
    guard isObject else { throw otherType }
    if let value = self[name] { return value }
    let isNull = members?.contains { $0.name == "\(name)" } ?? false
    throw JSONProblem(
      location: .member(name, of: self), problem: isNull ? " is null" : " is missing")
  }

  var otherType: JSONProblem { problem(" is not of the type that HAR has there") }
}
