import Foundation
import Testing

@testable import PhotoSearch

/// JSON read in place
@Suite struct JSONDocumentTests {
  private func root(_ text: String) throws -> JSONValue { try JSONDocument(Data(text.utf8)).root }

  @Test func `members are found by name, nulls are none, the first of a name counts`() throws {
    let value = try root(#"{"a":1,"b":null,"c":{"a":[2,{"a":3}]},"a":4,"\u0064":5," e ":6}"#)
    #expect(value["a"]?.integer == 1 && value["b"] == nil && value["x"] == nil)
    #expect(value["c"]?["a"]?.elements?.last?["a"]?.integer == 3)
    #expect(value["d"]?.integer == 5 && value["e"] == nil && value[" e "]?.integer == 6)
    #expect(value["c"]?["a"]?["a"] == nil)
  }

  @Test(arguments: [
    (#""""#, ""), (#""a\/b\\\"c""#, "a/b\\\"c"), (#""\n\t\r\b\f""#, "\n\t\r\u{8}\u{C}"),
    (#""\u00e9\u4E2d""#, "é中"), (#""\ud83d\uDE00!""#, "😀!"), (#""\ud83d""#, "\u{FFFD}"),
    (#""\ud83dx""#, "\u{FFFD}x"), (#""\ude00""#, "\u{FFFD}"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
    (#""\uZZZZ""#, "\u{FFFD}ZZZZ"), (#""\u12""#, "\u{FFFD}12"), (#""\x""#, "x"),
    (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), ("\"ü😀\u{301}\"", "ü😀\u{301}"),
  ])
  func `strings are resolved, broken escapes too`(text: String, string: String) throws {
    #expect(try root(text).string == string)
  }

  @Test func `bytes that are no text are replaced`() throws {
    let value = try JSONDocument(Data([0x22, 0x61, 0xFF, 0x62, 0x22])).root
    #expect(value.string == "a\u{FFFD}b")
  }

  @Test(arguments: [
    ("12", 12), ("\"12\"", 12), ("-3", -3), ("12.0", 12), ("1e3", 1_000), ("12.5", nil),
    ("\"\"", nil), ("\"1,2\"", nil), ("\" 1\"", nil), ("\"0x10\"", nil), ("\"nan\"", nil),
    ("1e999", nil), ("9223372036854775807", .max), ("9223372036854775808", nil),
    ("-9223372036854775808", .min), ("1e19", nil), ("true", nil), ("[1]", nil), ("\"-\"", nil),
    ("\"00000000000000000000000000000000000000000000001\"", nil), ("\"05\"", 5), ("-0", 0),
    ("0e1", 0), ("0.0", 0), ("10", 10), ("1E+2", 100), ("100e-2", 1), ("-0.5e1", -5),
  ])
  func `numbers come as numbers or text, and never trap`(text: String, number: Int?) throws {
    #expect(try root(text).integer == number)
  }

  @Test(arguments: [
    ("1.5", 1.5), ("\"-0.25\"", -0.25), ("1e999", nil), ("\"inf\"", nil), ("\"x\"", nil),
  ])
  func `fractions come as numbers or text`(text: String, number: Double?) throws {
    #expect(try root(text).double == number)
  }

  @Test(arguments: [
    ("true", true), ("false", false), ("1", true), ("\"0\"", false), ("2", nil), ("\"true\"", nil),
  ])
  func `bools come as words or numbers`(text: String, bool: Bool?) throws {
    #expect(try root(text).bool == bool)
  }

  @Test(arguments: [
    "", " ", "{", "[", "[1", "[1,", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{a:1}",
    "[1,]", "{\"a\":1,}", "\"abc", "\"abc\\", "tru", "nul", "falsy", "]", "}", "[1]]", "1 2",
    "{\"a\":1},", "{1:2}", "<html>", "'a'", "[1 2]", "{\"a\" 1}", "\u{1}",
    "05", "00", "-05", "-", "--1", "+1", "5-0", "1.", "1.e1", ".5", "-.5", "1.5.2", "1e", "1e+",
    "1e5e5", "1e1.5", "0x10", "e5", "1-", "[05]", "[-]", "{\"a\":1.}", "{\"a\":5-0,\"b\":1}",
    "[0 5]",
    "[1,-,2]", "NaN", "-Infinity", "1_000", "１",
  ])
  func `what is no JSON is told by its byte`(text: String) {
    let problem = #expect(throws: JSONProblem.self) { try root(text) }
    #expect((problem?.path.hasPrefix("byte "), problem?.problem.isEmpty) == (true, false))
  }

  @Test(arguments: ["05", "1 05", "-", "5-0", "1.\n2", "{}1.", "[1]-"])
  func `one after another, what is no number is no value and no two values`(text: String) {
    #expect(throws: JSONProblem.self) { try JSONDocument.values(in: Data(text.utf8)) }
  }

  @Test func `brackets inside each other have a limit`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try root(nested(128)) }
    #expect(throws: JSONProblem.self) { try root(nested(129)) }
    #expect(throws: JSONProblem.self) { try root(String(repeating: "{\"a\":", count: 1_000_000)) }
  }

  @Test func `the number of values has a limit`() {
    let zeros = String(repeating: "0,", count: 2_000_000) + "0]"
    let problem = #expect(throws: JSONProblem.self) { try root("[" + zeros) }
    #expect(problem?.problem == "too many values")
  }

  @Test func `a problem names its place`() throws {
    let value = try root(#"{"a":[0,{"b":{"c":7}}],"d":{}}"#)
    let inner = try #require(value["a"]?.elements?.last?["b"])
    #expect((inner.problem("odd").path, value.problem("odd").path) == ("a[1].b", "the top"))
    let notObject = #expect(throws: JSONProblem.self) { try inner.object("c") }
    #expect(notObject?.path == "a[1].b.c" && notObject?.problem == "no object")
    let missing = #expect(throws: JSONProblem.self) { try inner.array("x") }
    #expect(missing?.path == "a[1].b.x" && missing?.problem == "nothing")
    #expect(#expect(throws: JSONProblem.self) { try value.object("x") }?.path == "x")
  }

  @Test(arguments: ["a", "bc", "ключ"])
  func `it reads what JSONSerialization reads`(seed: String) throws {
    let object: [String: Any] = [seed: [1, "zwei\n\"\u{1F600}", ["x": false]], "n": NSNull()]
    let data = try JSONSerialization.data(withJSONObject: object, options: .prettyPrinted)
    let value = try JSONDocument(data).root
    #expect(value.isObject && value["n"] == nil)
    let list = seed == "a" ? value["a"] : seed == "bc" ? value["bc"] : value["ключ"]
    #expect((list?.elements?.count, list?.elements?[1].string) == (3, "zwei\n\"\u{1F600}"))
    #expect(list?.elements?[2]["x"]?.bool == false)
  }
}
