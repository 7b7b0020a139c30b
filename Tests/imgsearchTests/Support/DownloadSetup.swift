import Foundation
import LoopbackServer

/// `imgsearch download` beside a host of pictures on this machine, and the folder it saves to
struct DownloadSetup {
  let server: ScriptedServer
  let home: Home

  /// Runs a body beside the host, and cleans up after it
  ///
  /// - Parameters:
  ///   - services: whose photos are shown; the host is each of these, too
  ///   - variables: more of the environment
  static func with(
    services: [String] = ["flickr"], variables: [String: String] = [:],
    _ script: @escaping ScriptedServer.Script, _ body: (DownloadSetup) throws -> Void
  ) throws {
    let server = try ScriptedServer(lifetime: 240, script: script)
    defer { server.stop() }
    let places = services.map {
      ("\($0.uppercased())_API_URL", server.url("/\($0)").absoluteString)
    }
    let home = try Home(variables.merging(places) { $1 })
    try body(DownloadSetup(server: server, home: home))
  }

  var pictures: URL { home.folder.appending(path: "pictures") }

  /// What is in the folder
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: pictures.path).sorted() }
  }

  /// Saves photos, a line of NDJSON each
  func run(_ options: String..., input: String) throws -> Program.Outcome {
    try run(options, input: input)
  }

  func run(_ options: [String], input: String) throws -> Program.Outcome {
    try home.process(arguments + options, input: input)
  }

  var arguments: [String] { ["download", "-", "--output", pictures.path] }
}
