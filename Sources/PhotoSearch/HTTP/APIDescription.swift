public import Foundation

/// Where an API is, and which parts of a request decide what comes back
///
/// Recordings are written under the default address and compared by the parts that matter, so that
/// they answer wherever the service was when they were made.
public struct APIDescription: Sendable {
  /// Where the service is for everybody
  package let defaultBase: URL
  /// Where requests go: `defaultBase`, or a proxy or self-hosted service in its place
  package var base: URL
  /// Parameters that do not change which photos come: keys, page size, format, extras
  package let immaterial: Set<String>
  /// What follows the base in the address of a page, e.g. `/search/photos`: tells the providers of
  /// one service apart; nil when that is not known
  package let path: String?
  /// A parameter, and its value decoded, that only its pages are asked for with: tells providers
  /// apart that ask for them at one address; nil where no two do
  package let mark: (name: String, value: String)?
  /// Where the key goes in a request; nil for an API without keys
  package let key: KeyLocation?
  /// Requests that the service wants at a time, by the host, of its API or its pictures; none where
  /// it does not say
  package let requestsAtOnce: [String: Int]
  /// Values that this program sends by default: such a parameter counts as absent
  package let defaults: [String: String]
  /// Parameters that are there only past the first page, and their value on the first if they have
  /// one there
  package let paging: [String: String?]
  /// Seconds for which a reply is as good as a new one: an hour, for quotas are by the hour, or what
  /// the service's terms ask for
  package let replyLifetime: Duration
  /// Quotas are by the hour.
  package static let usualReplyLifetime = Duration.seconds(3_600)

  /// An API; without `base` it is asked at its default address
  ///
  /// The query parameter that a key stands in is immaterial without being named.
  public init(
    defaultBase: URL, base: URL? = nil, path: String? = nil,
    mark: (name: String, value: String)? = nil,
    key: KeyLocation? = nil, requestsAtOnce: [String: Int] = [:],
    immaterial: Set<String> = [], defaults: [String: String] = [:],
    paging: [String: String?] = [:], replyLifetime: Duration = .seconds(3_600)
  ) {
    self.defaultBase = defaultBase
    self.base = base ?? defaultBase
    self.path = path
    self.mark = mark
    self.key = key
    self.requestsAtOnce = requestsAtOnce
    self.immaterial = immaterial.union([key?.parameter].compactMap(\.self))
    self.defaults = defaults
    self.paging = paging
    self.replyLifetime = replyLifetime
  }
}

/// Where a service looks for a key
public enum KeyLocation: Hashable, Sendable {
  /// A header field, with what stands before the key in it: `Client-ID ` in
  /// `Authorization: Client-ID KEY`
  case header(String, before: String = "")
  /// A query parameter
  case parameter(String)

  /// Of the query parameter or the header field
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

  /// What follows the base in an address of this API, from the `/` or `?` on
  private func rest(of url: URL) -> Substring? {
    var base = base.absoluteString[...]
    while base.ends(with: "/") { base = base.dropLast() }
    let address = url.absoluteString
    guard address.utf8.starts(with: base.utf8) else { return nil }
    let rest = Substring(address.utf8.dropFirst(base.utf8.count))
    return rest.isEmpty || rest.begins(with: "/") || rest.begins(with: "?") ? rest : nil
  }

  /// The same request's address where the service is for everybody; nil when it is not this API's
  package func defaultAddress(of url: URL) -> URL? {
    guard let rest = rest(of: url) else { return nil }
    var home = defaultBase.absoluteString[...]
    while home.ends(with: "/") { home = home.dropLast() }
    return URL(string: String(home) + rest)
  }
}

extension APIDescription {
  /// How much of an address this API accounts for: the more, the likelier it is its own
  ///
  /// - Returns: nil when it is not this API's.
  fileprivate func likeness(to url: URL) -> (base: Int, path: Bool)? {
    rest(of: url).map { rest in
      let isPath = rest.prefix { $0 != "?" } == path ?? ""
      let isMarked = mark.map { mark in
        QueryText.items(url.query(percentEncoded: true) ?? "")
          .contains(RequestKey.Item(name: mark.name, value: mark.value))
      }
      return (base.absoluteString.count, isPath && isMarked ?? true)
    }
  }
}

extension Collection {
  /// Whose address one is: of several, that of the longest base, of its pages where one has them
  ///
  /// - Parameter api: the API of an element
  package func owner(of url: URL, api: (Element) -> APIDescription) -> Element? {
    var best: (element: Element, likeness: (base: Int, path: Bool))?
    for element in self {
      guard let likeness = api(element).likeness(to: url) else { continue }
      if let best, likeness.base < best.likeness.base { continue }
      if let best, likeness.base == best.likeness.base, best.likeness.path || !likeness.path {
        continue
      }
      best = (element, likeness)
    }
    return best?.element
  }
}
