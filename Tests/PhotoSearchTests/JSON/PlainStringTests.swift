import Foundation
import PhotoSearch
import Platform
import Testing

/// What stands in the place of Foundation's own, against those
struct PlainStringTests {
  @Test(arguments: [
    "", "plain", "a%20b", "%C3%BC+%c3%bc", "%", "%4", "%4g", "%+1", "100 %", "%FF", "%00", "ü%41",
    "%25%32%35",
    "%F0%9F%91%8D", "%ED%A0%80",
  ])
  func `percent signs are read as Foundation reads them`(text: String) {
    #expect(text.percentDecoded == text.removingPercentEncoding)
  }

  @Test(arguments: [
    "plain", "e\u{301}", "o\u{308}\u{302}", "\u{1FEF}", "\u{212B}", "\u{1100}\u{1161}\u{11A8}",
    "a\u{327}\u{301}\u{323}", "\u{FB01}", "\u{0958}", "\u{1D15E}", "👩‍👩‍👧 naïve",
  ])
  func `text is composed as Foundation composes it`(text: String) {
    let composed = text.precomposedStringWithCanonicalMapping
    #expect(Array(text.composed.utf8) == Array(composed.utf8))
  }

  @Test(arguments: [
    "", " ", "a", " a b\t", "\r\n a\r\n", "\u{A0}\u{3000}a\u{2029}", "a \u{301}", "\u{FEFF}a",
  ])
  func `text is trimmed as Foundation trims it`(text: String) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(Array(text.trimmed.utf8) == Array(trimmed.utf8))
  }

  @Test func `a number has decimals only where it needs them`() {
    #expect([20, 1.5, -3, .infinity].map(\.plainText) == ["20", "1.5", "-3", "inf"])
  }
}
