package import Foundation

extension Date {
  /// An ISO 8601 date and time with its offset, e.g. `2019-03-22T12:39:16-04:00` or `…16Z`
  ///
  /// Read by hand, as Foundation's styles take several µs each and are particular about offsets.
  package init?(iso8601 text: String) {
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
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst().drop(while: \.isDigit)
    }
    guard let offset = Self.offset(Array(rest)) else { return nil }
    self.init(
      day: (year, month, day), seconds: hour * 3_600 + minute * 60 + second - offset)
  }

  /// The date of a header field in the one form that may be sent today (RFC 9110, 5.6.7), e.g.
  /// `Wed, 21 Oct 2015 07:28:00 GMT`
  package init?(httpDate text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 29, text.hasSuffix(" GMT"),
      let day = bytes.number(5..<7), let year = bytes.number(12..<16),
      let month = Self.months.firstIndex(of: String(decoding: bytes[8..<11], as: UTF8.self)),
      let hour = bytes.number(17..<19), let minute = bytes.number(20..<22),
      let second = bytes.number(23..<25), hour < 24, minute < 60, second <= 60
    else { return nil }
    self.init(day: (year, month + 1, day), seconds: hour * 3_600 + minute * 60 + second)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Days by the proleptic Gregorian calendar, counted in years that begin in March
  private init?(day date: (year: Int, month: Int, day: Int), seconds: Int) {
    guard (1...12).contains(date.month), (1...31).contains(date.day) else { return nil }
    let year = date.month > 2 ? date.year : date.year - 1
    let month = (date.month + 9) % 12
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + date.day
    self.init(timeIntervalSince1970: Double((days - 719_469) * 86_400 + seconds))
  }

  /// Seconds east of UTC; nil for what is no offset
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
  /// The number that these places hold in decimal digits
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
