package import Foundation

/// A moment in the proleptic Gregorian calendar, UTC, to the second
package struct CalendarDate: Hashable, Sendable {
  private let year, month, dayOfMonth, hour, minute, second: Int

  /// The calendar date of a moment; nil for years that four digits cannot write: before 0 or after
  /// 9999
  package init?(_ date: Date) {
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
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The day as text: `2023-05-01`
  package var day: String { String(decoding: bytes.prefix(10), as: UTF8.self) }

  /// The day as people write it: `1 May 2023`
  package var written: String { "\(dayOfMonth) \(Date.months[month - 1]) \(year)" }

  /// The time as text: `2023-05-01T12:00:00Z`
  package var time: String { String(decoding: bytes, as: UTF8.self) }

  /// The time's characters
  private var bytes: [UInt8] {
    var bytes = Array("0000-00-00T00:00:00Z".utf8)
    func put(_ number: Int, at index: Int) {
      bytes[index] += UInt8(number / 10)
      bytes[index + 1] += UInt8(number % 10)
    }
    put(year / 100, at: 0)
    put(year % 100, at: 2)
    for (number, index) in [(month, 5), (dayOfMonth, 8), (hour, 11), (minute, 14), (second, 17)] {
      put(number, at: index)
    }
    return bytes
  }
}

extension Date {
  /// An ISO 8601 date and time with its offset, e.g. `2019-03-22T12:39:16-04:00` or `…16Z`
  ///
  /// Read by hand, as Foundation's styles take several µs each and are particular about offsets.
  ///
  /// - Parameter keepsFraction: whether fractions of a second are read too
  package init?(iso8601 text: String, keepsFraction: Bool = false) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 40,
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let year = bytes.number(0..<4), let month = bytes.number(5..<7),
      let day = bytes.number(8..<10), let hour = bytes.number(11..<13),
      let minute = bytes.number(14..<16), let second = bytes.number(17..<19),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var rest = bytes[19...]
    var fraction = 0.0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix(while: \.isDigit)
      if keepsFraction { fraction = Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0 }
      rest = rest[digits.endIndex...]
    }
    guard let offset = Self.offset(Array(rest)) else { return nil }
    self.init(
      day: (year, month, day), seconds: hour * 3_600 + minute * 60 + second - offset,
      fraction: fraction)
  }

  /// `2023-05-01T12:00:00.250Z`; nil outside the years 0 to 9999
  package var iso8601WithMilliseconds: String? {
    guard let time = CalendarDate(self)?.time.dropLast() else { return nil }
    let fraction = timeIntervalSince1970 - timeIntervalSince1970.rounded(.down)
    return "\(time).\(min(999, Int(fraction * 1_000)).text(digits: 3))Z"
  }

  /// The date of an HTTP header field in the only form that RFC 9110 (5.6.7) allows to send, e.g.
  /// `Wed, 21 Oct 2015 07:28:00 GMT`
  package init?(httpDate text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 29, text.ends(with: " GMT"),
      let day = bytes.number(5..<7), let year = bytes.number(12..<16),
      let month = Self.months.firstIndex(of: String(decoding: bytes[8..<11], as: UTF8.self)),
      let hour = bytes.number(17..<19), let minute = bytes.number(20..<22),
      let second = bytes.number(23..<25), hour < 24, minute < 60, second <= 60
    else { return nil }
    self.init(day: (year, month + 1, day), seconds: hour * 3_600 + minute * 60 + second)
  }

  fileprivate static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The moment of a proleptic Gregorian date; the day is counted in years that begin in March
  private init?(day date: (year: Int, month: Int, day: Int), seconds: Int, fraction: Double = 0) {
    guard (1...12).contains(date.month), (1...31).contains(date.day) else { return nil }
    let year = date.month > 2 ? date.year : date.year - 1
    let month = (date.month + 9) % 12
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + date.day
    self.init(timeIntervalSince1970: Double((days - 719_469) * 86_400 + seconds) + fraction)
  }

  /// Seconds east of UTC; nil for text that isn't an offset
  private static func offset(_ bytes: [UInt8]) -> Int? {
    if bytes == [UInt8(ascii: "Z")] { return 0 }
    let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 4, let hours = digits.number(0..<2), let minutes = digits.number(2..<4)
    else { return nil }
    switch bytes.first {
    case UInt8(ascii: "+"): return hours * 3_600 + minutes * 60
    case UInt8(ascii: "-"): return -(hours * 3_600 + minutes * 60)
    default: return nil
    }
  }

  /// `2026-05-01 12:00`, local time; empty for a date that the calendar can't hold
  package var localTime: String {
    var time = tm()
    guard var whole = time_t(exactly: timeIntervalSince1970.rounded(.down)),
      localtime_r(&whole, &time) != nil
    else { return "" }
    let (month, day) = ((time.tm_mon + 1).text(digits: 2), time.tm_mday.text(digits: 2))
    let (hour, minute) = (time.tm_hour.text(digits: 2), time.tm_min.text(digits: 2))
    return "\(Int(time.tm_year) + 1_900)-\(month)-\(day) \(hour):\(minute)"
  }
}

extension [UInt8] {
  /// The number that the decimal digits in a range stand for
  fileprivate func number(_ places: Range<Int>) -> Int? {
    guard places.upperBound <= count else { return nil }
    var number = 0
    for byte in self[places] {
      guard byte.isDigit else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }
}
