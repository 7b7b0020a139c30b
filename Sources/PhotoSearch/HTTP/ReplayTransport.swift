import Foundation
import Platform
import Synchronization

/// Answers from a recording instead of a network
///
/// An entry answers a request with the same method, default host, path and query parameters, in any
/// order. Keys and parameters that don't change which photos come are ignored. A parameter with its
/// default value counts as absent, and a request without a page asks for the first. If several
/// entries match, the first one answers every time.
public struct ReplayTransport: HTTPTransport {
  private let redaction: Redaction
  private let index: ReplayIndex

  /// - Parameters:
  ///   - archive: the recording
  ///   - apis: the APIs of all providers that may be asked
  package init(archive: HARArchive, apis: [APIDescription]) {
    index = ReplayIndex(archive.entries, apis)
    redaction = Redaction(keys: apis.compactMap(\.key))
  }

  private func parsed(_ request: WebRequest) -> RequestParser.ParsedRequest? {
    index.parser.parse(method: request.method, url: request.url.absoluteString)
  }

  /// Whether the recording answers this request, even with an error
  package func hasEntry(for request: WebRequest) -> Bool {
    parsed(request).flatMap { index.entry(for: $0.key) } != nil
  }

  /// Whether the recording has any entry of an API
  package func hasEntries(of api: APIDescription) -> Bool {
    index.entries(at: Set([NetworkAddress(api.base)?.host].compactMap(\.self)))
      .contains { URL(string: $0.url).map(api.contains) ?? false }
  }

  /// The values in recorded requests where a given request has a placeholder, in recorded order
  ///
  /// - Parameters:
  ///   - mark: the placeholder, in one parameter of `request`
  ///   - request: recorded requests to its address with that parameter are examined
  package func values(inPlaceOf mark: String, in request: WebRequest) -> [String] {
    guard let asked = parsed(request)?.key,
      let item = asked.items.first(where: { $0.value.contains(bytes: mark) }),
      let range = item.value.ranges(ofBytes: mark).first
    else { return [] }
    let (start, end) = (item.value[..<range.lowerBound], item.value[range.upperBound...])
    return index.positions(near: asked).sorted { $0.value < $1.value }.map(\.key)
      .filter { $0.method == asked.method && $0.address == asked.address }
      .flatMap(\.items)
      .filter {
        $0.name == item.name && $0.value.begins(with: String(start))
          && $0.value.ends(with: String(end))
          && $0.value.utf8.count > start.utf8.count + end.utf8.count
      }
      .map { String($0.value.dropFirst(start.count).dropLast(end.count)) }
  }

  /// - Throws: `TransportError.notRecorded` if the recording lacks the request; the recorded error
  ///   if the exchange had no reply; `unreadable` if the body is in a file that can't be read.
  public func send(_ request: WebRequest) async throws -> WebReply {
    try Task.checkCancellation()
    return try response(to: request)
  }

  /// ``send(_:)`` for callers that can't wait
  package func response(to request: WebRequest) throws(TransportError) -> WebReply {
    guard let asked = parsed(request) else {
      throw TransportError.notRecorded(
        asked: request.method + " " + (request.url.host ?? "no address"), nearest: nil,
        isPastFirstPage: false)
    }
    guard let entry = index.entry(for: asked.key) else { throw miss(asked) }
    guard entry.status > 0 else {
      throw .recorded(
        entry.error, host: URLComponents(string: entry.url)?.host ?? "",
        duration: entry.duration)
    }
    let body: Data
    do { body = try entry.wholeBody() } catch { throw .unreadable(error) }
    // Recordings of other programs may contain keys.
    return redaction.reply(
      WebReply(
        status: entry.status, headers: entry.headers, body: body, source: .recording,
        received: entry.received))
  }

  private func miss(_ asked: RequestParser.ParsedRequest) -> TransportError {
    .notRecorded(
      asked: asked.key.description,
      nearest: nearest(to: asked)?.description,
      isPastFirstPage: asked.key != asked.firstPage && index.entry(for: asked.firstPage) != nil)
  }

  /// The most similar recorded request to the same API and, if there is one, to the same address
  private func nearest(to asked: RequestParser.ParsedRequest) -> RequestKey? {
    guard let api = asked.api else { return nil }
    return index.entries(at: index.parser.hosts(near: asked.key))
      .compactMap { index.parser.parse(method: $0.method, url: $0.url) }
      .filter { $0.api == api }
      .map { (key: $0.key, distance: asked.key.distance(to: $0.key)) }
      .min { $0.distance < $1.distance }?.key
  }
}

/// Finds the entry of a recording that answers a request
///
/// A recording may have thousands of pictures and one search. So entries are sorted by the text of
/// their host at first, and their requests are taken apart when that host is asked.
final class ReplayIndex: Sendable {
  let parser: RequestParser
  private let entries: [HAREntry]
  /// Positions of entries by host; those whose address may be spelled in another way are below ""
  private let hosts: [String: [Int]]
  private let positionsByHosts = Mutex<[Set<String>: [RequestKey: Int]]>([:])

  init(_ entries: [HAREntry], _ apis: [APIDescription]) {
    self.entries = entries
    parser = RequestParser(apis)
    var hosts: [String: [Int]] = [:]
    for (position, entry) in entries.enumerated() {
      hosts[Self.plainHost(of: entry.url), default: []].append(position)
    }
    self.hosts = hosts
  }

  /// The first entry that answers a request; nil if there is none
  func entry(for key: RequestKey) -> HAREntry? { positions(near: key)[key].map { entries[$0] } }

  /// All requests to the API or the host of a request, each with the position of its first entry
  func positions(near key: RequestKey) -> [RequestKey: Int] {
    let asked = parser.hosts(near: key)
    if let positions = positionsByHosts.withLock({ $0[asked] }) { return positions }
    var positions: [RequestKey: Int] = [:]
    for position in self.positions(at: asked) {
      let entry = entries[position]
      guard let key = parser.parse(method: entry.method, url: entry.url)?.key,
        positions[key] == nil
      else { continue }
      positions[key] = position
    }
    positionsByHosts.withLock { [positions] in $0[asked] = positions }
    return positions
  }

  /// The entries whose addresses may be at some hosts, in recorded order
  func entries(at asked: Set<String>) -> [HAREntry] { positions(at: asked).map { entries[$0] } }

  private func positions(at asked: Set<String>) -> [Int] {
    asked.union([""]).flatMap { hosts[$0] ?? [] }.sorted()
  }

  /// The host of an address, if nothing but `https://` is before it, nothing but a path or a query
  /// follows, and lower-case letters, digits, `-` and `.` are all it has; else ""
  private static func plainHost(of url: String) -> String {
    let scheme = "https://"
    guard url.begins(with: scheme) else { return "" }
    let rest = url.utf8.dropFirst(scheme.utf8.count)
    let host = rest.prefix {
      $0.isLowercase || $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    let isWhole = rest[host.endIndex...].first.map { "/?".utf8.contains($0) } ?? true
    return isWhole ? String(Substring(host)) : ""
  }
}

/// The parts of a request that decide which recorded reply answers it
struct RequestKey: Hashable, Sendable {
  /// A query parameter, decoded
  struct Item: Hashable, Comparable, Sendable {
    let name: String
    let value: String

    static func < (left: Item, right: Item) -> Bool {
      left.name == right.name ? left.value < right.value : left.name < right.name
    }
  }

  let method: String
  /// Host and path at the API's public address, without scheme and final slash
  let address: String
  /// The parameters that matter, sorted; a repeated one is listed as often as it was sent
  let items: [Item]

  /// How different another request is: 0 for the same, more for each parameter that differs, and
  /// less if only its spelling does
  func distance(to other: RequestKey) -> Int {
    var sum = method == other.method ? 0 : 4_000
    sum += address == other.address ? 0 : 2_000 + Self.spelling(address, other.address)
    let mine = Dictionary(grouping: items, by: \.name)
    let others = Dictionary(grouping: other.items, by: \.name)
    for name in Set(mine.keys).union(others.keys) {
      let (left, right) = (mine[name] ?? [], others[name] ?? [])
      for (first, second) in zip(left, right) where first.value != second.value {
        sum += 500 + Self.spelling(first.value, second.value)
      }
      sum += 1_000 * abs(left.count - right.count)
    }
    return sum
  }

  /// The edit distance of two words as a share of the longer one: 0 to 500
  private static func spelling(_ first: String, _ second: String) -> Int {
    let first = Array(first.lowercased().unicodeScalars.prefix(64))
    let second = Array(second.lowercased().unicodeScalars.prefix(64))
    guard !first.isEmpty, !second.isEmpty else { return 500 }
    let distance = EditDistance.between(first, second)
    return 500 * distance / max(first.count, second.count)
  }
}

extension RequestKey: CustomStringConvertible {
  /// The request for people, as in `GET api.flickr.com/services/rest method=flickr.photos.search
  /// text=dogs`
  var description: String {
    ([method, Self.printable(address)]
      + items.map { item in
        let value = Self.printable(item.value)
        return Self.printable(item.name) + "="
          + (value.contains(bytes: " ") ? "\"\(value)\"" : value)
      })
      .joined(separator: " ")
  }

  /// The text with control and direction characters escaped, so that a terminal shows them
  private static func printable(_ text: String) -> String {
    text.unicodeScalars.map {
      $0.isHidden ? "\\u{\(String($0.value, radix: 16))}" : String($0)
    }.joined()
  }
}

/// A host and a path, normalized so that two spellings of one address are equal
struct NetworkAddress: Hashable, Sendable {
  /// The host in lower case, with the port unless it is the scheme's default
  let host: String
  /// The segments, percent-encoded in one way; empty for the root
  let path: [String]

  var text: String { ([host] + path).joined(separator: "/") }

  func isBelow(_ start: NetworkAddress) -> Bool {
    host == start.host && path.starts(with: start.path)
  }
}

extension NetworkAddress {
  init?(_ url: URL) { self.init(URLComponents(url: url, resolvingAgainstBaseURL: true)) }

  init?(_ components: URLComponents?) {
    guard let components, let name = components.host?.lowercased(), !name.isEmpty else {
      return nil
    }
    let ownPort = components.scheme?.lowercased() == "http" ? 80 : 443
    host = components.port.flatMap { $0 == ownPort ? nil : "\(name):\($0)" } ?? name
    var segments = components.percentEncodedPath.components(at: "/").dropFirst()
    while segments.last?.isEmpty == true { segments.removeLast() }
    path = segments.map { ($0.percentDecoded ?? String($0)).percentEncoded }
  }
}
