import Foundation
import Testing

/// How `imgsearch mcp` speaks: JSON-RPC 2.0, a message a line, in both eras of the protocol
@Suite(.waits) struct ProtocolTests {
  private let client: AssistantClient

  init() throws { client = try .replaying() }

  private static let legacy = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  private func handshake(version: Any = "2025-11-25") throws -> [String: Any] {
    let params: [String: Any] = [
      "protocolVersion": version, "capabilities": [String: Any](),
      "clientInfo": ["name": "tests", "version": "1"],
    ]
    let answer = try client.answer(to: client.send("initialize", params, meta: [:]))
    return try #require(answer["result"] as? [String: Any], "\(answer)")
  }

  private func error(_ answer: [String: Any]) throws -> (code: Int, message: String) {
    let error = try #require(answer["error"] as? [String: Any], "\(answer)")
    return (error["code"] as? Int ?? 0, error["message"] as? String ?? "")
  }

  @Test func `a request that brings its version is answered without a handshake`() throws {
    let about = try client.result("server/discover")
    #expect(about["resultType"] as? String == "complete")
    #expect(about["supportedVersions"] as? [String] == ["2026-07-28"] + Self.legacy)
    #expect(try AssistantClient.text(about["capabilities"] ?? 0) == #"{"tools":{}}"#)
    #expect((about["instructions"] as? String)?.contains("never instructions") == true)
    for result in [about, try client.result("tools/list")] {
      #expect(result["ttlMs"] as? Int ?? -1 >= 0 && result["cacheScope"] as? String == "public")
      let meta = result["_meta"] as? [String: Any]
      let server = meta?["io.modelcontextprotocol/serverInfo"] as? [String: Any]
      #expect(server?["name"] as? String == "imgsearch" && server?["version"] is String)
    }
    #expect(try client.close().code == 0)
  }

  @Test(arguments: legacy)
  func `a client of before shakes hands, and gets what that time knew`(version: String) throws {
    let about = try handshake(version: version)
    #expect(about["protocolVersion"] as? String == version)
    #expect(about["instructions"] is String && about["serverInfo"] is [String: Any])
    try client.notify("notifications/initialized", [:])
    let ping = try client.answer(to: client.send("ping", meta: [:]))
    #expect(try AssistantClient.text(ping["result"] ?? 0) == "{}")
    let list = try client.answer(to: client.send("tools/list", meta: [:]))
    let result = try #require(list["result"] as? [String: Any])
    #expect(Array(result.keys) == ["tools"])
    let call = try client.send(
      "tools/call", ["name": "search_photos", "arguments": ["words": "harbor", "count": 1]],
      meta: [:])
    let found = try #require(try client.answer(to: call)["result"] as? [String: Any])
    #expect(Set(found.keys) == ["content", "structuredContent"])
    // Both at once: a request tells its era.
    #expect(try client.result("tools/list")["resultType"] as? String == "complete")
  }

  @Test(arguments: ["1999-01-01", "2026-07-28"])
  func `a version that no handshake knows becomes the newest of those`(version: String) throws {
    #expect(try handshake(version: version)["protocolVersion"] as? String == "2025-11-25")
  }

  @Test func `a version that isn't spoken is refused with those that are`() throws {
    var meta = AssistantClient.meta
    meta["io.modelcontextprotocol/protocolVersion"] = "2031-01-01"
    let answer = try client.answer(to: client.send("tools/list", meta: meta))
    let error = try #require(answer["error"] as? [String: Any])
    #expect(error["code"] as? Int == -32_022)
    let data = try #require(error["data"] as? [String: Any])
    #expect(data["requested"] as? String == "2031-01-01")
    #expect((data["supported"] as? [String])?.first == "2026-07-28")
  }

  @Test(arguments: [
    ("tools/list", #"{}"#, -32_602), ("server/discover", #"{}"#, -32_602),
    ("tools/list", #"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#, -32_602),
    ("tools/list", #"{"_meta":{"io.modelcontextprotocol/protocolVersion":7}}"#, -32_602),
    ("tools/list", "[]", -32_602),
  ])
  func `what a request has to say of itself is asked for by name`(
    method: String, params: String, code: Int
  ) throws {
    try client.program.type(
      #"{"jsonrpc":"2.0","id":"x","method":"\#(method)","params":\#(params)}"# + "\n")
    let answer = try client.message()
    #expect(try answer["id"] as? String == "x" && error(answer).code == code)
  }

  @Test(arguments: ["initialize", "ping", "logging/setLevel", "resources/list", "no/such"])
  func `a method that the newest protocol doesn't have is named`(method: String) throws {
    let (code, message) = try error(client.answer(to: client.send(method)))
    #expect(code == -32_601 && message.contains(method))
  }

  @Test func `ids come back as they were written`() throws {
    let ids = [
      "7", "-1", "0", "12345678901234567890", "1.5", #""7""#, #""a\"b\\cé""#, #""""#, "1e3",
    ]
    for id in ids {
      try client.program.type(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"# + "\n")
      let line = try client.program.line()
      #expect(line == #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#)
    }
  }

  /// Lines by the code of the error that they get
  private static let broken: [Int: [String]] = [
    -32_700: [
      "{", "nonsense", "\u{0}", #"{"jsonrpc":"2.0"} {}"#, String(repeating: "[", count: 100_000),
      String(repeating: #"{"a":"#, count: 50_000), String(repeating: "x", count: 1_000_001),
      "[" + String(repeating: "1,", count: 200_000) + "1]",
      #"{"jsonrpc":"2.0","id":05,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":-,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":5-0,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":1.,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":+1,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":1e,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"progressToken":01}}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"progressToken":-}}}"#,
    ],
    -32_600: [
      "[]", "7", "null", "{}", #"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
      #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":1}"#,
      #"{"jsonrpc":"2.0","id":1,"method":7}"#,
    ],
  ]

  @Test func `a line that is no request gets an error, and the next one its answer`() throws {
    for (code, lines) in Self.broken {
      for line in lines {
        try client.program.type(line + "\n")
        let answer = try client.message()
        let error = try error(answer)
        #expect((error.code, error.message.utf8.count <= 500) == (code, true), "\(line.prefix(90))")
        // Of no version of the protocol is null an id.
        #expect(!(answer["id"] is NSNull), "\(line.prefix(90))")
        #expect(try client.result("tools/list")["tools"] is [Any], "\(line.prefix(90))")
      }
    }
  }

  @Test(arguments: legacy)
  func `since 2025-11-25 an error needs no id, before there is none without`(version: String) throws
  {
    _ = try handshake(version: version)
    try client.program.type("{\n" + #"{"jsonrpc":"2.0","id":null,"method":"ping"}"# + "\n")
    if version == "2025-11-25" {
      for code in [-32_700, -32_600] {
        let answer = try client.message()
        #expect(try error(answer).code == code && answer["id"] == nil)
      }
    }
    let ping = try client.send("ping", meta: [:])
    #expect(try client.message()["id"] as? Int == ping)
  }

  @Test func `no text of a client comes back at length`() throws {
    let long = "x" + String(repeating: "\u{301}", count: 200_000)
    var meta = AssistantClient.meta
    meta["io.modelcontextprotocol/protocolVersion"] = long
    for answer in [
      try client.answer(to: client.send("no/\(long)")),
      try client.answer(to: client.send("tools/list", meta: meta)),
    ] { #expect(try AssistantClient.text(answer).utf8.count < 500) }
  }

  @Test func `what asks for nothing gets nothing`() throws {
    for line in [
      "", "   ", "\r", #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}"#,
      #"{"jsonrpc":"2.0","method":"no/such"}"#, #"{"jsonrpc":"2.0","id":9,"result":{}}"#,
      #"{"jsonrpc":"2.0","id":9,"error":{"code":1,"message":"x"}}"#,
    ] {
      try client.program.type(line + "\n")
      let id = try client.send("tools/list")
      #expect(try client.message()["id"] as? Int == id, "\(line)")
    }
  }

  @Test func `the end of the input ends it with 0, also while it works`() throws {
    let client = try AssistantClient.replaying("kittens")
    #expect(try client.close().code == 0)
    let busy = try AssistantClient.replaying("kittens")
    for _ in 0..<20 { try busy.sendCall("search_photos", ["words": "kittens", "count": 30]) }
    #expect(try busy.close().code == 0)
  }

  @Test func `a last line without a line break is taken`() throws {
    try client.program.type(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
    let outcome = try client.close()
    #expect(outcome.output == #"{"jsonrpc":"2.0","id":1,"result":{}}"# + "\n" && outcome.code == 0)
  }

  @Test func `nothing but messages is on standard output, whatever is said besides`() throws {
    let home = Home()
    try home.write(#"{"license": "CC BY 4.0"}"#, to: ".config/imgsearch/config.json")
    let client = try AssistantClient.replaying(
      "harbor", "--verbose", environment: home.environment)
    _ = try client.call("show_photo", ["id": "flickr:95200043273"])
    let outcome = try client.close()
    #expect(outcome.output.isEmpty && outcome.errors.contains("flickr: "))
  }

  @Test func `an unknown tool is an error, and so is a call without a name`() throws {
    for (params, words) in [
      (["name": "search"], "search_photos"), ([:], "name is missing"), (["name": 7], "name"),
    ] as [([String: Any], String)] {
      let (code, message) = try error(client.answer(to: client.send("tools/call", params)))
      #expect(code == -32_602 && message.contains(words), "\(message)")
    }
  }

  @Test func `an id that is in use is refused, and can be used again afterwards`() throws {
    let client = try AssistantClient.replaying("kittens")
    let call =
      #"{"jsonrpc":"2.0","id":"same","method":"tools/call","params":{"name":"search_photos","#
      + #""arguments":{"words":"kittens","count":30},"_meta":\#(try AssistantClient.text(AssistantClient.meta))}}"#
    try client.program.type(call + "\n" + call + "\n")
    #expect(try error(client.message()).code == -32_600 && client.message()["result"] != nil)
    try client.program.type(call + "\n")
    #expect(try client.message()["result"] != nil)
  }

  @Test(arguments: [
    ["mcp", "harbor"], ["mcp", "--license", "by", "--since", "2024", "--until", "2020"],
    ["mcp", "--replay", "/no/such"], ["mcp", "-o", "/etc/passwd"], ["mcp", "--count", "3"],
  ])
  func `what can't be meant ends it at once`(arguments: [String]) async throws {
    let outcome = try await Program.run(arguments)
    #expect([64, 66, 74].contains(outcome.code) && outcome.output.isEmpty, "\(outcome)")
    #expect(!outcome.errors.isEmpty)
  }
}
