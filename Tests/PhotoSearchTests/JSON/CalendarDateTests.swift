import Foundation
import Platform
import Testing

@testable import PhotoSearch

/// Dates as services and recordings write them
@Suite struct CalendarDateTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0.0), ("2019-03-22T12:39:16-04:00", 1_553_272_756),
    ("2019-03-22T16:39:16Z", 1_553_272_756), ("2019-03-22T22:09:16+05:30", 1_553_272_756),
    ("2019-03-22T22:09:16+0530", 1_553_272_756), ("2019-03-22 16:39:16.789Z", 1_553_272_756),
    ("2000-02-29T23:59:59Z", 951_868_799), ("1969-12-31T23:59:59Z", -1),
    ("0001-01-01T00:00:00Z", -62_135_596_800),
  ])
  func `a date with its offset is read`(text: String, seconds: Double) {
    #expect(Date(iso8601: text) == Date(timeIntervalSince1970: seconds))
  }

  @Test func `reading is the calendar's own arithmetic`() throws {
    for days in stride(from: -135_000, to: 400_000, by: 997) {
      let date = Date(timeIntervalSince1970: Double(days) * 86_400 + 45_296)
      #expect(Date(iso8601: date.ISO8601Format()) == date)
    }
  }

  @Test(arguments: [
    "", "2019", "2019-03-22", "2019-03-22T16:39:16", "2019-13-22T16:39:16Z",
    "2019-00-22T16:39:16Z", "2019-03-32T16:39:16Z", "2019-03-22T16:39:16+", "2019-03-22T16:39:16Q",
    "2019-03-22T16:39:16+1", "2O19-03-22T16:39:16Z", "２019-03-22T16:39:16Z", "yesterday at noon Z!",
    "2019-03-22T16:39:16.Zzzz", "99999999999999999999-01-01T00:00:00Z",
  ])
  func `what is no date is none`(text: String) { #expect(Date(iso8601: text) == nil) }

  @Test(arguments: [
    ("2026-11-20T12:00:00.250Z", 1_795_176_000.25), ("2026-11-20T12:00:00Z", 1_795_176_000),
    ("2026-11-20T13:00:00.999+01:00", 1_795_176_000.999), ("1969-12-31T23:59:59.5Z", -0.5),
  ])
  func `a recording's time has milliseconds`(text: String, seconds: Double) throws {
    let date = try #require(Date(iso8601: text, keepsFraction: true))
    #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_5)
    let written = try #require(Date(timeIntervalSince1970: seconds).iso8601WithMilliseconds)
    let again = try #require(Date(iso8601: written, keepsFraction: true))
    #expect(abs(again.timeIntervalSince1970 - seconds) < 0.001_5)
  }

  @Test func `a day has no time`() throws {
    let date = try #require(CalendarDate(Date(timeIntervalSince1970: 951_827_696)))
    #expect(date.day == "2000-02-29")
  }

  @Test(arguments: [
    ("Wed, 21 Oct 2015 07:28:00 GMT", 1_445_412_480.0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Wed, 21 Okt 2015 07:28:00 GMT", nil), ("Wed, 21 Oct 2015 07:28:00 UTC", nil),
    ("Wednesday, 21-Oct-15 07:28:00 GMT", nil), ("120", nil), ("", nil),
  ])
  func `a header field's date is read`(text: String, seconds: Double?) {
    #expect(Date(httpDate: text) == seconds.map { Date(timeIntervalSince1970: $0) })
  }

  @Test(arguments: [
    ("7", 7.0), (" 7 ", 7), ("0010", 10), ("0.5", nil), ("-3", nil), ("+3", nil), ("1e3", nil),
    ("0x10", nil), ("inf", nil), ("nan", nil), ("٣", nil), ("7, 9", nil), ("soon", nil), ("", nil),
    (String(repeating: "9", count: 400), nil),
  ])
  func `a stated wait is digits or a date`(text: String, seconds: Double?) {
    #expect(WebReply(status: 429, headers: ["Retry-After": text]).retryAfter == seconds)
  }

  @Test func `a wait until a date without the reply's own date counts from now`() throws {
    let past = WebReply(status: 429, headers: ["Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"])
    #expect(past.retryAfter == 0)
    let future = WebReply(status: 429, headers: ["Retry-After": "Wed, 21 Oct 2190 07:28:00 GMT"])
    #expect(try #require(future.retryAfter) > 1_000_000_000)
  }
}
