import Foundation
@testable import PhotoSearch
import Testing

/// Unsplash's refusals
@Suite struct UnsplashVerdictTests {
  private func verdict(
    _ status: Int, _ body: String, _ headers: HTTPHeaders = [:]
  ) -> ReplyVerdict {
    let verdict = UnsplashSearch(key: nil).verdict(status, body, headers)
    #expect(verdict == UnsplashList(key: nil).verdict(status, body, headers))
    return verdict
  }

  @Test func `spent quota is told from other refusals`() {
    let json: HTTPHeaders = ["Content-Type": "application/json"]
    #expect(verdict(403, "Rate Limit Exceeded", json) == .spent(until: nil))
    #expect(verdict(403, "rate limit exceeded\n") == .spent(until: nil))
    #expect(verdict(403, "{}", ["X-RATELIMIT-REMAINING": "0"]) == .spent(until: nil))
    #expect(
      verdict(403, "{}", ["X-Ratelimit-Remaining": "0", "Retry-After": "120"])
        == .spent(until: 120))
    #expect(
      verdict(403, "{\"errors\":[\"Missing permissions\"]}", ["X-Ratelimit-Remaining": "9"])
        == .failed(status: 403, message: "Missing permissions"))
  }

  @Test func `the last request of a quota is a page`() {
    #expect(verdict(200, "{}", ["X-Ratelimit-Remaining": "0"]) == .page)
  }

  @Test func `too many requests without a stated wait spend the quota`() {
    #expect(verdict(429, "Too many") == .spent(until: nil))
  }

  @Test(arguments: [
    (
      401, #"{"errors":["OAuth error: The access token is invalid"]}"#,
      ReplyVerdict.refused("OAuth error: The access token is invalid")
    ),
    (404, #"{"errors":["Couldn't find User"]}"#, .absent("Couldn't find User")),
    (404, "<html>", .failed(status: 404, message: "a web page")),
    (
      410, #"{"errors":["Query flagged as spam"]}"#,
      .failed(status: 410, message: "Query flagged as spam")
    ),
    (
      422, #"{"errors":["too long","too odd"]}"#,
      .failed(status: 422, message: "too long; too odd")
    ),
    (400, #"{"errors":"query is missing"}"#, .failed(status: 400, message: "query is missing")),
    (400, #"{"errors":{}}"#, .failed(status: 400, message: #"{"errors":{}}"#)),
    (400, #"{"errors":["#, .failed(status: 400, message: #"{"errors":["#)),
    (400, "", .failed(status: 400, message: "no reason given")),
    (500, #"{"errors":["oops"]}"#, .again(after: nil, reason: "status 500, oops")),
  ])
  func `each refusal has its words`(status: Int, body: String, expected: ReplyVerdict) {
    #expect(verdict(status, body) == expected)
  }
}
