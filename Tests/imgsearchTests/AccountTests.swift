import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// An account of Openverse: its two parts are tried together, and its token stays on this machine
struct AccountTests {
  private static let id = "client-0f-mine"
  private static let secret = "s3cret-0f-mine"

  private let server: ScriptedServer
  private let home: Home

  /// Openverse with two photos, which gives a token for this id and secret
  init() throws {
    let photos = OpenverseDouble(titles: ["one", "two"])
    server = try ScriptedServer(lifetime: 110) { request in
      guard request.url.path.contains("/auth_tokens/token") else {
        return photos.answer(to: request)
      }
      let isRight =
        request.method == "POST"
        && request.form == "grant_type=client_credentials&client_id=\(Self.id)"
          + "&client_secret=\(Self.secret)"
      return isRight
        ? .json(#"{"access_token":"t0ken-0f-theirs","token_type":"Bearer","expires_in":36000}"#)
        : .json(#"{"error":"invalid_client"}"#, status: 401)
    }
    home = Home(["OPENVERSE_API_URL": server.url("/v1").absoluteString])
  }

  @Test func `both parts are asked for and tried, and a wrong one isn't kept`() throws {
    try home.process("keys", "set", "openverse", input: "\(Self.id)\nwrong-secret\n").ended(
      with: 77, saying: "OPENVERSE_CLIENT_ID and OPENVERSE_CLIENT_SECRET", "it wasn't kept")
    try home.process("keys", "set", "openverse", input: "\(Self.id)\n").ended(
      with: 64, saying: "OPENVERSE_CLIENT_SECRET is missing")
    #expect(!home.has(".config/imgsearch/keys.json"))
    let right = try home.process(
      "keys", "set", "openverse", "-v", input: "\(Self.id)\n\(Self.secret)\n"
    ).ended(saying: "openverse: the account is accepted")
    #expect(try home.text(".config/imgsearch/keys.json").contains(Self.secret))
    #expect(![Self.secret, "t0ken"].contains(where: (right.errors + right.output).contains))
    #expect(server.requests.allSatisfy { !$0.url.absoluteString.contains(Self.secret) })
  }

  @Test func `a token serves the next run, is in no recording, and is removed with the account`()
    throws
  {
    let both = "\(Self.id)\n\(Self.secret)\n"
    try home.process("keys", "set", "openverse", input: both).ended()
    let path = home.path(".cache/imgsearch/tokens.json")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    let har = home.path("a.har")
    let search = try home.process(
      "kittens", "-p", "openverse", "-n", "2", "-v", "--refresh", "--record", har, "-f", "json"
    ).ended()
    #expect(server.requests.filter { $0.method == "POST" }.count == 1)
    let bearers = server.requests.compactMap { $0.headers["Authorization"] }
    #expect(!bearers.isEmpty && Set(bearers) == ["Bearer t0ken-0f-theirs"])
    let seen = search.output + search.errors + (try home.text("a.har"))
    #expect(!["t0ken", Self.id, Self.secret].contains(where: seen.contains))
    #expect(try home.process("keys", "test", "openverse").output.contains("accepted"))
    try home.process("keys", "remove", "openverse").ended()
    #expect(try !home.text(".cache/imgsearch/tokens.json").contains("t0ken"))
    let keys = try home.text(".config/imgsearch/keys.json")
    #expect(!keys.contains(Self.id) && !keys.contains(Self.secret))
  }

  @Test(arguments: [true, false])
  func `its shield's refusal is said once, names the network, and isn't tried again`(
    hasAccount: Bool
  ) async throws {
    let server = try ScriptedServer(lifetime: 110) { _ in
      .text("<!DOCTYPE html><title>Attention Required! | Cloudflare</title>", status: 403)
    }
    let home = Home(["OPENVERSE_API_URL": server.url("/v1").absoluteString])
    if hasAccount {
      try home.write(
        #"{"OPENVERSE_CLIENT_ID":"\#(Self.id)","OPENVERSE_CLIENT_SECRET":"\#(Self.secret)"}"#,
        to: ".config/imgsearch/keys.json", permissions: 0o600)
    }
    let search = try await home.run("kittens", "-p", "openverse").ended(with: 69, printing: "")
    #expect(search.errors.components(separatedBy: "refuses this network").count == 2)
    #expect(!search.errors.contains("keys set"))
    #expect(server.requests.filter { $0.method == "GET" }.count == 1)
    #expect(server.requests.filter { $0.method == "POST" }.count == (hasAccount ? 1 : 0))
  }

  @Test func `a search with a wrong secret says so, and goes on`() throws {
    try home.write(
      #"{"OPENVERSE_CLIENT_ID":"\#(Self.id)","OPENVERSE_CLIENT_SECRET":"wrong-secret"}"#,
      to: ".config/imgsearch/keys.json", permissions: 0o600)
    let search = try home.process("kittens", "-p", "openverse", "-n", "2", "-f", "urls").ended(
      saying: "its account isn't accepted (401, invalid_client)",
      "OPENVERSE_CLIENT_ID and OPENVERSE_CLIENT_SECRET")
    #expect(search.lines.count >= 2)
  }
}
