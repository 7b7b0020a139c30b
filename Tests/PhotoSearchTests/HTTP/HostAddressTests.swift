import Foundation
import LoopbackServer
import Testing

@testable import PhotoSearch

struct HostAddressTests {
  @Test(
    arguments: [
      // As people write it
      ("127.0.0.1", .machine), ("127.255.0.9", .machine), ("0.0.0.0", .machine),
      ("10.0.0.1", .privateNetwork), ("172.16.0.1", .privateNetwork),
      ("172.31.255.255", .privateNetwork), ("192.168.1.1", .privateNetwork),
      ("100.64.0.1", .privateNetwork), ("169.254.169.254", .privateNetwork),
      ("224.0.0.1", .reserved),
      ("255.255.255.255", .reserved),
      ("1.1.1.1", .internet), ("172.15.0.1", .internet), ("172.32.0.1", .internet),
      ("100.63.0.1", .internet), ("100.128.0.1", .internet), ("192.167.0.1", .internet),
      ("169.253.0.1", .internet), ("11.0.0.1", .internet), ("223.255.255.255", .internet),
      // As nobody does
      ("2130706433", .machine), ("0x7f000001", .machine), ("017700000001", .machine),
      ("127.1", .machine), ("127.0.1", .machine), ("0x7f.1", .machine), ("0X7F.0.0.1", .machine),
      ("0177.0.0.1", .machine), ("127.0.0.1.", .machine), ("0", .machine),
      ("10.1", .privateNetwork), ("0300.0250.1", .privateNetwork), ("3232235777", .privateNetwork),
      ("1", .machine), ("16843009", .internet),
      // Sixteen bytes
      ("::1", .machine), ("::", .machine), ("0:0:0:0:0:0:0:1", .machine),
      ("::ffff:127.0.0.1", .machine), ("::ffff:10.0.0.1", .privateNetwork),
      ("::FFFF:a00:1", .privateNetwork), ("::10.0.0.1", .privateNetwork),
      ("fe80::1", .privateNetwork), ("fe80::1%eth0", .privateNetwork), ("febf::1", .privateNetwork),
      ("fec0::1", .privateNetwork), ("fc00::1", .privateNetwork), ("fdff::1", .privateNetwork),
      ("ff02::1", .reserved), ("64:ff9b::7f00:1", .machine), ("64:ff9b:1::1", .privateNetwork),
      ("2002:a00:1::", .privateNetwork), ("2002:7f00:1::1", .machine),
      ("2606:4700::1111", .internet), ("::ffff:1.1.1.1", .internet),
      ("64:ff9b::101:101", .internet),
      ("2002:101:101::1", .internet), ("fbff::1", .internet),
    ] as [(String, HostAddress.NetworkScope)])
  func `an address tells where it leads`(text: String, scope: HostAddress.NetworkScope) {
    #expect(HostAddress(text)?.scope == scope)
  }

  @Test(arguments: [
    "example.org", "", ".", "1.2.3.4.5", "256.0.0.1", "1.2.3.256", "08.0.0.1", "0x7g", "+1", "-1",
    "4294967296", "1.16777216", "1..2", "127.0.0.1..", "1.2.3.4.example", "::g", "1:2", "[::1]",
    "١",
    "99999999999999999999999",
  ])
  func `what is no address is a name`(text: String) { #expect(HostAddress(text) == nil) }

  @Test(arguments: [
    "https://localhost/", "https://LOCALHOST./", "https://a.localhost/",
    "https://a.localhost.:8443/",
    "https://127.1/", "https://[::1]/", "https://[::ffff:7f00:1]:1/", "https://0.0.0.0/",
    "https://192.168.0.1/", "https://2852039166/",
  ])
  func `a host that isn't on the internet is told by its name, others may be asked`(text: String)
    throws
  {
    let url = try #require(URL(string: text))
    #expect(throws: TransportError.self) { try Origin(url).checkPublic() }
    for text in ["https://example.org/", "https://localhost.example/", "https://1.1.1.1/"] {
      try Origin(try #require(URL(string: text))).checkPublic()
    }
  }

  @Test func `of two ways to ask, each has its scope`() throws {
    func origin(_ text: String) throws -> Origin { Origin(try #require(URL(string: text))) }
    let (api, cdn) = (try origin("https://api.example"), try origin("https://cdn.example"))
    let here = try origin("http://127.0.0.1:8080")
    let (chosen, strange) = (NetworkBoundary(), NetworkBoundary(own: [here]))
    #expect(!chosen.isLimited(api, first: api) && chosen.isLimited(cdn, first: api))
    #expect(!chosen.isLimited(try origin("http://127.0.0.1:9090"), first: here))
    #expect(strange.isLimited(cdn, first: cdn) && !strange.isLimited(here, first: cdn))
    #expect(strange.isLimited(try origin("http://127.0.0.1:9090"), first: here))
  }
}

extension LiveTests {
  /// Addresses that replies name
  @Suite struct NetworkScope {
    @Test func `what strangers name is asked here only where an API is`() async throws {
      let (transport, other) = (LiveTransport(), try ScriptedServer { _ in .text("other") })
      defer {
        transport.close()
        other.stop()
      }
      try await withServer { request in
        request.url.path == "/away" ? .redirect(to: other.url().absoluteString) : .text("here")
      } _: { server in
        let strange = transport.limited(toInternetAnd: [Origin(server.url())])
        let here = try await strange.send(WebRequest(url: server.url()))
        #expect(here.status == 200)
        for url in [other.url(), server.url("/away")] {
          let error = await #expect(throws: TransportError.self) {
            try await strange.send(WebRequest(url: url))
          }
          let words = error.map { "\($0)" } ?? ""
          #expect(words.contains("isn't asked: it is this machine"))
        }
        #expect(other.requests.isEmpty)
        // What somebody chose leads on within this machine, as before.
        let away = try await transport.send(WebRequest(url: server.url("/away")))
        #expect(away.status == 200)
      }
    }

    #if os(Linux)
      @Test(arguments: [
        ("https://a.example/", "", "proxy", ""), ("https://a.example/", "b.example", "proxy", ""),
        ("https://a.example/", "b.example, A.example", "", ""),
        ("https://a.b.example/", ".b.example", "", ""),
        ("https://ab.example/", "b.example", "proxy", ""),
        ("https://a.example/", "*", "", ""), ("https://localhost/", "", "", ""),
      ])
      func `it is known whose socket is judged`(
        url: String, list: String, proxy: String, unproxied: String
      ) throws {
        let settings = CurlSettings(["https_proxy": "proxy", "no_proxy": list])
        let origin = Origin(try #require(URL(string: url)))
        let route = settings.route(to: origin, isLimited: true)
        #expect(route == (proxy, unproxied))
        let chosen = settings.route(to: origin, isLimited: false)
        #expect(chosen == (origin.isLoopback ? ("", "") : ("proxy", list)))
      }
    #endif

    /// A name of this machine that does not say so
    private static let name: String? = {
      let name = ProcessInfo.processInfo.hostName.lowercased()
      let isOther = !name.isEmpty && !name.hasPrefix("localhost") && HostAddress(name) == nil
      return isOther && Host(name: name).addresses.contains { HostAddress($0) != nil } ? name : nil
    }()

    @Test(.enabled(if: name != nil, "this machine has no name that leads to it"))
    func `a name that leads to this machine is not asked once it is looked up`() async throws {
      let transport = LiveTransport(environment: [:])
      defer { transport.close() }
      let name = try #require(Self.name)
      let url = try #require(URL(string: "https://\(name):9/"))
      let strange = await #expect(throws: TransportError.self) {
        try await transport.limited(toInternetAnd: []).send(WebRequest(url: url))
      }
      let reason = "its name leads to an address that isn't on the internet"
      #expect(strange == .forbidden(address: "https://\(name):9", reason: reason))
      let chosen = await #expect(throws: TransportError.self) {
        try await transport.send(WebRequest(url: url))
      }
      guard case .unreachable = chosen else {
        Issue.record("\(String(describing: chosen))")
        return
      }
    }
  }
}
