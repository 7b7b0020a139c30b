import Foundation
import PhotoSearch
import Testing

/// What every provider promises about replies that are no page
@Suite struct ProviderVerdictContractTests {
  private static let needingKeys = ProviderSample.all.filter { $0.keyed.profile.key != nil }

  private func reply(
    _ status: Int, _ body: String = "", _ headers: HTTPHeaders = [:]
  ) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: Data(body.utf8))
  }

  @Test(arguments: ProviderSample.all, [500, 502, 503, 504, 408])
  func `a service that is out of order is asked again`(
    sample: ProviderSample, status: Int
  ) throws {
    for body in ["", "<html>Bad gateway</html>", "{}", "busy"] {
      guard case .again(nil, let reason) = sample.keyed.verdict(on: reply(status, body)) else {
        Issue.record("\(status) with '\(body)' is not asked again")
        return
      }
      #expect(!reason.isEmpty && reason.count < 150)
    }
  }

  @Test(
    arguments: ProviderSample.all,
    [
      ("0", 0.0), ("7", 7), ("3600", 3_600), ("Sat, 21 Nov 2026 10:00:30 GMT", 30),
      ("Sat, 21 Nov 2026 09:00:00 GMT", 0),
    ])
  func `a stated wait is kept to`(sample: ProviderSample, wait: (text: String, seconds: Double)) {
    let headers: HTTPHeaders = [
      "retry-after": wait.text, "Date": "Sat, 21 Nov 2026 10:00:00 GMT",
    ]
    for status in [429, 503] {
      let verdict = sample.keyed.verdict(on: reply(status, "<html>slow down</html>", headers))
      guard case .again(let after, _) = verdict else {
        Issue.record("\(status) is \(verdict)")
        continue
      }
      #expect(after == wait.seconds)
    }
  }

  @Test(arguments: ProviderSample.all)
  func `a web page instead of JSON is no page`(sample: ProviderSample) {
    let verdict = sample.keyed.verdict(
      on: reply(200, "\n<!DOCTYPE html><html>Welcome to our network</html>"))
    guard case .failed(200, let message) = verdict else {
      Issue.record("it is \(verdict)")
      return
    }
    #expect(message == "a web page instead of JSON")
  }

  @Test(arguments: ProviderSample.all)
  func `a reply without a body is asked for again`(sample: ProviderSample) {
    #expect(sample.keyed.verdict(on: reply(200)) == .again(after: nil, reason: "an empty reply"))
  }

  @Test(arguments: needingKeys)
  func `a key that is not accepted is told from the rest`(sample: ProviderSample) {
    guard case .refused(let message) = sample.keyed.verdict(on: reply(401, "{\"errors\":[\"no\"]}"))
    else {
      Issue.record("401 is not a refusal")
      return
    }
    #expect(!message.isEmpty)
  }

  @Test(arguments: needingKeys, [400, 401, 403, 404, 410, 429, 500])
  func `no verdict repeats the key`(sample: ProviderSample, status: Int) {
    let key = ProviderSample.key
    for body in [
      "bad key \(key)", "{\"errors\":[\"\(key) is bad\"]}",
      "{\"stat\":\"fail\",\"code\":100,\"message\":\"\(key) is bad\"}",
      "<rsp stat=\"fail\"><err code=\"100\" msg=\"\(key) is bad\"/></rsp>",
    ] {
      for verdict in [
        sample.keyed.verdict(on: reply(status, body)), sample.keyed.verdict(on: reply(200, body)),
      ] {
        #expect(!"\(verdict)".contains(key))
      }
    }
  }

  @Test(arguments: ProviderSample.all, [400, 403, 410, 422, 301])
  func `other refusals keep their status and words`(sample: ProviderSample, status: Int) {
    let verdict = sample.keyed.verdict(on: reply(status, "because of reasons"))
    guard case .failed(status, let message) = verdict else {
      Issue.record("\(status) is \(verdict)")
      return
    }
    #expect(message.contains("because of reasons"))
  }
}
