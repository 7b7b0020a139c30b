internal import Foundation

/// The query part of an address as servers read it
enum QueryText {
  /// Name and value, decoded, in the order sent; one without `=` has an empty value
  static func items(_ query: String) -> [RequestKey.Item] {
    query.split(separator: "&").map { part in
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return RequestKey.Item(
        name: decoded(halves[0]), value: halves.count > 1 ? decoded(halves[1]) : "")
    }
  }

  /// As in forms: `+` is a blank. What is no percent-encoding stays as it is
  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else {
      return String(text)
    }
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? String(spaced)
  }
}
