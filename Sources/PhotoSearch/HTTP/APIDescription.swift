public import Foundation
import Platform

/// The address of an API, and which parts of a request decide which photos come back
///
/// Recordings store requests under the default address and compare them by those parts alone, so a
/// recording answers even if it was made through a proxy or at another host.
public struct APIDescription: Sendable {
  /// The service's public address
  package let defaultBase: URL
  /// The address for requests: `defaultBase`, or a proxy or self-hosted service in its place
  package var base: URL
  /// Parameters that do not change which photos come: keys, page size, format, extras
  package var immaterial: Set<String>
  /// The path after the base in the address of a page of photos, e.g. `/search/photos`, which tells
  /// apart the providers of one service; nil if unknown
  package var path: String?
  /// A query parameter and its decoded value that only this provider's requests have, to tell apart
  /// providers that use one address; nil if no two do
  package let mark: (name: String, value: String)?
  /// The place of the key in a request; nil for an API without keys
  package let key: KeyLocation?
  /// Most requests at a time, by host of the API or of its pictures; empty for no limit
  package let requestsAtOnce: [String: Int]
  /// Values that this program sends by default: a parameter with its default counts as absent
  package var defaults: [String: String]
  /// Parameters that only pages after the first have, with the value that stands for the first
  /// page, if there is one
  package var paging: [String: String?]
  /// The parameter for the page size, and the smallest size; in recordings larger pages are counted
  /// as so many of the smallest. nil if a service always has pages of one size
  package var pageSize: (name: String, smallest: Int)?
  /// Seconds for which a cached reply is used: an hour, as quotas are counted by the hour, or the
  /// time that the service's terms ask for
  package let replyLifetime: Duration

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
    (self.path, self.mark, self.key, self.requestsAtOnce) = (path, mark, key, requestsAtOnce)
    self.immaterial = immaterial.union([key?.parameter].compactMap(\.self))
    (self.defaults, self.paging) = (defaults, paging)
    (self.pageSize, self.replyLifetime) = (pageSize, replyLifetime)
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
  package var parameter: String? {
    if case .parameter(let name) = self { name } else { nil }
  }
}

extension APIDescription {
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
}

extension APIDescription {
  /// How well an address fits this API, to choose between APIs: the longer the base, the better
  ///
  /// - Returns: nil if the address isn't one of this API.
  fileprivate func likeness(to url: URL) -> (base: Int, path: Bool)? {
    rest(of: url).map { rest in
      let isPath = rest.prefix { $0 != "?" } == path ?? ""
      let isMarked = mark.map { mark in
        (url.query(percentEncoded: true) ?? "").queryItems.contains { $0 == mark }
      }
      return (base.absoluteString.count, isPath && isMarked ?? true)
    }
  }
}

extension [APIDescription] {
  /// The index of the API that an address belongs to: the one with the longest base, then one whose
  /// pages are there; nil if there is none
  func owner(of url: URL) -> Int? {
    let fits = indices.compactMap { index in
      self[index].likeness(to: url).map { (index: index, base: $0.base, path: $0.path ? 1 : 0) }
    }
    // `max` keeps the first of equal elements.
    return fits.max { ($0.base, $0.path) < ($1.base, $1.path) }?.index
  }
}
