import Foundation
import PhotoSearch
import Platform

/// What is asked: an address and its parameters, in the order they are sent
struct Target: Sendable {
  let base: String
  let items: [(name: String, value: String)]

  init(_ base: String, _ items: [(String, String?)] = []) {
    self.base = base
    self.items = items.compactMap { name, value in value.map { (name: name, value: $0) } }
  }

  /// An address in which nothing but the path is encoded
  init(address: String) {
    let parts = address.split(separator: "?", maxSplits: 1)
    base = String(parts[0])
    items = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { item in
      let halves = item.split(separator: "=", maxSplits: 1)
      let value = halves.count > 1 ? String(halves[1]) : ""
      return (String(halves[0]), value.removingPercentEncoding ?? value)
    }
  }

  /// Encoded as the program encodes it
  var url: String {
    let query = items.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
    return query.isEmpty ? base : base + "?" + query.joined(separator: "&")
  }
}

/// A request and its reply, as a recording has them
struct Exchange: Sendable {
  var target: Target
  var status = 200
  var headers: [(String, String)]
  /// nil: a picture, or there was no reply, and `error` says why if anybody knows
  var body: String?
  /// The file that has the body, and what it shows
  var picture: (file: String, shown: String)?
  var error: String?

  init(
    _ target: Target, status: Int = 200, type: String = "application/json",
    headers: [(String, String)] = [], body: String
  ) {
    self.target = target
    self.status = status
    self.headers = [("Content-Type", type)] + headers
    self.body = body
  }

  /// A picture in a file beside the recording
  ///
  /// - Parameter shown: what `Tests/Pictures/draw.py` draws
  init(_ target: Target, picture file: String, _ shown: String) {
    self.target = target
    headers = [("Content-Type", "image/jpeg")]
    picture = (file, shown)
  }

  /// No reply at all
  init(_ target: Target, error: String?) {
    self.target = target
    status = 0
    headers = []
    self.error = error
  }
}

extension Exchange {
  /// An entry of HAR 1.2; parameters are in its address alone, as all fixtures have to be small
  var entry: JSONTree {
    [
      "startedDateTime": .string(Moment.recording.iso()), "time": 0,
      "request": [
        "method": "GET", "url": .string(target.url), "httpVersion": "HTTP/1.1", "cookies": [],
        "headers": [], "queryString": [], "headersSize": -1, "bodySize": 0,
      ],
      "response": .object(response), "cache": [:],
      "timings": ["send": 0, "wait": 0, "receive": 0],
    ]
  }

  private var response: [(name: String, value: JSONTree)] {
    let size = body?.utf8.count ?? (picture == nil ? 0 : -1)
    var content: [(name: String, value: JSONTree)] = [("size", .integer(size))]
    content.append(("mimeType", .string(headers.first?.1 ?? "x-unknown")))
    if let body { content.append(("text", .string(body))) }
    if let picture {
      content.append(("comment", .string(picture.shown)))
      content.append(("_file", .string(picture.file)))
    }
    var members: [(name: String, value: JSONTree)] = [
      ("status", .integer(status)), ("statusText", .string(Self.phrases[status] ?? "")),
      ("httpVersion", "HTTP/1.1"), ("cookies", []),
      ("headers", .array(headers.map { ["name": .string($0.0), "value": .string($0.1)] })),
      ("content", .object(content)), ("redirectURL", ""), ("headersSize", -1), ("bodySize", -1),
    ]
    if let error { members.append(("_error", .string(error))) }
    return members
  }

  private static let phrases = [
    200: "OK", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    410: "Gone", 429: "Too Many Requests", 502: "Bad Gateway", 503: "Service Unavailable",
  ]
}

/// A recording under its file's name
struct Recording: Sendable {
  let name: String
  var exchanges: [Exchange]

  /// The bytes of the file: an exchange a line
  var har: String {
    let creator: JSONTree = ["name": "imgsearch fixtures", "version": "1"]
    let entries = exchanges.map(\.entry.compact).joined(separator: ",\n")
    return #"{"log":{"version":"1.2","creator":\#(creator.compact),"entries":["#
      + "\n\(entries)\n]}}\n"
  }
}
