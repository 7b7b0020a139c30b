package import Foundation

/// A moment in the proleptic Gregorian calendar, UTC, to the second
package struct CalendarDate {
  private let fields: tm

  /// The calendar date of a moment; nil for years that four digits cannot write: before 0 or after
  /// 9999
  package init?(_ date: Date) {
    guard let fields = tm(date, by: { gmtime_r(&$0, &$1) }), (0...9_999).contains(fields.year)
    else { return nil }
    self.fields = fields
  }

  /// The day as text: `2023-05-01`
  package var day: String { fields.text(afterYear: "-%m-%d") }

  /// The day as people write it: `1 May 2023`
  package var written: String {
    "\(fields.tm_mday) \(Date.months[Int(fields.tm_mon)]) \(fields.year)"
  }

  /// The time as text: `2023-05-01T12:00:00Z`
  package var time: String { fields.text(afterYear: "-%m-%dT%H:%M:%SZ") }
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

extension Date {
  /// `2026-05-01 12:00`, local time; empty for a date that the calendar can't hold
  package var localTime: String {
    tm(self, by: { localtime_r(&$0, &$1) })?.text(afterYear: "-%m-%d %H:%M") ?? ""
  }
}

extension tm {
  /// The calendar's fields of a moment; nil if the calendar can't hold it
  ///
  /// - Parameter convert: `gmtime_r` for UTC, `localtime_r` for local time
  fileprivate init?(_ date: Date, by convert: (inout time_t, inout tm) -> UnsafeMutablePointer<tm>?)
  {
    self.init()
    guard var seconds = time_t(exactly: date.timeIntervalSince1970.rounded(.down)),
      convert(&seconds, &self) != nil
    else { return nil }
  }

  fileprivate var year: Int { Int(tm_year) + 1_900 }

  /// The year in at least four digits, followed by other fields in a format of strftime(3)
  fileprivate func text(afterYear format: String) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      var fields = self
      let length = strftime(buffer.baseAddress, buffer.count, format, &fields)
      let rest = UnsafeRawBufferPointer(buffer).prefix(length)
      return year.text(digits: 4) + String(decoding: rest, as: UTF8.self)
    }
  }
}
