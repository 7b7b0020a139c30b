import Terminal
import Testing

struct CountsTests {
  private static let numbers: [(Int, String)] = [
    (0, "0"), (999, "999"), (1_000, "1,000"), (9_999, "9,999"), (10_000, "10,000"),
    (1_050_007, "1,050,007"), (-1_002, "-1,002"), (999_000_000, "999,000,000"),
    (1_000_000_000, "1,000,000,000"),
  ]

  @Test(arguments: numbers) func `a number has its digits in groups`(number: Int, words: String) {
    #expect(Counts.grouped(number) == words)
  }

  private static let times: [(Double, String)] = [
    (0.0, "less than a minute"), (60.0, "less than a minute"), (61.0, "about 2 min"),
    (5_940.0, "about 99 min"), (6_000.0, "about 2 h"), (93_600.0, "about 26 h"),
  ]

  @Test(arguments: times) func `a time to come is told roughly`(seconds: Double, words: String) {
    #expect(Counts.rough(seconds: seconds) == words)
  }
}
