package import Foundation

/// A moment as text, UTC, to the second: `2023-05-01T12:00:00Z`
package enum RecordDate {
  /// nil outside the years 0 to 9999, which four digits cannot write
  package static func text(_ date: Date) -> String? {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return nil }
    var time = tm()
    var whole = time_t(seconds)
    guard gmtime_r(&whole, &time) != nil else { return nil }
    var text = padded(Int(time.tm_year) + 1_900, to: 4)
    text += "-" + padded(Int(time.tm_mon) + 1) + "-" + padded(Int(time.tm_mday))
    text += "T" + padded(Int(time.tm_hour)) + ":" + padded(Int(time.tm_min))
    return text + ":" + padded(Int(time.tm_sec)) + "Z"
  }

  private static func padded(_ number: Int, to digits: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
