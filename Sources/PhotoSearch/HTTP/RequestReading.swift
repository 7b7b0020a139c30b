internal import Foundation

/// Reads requests as the APIs they go to do: two that come out alike are answered alike
///
/// APIs at one address are read as one: what any of them calls immaterial is, and of two defaults
/// for a parameter the one of the first API counts.
struct RequestReading: Sendable {
  /// A request, read
  struct Reading: Sendable {
    let key: RequestKey
    /// The same request for the first page; `key` when it is that already
    let firstPage: RequestKey
    /// Which API it goes to; nil for none of them
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

  /// nil for text that isn't an address
  func reading(method: String, url: String) -> Reading? {
    guard let components = URLComponents(string: url), let asked = NetworkAddress(components) else {
      return nil
    }
    let method = method.uppercased()
    let items = QueryText.items(components.percentEncodedQuery ?? "")
      .filter { !Redaction.isKey(parameter: $0.name) }
    guard let (index, rest) = api(at: asked) else {
      let key = RequestKey(method: method, address: asked.text, items: items.sorted())
      return Reading(key: key, firstPage: key, api: nil)
    }
    let api = apis[index]
    let address = NetworkAddress(host: api.home.host, path: api.home.path + rest).text
    let material = items.filter { !api.counts($0, asAbsentAmong: items) }.sorted()
    let first = material.filter { !api.paging.keys.contains($0.name) }
    return Reading(
      key: RequestKey(method: method, address: address, items: material),
      firstPage: RequestKey(method: method, address: address, items: first),
      api: index)
  }

  /// The API whose address is the longest start of this one, and what is left of the path
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

/// An API's addresses and what of its parameters does not matter
private struct API: Sendable {
  /// Where it is for everybody
  let home: NetworkAddress
  /// Where requests to it may go
  var addresses: [NetworkAddress]
  var immaterial: Set<String>
  var defaults: [String: String]
  var paging: [String: String?]

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
  }

  mutating func merge(_ other: API) {
    addresses += other.addresses.filter { !addresses.contains($0) }
    immaterial.formUnion(other.immaterial)
    defaults.merge(other.defaults) { first, _ in first }
    paging.merge(other.paging) { first, _ in first }
  }

  /// A parameter sent more than once is always taken as it is
  func counts(_ item: RequestKey.Item, asAbsentAmong items: [RequestKey.Item]) -> Bool {
    if immaterial.contains(item.name) { return true }
    guard defaults[item.name] == item.value || paging[item.name] == .some(item.value) else {
      return false
    }
    return items.count { $0.name == item.name } == 1
  }
}
