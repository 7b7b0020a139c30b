import Foundation
import Testing

@testable import PhotoSearch

@Suite struct LiveRedirectRuleTests {
  private static let rule = RedirectRule(keyParameters: ["api_key"])

  @Test(arguments: [
    ("https://api.example/b?api_key=SECRET", "https://api.example/b?api_key=SECRET"),
    ("b?q=1#part", "https://api.example/photos/b?q=1#part"),
    ("//api.example/b", "https://api.example/b"),
    ("https://API.example:443/b?api_key=SECRET", "https://API.example:443/b?api_key=SECRET"),
  ])
  func `within an origin the request goes on as it is`(location: String, url: String) throws {
    let next = try #require(try next(location))
    #expect((next.url.absoluteString, next.headers["Authorization"]) == (url, "Client-ID SECRET"))
    #expect(next.headers["Accept-Version"] == "v1")
  }

  @Test(arguments: [
    ("https://cdn.example/b?api_key=SECRET", "https://cdn.example/b"),
    ("https://cdn.example/b?a=1&API%5FKEY=SECRET&b=%26", "https://cdn.example/b?a=1&b=%26"),
    ("https://api.example:8443/b?a=1", "https://api.example:8443/b?a=1"),
    ("https://api.example.evil.example/b", "https://api.example.evil.example/b"),
  ])
  func `to another origin nothing goes that may be a key`(location: String, url: String) throws {
    let next = try #require(try next(location))
    #expect(next.url.absoluteString == url)
    #expect(next.headers == ["Accept": "application/json", "User-Agent": "test/1"])
  }

  @Test(arguments: [
    "http://api.example/b", "http://cdn.example/b", "http://127.0.0.1/b", "http://localhost/b",
    "ftp://api.example/b", "file:///etc/passwd", "data:text/plain,x", "mailto:a@example.com",
    "https://cdn.example/SECRET", "https://cdn.example/?other=SECRET",
    "https://cdn.example/?other=S%45CRET", "https://SECRET@cdn.example/",
    "https://cdn.example/?other=U0VDUkVU",
    "https://cdn.example/?other=eHhTRUNSRVR4eA", "https://SECRET.example/",
    "https://api.example@evil.example/b", "https://me:word@api.example/b",
  ])
  func `from https only https is followed, and never with the key inside`(location: String) {
    expectRefusal(of: location)
  }

  @Test(arguments: [
    "http://example.com/a?api_key=SECRET", "https://example.com/a?api_key=SECRET",
    "//example.com:81/", "ftp://127.0.0.1/", "file:///etc/passwd",
    "http://127.0.0.2/?q=SECRE%54", "http://127.0.0.2/#SECRET",
  ])
  func `from this machine nothing leads away from it, and never with the key inside`(
    location: String
  ) { expectRefusal(of: location, from: "http://127.0.0.1:80") }

  private func expectRefusal(
    of location: String, from origin: String = "https://api.example",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: TransportError.self, sourceLocation: sourceLocation) {
      try next(location, from: origin)
    }
    guard case .forbidden(let address, _) = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    #expect(!address.lowercased().contains("secret"), sourceLocation: sourceLocation)
  }

  @Test func `the sixth redirect is not followed`() throws {
    #expect(try next("b", followed: 4) != nil)
    #expect(throws: TransportError.self) { try next("b", followed: 5) }
  }

  @Test(arguments: [200, 300, 304, 400])
  func `other replies are answers`(status: Int) throws {
    #expect(try next("https://cdn.example/b", status: status) == nil)
  }

  @Test func `a redirect without an address is an answer`() throws {
    let request = Self.request("GET")
    let response = WebReply(status: 302)
    #expect(try Self.rule.next(after: response, to: request, followed: 0) == nil)
  }

  @Test func `what is not read is not sent again elsewhere`() throws {
    #expect(try next("https://cdn.example/b", method: "POST") == nil)
    #expect(try next("https://cdn.example/b", method: "HEAD")?.method == "HEAD")
  }

  @Test(arguments: [
    ("http://127.0.0.1:80/", true), ("http://127.255.0.9/", true), ("http://[::1]:8080/", true),
    ("http://LOCALHOST/", true), ("http://api.localhost/", true),
    ("http://128.0.0.1/", false), ("http://127.0.0.1.example/", false), ("http://127.1/", false),
    ("http://127.0.0.256/", false), ("http://localhost.example/", false), ("http://[::2]/", false),
    ("http://notlocalhost/", false), ("http://0.0.0.0/", false), ("http://127.0.0.+1/", false),
  ])
  func `this machine is told from others that look like it`(text: String, isLoopback: Bool) throws {
    let url = try #require(URL(string: text))
    #expect(Origin(url).isLoopback == isLoopback)
  }

  private func next(
    _ location: String, status: Int = 302, method: String = "GET", followed: Int = 0,
    from origin: String = "https://api.example"
  ) throws -> WebRequest? {
    let response = WebReply(status: status, headers: ["Location": location])
    let request = Self.request(method, origin)
    return try Self.rule.next(after: response, to: request, followed: followed)
  }

  private static func request(
    _ method: String, _ origin: String = "https://api.example"
  ) -> WebRequest {
    WebRequest(
      method: method, url: URL(string: "\(origin)/photos/a?api_key=SECRET&q=1")!,
      headers: [
        "Authorization": "Client-ID SECRET", "Accept": "application/json", "Accept-Version": "v1",
        "User-Agent": "test/1", "X-Api-Key": "SECRET", "Cookie": "session=SECRET",
      ])
  }
}
