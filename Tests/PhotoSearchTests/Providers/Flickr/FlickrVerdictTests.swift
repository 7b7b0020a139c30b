import Foundation
@testable import PhotoSearch
import Testing

/// Flickr's failures, which come with status 200
@Suite struct FlickrVerdictTests {
  /// What Flickr says, in each of the forms it says things in
  private func verdicts(_ code: Int, _ message: String) -> [ReplyVerdict] {
    [
      "{\"stat\":\"fail\", \"code\":\(code), \"message\":\"\(message)\"}",
      "jsonFlickrApi({\"stat\":\"fail\",\"code\":\"\(code)\",\"message\":\"\(message)\"})",
      "{\"stat\":\"fail\",\"message\":\"\(message)\",\"code\":\(code)},",
      "<?xml version=\"1.0\"?>\n<rsp stat=\"fail\">\n<err code=\"\(code)\" msg=\"\(message)\" />",
    ].map { Flickr(key: nil).verdict(200, $0) }
  }

  @Test(arguments: [
    (0, "Sorry, the Flickr API service is not currently available."), (10, "Search is down"),
    (105, "Service currently unavailable"), (201, "Sorry, not currently available."),
    (999, "Service currently unavailable"),
  ])
  func `a passing fault is asked again`(code: Int, message: String) {
    let again = ReplyVerdict.again(after: nil, reason: message)
    #expect(verdicts(code, message) == [again, again, again, again])
  }

  @Test func `a key that is refused is told with Flickr's words`() {
    let refused = ReplyVerdict.refused("Invalid API Key (Key has expired)")
    #expect(
      verdicts(100, "Invalid API Key (Key has expired)") == [refused, refused, refused, refused])
  }

  @Test func `a photo that is not there is told from a call that is wrong`() {
    for words in ["Photo not found", "User not found"] {
      #expect(verdicts(1, words).allSatisfy { $0 == .absent(words) })
    }
    for words in ["Required parameter missing", "Photoset not found"] {
      #expect(verdicts(1, words).allSatisfy { $0 == .failed(status: 1, message: words) })
    }
  }

  @Test(arguments: [
    (3, "Parameterless searches have been disabled."), (2, "Permission denied"), (112, "No method"),
  ])
  func `other failures keep their number and words`(code: Int, message: String) {
    let failed = ReplyVerdict.failed(status: code, message: message)
    #expect(verdicts(code, message) == [failed, failed, failed, failed])
  }

  @Test func `an offset too deep is left to the page`() {
    #expect(verdicts(20, "Excessive photo offset in search").allSatisfy { $0 == .page })
  }

  @Test func `a failure without number or words is a failure`() {
    #expect(
      Flickr(key: nil).verdict(200, "{\"stat\":\"fail\"}")
        == .failed(status: 200, message: "no reason given"))
  }

  @Test func `a title that speaks of failing fails nothing`() {
    let row = FlickrReplies.row("1", adding: #","title":"\"stat\":\"fail\"""#)
    let body = "{\"photos\":{\"page\":1,\"pages\":1,\"photo\":[\(row)]},\"stat\":\"ok\"}"
    #expect(Flickr(key: nil).verdict(200, body) == .page)
  }

  @Test func `a missing method's page is no missing photo`() {
    let verdict = Flickr(key: nil).verdict(404, "<html>")
    #expect(verdict == .failed(status: 404, message: "a web page"))
  }
}
