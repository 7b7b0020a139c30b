package import Foundation
internal import Platform

/// One exchange of a recording: a request and its reply
package struct HAREntry: Sendable {
  /// A reply's body: its bytes, or text of a recording that nobody has asked for yet
  package enum Content: Sendable {
    case bytes(Data)
    case text(JSONText)
  }

  /// The request's method, in upper case
  package let method: String
  /// The request's address as the recording has it, which may be any text
  package let url: String
  /// The reply's status; 0 if there was no reply
  package let status: Int
  /// The reply's header fields
  package let headers: HTTPHeaders
  /// The reply's body; empty if the recording left it out or has it in another file
  package let content: Content
  /// The file that has the body; nil if the body is in the recording itself
  package var bodyFile: BodyFile?
  /// Why there was no reply, in the words of the program that recorded the exchange
  package let error: String?
  /// When the reply was complete; nil if the recording doesn't say
  package let received: Date?
  /// How long the exchange took, in seconds; nil if the recording doesn't say
  package let duration: Double?
}
extension HAREntry {
  /// Reads an entry of HAR 1.2; unknown members are ignored
  ///
  /// Members that a replay doesn't need, such as times, are also ignored if they have a wrong type.
  ///
  /// - Parameter folder: the folder of the recording
  /// - Throws: if the url or the status is missing.
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
    let told = try bodyFile == nil ? content.map(Self.content) : nil
    self.content = told ?? .bytes(Data())
    error = response["_error"]?.string ?? entry["_error"]?.string
    duration = entry["time"]?.double.map { $0 / 1000 }
    let start = entry["startedDateTime"]?.string.flatMap { Date(iso8601: $0, keepsFraction: true) }
    received = start?.addingTimeInterval(max(0, duration ?? 0))
  }

  /// The reply's body, decoded; empty if the recording left it out or has it in another file
  package var body: Data {
    switch content {
    case .bytes(let bytes): bytes
    case .text(let text): Data(text.string.utf8)
    }
  }

  /// The body, read from its file if it has one
  package func wholeBody() throws(RecordingError) -> Data {
    try bodyFile?.contents() ?? body
  }

  /// Reads a body that is text, or bytes in base64
  private static func content(_ content: JSONValue) throws(JSONProblem) -> Content {
    guard let text = content["text"] else { return .bytes(Data()) }
    guard let written = text.writtenString else { throw text.otherType }
    guard content["encoding"]?.string?.lowercased() == "base64" else { return .text(written) }
    guard let bytes = Data(base64Encoded: written.string, options: .ignoreUnknownCharacters) else {
      throw text.problem(": base64 was expected")
    }
    return .bytes(bytes)
  }
}
extension JSONValue {
  /// A member that HAR requires
  ///
  /// - Throws: that the member is missing or null.
  func needed(_ name: StaticString) throws(JSONProblem) -> JSONValue {
    guard isObject else { throw otherType }
    if let value = self[name] { return value }
    let isNull = members?.contains { $0.name == "\(name)" } ?? false
    throw JSONProblem(
      location: .member(name, of: self), problem: isNull ? " is null" : " is missing")
  }

  var otherType: JSONProblem { problem(" is not of the type that HAR has there") }
}
