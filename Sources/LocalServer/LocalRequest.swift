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

/// The random part of a page's address, which nobody can guess
package struct PageSecret: Sendable {
  /// 24 characters of URL-safe base64
  package let text: String

  package init() {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<18).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    text = Data(bytes).base64EncodedString().replacing(each: "+", by: "-")
      .replacing(each: "/", by: "_")
  }

  /// Whether a text is the secret; the time it takes doesn't depend on where they differ
  package func matches(_ other: some StringProtocol) -> Bool {
    let (mine, others) = (Array(text.utf8), Array(other.utf8))
    guard mine.count == others.count else { return false }
    return zip(mine, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
