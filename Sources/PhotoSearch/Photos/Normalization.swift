#if canImport(Darwin)
  internal import Foundation
#else
  // The standard library composes text for its own comparisons, but has no public name for it yet
  // (Swift 6.3). Foundation's normalization would link all of ICU into a static program.
  @_spi(_Unicode) internal import Swift
#endif

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
