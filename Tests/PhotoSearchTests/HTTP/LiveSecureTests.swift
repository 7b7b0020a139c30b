import Foundation
import LoopbackServer
import PhotoSearch
import Testing

extension LiveTests {
  /// https, and proxies
  @Suite struct Secure {
    static let hasOpenSSL = isThere("openssl")
    static let hasNginx = hasOpenSSL && isThere("nginx")

    private static func isThere(_ program: String) -> Bool {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      return "\(path):/usr/sbin".split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
      }
    }

    @Test(.enabled(if: hasOpenSSL, "openssl is not there"), arguments: ["localhost", "127.0.0.1"])
    func `a certificate of an authority that SSL_CERT_FILE names is accepted`(host: String)
      async throws
    {
      let server = try SecureServer(.openssl)
      defer { server.stop() }
      let reply = try await reply(from: server.url(host), ["SSL_CERT_FILE": server.authorities])
      #expect(reply.status == 200 && !reply.body.isEmpty)
    }

    @Test(
      .enabled(if: hasOpenSSL, "openssl is not there"),
      arguments: [
        (TestCertificate.expired, "its certificate has expired"),
        (.otherName, "its certificate is for another name"),
        (.selfSigned, "its certificate is signed by itself"),
      ])
    func `a certificate that is wrong is refused, and why is said`(
      certificate: TestCertificate, reason: String
    ) async throws {
      let server = try SecureServer(.openssl, certificate)
      defer { server.stop() }
      await #expect(throws: TransportError.unreachable(host: "localhost", reason: reason)) {
        try await reply(from: server.url(), ["SSL_CERT_FILE": server.authorities])
      }
    }

    @Test(.enabled(if: hasOpenSSL, "openssl is not there"))
    func `an authority that nobody has named is not known`() async throws {
      let server = try SecureServer(.openssl)
      defer { server.stop() }
      let error = await #expect(throws: TransportError.self) {
        try await reply(from: server.url(), [:])
      }
      #expect("\(try #require(error))".contains("signed by nobody that this machine trusts"))
      let missing = await #expect(throws: TransportError.self) {
        try await reply(from: server.url(), ["SSL_CERT_FILE": "/no/such/file.pem"])
      }
      #expect("\(try #require(missing))".contains("SSL_CERT_FILE"))
    }

    @Test func `plain text where https was asked for is no secure connection`() async throws {
      try await withServer(answering: .text("kittens")) { server in
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
        await #expect(
          throws: TransportError.unreachable(
            host: "127.0.0.1", reason: "no secure connection can be made")
        ) { try await reply(from: url, [:]) }
      }
    }

    @Test(.enabled(if: hasNginx, "nginx is not there"))
    func `HTTP/2 is spoken where it is offered, over one connection`() async throws {
      let server = try SecureServer(.nginx)
      defer { server.stop() }
      let transport = LiveTransport(environment: ["SSL_CERT_FILE": server.authorities])
      defer { transport.close() }
      for _ in 1...3 {
        let reply = try await transport.send(WebRequest(url: server.url()))
        #expect((reply.headers["X-Protocol"], reply.body) == ("HTTP/2.0", Data("kittens".utf8)))
      }
    }

    @Test func `a proxy of http is for others: this machine is asked itself`() async throws {
      try await withServer(answering: .text("kittens")) { server in
        let proxy = try ScriptedServer { _ in .text("a proxy") }
        defer { proxy.stop() }
        let address = proxy.url("").absoluteString
        let environment = Dictionary(
          uniqueKeysWithValues: ["http", "https", "all"].flatMap {
            [("\($0)_proxy", address), ("\($0.uppercased())_PROXY", address)]
          })
        let reply = try await reply(from: server.url("/?api_key=SECRET"), environment)
        #expect(reply.body == Data("kittens".utf8) && proxy.requests.isEmpty)
      }
    }

    @Test func `a proxy of https learns the host and nothing else, and no_proxy spares it`()
      async throws
    {
      let proxy = try ScriptedServer { _ in .text("go away", status: 403) }
      defer { proxy.stop() }
      let url = try #require(URL(string: "https://photos.invalid/?api_key=SECRET"))
      var environment = ["https_proxy": proxy.url("").absoluteString]
      await #expect(
        throws: TransportError.unreachable(
          host: "photos.invalid", reason: "the proxy of https_proxy refused it (403)")
      ) { try await reply(from: url, environment) }
      #expect(proxy.requests.map(\.method) == ["CONNECT"])
      #expect(!"\(proxy.requests)".contains("SECRET"))
      environment["no_proxy"] = ".invalid"
      await #expect(
        throws: TransportError.unreachable(
          host: "photos.invalid", reason: "there is no such host, or no network")
      ) { try await reply(from: url, environment) }
      #expect(proxy.requests.count == 1)
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\u{0}b"])
    func `a field with a line break in it is not sent`(value: String) async throws {
      try await withClient(answering: .text("kittens")) { server, transport in
        await #expect(throws: TransportError.self) {
          try await transport.send(WebRequest(url: server.url(), headers: ["Authorization": value]))
        }
        #expect(server.requests.isEmpty)
      }
    }

    private func reply(
      from url: URL, _ environment: [String: String]
    ) async throws -> WebReply {
      try await send(url, over: LiveTransport(environment: environment))
    }
  }
}
