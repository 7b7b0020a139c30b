import Foundation
import LoopbackServer
import PhotoSearch

/// `imgsearch download` beside a host of pictures on this machine, and the folder it saves to
struct DownloadSetup {
  let server: ScriptedServer
  let home: Home

  /// Starts the host, which ends with this
  ///
  /// - Parameters:
  ///   - services: whose photos are shown; the host is each of these, too
  ///   - variables: more of the environment
  init(
    services: [String] = ["flickr"], variables: [String: String] = [:],
    _ script: @escaping ScriptedServer.Script
  ) throws {
    let server = try ScriptedServer(lifetime: 240, script: script)
    let places = services.map {
      ("\($0.uppercased())_API_URL", server.url("/\($0)").absoluteString)
    }
    self.server = server
    home = Home(variables.merging(places) { $1 })
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

  /// - Parameter input: nil for what is yet to be typed
  func start(input: String? = nil) throws -> RunningProgram {
    try home.start(arguments, input: input)
  }

  var arguments: [String] { ["download", "-", "--output", pictures.path] }
}

extension LoopbackAnswer {
  /// What a program takes for a picture: the first bytes of a JPEG file, and others
  static func jpeg(_ rest: Data = Data(repeating: 7, count: 500)) -> LoopbackAnswer {
    LoopbackAnswer(
      headers: ["Content-Type": "image/jpeg"], body: Data([0xFF, 0xD8, 0xFF, 0xE0]) + rest)
  }
}
