import FixtureMaker
import Terminal
import Terminal
import Testing

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("kitten", 6), ("Ångström", 8), ("日本語", 6), ("한국어", 6), ("ｶﾞ", 2), ("ＡＢ", 4),
    ("e\u{301}", 1), ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{AC00}\u{11A8}", 2), ("—…“”", 4),
    ("😀", 2), ("👨‍👩‍👧‍👦", 2), ("👩🏻‍❤️‍💋‍👨🏾", 2), ("❤️‍🔥", 2), ("❤\u{200D}🔥", 2), ("👍🏽", 2),
    ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("🇩", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("1️⃣", 2), ("#️⃣", 2), ("❤️", 2), ("❤", 1),
    ("❤\u{FE0E}", 1), ("⌚", 2), ("⌚\u{FE0E}", 1), ("☃", 1), ("©", 1), ("©\u{FE0F}", 2), ("㊙️", 2),
    ("நி", 2), ("น้ำ", 2), ("क्ष", 2), ("ཧཱུྃ", 1), ("می\u{200C}خواهم", 7), ("שלום", 4),
    ("葛\u{E0100}", 2), ("\u{200B}\u{2060}\u{FEFF}", 0), ("\u{20000}", 2), ("🈁", 2), ("→±×", 3),
  ])
  func `clusters take the cells that terminals give them`(text: String, cells: Int) {
    #expect(DisplayWidth.of(text) == cells)
  }

  @Test func `a cluster that is not an emoji sequence counts all its parts`() {
    #expect((DisplayWidth.of("🌲🏽"), DisplayWidth.of("👍🏽🏽"), DisplayWidth.of("a🏽")) == (4, 4, 3))
  }

  @Test(arguments: [
    ("kitten", 6, "kitten"), ("kitten", 5, "kitt…"), ("kitten", 1, "…"), ("kitten", 0, ""),
    ("two kittens", 5, "two…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("日本語", 2, "…"), ("日", 1, "…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func `text is cut between clusters`(text: String, cells: Int, cut: String) {
    #expect(text.truncated(to: cells) == cut)
  }

  @Test(arguments: 0..<500)
  func `cut text never takes more cells than there are`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = RandomText.make(upTo: 40, using: &random)
    for cells in 0...20 { #expect(DisplayWidth.of(text.truncated(to: cells)) <= cells) }
  }

  @Test func `padding goes by cells, to either side`() {
    #expect("日本".padded(to: 6) == "日本  ")
    #expect(("日本".padded(to: 6, atStart: true), "日本".padded(to: 3)) == ("  日本", "日本"))
  }

  @Test(arguments: [
    ("two small kittens", 10, ["two small", "kittens"]), ("", 10, [""]), ("a  b", 10, ["a b"]),
    ("abcdefghij", 4, ["abcd", "efgh", "ij"]), ("ab 日本語日本語", 6, ["ab 日", "本語日", "本語"]),
    ("abcd efgh", 4, ["abcd", "efgh"]), ("a bcdefghij", 4, ["a bc", "defg", "hij"]),
  ])
  func `text is wrapped between words, long words between clusters`(
    text: String, cells: Int, lines: [String]
  ) {
    #expect(text.wrapped(to: cells) == lines)
  }
}
