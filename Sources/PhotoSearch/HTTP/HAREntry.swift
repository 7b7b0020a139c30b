public import Foundation

/// One exchange of a recording: what was asked, and what came back
public struct HAREntry: Hashable, Sendable {
  /// In upper case
  public let method: String
  /// As the recording has it; may be anything
  public let url: String
  /// 0 when there was no reply
  public let status: Int
  /// Of the reply
  public let headers: HTTPHeaders
  /// Decoded; empty when the recording left it out
  public let body: Data
  /// Why there was no reply, in the words of whoever made the recording
  public let error: String?
  /// When the reply was there, when the recording says so
  public let received: Date?
  /// How long the exchange took, in seconds, when the recording says so
  public let duration: Double?
}

extension HAREntry: Decodable {
  private enum Field: String, CodingKey {
    case request, response, time, startedDateTime
    case error = "_error"
  }

  /// Reads an entry of HAR 1.2, whatever else is in it
  ///
  /// - Throws: `DecodingError`, with the path, when there is no url or no status.
  public init(from decoder: any Decoder) throws {
    let entry = try decoder.container(keyedBy: Field.self)
    let request = try entry.decode(Request.self, forKey: .request)
    let response = try entry.decode(Response.self, forKey: .response)
    method = request.method?.uppercased() ?? "GET"
    url = request.url
    status = max(0, response.status)
    headers = HTTPHeaders(
      (response.headers ?? []).map {
        HTTPHeaders.Field(name: $0.name, value: $0.value?.value ?? "")
      })
    body = response.content?.body ?? Data()
    error = try response.error ?? entry.decodeIfPresent(Lenient<String>.self, forKey: .error)?.value
    let time = try entry.decodeIfPresent(Lenient<Double>.self, forKey: .time)
    duration = time?.value.map { $0 / 1000 }
    let started = try entry.decodeIfPresent(Lenient<String>.self, forKey: .startedDateTime)?.value
    let start = started.flatMap { Date(iso8601: $0, keepsFraction: true) }
    received = start?.addingTimeInterval(max(0, duration ?? 0))
  }
}

private struct Request: Decodable {
  let method: String?
  let url: String

  private enum Field: CodingKey { case method, url }

  init(from decoder: any Decoder) throws {
    let request = try decoder.container(keyedBy: Field.self)
    method = try request.decodeIfPresent(String.self, forKey: .method)
    url = try request.decode(String.self, forKey: .url)
    guard !url.isEmpty else {
      throw DecodingError.dataCorruptedError(
        forKey: .url, in: request, debugDescription: "an address was expected")
    }
  }
}

private struct Response: Decodable {
  let status: Int
  let headers: [Header]?
  let content: Content?
  let error: String?

  private enum Field: String, CodingKey {
    case status, headers, content
    case error = "_error"
  }

  init(from decoder: any Decoder) throws {
    let response = try decoder.container(keyedBy: Field.self)
    status = try response.decode(Int.self, forKey: .status)
    headers = try response.decodeIfPresent([Header].self, forKey: .headers)
    content = try response.decodeIfPresent(Content.self, forKey: .content)
    error = try response.decodeIfPresent(Lenient<String>.self, forKey: .error)?.value
  }
}

private struct Header: Decodable {
  let name: String
  let value: Lenient<String>?
}

/// A body: text, or bytes as base64
private struct Content: Decodable {
  let body: Data

  private enum Field: CodingKey { case text, encoding }

  init(from decoder: any Decoder) throws {
    let content = try decoder.container(keyedBy: Field.self)
    let text = try content.decodeIfPresent(String.self, forKey: .text) ?? ""
    let encoding = try content.decodeIfPresent(String.self, forKey: .encoding)
    guard encoding?.lowercased() == "base64" else {
      body = Data(text.utf8)
      return
    }
    guard let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      throw DecodingError.dataCorruptedError(
        forKey: .text, in: content, debugDescription: "base64 was expected")
    }
    body = bytes
  }
}

/// A value that does not matter enough for an entry to be refused: nil when it is of another type
private struct Lenient<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      value = try container.decode(Value.self)
    } catch DecodingError.typeMismatch {
      value = nil
    }
  }
}
