import Foundation
import Platform

/// Reads when a picture was taken, to the precision in which a service tells it
enum TakenDate {
  /// The text in the form of ``Photo/taken``
  ///
  /// - Parameter text: a year, a month, a day, or a day and a time after a blank or `T`, without a
  ///   zone. Midnight stands for an unknown time.
  /// - Returns: nil for anything else, e.g. `about 1900`, for a day that no calendar has, and for
  ///   years before the first photograph
  static func text(_ text: String?) -> String? {
    guard let text, [4, 7, 10, 16, 19].contains(text.utf8.count) else { return nil }
    let length = text.utf8.count
    let rest = "2000-01-01T00:00:00Z".utf8.dropFirst(length)
    let whole = String(decoding: Array(text.utf8) + rest, as: UTF8.self)
      .replacing(each: " ", by: "T")
    guard let date = Date(iso8601: whole), let time = CalendarDate(date)?.time, time == whole,
      time >= "1826"
    else { return nil }
    return String(time.prefix(time.ends(with: "T00:00:00Z") ? min(length, 10) : length))
  }
}
