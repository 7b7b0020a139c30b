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
    let (year, month, day) = civil
    let time = seconds % 86_400
    let date = "\(year)-\(Self.two(month))-\(Self.two(day))"
    return date + between
      + [time / 3_600, time / 60 % 60, time % 60].map(Self.two).joined(separator: ":")
  }

  /// Howard Hinnant's civil_from_days, for days after 1970
  private var civil: (Int, Int, Int) {
    let days = seconds / 86_400 + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1
    )
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
