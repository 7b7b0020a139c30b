import Foundation
import Testing

@testable import PhotoSearch

/// Recordings read from files, whoever wrote them and whatever happened to them
@Suite struct HARArchiveTests {
  private static let url = "https://api.photos.test/v1/search?q=cat"
  private static let entry =
    #"{"request": {"url": "\#(url)"}, "response": {"status": 200, "content": {"text": "[]"}}}"#

  private static func log(_ entries: String) -> String { #"{"log": {"entries": [\#(entries)]}}"# }

  private func entries(_ text: String) throws -> [HAREntry] {
    try HARArchive.entries(in: Array(text.utf8), from: "a.har")
  }

  @Test func `a recording of a browser is read`() throws {
    let entries = try entries(
      #"""
      {"log": {"version": "1.2", "creator": {"name": "b", "version": "1"}, "comment": "",
        "pages": [{"id": "p1", "title": "x", "pageTimings": {"onLoad": -1}}], "_extra": [1],
        "entries": [
          {"startedDateTime": "2026-01-01T00:00:00Z", "time": 12.5, "pageref": "p1", "cache": {},
           "timings": {"send": 0, "wait": 1, "receive": 2}, "_priority": "High",
           "request": {"method": "get", "url": "\#(Self.url)", "cookies": [], "postData": null,
             "headers": [{"name": "A", "value": "1"}], "queryString": []},
           "response": {"status": 200, "statusText": "OK", "redirectURL": "", "_error": null,
             "headers": [{"name": "Link", "value": "<a>"}, {"name": "link", "value": "<b>"},
               {"name": "Empty"}, {"name": "X", "value": 3}],
             "content": {"size": 4, "mimeType": "text/plain", "text": "aéb", "comment": "c"}}},
          {"request": {"method": "GET", "url": "blob:https://x"},
           "response": {"status": 204, "content": {"size": 0, "mimeType": ""}}},
          {"time": "slow", "request": {"method": "GET", "url": "data:,x y|"},
           "response": {"status": -1, "content": null, "_error": "net::ERR_FAILED"}}
        ]}}
      """#)
    try #require(entries.count == 3)
    #expect(entries[0].method == "GET")
    #expect(entries[0].headers.fields.map(\.name) == ["Link", "link", "Empty", "X"])
    #expect((entries[0].headers["LINK"], entries[0].body) == ("<a>", Data("aéb".utf8)))
    #expect(entries[0].duration == 0.0125 && entries[1].body.isEmpty && entries[2].status == 0)
    #expect((entries[2].error, entries[2].duration) == ("net::ERR_FAILED", nil))
  }

  @Test func `entries with addresses that are none do not keep the others from answering`() throws {
    let archive = HARArchive(entries: [
      RecordingSamples.entry("data:,x y|"), RecordingSamples.entry("::::"),
      RecordingSamples.entry("http://[bad/%zz?%zz=%"), RecordingSamples.entry(Self.url),
    ])
    let transport = ReplayTransport(archive: archive, apis: try RecordingSamples.apis())
    #expect(transport.hasEntry(for: try RecordingSamples.request(Self.url)))
  }

  @Test func `bytes kept as base64 are bytes again`() throws {
    let bytes = Data([0xFF, 0xD8, 0x00, 0x0A])
    let entries = try HARArchive.entries(
      in: Array(
        RecordingSamples.har(
          entry: #"""
            {"request": {"url": "https://x.test/a.jpg"}, "response": {"status": 200,
              "content": {"encoding": "base64", "text": "\#(bytes.base64EncodedString())"}}}
            """#)), from: "a.har")
    #expect(entries.map(\.body) == [bytes])
  }

  @Test func `a byte order mark at the start is passed over`() throws {
    #expect(try entries("\u{FEFF}" + #"{"log": {"entries": [\#(Self.entry)]}}"#).count == 1)
  }

  @Test(arguments: [
    ("", "it is empty"), (" \n\t", "it is empty"), ("not json", "it isn't JSON"),
    ("<html></html>", "it isn't JSON"), ("\u{0}\u{0}", "it isn't JSON"),
    ("[]", "not a HAR"), ("3", "not a HAR"), ("{}", "log is missing (JSON, but not a HAR)"),
    (#"{"log": 5}"#, "log is not of the type"), (#"{"log": {}}"#, "log.entries is missing"),
    (#"{"log": {"entries": {}}}"#, "log.entries is not of the type"),
    (log("{}"), "log.entries[0].request is missing"),
    (log(#"\#(entry), {"request": {}}"#), "log.entries[1].request.url is missing"),
    (log(#"{"request": {}, "response": {"status": 1}}"#), "log.entries[0].request.url is missing"),
    (
      log(#"{"request": {"url": ""}, "response": {"status": 1}}"#),
      "log.entries[0].request.url: an address was expected"
    ),
    (
      log(#"{"request": {"url": null}, "response": {"status": 1}}"#),
      "log.entries[0].request.url is null"
    ),
    (
      log(#"{"request": {"url": "a"}, "response": {"status": "x"}}"#),
      "log.entries[0].response.status is not of the type"
    ),
    (
      #"""
      {"log": {"entries": [{"request": {"url": "a"}, "response": {"status": 200,
      "content": {"encoding": "base64", "text": "a"}}}]}}
      """#, "log.entries[0].response.content.text: base64 was expected"
    ),
  ])
  func `what is wrong with a recording is said with its place`(
    _ text: String, _ problem: String
  ) throws {
    let found = RecordingSamples.problem { _ = try entries(text) }
    #expect(found.file == "a.har" && found.words.contains(problem), "\(found.words)")
  }

  @Test func `a recording cut off anywhere is refused, never read in part`() throws {
    let whole = Data(#"{"log": {"entries": [\#(Self.entry), \#(Self.entry)]}}"#.utf8)
    for length in 1..<whole.count {
      let words = RecordingSamples.problem {
        _ = try HARArchive.entries(in: Array(whole.prefix(length)), from: "a.har")
      }.words
      #expect(words.contains("cut off"), "after \(length) bytes: \(words)")
    }
  }

  @Test func `what is no exchange is refused where it stands, with the rest unread`() throws {
    // Not even JSON after that
    let found = RecordingSamples.problem {
      _ = try entries(#"{"log": {"entries": [\#(Self.entry), {}, ]]]"#)
    }
    #expect(found.words.contains("log.entries[1].request is missing"))
  }

  @Test func `of members with the same name the first counts, wherever they stand`() throws {
    let none = #"{"request": {"url": "https://none.test/"}, "response": {"status": 1}}"#
    let text = """
      {"entries": [\(none)], "x": {"log": {"entries": [\(none)]}},
      "log": {"log": {"entries": [\(none)]}, "entries": [\(Self.entry)], "entries": [\(none)]},
      "log": {"entries": [\(none)]}}
      """
    #expect(try entries(text).map(\.url) == [Self.url])
  }

  @Test func `more exchanges or values than anybody records are said to be too many`() throws {
    let short = #"{"request":{"url":"a"},"response":{"status":1}}"#
    let many = Array(repeating: short, count: HARArchive.maxEntries + 1).joined(separator: ",")
    let found = RecordingSamples.problem {
      _ = try entries(#"{"log":{"entries":[\#(many)]}}"#)
    }
    #expect(found.words.contains("100000 exchanges in all"))
    let values = String(repeating: "0,", count: 1_000_000)
    let other = RecordingSamples.problem {
      _ = try entries(#"{"log":{"pages":[\#(values)0],"entries":[]}}"#)
    }
    #expect(other.words.contains("too many values"))
  }

  @Test func `nesting without end is refused`() {
    let deep = String(repeating: "[", count: 200_000)
    #expect(throws: RecordingError.self) {
      try HARArchive.entries(in: Array(#"{"log": \#(deep)"#.utf8), from: "a.har")
    }
  }
}
