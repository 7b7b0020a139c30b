import Foundation
import Platform

/// Finds known secrets that a reply repeats
///
/// It finds them plain, percent-encoded, escaped as in JSON or HTML, and as base64 of either
/// alphabet, at any place in a longer text. This guards against a reply that quotes its request,
/// not against a service that hides the key on purpose: it has the key anyway.
struct SecretSearch: Sendable {
  /// The bytes of a secret, or of its base64
  private struct Form: Sendable {
    let secret: Int
    let bytes: [UInt8]
    /// Whether the letter before, and the one after, also contain bits of the secret, as in base64
    var sharesFirst = false
    var sharesLast = false
  }

  private let forms: [Form]
  private let shortest: Int
  /// For each pair of bytes, how far ahead the shortest form may end at the earliest, so that most
  /// of a text is skipped without a look at each byte (Wu and Manber, 1994)
  private let steps: [UInt8]

  init(_ secrets: [String]) {
    let forms = secrets.enumerated().flatMap { Self.forms(of: $1, secret: $0) }
      .filter { $0.bytes.count > 1 }
    let shortest = forms.map(\.bytes.count).min() ?? 2
    var steps = [UInt8](repeating: UInt8(min(shortest - 1, 0xFF)), count: Self.pairs)
    for form in forms {
      for index in 0..<shortest - 1 {
        let pair = Self.pair(form.bytes[index], form.bytes[index + 1])
        steps[pair] = min(steps[pair], UInt8(min(shortest - 2 - index, 0xFF)))
      }
    }
    self.forms = forms
    self.shortest = shortest
    self.steps = steps
  }

  private static let pairs = 1 << 12

  @inline(__always)
  private static func pair(_ first: UInt8, _ second: UInt8) -> Int {
    (Int(first) << 4 ^ Int(second)) & (pairs - 1)
  }

  /// The ranges of all secrets
  func ranges(in text: EscapedText) -> RangeSet<Int> {
    var ranges = RangeSet<Int>()
    search(text) { _, range in ranges.insert(contentsOf: range) }
    return ranges
  }

  /// The indices of the secrets that a text contains
  func secrets(in text: String) -> Set<Int> {
    var text = text
    return text.withUTF8 { bytes in
      var found: Set<Int> = []
      search(EscapedText(bytes)) { secret, _ in found.insert(secret) }
      return found
    }
  }

  /// Searches the text with its escapes and without: a secret may itself contain a text like `%41`
  ///
  /// - Parameter levels: how often escapes are resolved, as a reply quoted in a recording, or in
  ///   another reply, is escaped more than once
  private func search(
    _ text: EscapedText, levels: Int = 3,
    _ found: (_ secret: Int, _ range: Range<Int>) -> Void
  ) {
    search(text.bytes, found)
    guard text.isEscaped, levels > 0 else { return }
    text.withPlain { plain in
      search(EscapedText(plain), levels: levels - 1) { secret, range in
        let (first, last) = (text.range(at: range.lowerBound), text.range(at: range.upperBound - 1))
        found(secret, first.lowerBound..<last.upperBound)
      }
    }
  }

  private func search(
    _ bytes: UnsafeBufferPointer<UInt8>, _ found: (_ secret: Int, _ range: Range<Int>) -> Void
  ) {
    guard !forms.isEmpty else { return }
    steps.withUnsafeBufferPointer { steps in
      var last = shortest - 1
      while last < bytes.count {
        let step = steps[Self.pair(bytes[last - 1], bytes[last])]
        if step == 0 { match(in: bytes, at: last - shortest + 1, found) }
        last += max(1, Int(step))
      }
    }
  }

  private func match(
    in bytes: UnsafeBufferPointer<UInt8>, at start: Int,
    _ found: (_ secret: Int, _ range: Range<Int>) -> Void
  ) {
    for form in forms where form.bytes.withUnsafeBufferPointer({ bytes.has($0, at: start) }) {
      let end = start + form.bytes.count
      let isLonger = form.sharesFirst && start > 0 && bytes[start - 1].isPartOfBase64
      let isShared = form.sharesLast && end < bytes.count && bytes[end].isPartOfBase64
      found(form.secret, (isLonger ? start - 1 : start)..<(isShared ? end + 1 : end))
    }
  }

  private static func forms(of secret: String, secret number: Int) -> [Form] {
    var secret = secret
    let read = secret.withUTF8 { EscapedText($0).withPlain { Array($0) } }
    var forms = Set([Array(secret.utf8), read]).map { Form(secret: number, bytes: $0) }
    for offset in 0..<3 {
      let bits = (offset + secret.utf8.count) * 8
      let text = Data([UInt8](repeating: 0, count: offset) + secret.utf8).base64EncodedString()
      let urlSafe = text.replacing(each: "+", by: "-").replacing(each: "/", by: "_")
      // Without the letters that also contain bits of the text before and after the secret.
      let cores = [text, urlSafe].map { Array(Array($0.utf8)[(offset * 8 + 5) / 6..<bits / 6]) }
      for core in Set(cores) {
        forms.append(
          Form(secret: number, bytes: core, sharesFirst: offset > 0, sharesLast: bits % 6 != 0))
      }
    }
    return forms
  }
}

extension UInt8 {
  fileprivate var isPartOfBase64: Bool {
    isPartOfName || self == UInt8(ascii: "+") || self == UInt8(ascii: "/")
  }
}
