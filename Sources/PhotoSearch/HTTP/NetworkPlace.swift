internal import Foundation

/// A host and a path, in the form in which two spellings of one are equal
struct NetworkPlace: Hashable, Sendable {
  /// In lower case, with the port unless it is the scheme's own
  let host: String
  /// Segments, percent-encoded alike; none for the root
  let path: [String]

  init(host: String, path: [String]) {
    self.host = host
    self.path = path
  }

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
    var segments = components.percentEncodedPath.split(
      separator: "/", omittingEmptySubsequences: false
    ).dropFirst()
    while segments.last?.isEmpty == true { segments.removeLast() }
    path = segments.map { HTTPRequest.encoded($0.removingPercentEncoding ?? String($0)) }
  }

  var text: String { ([host] + path).joined(separator: "/") }

  func isBelow(_ start: NetworkPlace) -> Bool {
    host == start.host && path.starts(with: start.path)
  }
}
