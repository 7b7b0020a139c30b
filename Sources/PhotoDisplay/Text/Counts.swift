/// Numbers as people read them, without a locale
enum Counts {
  /// `1,234,567`
  static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    guard digits.utf8.count > 3 else { return String(number) }
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// At most five characters: `987`, `1,234`, `12k`, `3.4M`
  static func short(_ number: Int) -> String {
    switch number {
    case ..<10_000: grouped(number)
    case ..<1_000_000: "\(number / 1_000)k"
    case ..<10_000_000: "\(number / 1_000_000).\(number / 100_000 % 10)M"
    case ..<1_000_000_000: "\(number / 1_000_000)M"
    default: "999M+"
    }
  }

  /// `1 photo`, `2 photos`, `1,000 photos`
  static func phrase(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
  }
}
