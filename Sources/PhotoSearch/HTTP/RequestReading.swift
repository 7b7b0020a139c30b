internal import Foundation
internal import Platform

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
    var items = (components.percentEncodedQuery ?? "").queryItems
      .filter { !Redaction.isKey(parameter: $0.name) }
      .map { RequestKey.Item(name: $0.name, value: $0.value) }
    guard let (index, rest) = api(at: asked) else {
      let key = RequestKey(method: method, address: asked.text, items: items.sorted())
      return Reading(key: key, firstPage: key, api: nil)
    }
    let api = apis[index]
    items = api.inSmallestPages(items)
    let address = NetworkAddress(host: api.home.host, path: api.home.path + rest).text
    let material = items.filter { !api.counts($0, asAbsentAmong: items) }.sorted()
    let first = material.filter { !api.description.paging.keys.contains($0.name) }
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
    let fits = apis.indices.flatMap { index in
      apis[index].addresses.filter(asked.isBelow).map { (index: index, length: $0.path.count) }
    }
    // `max` keeps the first of equal elements.
    return fits.max { $0.length < $1.length }
      .map { ($0.index, Array(asked.path.dropFirst($0.length))) }
  }
}
/// An API's addresses, and which of its parameters don't matter
private struct API: Sendable {
  /// The API's public address
  let home: NetworkAddress
  /// All addresses that its requests may be sent to
  var addresses: [NetworkAddress]
  var description: APIDescription

  init?(_ description: APIDescription) {
    guard let home = NetworkAddress(description.defaultBase),
      let base = NetworkAddress(description.base)
    else {
      return nil
    }
    (self.home, self.description) = (home, description)
    addresses = base == home ? [home] : [base, home]
  }

  mutating func merge(_ other: API) {
    addresses += other.addresses.filter { !addresses.contains($0) }
    description.immaterial.formUnion(other.description.immaterial)
    description.defaults.merge(other.description.defaults) { first, _ in first }
    description.paging.merge(other.description.paging) { first, _ in first }
    description.pageSize = description.pageSize ?? other.description.pageSize
  }

  /// The parameters with the number that a large page would have among the smallest: 3 for the
  /// second page of 40, if those have 20
  func inSmallestPages(_ items: [RequestKey.Item]) -> [RequestKey.Item] {
    guard let pageSize = description.pageSize,
      let size = items.first(where: { $0.name == pageSize.name }),
      let photos = Int(size.value), photos > pageSize.smallest, photos % pageSize.smallest == 0
    else { return items }
    return items.map { item in
      guard description.paging[item.name] == "1", let page = Int(item.value),
        (1...1_000_000).contains(page)
      else { return item }
      let number = (page - 1) * (photos / pageSize.smallest) + 1
      return RequestKey.Item(name: item.name, value: "\(number)")
    }
  }

  /// A parameter that is sent more than once never counts as absent
  func counts(_ item: RequestKey.Item, asAbsentAmong items: [RequestKey.Item]) -> Bool {
    if description.immaterial.contains(item.name) { return true }
    let absent = [description.defaults[item.name], description.paging[item.name] ?? nil]
    return absent.contains(item.value) && items.count { $0.name == item.name } == 1
  }
}
