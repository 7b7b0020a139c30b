/// Which bytes of how many a partial reply has: `bytes 0-99/200`; see RFC 9110, 14.4
package struct ContentRange: Equatable, Sendable {
  /// The first byte
  package let start: Int
  /// The last byte
  package let end: Int
  /// Of the whole; nil when the server does not know
  package let total: Int?

  /// nil for what is no range of bytes, or contradicts itself
  package init?(_ text: String?) {
    guard
      let match = text?.wholeMatch(of: /(?i)\s*bytes\s+(\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)\s*/),
      let start = Int(match.1), let end = Int(match.2), start <= end
    else { return nil }
    let total = Int(match.3)
    if let total, end >= total { return nil }
    (self.start, self.end, self.total) = (start, end, total)
  }
}
