import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// The services on this machine, and folders of its own for the program
struct LiveSetup {
  /// Keys that nobody has; the mark is in all of them, whatever form they are written in
  enum Keys {
    static let mark = "7Qx9kLm2"
    static let unsplash = "made-up_\(mark)-unsplash.key"
    static let flickr = "made+up/\(mark)=&flickr%20"
    static let environment = Dictionary(
      ProviderCatalog.profiles.compactMap(\.key).map { ($0.variable, "made-up-\(mark)") },
      uniquingKeysWith: { $1 }
    ).merging(["UNSPLASH_ACCESS_KEY": unsplash, "FLICKR_API_KEY": flickr]) { $1 }
  }

  /// Of the providers that `all` stands for in a search
  static let names = ProviderCatalog.profiles.filter { $0.kind == .search }.map(\.id.rawValue)

  private static let archive = Result {
    try HARArchive(contentsOf: URL(filePath: Program.fixtures))
  }

  let services: FixtureServer
  /// HOME, in which all folders are
  let home: URL
  var environment: [String: String]

  /// Runs a body beside the services, and cleans up after it
  ///
  /// - Parameter keys: whether the keys are set
  static func with<T>(
    ports: FixtureServer.Ports = .one, keys: Bool = true, faults: [String: Fault] = [:],
    _ body: (LiveSetup) throws -> T
  ) throws -> T {
    let services = try FixtureServer(try archive.get(), ports: ports, lifetime: 110)
    defer { services.stop() }
    for (service, fault) in faults { services.set(fault, of: service) }
    let home = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-live-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: home) } catch { Issue.record(error) } }
    var environment = Program.environment(services.environment)
    environment["HOME"] = home.path
    for (variable, folder) in ["CONFIG": "config", "CACHE": "cache", "DATA": "data"] {
      environment["XDG_\(variable)_HOME"] = home.appending(path: folder).path
    }
    if keys { environment.merge(Keys.environment) { $1 } }
    let setup = LiveSetup(services: services, home: home, environment: environment)
    return try body(setup)
  }

  func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(arguments, environment: environment)
  }

  func start(_ arguments: String...) throws -> RunningProgram {
    try RunningProgram(arguments, environment: environment)
  }

  /// A file in the home folder
  func path(_ name: String) -> String { home.appending(path: name).path }

  func text(_ name: String) throws -> String {
    try String(contentsOf: home.appending(path: name), encoding: .utf8)
  }

  /// Puts a file below the home folder
  func write(_ text: String, to name: String, permissions: Int) throws {
    let file = home.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: file.path)
  }

  /// Files below the home folder that have a key in them
  func filesWithKeys() throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: home.path)
    return names.filter { name in
      let contents = FileManager.default.contents(atPath: path(name)) ?? Data()
      return String(decoding: contents, as: UTF8.self).hasKey
    }
  }

  /// Waits until something has come about at the services, for at most 20 s
  func wait(
    _ location: SourceLocation = #_sourceLocation, until condition: (FixtureServer) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while !condition(services) {
      try #require(ContinuousClock.now < deadline, sourceLocation: location)
      Thread.sleep(forTimeInterval: 0.002)
    }
  }
}

extension String {
  /// Whether a made-up key is in it, in any form
  var hasKey: Bool { lowercased().contains(LiveSetup.Keys.mark.lowercased()) }
}
