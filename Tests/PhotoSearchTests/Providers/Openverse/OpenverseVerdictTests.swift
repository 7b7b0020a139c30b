@testable import PhotoSearch
import Testing

@Suite struct OpenverseVerdictTests {
  private func verdict(_ status: Int, _ body: String, _ headers: HTTPHeaders = [:]) -> ReplyVerdict
  {
    Openverse().verdict(status, body, headers)
  }

  private let throttled =
    #"{"detail":"Request was throttled. Expected available in 3600 seconds."}"#

  @Test func `a page is a page, whatever its Content-Type`() {
    #expect(verdict(200, #"{"results":[]}"#, ["Content-Type": "text/html"]) == .page)
  }

  @Test func `too many requests say when to ask again, in words or in a field`() {
    let reason = "status 429, Request was throttled. Expected available in 3600 seconds."
    #expect(verdict(429, throttled) == .again(after: 3_600, reason: reason))
    #expect(verdict(429, throttled, ["retry-after": "2"]) == .again(after: 2, reason: reason))
    #expect(
      verdict(429, #"{"detail":"Expected available in 1 second."}"#)
        == .again(after: 1, reason: "status 429, Expected available in 1 second."))
    #expect(
      verdict(429, #"{"detail":"Slow down"}"#)
        == .again(after: nil, reason: "status 429, Slow down"))
    #expect(
      verdict(429, "<html>Cloudflare") == .again(after: nil, reason: "status 429, a web page"))
    #expect(
      verdict(429, #"{"detail":"in 9e999 seconds"}"#)
        == .again(after: nil, reason: "status 429, in 9e999 seconds"))
  }

  @Test(arguments: [
    (
      401, #"{"detail":"page_size may not exceed 20 for anonymous requests"}"#,
      "page_size may not exceed 20 for anonymous requests"
    ),
    (
      400, #"{"detail":{"page":["A valid integer is required."],"q":["Too long."]}}"#,
      "page: A valid integer is required.; q: Too long."
    ),
    (400, #"{"detail":{"license":"not one"}}"#, "license: not one"),
    (200, "<html>Log in to the network</html>", "a web page instead of JSON"),
    (418, #"{"error":"x"}"#, "x"),
  ])
  func `a refusal is passed on in the service's words`(
    status: Int, body: String, message: String
  ) {
    #expect(verdict(status, body) == .failed(status: status, message: message))
  }

  @Test func `what is not there is absent`() {
    #expect(
      verdict(404, #"{"detail":"No Image matches the given query."}"#)
        == .absent("No Image matches the given query."))
  }

  @Test func `a message from strangers stays short and on one line`() {
    let body = "{\"detail\":\"\(String(repeating: "a\\n", count: 5_000))\"}"
    guard case .failed(_, let message) = verdict(400, body) else {
      Issue.record("a refusal is a failure")
      return
    }
    #expect(message.count <= 201 && !message.contains("\n"))
  }
}
