import Foundation
import LocalServer
import LoopbackServer
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `imgsearch browse` while it runs, asked as its page asks, or as others might
final class GalleryClient {
  struct Reply {
    let status: Int
    /// By lower-case names
    let headers: [String: String]
    let body: String

    /// The objects of a stream
    func objects() throws -> [[String: Any]] {
      try body.split(separator: "\n").map { try jsonObject($0) }
    }
  }

  let program: RunningProgram
  /// As it printed it
  let address: URL
  let environment: [String: String]

  var port: UInt16 { UInt16(address.port ?? 0) }
  /// The path of the page, with a slash at its end
  var path: String { address.path.hasSuffix("/") ? address.path : address.path + "/" }
  var host: String { "127.0.0.1:\(port)" }

  /// - Parameter options: beside `--no-open`
  convenience init(_ options: String..., environment: [String: String]) throws {
    try self.init(options, environment: environment)
  }

  init(_ options: [String], environment: [String: String]) throws {
    program = try RunningProgram(
      ["browse"] + (options.contains("--opens") ? [] : ["--no-open"])
        + options.filter { $0 != "--opens" }, environment: environment)
    self.environment = environment
    address = try #require(URL(string: try program.line()))
  }

  /// A call as the page makes it
  func call(_ name: String, _ body: String = "{}") throws -> [[String: Any]] {
    let reply = try send(request(for: name, body))
    try #require(reply.status == 200, "\(reply)")
    return try reply.objects()
  }

  /// The ids of the photos that a search of the page brings
  func found(_ search: String) throws -> [String] { Self.photos(try call("search", search)) }

  /// Imports lines as the page does, and tells what came of it
  func take(_ lines: String) throws -> [String: Any] {
    let body = try JSONSerialization.data(withJSONObject: ["lines": lines])
    return try call("import", String(decoding: body, as: UTF8.self))[0]
  }

  /// The ids of the photos in a stream
  static func photos(_ events: [[String: Any]]) -> [String] {
    events.compactMap { event in
      let entry = event["photo"] as? [String: Any]
      return (entry?["photo"] as? [String: Any])?["id"] as? String
    }
  }

  /// What a search says last of each provider, by its id
  static func states(_ events: [[String: Any]]) throws -> [String: [String: Any]] {
    let states = try #require(events.compactMap { $0["providers"] as? [[String: Any]] }.last)
    return Dictionary(uniqueKeysWithValues: states.map { ($0["id"] as? String ?? "", $0) })
  }

  func request(for name: String, _ body: String, more: [String] = []) -> String {
    ([
      "POST \(path)api/\(name) HTTP/1.1", "Host: \(host)", "Connection: close",
      "Content-Type: application/json", "Imgsearch-Page: 1", "Content-Length: \(body.utf8.count)",
    ] + more).joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  func get(_ path: String, host: String? = nil, more: [String] = []) throws -> Reply {
    try send(
      (["GET \(path) HTTP/1.1", "Host: \(host ?? self.host)", "Connection: close"] + more)
        .joined(separator: "\r\n") + "\r\n\r\n")
  }

  /// Sends bytes as they are, and reads all that comes
  func send(_ text: String) throws -> Reply {
    let stream = try open(text)
    return try Self.reply(stream.rest())
  }

  /// Sends bytes as they are, and leaves the answer to be read
  func open(_ text: String) throws -> LineStream { try LineStream(port: port, sending: text) }

  private static func reply(_ data: Data) throws -> Reply {
    let end = try #require(data.firstRange(of: Data("\r\n\r\n".utf8)), "no head")
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let status = try #require(lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) })
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    var body = Data(data[end.upperBound...])
    if headers["transfer-encoding"] == "chunked" { body = unchunked(body) }
    return Reply(status: status, headers: headers, body: String(decoding: body, as: UTF8.self))
  }

  private static func unchunked(_ data: Data) -> Data {
    var (rest, whole) = (data, Data())
    while let end = rest.firstRange(of: Data("\r\n".utf8)),
      let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16), size > 0
    {
      whole += rest[end.upperBound...].prefix(size)
      rest = Data(rest[end.upperBound...].dropFirst(size + 2))
    }
    return whole
  }
}

extension Home {
  /// The gallery beside the first pages of our fixtures, or another recording
  func gallery(_ options: String..., replay: String? = nil) throws -> GalleryClient {
    try GalleryClient(
      options + ["--replay", replay ?? Program.fewFixtures.get()], environment: environment)
  }
}

/// A connection whose answer is read line by line
final class LineStream {
  private let socket: ConnectionSocket
  private var read = Data()

  init(port: UInt16, sending text: String) throws {
    socket = try ConnectionSocket(port: port)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      guard let count = rest.withUnsafeBytes({ socket.send($0) }), count > 0 || isReady(POLLOUT)
      else { break }
      rest = rest.dropFirst(count)
    }
  }

  deinit { hangUp() }

  private var isOpen = true

  func hangUp() {
    if isOpen { socket.close() }
    isOpen = false
  }

  /// The next line that is no part of HTTP and has text in it
  func object() throws -> [String: Any] {
    let deadline = ContinuousClock.now + .seconds(300)
    while true {
      // A stream that only shows that it is there is no answer.
      try #require(ContinuousClock.now < deadline, "no line for 60 s")
      if let end = read.firstIndex(of: 0x0A) {
        let line = Data(read[..<end])
        read = Data(read[(end + 1)...])
        if line.first == UInt8(ascii: "{") {
          return try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
        }
      } else {
        try #require(more(), "the answer ended, or nothing came for 60 s")
      }
    }
  }

  /// All until the other side ends it
  func rest() throws -> Data {
    while more() {}
    return read
  }

  private func more() -> Bool {
    while true {
      switch socket.receive(atMost: 65_536) {
      case .bytes(let bytes):
        read += bytes
        return true
      case .nothing where isReady(POLLIN): continue
      case .nothing, .end: return false
      }
    }
  }

  /// Waits until it can be read or written, for 60 s
  private func isReady(_ event: Int32) -> Bool {
    var entry = pollfd(fd: socket.descriptor, events: Int16(event), revents: 0)
    return poll(&entry, 1, 60_000) > 0
  }
}
