internal import Foundation
internal import Platform

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
}

extension RequestKey: CustomStringConvertible {
  /// The request for people, as in `GET api.flickr.com/services/rest method=flickr.photos.search
  /// text=dogs`
  var description: String {
    ([method, Self.printable(address)]
      + items.map { item in
        let value = Self.printable(item.value)
        return Self.printable(item.name) + "=" + (value.holds(" ") ? "\"\(value)\"" : value)
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

extension RequestKey {
  /// How different another request is: 0 for the same, more for each parameter that differs, and
  /// less if only its spelling does
  func distance(to other: RequestKey) -> Int {
    var sum = method == other.method ? 0 : 4_000
    sum += address == other.address ? 0 : 2_000 + Self.spelling(address, other.address)
    var left = items[...]
    var right = other.items[...]
    while let first = left.first, let second = right.first {
      if first.name == second.name {
        sum += first.value == second.value ? 0 : 500 + Self.spelling(first.value, second.value)
        left.removeFirst()
        right.removeFirst()
      } else if first.name < second.name {
        sum += 1_000
        left.removeFirst()
      } else {
        sum += 1_000
        right.removeFirst()
      }
    }
    return sum + 1_000 * (left.count + right.count)
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

/// The query part of an address as servers read it
enum QueryText {
  /// Names and values, decoded, in order; a parameter without `=` has an empty value
  static func items(_ query: String) -> [RequestKey.Item] {
    query.parts(at: "&", keepsEmpty: false).map { part in
      let halves = part.parts(at: "=", maxSplits: 1)
      return RequestKey.Item(
        name: decoded(halves[0]), value: halves.count > 1 ? decoded(halves[1]) : "")
    }
  }

  /// Decoded as in forms: `+` is a blank; broken percent-encoding stays as it is
  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else {
      return String(text)
    }
    let spaced = text.replacing(each: "+", by: " ")
    return spaced.percentDecoded ?? spaced
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
  init?(_ url: URL) {
    guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return nil
    }
    self.init(components)
  }

  init?(_ components: URLComponents) {
    guard let name = components.host?.lowercased(), !name.isEmpty else { return nil }
    let ownPort = components.scheme?.lowercased() == "http" ? 80 : 443
    host = components.port.flatMap { $0 == ownPort ? nil : "\(name):\($0)" } ?? name
    var segments = components.percentEncodedPath.parts(at: "/").dropFirst()
    while segments.last?.isEmpty == true { segments.removeLast() }
    path = segments.map { WebRequest.encoded($0.percentDecoded ?? String($0)) }
  }
}

/// Reads requests as their API does: two requests with equal results get the same answer
///
/// APIs at one address are treated as one: a parameter is immaterial if any of them says so, and
/// the first API's default for a parameter counts.
struct RequestReading: Sendable {
  /// A request taken apart
  struct Reading: Sendable {
    let key: RequestKey
    /// The key of the same request for the first page; equal to `key` for the first page
    let firstPage: RequestKey
    /// Index of the API that the request goes to; nil if none
    let api: Int?
  }

  private let apis: [API]

  init(_ descriptions: [APIDescription]) {
    apis = descriptions.reduce(into: []) { apis, description in
      guard let api = API(description) else { return }
      if let index = apis.firstIndex(where: { $0.home == api.home }) {
        apis[index].merge(api)
      } else {
        apis.append(api)
      }
    }
  }

  /// Takes a request apart; nil if the text isn't an address
  func reading(method: String, url: String) -> Reading? {
    guard let components = URLComponents(string: url), let asked = NetworkAddress(components) else {
      return nil
    }
    let method = method.uppercased()
    var items = QueryText.items(components.percentEncodedQuery ?? "")
      .filter { !Redaction.isKey(parameter: $0.name) }
    guard let (index, rest) = api(at: asked) else {
      let key = RequestKey(method: method, address: asked.text, items: items.sorted())
      return Reading(key: key, firstPage: key, api: nil)
    }
    let api = apis[index]
    items = api.inSmallestPages(items)
    let address = NetworkAddress(host: api.home.host, path: api.home.path + rest).text
    let material = items.filter { !api.counts($0, asAbsentAmong: items) }.sorted()
    let first = material.filter { !api.paging.keys.contains($0.name) }
    return Reading(
      key: RequestKey(method: method, address: address, items: material),
      firstPage: RequestKey(method: method, address: address, items: first),
      api: index)
  }

  /// The host of a request, and all at which requests to the APIs of that host may have been sent
  func hosts(near key: RequestKey) -> Set<String> {
    let host = String(key.address.parts(at: "/", maxSplits: 1)[0])
    return apis.map { Set($0.addresses.map(\.host)) }.filter { $0.contains(host) }
      .reduce([host]) { $0.union($1) }
  }

  /// The API with the longest matching address, and the rest of the path
  private func api(at asked: NetworkAddress) -> (index: Int, rest: [String])? {
    var best: (index: Int, length: Int)?
    for (index, api) in apis.enumerated() {
      for start in api.addresses where asked.isBelow(start) && start.path.count > best?.length ?? -1
      {
        best = (index, start.path.count)
      }
    }
    return best.map { ($0.index, Array(asked.path.dropFirst($0.length))) }
  }
}

/// An API's addresses, and which of its parameters don't matter
private struct API: Sendable {
  /// The API's public address
  let home: NetworkAddress
  /// All addresses that its requests may be sent to
  var addresses: [NetworkAddress]
  var immaterial: Set<String>
  var defaults: [String: String]
  var paging: [String: String?]
  var pageSize: (name: String, smallest: Int)?

  init?(_ description: APIDescription) {
    guard let home = NetworkAddress(description.defaultBase),
      let base = NetworkAddress(description.base)
    else {
      return nil
    }
    self.home = home
    addresses = base == home ? [home] : [base, home]
    immaterial = description.immaterial
    defaults = description.defaults
    paging = description.paging
    pageSize = description.pageSize
  }

  mutating func merge(_ other: API) {
    addresses += other.addresses.filter { !addresses.contains($0) }
    immaterial.formUnion(other.immaterial)
    defaults.merge(other.defaults) { first, _ in first }
    paging.merge(other.paging) { first, _ in first }
    pageSize = pageSize ?? other.pageSize
  }

  /// The parameters with the number that a large page would have among the smallest: 3 for the second page
  /// of 40, if those have 20
  func inSmallestPages(_ items: [RequestKey.Item]) -> [RequestKey.Item] {
    guard let pageSize, let size = items.first(where: { $0.name == pageSize.name }),
      let photos = Int(size.value), photos > pageSize.smallest, photos % pageSize.smallest == 0
    else { return items }
    return items.map { item in
      guard paging[item.name] == "1", let page = Int(item.value), (1...1_000_000).contains(page)
      else { return item }
      let number = (page - 1) * (photos / pageSize.smallest) + 1
      return RequestKey.Item(name: item.name, value: "\(number)")
    }
  }

  /// A parameter that is sent more than once never counts as absent
  func counts(_ item: RequestKey.Item, asAbsentAmong items: [RequestKey.Item]) -> Bool {
    if immaterial.contains(item.name) { return true }
    guard defaults[item.name] == item.value || paging[item.name] == .some(item.value) else {
      return false
    }
    return items.count { $0.name == item.name } == 1
  }
}
