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

  /// The parameters with the number that a large page would have among the smallest: 3 for the
  /// second page of 40, if those have 20
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
