import Foundation
import PhotoSearch
import Platform

/// A time in seconds since 1970, written as the services write it
struct Moment: Hashable, Comparable, Sendable {
  let seconds: Int

  /// The day on which all fixtures were "recorded": 2026-11-20, noon UTC
  static let recording = Moment(seconds: 1_795_176_000)

  static func < (left: Moment, right: Moment) -> Bool { left.seconds < right.seconds }

  /// A time of day between two years
  static func random(in years: ClosedRange<Int>, _ random: inout SeededRandom) -> Moment {
    let first = (years.lowerBound - 1970) * 31_556_952
    let last = min((years.upperBound + 1 - 1970) * 31_556_952, recording.seconds) - 1
    return Moment(seconds: random.number(first...last))
  }

  /// `2019-03-19T10:00:00-04:00`, or with `Z` when the offset is 0
  func iso(offset hours: Int = 0) -> String {
    let zone = hours == 0 ? "Z" : (hours < 0 ? "-" : "+") + Self.two(abs(hours)) + ":00"
    return Moment(seconds: seconds + hours * 3_600).parts(between: "T") + zone
  }

  /// `2019-03-19 10:00:00`, UTC
  var plain: String { parts(between: " ") }

  private func parts(between: String) -> String {
    let date = CalendarDate(Date(timeIntervalSince1970: Double(seconds)))
    return date.map { String($0.time.dropLast()).replacing("T", with: between) } ?? ""
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
