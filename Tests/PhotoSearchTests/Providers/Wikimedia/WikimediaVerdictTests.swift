@testable import PhotoSearch
import Testing

@Suite struct WikimediaVerdictTests {
  private func verdict(_ status: Int, _ body: String, _ headers: HTTPHeaders = [:]) -> ReplyVerdict
  {
    WikimediaCommons().verdict(status, body, headers)
  }

  private func error(_ code: String, _ info: String = "Why") -> String {
    #"{"error":{"code":"\#(code)","info":"\#(info)"},"servedby":"mw1"}"#
  }

  @Test(arguments: [
    #"{"batchcomplete":true}"#, #"{"query":{"pages":[{"title":"\"error\""}]}}"#,
    #"{"query":{"pages":[{"error":{"code":"maxlag"}}]}}"#, #"{"error":null}"#,
  ])
  func `a reply without an error is a page`(body: String) { #expect(verdict(200, body) == .page) }

  @Test(arguments: [
    "maxlag", "ratelimited", "readonly", "internal_api_error_DBQueryError",
    "cirrussearch-too-busy-error", "cirrussearch-backend-error",
  ])
  func `an error that passes is asked again, though its status is 200`(code: String) {
    #expect(
      (verdict(200, error(code), ["Retry-After": "5"]), verdict(200, error(code)))
        == (.again(after: 5, reason: "\(code): Why"), .again(after: nil, reason: "\(code): Why")))
  }

  @Test func `another error is passed on in the service's words`() {
    #expect(
      verdict(200, error("badvalue", "No <b>such</b> value"))
        == .failed(status: 200, message: "badvalue: No such value"))
    #expect(
      verdict(200, #"{"error":{}}"#) == .failed(status: 200, message: "an error without a name"))
    #expect(
      verdict(200, #"{"error":[7]}"#) == .failed(status: 200, message: "an error without a name"))
    #expect(verdict(404, "<html>") == .failed(status: 404, message: "a web page"))
  }

  @Test func `an error far down is found by its header`() {
    let body =
      #"{"warnings":""# + String(repeating: "x", count: 2_000) + #"","error":{"code":"maxlag"}}"#
    #expect(
      verdict(200, body, ["mediawiki-api-error": "maxlag"]) == .again(after: nil, reason: "maxlag"))
  }

  @Test func `a refusal says what the service wants to know`() throws {
    guard case .failed(403, let message) = verdict(403, "<html>") else {
      Issue.record("403 is a failure")
      return
    }
    #expect(message.contains("User-Agent"))
    guard case .again(after: 60, let reason) = verdict(429, "", ["Retry-After": "60"]) else {
      Issue.record("429 is asked again after the stated wait")
      return
    }
    #expect(reason.contains("User-Agent"))
  }
}
