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
