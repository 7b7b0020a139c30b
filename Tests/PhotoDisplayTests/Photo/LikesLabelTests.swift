import Terminal
import Testing

@testable import PhotoDisplay

struct LikesLabelTests {
  private static let likes: [(Int, String)] = [
    (0, "0"), (999, "999"), (1_000, "1,000"), (9_999, "9,999"), (10_000, "10k"),
    (1_050_007, "1.0M"), (-1_002, "-1,002"), (999_000_000, "999M"), (1_000_000_000, "999M+"),
  ]

  @Test(arguments: likes) func `likes take at most five characters`(likes: Int, words: String) {
    let label = LikesLabel.text(for: likes)
    #expect(label.text == "♡ \(words)" && label.width == 2 + words.count)
  }
}
