import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// The services on this machine, and folders of its own for the program
final class LiveSetup {
  /// Keys that nobody has; the mark is in all of them, whatever form they are written in
  enum Keys {
    static let mark = "7Qx9kLm2"
    static let unsplash = "made-up_\(mark)-unsplash.key"
    static let flickr = "made+up/\(mark)=&flickr%20"
    static let environment = Dictionary(
      ProviderCatalog.profiles.compactMap(\.key).filter { !$0.isAddress }
        .map { ($0.variable, "made-up-\(mark)") },
      uniquingKeysWith: { $1 }
    ).merging(["UNSPLASH_ACCESS_KEY": unsplash, "FLICKR_API_KEY": flickr]) { $1 }
  }

  /// Of the providers that `all` stands for in a search
  static let names = ProviderCatalog.profiles.filter { $0.kind == .search && $0.isInAll }
    .map(\.id.rawValue)

  /// One that needs a key, one that doesn't, and one whose pages name the next: for what becomes of
  /// a provider whichever it is
  static let sampleNames = ["flickr", "openverse", "wikimedia"]

  private static let archive = Result {
    try HARArchive(contentsOf: URL(filePath: Program.fixtures))
  }

  let services: FixtureServer
  /// In which all folders are
  let home: Home
  var environment: [String: String]

  /// Starts the services, which end with this
  ///
  /// - Parameters:
  ///   - keys: whether the keys are set, and the addresses that stand in their place
  ///   - pictures: whether the recorded pictures are here too
  init(
    ports: FixtureServer.Ports = .one, keys: Bool = true, pictures: Bool = false,
    faults: [String: Fault] = [:]
  ) throws {
    services = try FixtureServer(
      Self.archive.get(), ports: ports, hasPictures: pictures, lifetime: 110)
    for (service, fault) in faults { services.set(fault, of: service) }
    var places = services.environment
    for key in ProviderCatalog.profiles.compactMap(\.key) where key.isAddress && !keys {
      places[key.variable] = nil
    }
    home = Home(places.merging(keys ? Keys.environment : [:]) { $1 })
    environment = home.with(home.folders)
  }

  func run(_ arguments: String..., input: String = "") throws -> Program.Outcome {
    try run(arguments, input: input)
  }

  func run(_ arguments: [String], input: String = "") throws -> Program.Outcome {
    try Program.process(arguments, environment: environment, input: input)
  }

  func start(_ arguments: String..., input: String = "") throws -> RunningProgram {
    try start(arguments, input: input)
  }

  func start(_ arguments: [String], input: String = "") throws -> RunningProgram {
    try RunningProgram(arguments, environment: environment, input: input)
  }

  /// Files below the home folder that have a key in them
  ///
  /// - Parameter hasKey: tells whether a key is in a text
  func filesWithKeys(_ hasKey: (String) -> Bool = \.hasKey) throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: home.folder.path)
    return names.filter { name in
      let contents = FileManager.default.contents(atPath: home.path(name)) ?? Data()
      return hasKey(String(decoding: contents, as: UTF8.self))
    }
  }

  /// Waits until something has come about at the services
  func wait(
    _ location: SourceLocation = #_sourceLocation, until condition: (FixtureServer) -> Bool
  ) throws {
    try waitUntil("it didn't come about", location) { condition(services) }
  }
}

extension String {
  /// Whether a made-up key is in it, in any form
  var hasKey: Bool { lowercased().contains(LiveSetup.Keys.mark.lowercased()) }
}
