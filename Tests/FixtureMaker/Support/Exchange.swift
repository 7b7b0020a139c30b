import Foundation
import PhotoSearch
import Platform

/// Parameters in the order they are sent, without those that have no value
typealias Items = [(String, String?)]

/// What is asked: an address and its parameters
struct Target: Sendable {
  let base: String
  let items: [(name: String, value: String)]

  init(_ base: String, _ items: Items = []) {
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

/// What comes back
struct Reply: Sendable {
  var status = 200
  var headers: [(String, String)] = []
  /// nil: a picture, or there was no reply, and `error` says why if anybody knows
  var body: String?
  /// The file that has the body, and what it shows
  var picture: (file: String, shown: String)?
  var error: String?

  init(
    text: String, status: Int = 200, type: String = "application/json",
    headers: [(String, String)] = []
  ) {
    self.status = status
    self.headers = [("Content-Type", type)] + headers
    body = text
  }

  init(
    _ body: JSONTree, status: Int = 200, type: String = "application/json",
    headers: [(String, String)] = []
  ) { self.init(text: body.compact, status: status, type: type, headers: headers) }

  /// A picture in a file beside the recording
  ///
  /// - Parameter shown: what `Tests/Pictures/draw.py` draws
  init(picture file: String, _ shown: String) {
    headers = [("Content-Type", "image/jpeg")]
    picture = (file, shown)
  }

  private init(error: String?) { (status, self.error) = (0, error) }

  /// No reply at all
  static func lost(_ error: String?) -> Reply { Reply(error: error) }

  static func html(_ page: String, status: Int = 200) -> Reply {
    Reply(text: page, status: status, type: "text/html; charset=utf-8")
  }

  /// The first part of a reply, as when a connection is lost
  var cut: Reply {
    var reply = self
    reply.body = body.map { String($0.prefix($0.count * 2 / 3)) }
    return reply
  }
}

/// A request and its reply, as a recording has them
struct Exchange: Sendable {
  var target: Target
  var reply: Reply

  init(_ target: Target, _ reply: Reply) { (self.target, self.reply) = (target, reply) }
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
      "response": reply.entry, "cache": [:],
      "timings": ["send": 0, "wait": 0, "receive": 0],
    ]
  }
}

extension Reply {
  fileprivate var entry: JSONTree {
    let size = body?.utf8.count ?? (picture == nil ? 0 : -1)
    let content: JSONTree = [
      "size": .integer(size), "mimeType": .string(headers.first?.1 ?? "x-unknown"),
      "text": body.map(JSONTree.string), "comment": (picture?.shown).map(JSONTree.string),
      "_file": (picture?.file).map(JSONTree.string),
    ]
    return [
      "status": .integer(status), "statusText": .string(Self.phrases[status] ?? ""),
      "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": .array(headers.map { ["name": .string($0.0), "value": .string($0.1)] }),
      "content": content, "redirectURL": "", "headersSize": -1, "bodySize": -1,
      "_error": error.map(JSONTree.string),
    ]
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
