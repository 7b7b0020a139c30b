import Foundation

/// A moment in the proleptic Gregorian calendar, UTC, to the second
struct CivilDate: Hashable, Sendable {
  let year, month, day, hour, minute, second: Int

  /// nil outside the years 0 to 9999, which four digits cannot write
  init?(_ date: Date) {
    let seconds = date.timeIntervalSince1970
    guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return nil }
    let whole = Int(seconds.rounded(.down))
    let days = whole >= 0 ? whole / 86_400 : (whole - 86_399) / 86_400
    let rest = whole - days * 86_400
    hour = rest / 3_600
    minute = rest / 60 % 60
    second = rest % 60

    // Years are counted from March, so that the leap day is the last, in eras of 400 years.
    let shifted = days + 719_468
    let era = shifted / 146_097 - (shifted < 0 ? 1 : 0)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// `2023-05-01`
  var calendarDay: String {
    var bytes: [UInt8] = []
    appendDay(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `2023-05-01T12:00:00Z`
  func appendInternetTime(to bytes: inout [UInt8]) {
    appendDay(to: &bytes)
    append("T", hour, to: &bytes)
    append(":", minute, to: &bytes)
    append(":", second, to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
  }

  private func appendDay(to bytes: inout [UInt8]) {
    append(nil, year / 100, to: &bytes)
    append(nil, year % 100, to: &bytes)
    append("-", month, to: &bytes)
    append("-", day, to: &bytes)
  }

  /// A mark and two digits
  private func append(_ mark: Unicode.Scalar?, _ number: Int, to bytes: inout [UInt8]) {
    if let mark { bytes.append(UInt8(ascii: mark)) }
    bytes.append(UInt8(ascii: "0") + UInt8(number / 10))
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
