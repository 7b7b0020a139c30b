/// What the fixtures are drawn from: choices and texts that a seed decides
struct SeededRandom: RandomNumberGenerator {
  private var generator: SeededGenerator

  init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  /// Own arithmetic: the standard library may change how it draws from a range
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// True once in so many times
  mutating func once(in times: Int) -> Bool { number(1...times) == 1 }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for index in elements.indices.dropFirst().reversed() {
      elements.swapAt(index, number(0...index))
    }
    return elements
  }

  mutating func text(_ count: Int, of alphabet: String) -> String {
    let letters = Array(alphabet)
    return String((0..<count).map { _ in pick(letters) })
  }

  mutating func hexadecimal(_ count: Int) -> String { text(count, of: "0123456789abcdef") }
  mutating func digits(_ count: Int) -> String { text(count, of: "0123456789") }

  /// As Unsplash makes its ids
  mutating func shortID() -> String {
    text(1, of: Self.letters) + text(10, of: Self.letters + "0123456789-_")
  }

  /// Of version 4
  mutating func uuid() -> String {
    [
      hexadecimal(8), hexadecimal(4), "4" + hexadecimal(3), text(1, of: "89ab") + hexadecimal(3),
      hexadecimal(12),
    ].joined(separator: "-")
  }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
}
