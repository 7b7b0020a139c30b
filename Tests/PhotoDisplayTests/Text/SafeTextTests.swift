import FixtureMaker
import Foundation
import PhotoDisplay
import PhotoSearch
import Terminal
import Testing

struct SafeTextTests {
  @Test(arguments: [
    ("  two  kittens ", "two kittens"), ("a\u{1B}[31mb", "a [31mb"), ("a\r\n\tb", "a b"),
    ("a\u{9B}2Jb\u{7F}", "a 2Jb"), ("\u{202E}gpj.exe\u{202C}", "gpj.exe"),
    ("a\u{2066}b\u{2069}\u{200E}\u{200F}\u{61C}c", "abc"), ("a\u{2028}b\u{2029}c", "a b c"),
    ("\u{FEFF}a\u{200B}\u{2060}\u{AD}b", "ab"), ("a\u{FFF9}b\u{FFFA}c\u{FFFB}", "abc"),
    ("a\u{E0041}\u{E007F}", "a"), ("\u{E000}", "\u{FFFD}"), ("\u{378}", "\u{FFFD}"),
    ("\u{10FFFF}", "\u{FFFD}"), ("\u{301}a", "a"), ("a \u{301}b", "a b"), ("\u{3164}\u{115F}", ""),
    ("x\u{200D}y", "xy"), ("a\u{FE0F}b", "ab"), ("⌚\u{FE0E}", "⌚"), ("1\u{FE0F}", "1"),
    ("\u{1F3FD}a", "a"), ("🌲\u{1F3FD}", "🌲"), ("👍🏽\u{1F3FD}", "👍🏽"), ("\u{FF9E}x", "x"),
    ("\u{600} x", "x"),
  ])
  func `what could deceive is taken out`(text: String, safe: String) {
    #expect(Array(SafeText.line(text).unicodeScalars) == Array(safe.unicodeScalars))
  }

  @Test(arguments: [
    "kittens", "Ångström e\u{301}", "👨‍👩‍👧‍👦", "👩🏻‍❤️‍💋‍👨🏾", "❤️‍🔥", "❤\u{FE0E}", "1️⃣", "🇩🇪", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👍🏽",
    "می\u{200C}خواهم", "क्\u{200D}ष", "葛\u{E0100}", "日本語", "חתול", "น้ำ", "\u{1112}\u{1161}\u{11AB}",
    "\u{6DD}\u{661}", "ｶﾞ",
  ])
  func `what belongs to an emoji or a script stays`(text: String) {
    #expect(Array(SafeText.line(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func `a tower of marks is cut, and so is an endless chain of emoji`() {
    let tower = SafeText.line("Z" + String(repeating: "\u{301}", count: 1_000) + "a")
    #expect(tower.unicodeScalars.count == 10)
    let chain = Array(repeating: "🐱", count: 100).joined(separator: "\u{200D}")
    #expect(DisplayWidth.of(SafeText.line(chain)) == 50)
  }

  @Test func `tags that make no flag are taken out`() {
    #expect(SafeText.line("🏴\u{E0067}\u{E0062}") == "🏴")
    #expect(SafeText.line("🏴\u{E0067}\u{E0062}\u{E0065}") == "🏴")
    // No flag that anybody draws: what its letters say is hidden from people alone.
    let hidden = "\u{E0069}\u{E0067}\u{E006E}\u{E006F}\u{E0072}\u{E0065}\u{E007F}"
    #expect(SafeText.line("🏴" + hidden) == "🏴")
  }

  @Test(arguments: 0..<500)
  func `nothing forbidden comes out, and twice is as good as once`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = RandomText.make(upTo: 80, using: &random)
    let safe = SafeText.line(text)
    #expect(!safe.unicodeScalars.contains(where: Screen.isForbidden) && SafeText.line(safe) == safe)
    for cells in [0, 1, 2, 7, 30] {
      let cut = SafeText.line(text, cells: cells)
      #expect(DisplayWidth.of(cut) <= cells)
      #expect(DisplayWidth.of(safe) > cells || cut == safe)
    }
  }

  @Test(
    .timeLimit(.minutes(20)),
    arguments: [
      "x", "日", "\u{301}", "\u{200D}", "a\u{301}", "\u{1161}", "\u{600}", "🐱\u{200D}",
    ])
  func `of a very long text only the beginning is read`(piece: String) {
    let text = String(repeating: piece, count: 2_000_000)
    for _ in 0..<100 { #expect(DisplayWidth.of(SafeText.line(text, cells: 30)) <= 30) }
  }

  @Test(arguments: [
    ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
    ("https://example.org/%C3%A9", "https://example.org/%C3%A9"),
  ])
  func `an address is printable ASCII`(text: String, printed: String) throws {
    #expect(WebAddress.printable(try #require(URL(string: text))) == printed)
  }

  @Test(arguments: ["https://example.org/é\u{202E}x", "http://exämple.org/ \u{1B}", "javascript:x"])
  func `no address has anything but printable ASCII`(text: String) {
    guard let url = URL(string: text) else { return }
    #expect(WebAddress.printable(url).utf8.allSatisfy { (0x21...0x7E).contains($0) })
  }
}
