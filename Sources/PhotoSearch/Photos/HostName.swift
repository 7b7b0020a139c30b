import Platform

#if canImport(Darwin)
  internal import Foundation
#else
  // The standard library composes text for its own comparisons, but has no public name for it yet
  // (Swift 6.3). Foundation's normalization would link all of ICU into a static program.
  @_spi(_Unicode) internal import Swift
#endif

/// Host names as DNS has them: in ASCII, with other letters encoded as `xn--…` (RFC 3492)
///
/// Foundation only encodes names like this where ICU is in the program; elsewhere it
/// percent-encodes.
enum HostName {
  /// Whether a host is one of these names or a subdomain of one
  static func isAny(_ host: String, of names: some Collection<String>) -> Bool {
    levels(of: host).contains(where: names.contains)
  }

  /// A host and its parent domains, the narrowest first: `a.example.org`, `example.org`, `org`
  static func levels(of host: String) -> some Sequence<String> {
    sequence(first: host) { level in
      level.firstIndex(ofASCII: ".").map { String(level[level.utf8.index(after: $0)...]) }
    }
  }

  /// The name in ASCII; nil for a name that DNS can't have, with a label of more than 63 bytes
  ///
  /// Of the mappings that IDNA asks for, only lower case and normalization form C are done.
  static func ascii(_ name: String) -> String? {
    let labels = name.composed.lowercased().components(at: ".").map { label in
      label.utf8.allSatisfy { $0 < 0x80 }
        ? String(label) : encoded(label.unicodeScalars.map(\.value))
    }
    return labels.contains(nil) ? nil : labels.compactMap(\.self).joined(separator: ".")
  }

  private static func encoded(_ label: [UInt32]) -> String? {
    guard label.count < 60 else { return nil }
    var text = label.filter { $0 < 0x80 }.map { UInt8($0) }
    var done = text.count
    let basic = done
    if basic > 0 { text.append(UInt8(ascii: "-")) }
    var (next, delta, bias) = (0x80, 0, 72)
    while done < label.count, let least = label.filter({ $0 >= next }).min().map({ Int($0) }) {
      delta += (least - next) * (done + 1)
      next = least
      for scalar in label {
        if scalar < next { delta += 1 }
        guard scalar == next else { continue }
        append(delta, bias, to: &text)
        bias = adapted(delta, to: done + 1, isFirst: done == basic)
        delta = 0
        done += 1
      }
      (delta, next) = (delta + 1, next + 1)
    }
    return text.count < 60 ? "xn--" + String(decoding: text, as: UTF8.self) : nil
  }

  /// Appends a number as variable-length digits, the lowest first (RFC 3492, 3.3)
  private static func append(_ number: Int, _ bias: Int, to text: inout [UInt8]) {
    let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    var (rest, place) = (number, 36)
    while true {
      let threshold = min(max(place - bias, 1), 26)
      guard rest >= threshold else { return text.append(digits[rest]) }
      text.append(digits[threshold + (rest - threshold) % (36 - threshold)])
      rest = (rest - threshold) / (36 - threshold)
      place += 36
    }
  }

  /// Punycode's next bias (RFC 3492, 6.1)
  private static func adapted(_ number: Int, to count: Int, isFirst: Bool) -> Int {
    var delta = number / (isFirst ? 700 : 2)
    delta += delta / count
    var bias = 0
    while delta > 455 { (delta, bias) = (delta / 35, bias + 36) }
    return bias + 36 * delta / (delta + 38)
  }
}

extension String {
  /// The text in Unicode's normalization form C, in which texts that look alike have the same bytes
  package var composed: String {
    #if canImport(Darwin)
      precomposedStringWithCanonicalMapping
    #else
      guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
      return String(_nfc.reduce(into: UnicodeScalarView()) { $0.append($1) })
    #endif
  }
}
