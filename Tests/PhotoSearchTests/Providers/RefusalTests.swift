import Foundation
import Testing

@testable import PhotoSearch

/// What is peculiar to a service's refusals; what all of them have in common is in the contract
@Suite struct RefusalTests {
  // In a body, % stands for the words that are told.

  private static let spent: [(String, Int, String, HTTPHeaders, ReplyVerdict)] = [
    (
      "unsplash", 403, "Rate Limit Exceeded", ["Content-Type": "application/json"],
      .spent(until: nil)
    ),
    ("unsplash", 403, "rate limit exceeded\n", [:], .spent(until: nil)),
    ("unsplash", 403, "{}", ["X-RATELIMIT-REMAINING": "0"], .spent(until: nil)),
    (
      "unsplash", 403, "{}", ["X-Ratelimit-Remaining": "0", "Retry-After": "120"],
      .spent(until: 120)
    ),
    (
      "unsplash", 403, #"{"errors":["no"]}"#, ["X-Ratelimit-Remaining": "9"],
      .failed(status: 403, message: "no")
    ),
    ("unsplash", 200, "{}", ["X-Ratelimit-Remaining": "0"], .page),
    ("unsplash", 500, #"{"errors":["oops"]}"#, [:], .again(after: nil, reason: "status 500, oops")),
    ("unsplash", 429, "Too many", [:], .spent(until: nil)),
    ("pexels", 429, "", [:], .spent(until: nil)),
    ("pixabay", 429, "Too many", [:], .spent(until: nil)),
    ("pixabay", 429, "Too many", ["X-RateLimit-Reset": "soon"], .spent(until: nil)),
    (
      "pixabay", 429, "Too many", ["X-RateLimit-Reset": "42"], .again(after: 42, reason: "Too many")
    ),
    ("searxng", 429, "Too Many Requests", [:], .spent(until: nil)),
  ]

  private static let refused: [(String, Int, String, String)] = [
    ("unsplash", 401, #"{"errors":["%"]}"#, "OAuth error: The access token is invalid"),
    ("pexels", 401, #"{"code":"Unauthorized","message":"%"}"#, "Invalid API key"),
    ("pexels", 403, #"{"error":"%"}"#, "Access disallowed"),
    (
      "pixabay", 400, "[ERROR 400] %", "Invalid or missing API key (https://pixabay.com/api/docs/)."
    ),
  ]

  private static let absent: [(String, Int, String, String)] = [
    ("unsplash", 404, #"{"errors":["%"]}"#, "Couldn't find User"),
    ("pexels", 404, #"{"status":404,"error":"%"}"#, "Not Found"),
    ("pixabay", 400, "[ERROR 400] %", "\"id\" is invalid."),
    ("openverse", 404, #"{"detail":"%"}"#, "No Image matches the given query."),
    ("finna", 400, #"{"status":"ERROR","statusMessage":"%"}"#, "Error loading record"),
  ]

  private static let failed: [(String, Int, String, String)] = [
    ("unsplash", 404, "<html>", "a web page"), ("flickr", 404, "<html>", "a web page"),
    ("pexels", 403, "<html>", "a web page"), ("wikimedia", 404, "<html>", "a web page"),
    ("unsplash", 410, #"{"errors":["%"]}"#, "Query flagged as spam"),
    ("unsplash", 422, #"{"errors":["too long","too odd"]}"#, "too long; too odd"),
    ("unsplash", 400, #"{"errors":"%"}"#, "query is missing"),
    ("unsplash", 400, "%", #"{"errors":{}}"#), ("unsplash", 400, "%", #"{"errors":["#),
    ("unsplash", 400, "", "no reason given"),
    ("flickr", 200, #"{"stat":"fail"}"#, "no reason given"),
    ("pixabay", 400, "[ERROR 400] %", "\"per_page\" is out of valid range."),
    ("openverse", 401, #"{"detail":"%"}"#, "page_size may not exceed 20 for anonymous requests"),
    (
      "openverse", 400, #"{"detail":{"page":["A valid integer is required."],"q":["Too long."]}}"#,
      "page: A valid integer is required.; q: Too long."
    ),
    ("openverse", 400, #"{"detail":{"license":"not one"}}"#, "license: not one"),
    ("openverse", 418, #"{"error":"%"}"#, "x"),
    ("wikimedia", 200, error("badvalue", "No <b>such</b> value"), "badvalue: No such value"),
    ("wikimedia", 200, #"{"error":{}}"#, "an error without a name"),
    ("wikimedia", 200, #"{"error":[7]}"#, "an error without a name"),
    ("finna", 400, #"{"status":"ERROR","statusMessage":"%"}"#, "Invalid search"),
    ("searxng", 400, #"{"error":"%"}"#, "No query"),
    ("nasa", 400, #"{"reason":"%"}"#, "Expected 'q'"),
    ("wordpress", 400, #"{"code":"rest_invalid_param","message":"%"}"#, "per_page"),
  ]

  private func expect(
    _ verdict: ReplyVerdict, of service: String, _ status: Int, _ body: String,
    _ headers: HTTPHeaders = [:]
  ) {
    for adapter in ProviderCatalog.adapters where adapter.profile.service == service {
      let found = adapter.init(key: "key").verdict(status, body, headers)
      #expect(found == verdict, "\(adapter.profile.id)")
    }
  }

  @Test(arguments: spent)
  func `a spent quota is told from other refusals, with its end if that is said`(
    service: String, status: Int, body: String, headers: HTTPHeaders, verdict: ReplyVerdict
  ) { expect(verdict, of: service, status, body, headers) }

  @Test(
    arguments: [
      ("Request was throttled. Expected available in 3600 seconds.", [:], 3_600),
      ("Request was throttled. Expected available in 3600 seconds.", ["retry-after": "2"], 2),
      ("Expected available in 1 second.", [:], 1), ("Slow down", [:], nil),
      ("in 9e999 seconds", [:], nil),
    ] as [(String, HTTPHeaders, Double?)])
  func `Openverse says when to ask again, in words or in a field`(
    words: String, headers: HTTPHeaders, wait: Double?
  ) {
    let again = ReplyVerdict.again(after: wait, reason: "status 429, \(words)")
    expect(again, of: "openverse", 429, "{\"detail\":\"\(words)\"}", headers)
    let page = ReplyVerdict.again(after: nil, reason: "status 429, a web page")
    expect(page, of: "openverse", 429, "<html>Cloudflare")
  }

  @Test(arguments: refused)
  func `a key that is refused is told in the service's words`(
    service: String, status: Int, body: String, words: String
  ) { expect(.refused(words), of: service, status, body.replacing("%", with: words)) }

  @Test(arguments: absent)
  func `what is not there is told in the service's words`(
    service: String, status: Int, body: String, words: String
  ) { expect(.absent(words), of: service, status, body.replacing("%", with: words)) }

  @Test(arguments: failed)
  func `another refusal is passed on in the service's words`(
    service: String, status: Int, body: String, words: String
  ) {
    let failed = ReplyVerdict.failed(status: status, message: words)
    expect(failed, of: service, status, body.replacing("%", with: words))
  }

  @Test(arguments: [
    ("openverse", #"{"results":[]}"#), ("wikimedia", #"{"batchcomplete":true}"#),
    ("flickr", #"{"photos":{"photo":[{"id":"1","title":"\"stat\":\"fail\""}]},"stat":"ok"}"#),
    ("wikimedia", #"{"query":{"pages":[{"title":"\"error\""}]}}"#),
    ("wikimedia", #"{"query":{"pages":[{"error":{"code":"maxlag"}}]}}"#),
    ("wikimedia", #"{"error":null}"#),
  ])
  func `a reply without an error is a page, whatever its type and its words`(
    service: String, body: String
  ) { expect(.page, of: service, 200, body, ["Content-Type": "text/html"]) }

  @Test func `a message from strangers stays short and on one line`() {
    let body = "{\"detail\":\"\(String(repeating: "a\\n", count: 5_000))\"}"
    guard case .failed(_, let message) = Openverse().verdict(400, body) else {
      Issue.record("a refusal is a failure")
      return
    }
    #expect(message.count <= 201 && !message.contains("\n"))
  }

  // MARK: Errors with status 200

  private static let again: @Sendable (String) -> ReplyVerdict = { .again(after: nil, reason: $0) }

  private static func failure(_ status: Int) -> @Sendable (String) -> ReplyVerdict {
    { .failed(status: status, message: $0) }
  }

  @Test(
    arguments: [
      (0, "Sorry, the Flickr API service is not currently available.", again),
      (10, "Search is down", again), (105, "Service currently unavailable", again),
      (201, "Sorry, not currently available.", again),
      (999, "Service currently unavailable", again),
      (100, "Invalid API Key (Key has expired)", { @Sendable words in .refused(words) }),
      (1, "Photo not found", { @Sendable words in .absent(words) }),
      (1, "User not found", { @Sendable words in .absent(words) }),
      (1, "Required parameter missing", failure(1)), (1, "Photoset not found", failure(1)),
      (2, "Permission denied", failure(2)), (112, "No method", failure(112)),
      (3, "Parameterless searches have been disabled.", failure(3)),
      // Left to the page
      (20, "Excessive photo offset in search", { @Sendable _ in .page }),
    ] as [(Int, String, @Sendable (String) -> ReplyVerdict)])
  func `what Flickr says is understood in each of the forms it says things in`(
    code: Int, message: String, verdict: @Sendable (String) -> ReplyVerdict
  ) {
    for body in [
      "{\"stat\":\"fail\", \"code\":\(code), \"message\":\"\(message)\"}",
      "jsonFlickrApi({\"stat\":\"fail\",\"code\":\"\(code)\",\"message\":\"\(message)\"})",
      "{\"stat\":\"fail\",\"message\":\"\(message)\",\"code\":\(code)},",
      "<?xml version=\"1.0\"?>\n<rsp stat=\"fail\">\n<err code=\"\(code)\" msg=\"\(message)\" />",
    ] { expect(verdict(message), of: "flickr", 200, body) }
  }

  private static func error(_ code: String, _ info: String = "Why") -> String {
    #"{"error":{"code":"\#(code)","info":"\#(info)"},"servedby":"mw1"}"#
  }

  @Test(arguments: [
    "maxlag", "ratelimited", "readonly", "internal_api_error_DBQueryError",
    "cirrussearch-too-busy-error", "cirrussearch-backend-error",
  ])
  func `an error of Commons that passes is asked again`(code: String) {
    for (headers, wait) in [(["Retry-After": "5"], 5), ([:], nil)] as [(HTTPHeaders, Double?)] {
      let again = ReplyVerdict.again(after: wait, reason: "\(code): Why")
      expect(again, of: "wikimedia", 200, Self.error(code), headers)
    }
  }

  @Test func `an error of Commons far down is found by its header`() {
    let body =
      #"{"warnings":""# + String(repeating: "x", count: 2_000) + #"","error":{"code":"maxlag"}}"#
    let again = ReplyVerdict.again(after: nil, reason: "maxlag")
    expect(again, of: "wikimedia", 200, body, ["mediawiki-api-error": "maxlag"])
  }

  @Test func `a refusal of Commons says what the service wants to know`() throws {
    guard case .failed(403, let message) = WikimediaCommons().verdict(403, "<html>"),
      case .again(after: 60, let reason) = WikimediaCommons().verdict(
        429, "", ["Retry-After": "60"])
    else {
      Issue.record("403 is a failure, and 429 is asked again after the stated wait")
      return
    }
    #expect(message.contains("User-Agent") && reason.contains("User-Agent"))
  }
}

/// Refusals that the real services gave
@Suite(.enabled(if: Recordings.areThere, Recordings.skipped))
struct RecordedRefusalTests {
  private static func refused(_ key: KeyRequirement?, _ message: String) -> ProviderError.Reason {
    .keyRefused(
      variable: key?.variable ?? "", address: key?.address ?? URL(filePath: "/"), message: message)
  }

  @Test(
    arguments: [
      (.flickr, "flickr-error-1", .refused("Invalid API Key (Key has invalid format)")),
      (.unsplash, "unsplash-error-1", .absent("Couldn't find Photo")),
      (.unsplash, "unsplash-error-2", .refused("OAuth error: The access token is invalid")),
    ] as [(ProviderID, String, ReplyVerdict)])
  func `a refusal is told from a page`(id: ProviderID, name: String, verdict: ReplyVerdict) throws {
    #expect(try id.adapter.verdict(on: Recordings.reply(name)) == verdict)
  }

  @Test(
    arguments: [
      (
        .flickr, "flickr-error-4",
        .again(
          after: nil, reason: "Sorry, the Flickr API service is not currently available.")
      ),
      (.flickr, "flickr-error-5", .failed(status: 1, message: "Required parameter missing")),
      (.unsplash, "unsplash-error-4", .spent(until: nil)),
    ] as [(ProviderID, String, ReplyVerdict)])
  func `a refusal that is no JSON is told from a page`(
    id: ProviderID, name: String, verdict: ReplyVerdict
  ) throws { #expect(try id.adapter.verdict(on: Recordings.exchange(name)) == verdict) }

  @Test(
    arguments: [
      (
        .pexels, "refused",
        refused(PexelsSearch.profile.key, "Access to this API has been disallowed")
      ),
      (
        .pixabay, "refused",
        refused(
          PixabaySearch.profile.key, "Invalid or missing API key (https://pixabay.com/api/docs/).")
      ),
      (.pixabay, "limited", .quotaSpent(until: nil)),
      (.searxng, "limited", .quotaSpent(until: nil)),
    ] as [(ProviderID, String, ProviderError.Reason)])
  func `a wrong key and a spent quota are told from each other`(
    id: ProviderID, words: String, reason: ProviderError.Reason
  ) async throws {
    let answer = try await Recordings.answer(to: words, of: id.adapter)
    #expect(throws: ProviderError(id, reason)) { try answer.get() }
  }
}
