package import Foundation
import Platform

/// A complete request of a web browser
package struct LocalRequest: Sendable {
  /// The request's method as it came, because methods are case-sensitive
  package let method: String
  /// Path and query, not decoded: `/a/..%2fb?q=red+kite`
  package let target: String
  package var headers: LocalHeaders = [:]
  package var body = Data()

  /// The path, not decoded
  package var path: String { String(target.cut(at: "?").before) }

  /// The names between the path's slashes, each decoded by itself: `/photo/a%3Ab` has `photo` and
  /// `a:b`
  ///
  /// nil if one could lead to another place: `.`, `..`, an encoded slash, backslash or zero byte,
  /// or bytes that aren't UTF-8. The path `/` has one empty name.
  package var segments: [String]? {
    var names: [String] = []
    for part in path.parts(at: "/").dropFirst() {
      guard let name = String(validating: part.utf8.percentDecoded.bytes, as: UTF8.self),
        name != ".", name != "..",
        !name.utf8.contains(where: { #"/\"#.utf8.contains($0) || $0 == 0 })
      else { return nil }
      names.append(name)
    }
    return names
  }

  /// The query's names and values in order, decoded, with `+` as a blank
  package var queryItems: [(name: String, value: String)] {
    (target.parts(at: "?", maxSplits: 1).dropFirst().first ?? "").queryItems
  }

  /// The query's first value of a name
  package func query(_ name: String) -> String? {
    queryItems.first { $0.name == name }?.value
  }
}
/// Header fields in order; names are case-insensitive
package struct LocalHeaders: Sendable, ExpressibleByDictionaryLiteral {
  package var fields: [(name: String, value: String)]

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { ($0.0, $0.1) }
  }

  /// The value of a field; several fields of one name are joined by commas
  ///
  /// Setting replaces all fields of the name.
  package subscript(name: String) -> String? {
    get {
      let values = values(of: name)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
    set {
      fields.removeAll { Self.areEqual($0.name, name) }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// The values of all fields of a name
  func values(of name: String) -> [String] {
    fields.filter { Self.areEqual($0.name, name) }.map(\.value)
  }

  static func areEqual(_ one: String, _ other: String) -> Bool {
    one.utf8.lazy.map(\.lowercased).elementsEqual(other.utf8.lazy.map(\.lowercased))
  }
}

/// The protection of a page that this machine serves to its user alone
///
/// The page's address has a random part, and its scripts mark their calls with a header, which pages
/// of other sites can't send.
package struct LocalPage: Sendable {
  /// The random part of the address, which nobody can guess: 24 characters of URL-safe base64
  private let secret: String
  /// The name of the header of every call
  private let mark: String
  /// Headers of every reply
  package let headers: LocalHeaders

  /// - Parameters:
  ///   - mark: the name of the header of every call, whose value is `1`
  ///   - pictures: where the page may load pictures from, beside this server: `https:`
  package init(markingCallsWith mark: String, pictures: [String]) {
    self.mark = mark
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<18).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    secret = Data(bytes).base64EncodedString().replacing(each: "+", by: "-")
      .replacing(each: "/", by: "_")
    let policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
      + "img-src 'self' \(pictures.joined(separator: " ")); "
      + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    headers = [
      "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
      "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY", "Cache-Control": "no-store",
    ]
  }

  package func address(at port: UInt16) -> String { "http://127.0.0.1:\(port)/\(secret)/" }

  /// Whether a text is the random part of the address; the time it takes doesn't depend on where
  /// they differ
  package func isSecret(_ text: some StringProtocol) -> Bool {
    let (mine, others) = (Array(secret.utf8), Array(text.utf8))
    guard mine.count == others.count else { return false }
    return zip(mine, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Whether a call comes from the page itself
  package func isCall(_ request: LocalRequest) -> Bool {
    let isJSON = request.headers["content-type"]?.lowercased().begins(with: "application/json")
    let origin = request.headers["origin"].map { $0 == "http://\(request.headers["host"] ?? "")" }
    let site = request.headers["sec-fetch-site"].map { $0 == "same-origin" }
    return request.headers[mark] == "1" && isJSON ?? false && origin ?? true && site ?? true
  }
}
