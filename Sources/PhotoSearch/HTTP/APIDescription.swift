public import Foundation
import Platform
import Synchronization

/// The address of an API, and which parts of a request decide which photos come back
///
/// Recordings store requests under the default address and compare them by those parts alone, so a
/// recording answers even if it was made through a proxy or at another host.
public struct APIDescription: Sendable {
  /// The service's public address
  package let defaultBase: URL
  /// The address for requests: `defaultBase`, or a proxy or self-hosted service in its place
  package var base: URL
  /// A query parameter and its decoded value that only this provider's requests have, to tell apart
  /// providers that use one address; nil if no two do
  package let mark: (name: String, value: String)?
  /// The place of the key in a request; nil for an API without keys
  package let key: KeyLocation?
  /// Most requests at a time, by host of the API or of its pictures; empty for no limit
  package let requestsAtOnce: [String: Int]
  /// The parameter for the page size, and the smallest size; in recordings larger pages are counted
  /// as so many of the smallest. nil if a service always has pages of one size
  package var pageSize: (name: String, smallest: Int)?
  /// Seconds for which a cached reply is used: an hour, as quotas are counted by the hour, or the
  /// time that the service's terms ask for
  package let replyLifetime: Duration
  private var pages: Deferred<Pages>

  /// An API; without `base` requests go to its default address
  ///
  /// The query parameter of the key counts as immaterial, even if `immaterial` doesn't list it.
  public init(
    defaultBase: URL, base: URL? = nil, path: String? = nil,
    mark: (name: String, value: String)? = nil,
    key: KeyLocation? = nil, requestsAtOnce: [String: Int] = [:],
    immaterial: Set<String> = [], defaults: [String: String] = [:],
    paging: [String: String?] = [:], pageSize: (name: String, smallest: Int)? = nil,
    replyLifetime: Duration = .seconds(3_600)
  ) {
    self.defaultBase = defaultBase
    self.base = base ?? defaultBase
    self.mark = mark
    self.key = key
    self.requestsAtOnce = requestsAtOnce
    self.pageSize = pageSize
    self.replyLifetime = replyLifetime
    pages = Deferred {
      Pages(
        path: path, immaterial: immaterial.union([key?.parameter].compactMap(\.self)),
        defaults: defaults, paging: paging)
    }
  }

  /// How pages of photos are requested
  package struct Pages: Sendable {
    package var path: String?
    package var immaterial: Set<String>
    package var defaults: [String: String]
    package var paging: [String: String?]
  }

  /// The path after the base in the address of a page of photos, e.g. `/search/photos`, which tells
  /// apart the providers of one service; nil if unknown
  package var path: String? { pages.value.path }
  /// Parameters that do not change which photos come: keys, page size, format, extras
  package var immaterial: Set<String> { pages.value.immaterial }
  /// Values that this program sends by default: a parameter with its default counts as absent
  package var defaults: [String: String] { pages.value.defaults }
  /// Parameters that only pages after the first have, with the value that stands for the first
  /// page, if there is one
  package var paging: [String: String?] { pages.value.paging }

  /// Changes how pages are requested, once somebody asks for it: most runs look at one API alone
  package mutating func changePages(_ change: @escaping @Sendable (inout Pages) -> Void) {
    pages = Deferred { [pages] in
      var changed = pages.value
      change(&changed)
      return changed
    }
  }

  /// Whether an address is below ``base``, where requests to this API go
  package func contains(_ url: URL) -> Bool { rest(of: url) != nil }

  /// The rest of an address of this API behind the base, from the `/` or `?` on; else nil
  private func rest(of url: URL) -> Substring? {
    let (base, address) = (Self.withoutSlash(base), url.absoluteString)
    guard address.utf8.starts(with: base.utf8) else { return nil }
    let rest = Substring(address.utf8.dropFirst(base.utf8.count))
    return rest.isEmpty || rest.begins(with: "/") || rest.begins(with: "?") ? rest : nil
  }

  /// The request's address at the service's public base; nil if it isn't an address of this API
  package func defaultAddress(of url: URL) -> URL? {
    rest(of: url).flatMap { URL(string: Self.withoutSlash(defaultBase) + $0) }
  }

  private static func withoutSlash(_ url: URL) -> String {
    var address = url.absoluteString
    while address.ends(with: "/") { address.removeLast() }
    return address
  }

  /// How well an address fits this API, to choose between APIs: the longer the base, the better
  ///
  /// - Returns: nil if the address isn't one of this API; `pages` is 1 for a page of its photos, else
  ///   0.
  fileprivate func likeness(to url: URL) -> (base: Int, pages: Int)? {
    rest(of: url).map { rest in
      let isPath = rest.prefix { $0 != "?" } == path ?? ""
      let isMarked = mark.map { mark in
        (url.query(percentEncoded: true) ?? "").queryItems.contains { $0 == mark }
      }
      return (base.absoluteString.count, isPath && isMarked ?? true ? 1 : 0)
    }
  }
}

/// A value that is made when it is first asked for
private final class Deferred<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let made = Mutex<Value?>(nil)

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  var value: Value {
    made.withLock { made in
      let value = made ?? make()
      made = value
      return value
    }
  }
}

/// The place of the key in a request
public enum KeyLocation: Hashable, Sendable {
  /// A header field, with the text before the key: `Client-ID ` in `Authorization: Client-ID KEY`
  case header(String, before: String = "")
  /// A query parameter
  case parameter(String)

  /// The name of the query parameter or the header field
  var name: String {
    switch self {
    case .header(let name, _), .parameter(let name): name
    }
  }

  /// The name of the query parameter; nil for a header field
  package var parameter: String? { if case .parameter(let name) = self { name } else { nil } }
}

extension [APIDescription] {
  /// The index of the API that an address belongs to: the one with the longest base, then one whose
  /// pages are there; nil if there is none
  func owner(of url: URL) -> Int? {
    let fits = indices.compactMap { index in
      self[index].likeness(to: url).map { (index: index, likeness: $0) }
    }
    // `max` keeps the first of equal elements.
    return fits.max { $0.likeness < $1.likeness }?.index
  }
}

/// Parses requests as their API does: two requests with equal results get the same answer
///
/// APIs at one address are treated as one: a parameter is immaterial if any of them says so, and
/// the first API's default for a parameter counts.
struct RequestParser: Sendable {
  /// A request taken apart
  struct ParsedRequest: Sendable {
    let key: RequestKey
    /// The key of the same request for the first page; equal to `key` for the first page
    let firstPage: RequestKey
    /// Index of the API that the request goes to; nil if none
    let api: Int?
  }

  private let apis: [API]

  init(_ descriptions: [APIDescription]) {
    apis = descriptions.reduce(into: []) { apis, description in
      guard let home = NetworkAddress(description.defaultBase),
        let base = NetworkAddress(description.base)
      else { return }
      let index = apis.firstIndex { $0.home == home } ?? apis.endIndex
      if index == apis.endIndex { apis.append(API(home: home)) }
      apis[index].addresses.formUnion([home, base])
      apis[index].descriptions.append(description)
    }
  }

  /// Takes a request apart; nil if the text isn't an address
  func parse(method: String, url: String) -> ParsedRequest? {
    guard let components = URLComponents(string: url), let asked = NetworkAddress(components) else {
      return nil
    }
    let method = method.uppercased()
    var items = (components.percentEncodedQuery ?? "").queryItems
      .filter { !Redaction.isKey(parameter: $0.name) }
      .map { RequestKey.Item(name: $0.name, value: $0.value) }
    guard let (index, rest) = api(at: asked) else {
      let key = RequestKey(method: method, address: asked.text, items: items.sorted())
      return ParsedRequest(key: key, firstPage: key, api: nil)
    }
    let api = apis[index]
    items = api.inSmallestPages(items)
    let address = NetworkAddress(host: api.home.host, path: api.home.path + rest).text
    let material = items.filter { !api.isImmaterial($0, among: items) }.sorted()
    let first = material.filter { !api.isPaging($0.name) }
    return ParsedRequest(
      key: RequestKey(method: method, address: address, items: material),
      firstPage: RequestKey(method: method, address: address, items: first),
      api: index)
  }

  /// The host of a request, and all at which requests to the APIs of that host may have been sent
  func hosts(near key: RequestKey) -> Set<String> {
    let host = String(key.address.components(at: "/", maxSplits: 1)[0])
    return apis.map { Set($0.addresses.map(\.host)) }.filter { $0.contains(host) }
      .reduce([host]) { $0.union($1) }
  }

  /// The API with the longest matching address, and the rest of the path
  private func api(at asked: NetworkAddress) -> (index: Int, rest: [String])? {
    let fits = apis.indices.flatMap { index in
      apis[index].addresses.filter(asked.isBelow).map { (index: index, length: $0.path.count) }
    }
    // `max` keeps the first of equal elements.
    return fits.max { $0.length < $1.length }
      .map { ($0.index, Array(asked.path.dropFirst($0.length))) }
  }
}

/// The APIs at one address
private struct API: Sendable {
  /// Their public address
  let home: NetworkAddress
  /// All addresses that their requests may be sent to
  var addresses: Set<NetworkAddress> = []
  var descriptions: [APIDescription] = []

  /// Whether only pages after the first have this parameter
  func isPaging(_ name: String) -> Bool { descriptions.contains { $0.paging.keys.contains(name) } }

  /// The value of a paging parameter that stands for the first page
  private func firstPage(_ name: String) -> String? {
    descriptions.lazy.compactMap { $0.paging[name] }.first ?? nil
  }

  /// The parameters with the number that a large page would have among the smallest: 3 for the
  /// second page of 40, if those have 20
  func inSmallestPages(_ items: [RequestKey.Item]) -> [RequestKey.Item] {
    guard let pageSize = descriptions.lazy.compactMap(\.pageSize).first,
      let size = items.first(where: { $0.name == pageSize.name }),
      let photos = Int(size.value), photos > pageSize.smallest, photos % pageSize.smallest == 0
    else { return items }
    return items.map { item in
      guard firstPage(item.name) == "1", let page = Int(item.value),
        (1...1_000_000).contains(page)
      else { return item }
      let number = (page - 1) * (photos / pageSize.smallest) + 1
      return RequestKey.Item(name: item.name, value: "\(number)")
    }
  }

  /// Whether a parameter doesn't matter, or has a value that counts as its absence; a parameter
  /// that is sent more than once never does
  func isImmaterial(_ item: RequestKey.Item, among items: [RequestKey.Item]) -> Bool {
    if descriptions.contains(where: { $0.immaterial.contains(item.name) }) { return true }
    let standard = descriptions.lazy.compactMap { $0.defaults[item.name] }.first
    let absent = [standard, firstPage(item.name)]
    return absent.contains(item.value) && items.count { $0.name == item.name } == 1
  }
}
