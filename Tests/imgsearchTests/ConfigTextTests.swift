import Foundation
import Testing

@testable import imgsearch

/// A config.json of which one member is changed
struct ConfigTextTests {
  private func changed(_ text: String, _ value: String?) throws -> String {
    var config = ConfigText(Data(text.utf8))
    _ = try config.set("KEY", to: value)
    return String(decoding: config.data, as: UTF8.self)
  }

  @Test(arguments: [
    ("{}\n", "{\n  \"KEY\": \"new\"\n}\n"),
    (#"{"count":3}"#, #"{"count":3, "KEY": "new"}"#),
    ("{\n\t\"count\" : 3 ,\n\t\"links\": true\n}", nil),
    (#"{"KEY": "old", "count": 3}"#, #"{"KEY": "new", "count": 3}"#),
    (#"{"count": 3, "KEY" :12 }"#, #"{"count": 3, "KEY" :"new" }"#),
    (#"{"KEY":"a","count":["KEY"],"KEY":null}"#, #"{"KEY":"new","count":["KEY"],"KEY":"new"}"#),
    (
      "\u{FEFF}{ \"a\": {\"KEY\": \"x\"} }", "\u{FEFF}{ \"a\": {\"KEY\": \"x\"}, \"KEY\": \"new\" }"
    ),
  ])
  func `one is put in, and every other byte stays`(text: String, expected: String?) throws {
    let found = try changed(text, "new")
    #expect(
      found == expected ?? "{\n\t\"count\" : 3 ,\n\t\"links\": true,\n\t\"KEY\": \"new\"\n}")
  }

  @Test(arguments: [
    (#"{"KEY": "old"}"#, "{}"), (#"{"KEY": "old", "count": 3}"#, #"{"count": 3}"#),
    ("{\n  \"KEY\": \"old\" ,\n  \"count\": 3\n}", "{\n  \"count\": 3\n}"),
    (#"{"count": 3, "KEY": "old" }"#, #"{"count": 3 }"#),
    (#"{"a": "KEY", "KEY": "1", "b": 2, "KEY": "3"}"#, #"{"a": "KEY", "b": 2}"#),
    (#"{"\u004bEY": "old", "b": 2}"#, #"{"b": 2}"#), (#"{"b": 2}"#, #"{"b": 2}"#),
  ])
  func `one is taken out with its comma, however often it is there`(
    text: String, expected: String
  ) throws {
    #expect(try changed(text, nil) == expected)
  }
}
