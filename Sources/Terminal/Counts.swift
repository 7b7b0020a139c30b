import Platform

/// Numbers as people read them, without a locale
package enum Counts {
  /// A number with its digits in groups: `1,234,567`
  package static func grouped(_ number: Int) -> String {
    guard number.magnitude >= 1_000 else { return String(number) }
    return grouped(number / 1_000) + "," + (number % 1_000).magnitude.text(digits: 3)
  }

  /// A number with its noun: `1 photo`, `2 photos`, `1,000 photos`
  package static func phrase(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
  }

  /// A time to come, as rough as such a guess is: `less than a minute`, `about 12 min`, `about 3 h`
  package static func rough(seconds: Double) -> String {
    let minutes = (min(seconds, 1e9) / 60).rounded(.up)
    if minutes <= 1 { return "less than a minute" }
    return minutes < 100 ? "about \(Int(minutes)) min" : "about \(Int((minutes / 60).rounded())) h"
  }

  /// A number of bytes in a suitable unit
  package static func bytes(_ bytes: Int) -> String {
    if bytes < 1_000 { return "\(bytes) B" }
    if bytes < 1_000_000 { return "\(bytes / 1_000) KB" }
    return "\(bytes / 1_000_000).\(bytes % 1_000_000 / 100_000) MB"
  }
}
