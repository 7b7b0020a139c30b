import Foundation
import Testing

/// A folder of one test's own in which programs run, without keys: what one keeps in it, the next
/// one finds, and nothing is left of it when the test ends
///
/// All set-ups of tests that run the program stand on it.
final class Home {
  /// HOME
  let folder: URL
  let environment: [String: String]
  /// Where programs are found, unless a test says otherwise
  static let path = "/usr/bin:/bin"

  /// - Parameter more: variables beside HOME and PATH, and TZ
  init(_ more: [String: String] = [:]) {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-home-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch { Issue.record(error) }
    // A program that counts what it covers would leave that where it runs.
    let own = ["PATH": Self.path, "TZ": "UTC", "LLVM_PROFILE_FILE": "/dev/null"]
    environment = ["HOME": folder.path].merging(own) { $1 }.merging(more) { $1 }
  }

  /// The variables that put the program's folders here wherever HOME is: `config`, `cache`, `data`
  var folders: [String: String] {
    Dictionary(
      uniqueKeysWithValues: ["config", "cache", "data"].map { name in
        ("XDG_\(name.uppercased())_HOME", path(name))
      })
  }

  /// The environment with these variables, too
  func with(_ more: [String: String]) -> [String: String] { environment.merging(more) { $1 } }

  /// Where a file or folder below it is
  func path(_ name: String) -> String { folder.appending(path: name).path }

  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// Puts a file below it, with the folders on the way to it
  func write(_ text: String, to name: String, permissions: Int = 0o644) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
  }

  /// Makes a folder below it, with those on the way to it
  @discardableResult func makeFolder(_ name: String) throws -> URL {
    let made = folder.appending(path: name)
    try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    return made
  }

  /// Whether there is such a file or folder below it
  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// Names of what is in a folder below it, sorted
  func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

  /// Makes a symbolic link below it to another place below it, which need not be there
  func link(_ name: String, to other: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: path(other))
  }

  func permissions(of name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  /// Puts a script for sh(1) first on the path
  ///
  /// - Returns: the environment of programs that are to find it
  func stage(_ name: String, _ script: String) throws -> [String: String] {
    try write("#!/bin/sh\n\(script)\n", to: "bin/\(name)", permissions: 0o755)
    return with(["PATH": "\(path("bin")):\(Self.path)"])
  }

  deinit { do { try FileManager.default.removeItem(at: folder) } catch {} }

  var data: URL { folder.appending(path: ".local/share/imgsearch") }
  var database: URL { data.appending(path: "imgsearch.db") }

  func run(_ arguments: String..., input: String = "") async throws -> Program.Outcome {
    try await run(arguments, input: input)
  }

  /// - Parameter variables: more of the environment
  func run(
    _ arguments: [String], input: String = "", with variables: [String: String] = [:]
  ) async throws -> Program.Outcome {
    try await Program.run(arguments, environment: with(variables), input: input)
  }

  /// Runs the program as a process of its own
  func process(_ arguments: String..., input: String = "") throws -> Program.Outcome {
    try process(arguments, input: input)
  }

  func process(_ arguments: [String], input: String = "") throws -> Program.Outcome {
    try Program.process(arguments, environment: environment, input: input)
  }

  /// Runs a line of bash in the folder of the package, `imgsearch` being the built program
  func shell(_ line: String) throws -> Program.Outcome {
    let built = URL(filePath: try Program.path).deletingLastPathComponent().path
    let path = "\(built):\(environment["PATH"] ?? "")"
    return try RunningProgram(
      ["-c", line], of: "/bin/bash", environment: environment.merging(["PATH": path]) { $1 }
    ).finish()
  }

  /// A search of our own fixtures
  func replay(_ arguments: String...) async throws -> Program.Outcome {
    try await run(arguments + ["--replay", Program.fixtures(for: arguments)])
  }

  /// A program that runs beside this one
  ///
  /// - Parameter input: nil for what is yet to be typed
  func start(_ arguments: [String], input: String? = "") throws -> RunningProgram {
    try RunningProgram(arguments, environment: environment, input: input)
  }

  /// Photos as `--format ndjson` prints them, with these numbers as their ids
  static func lines(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { number in
      #"{"id":"flickr:\#(number)","title":"Photo \#(number)","#
        + #""page":"https://www.flickr.com/photos/someone/\#(number)"}"#
    }.joined(separator: "\n")
  }

  /// A file of them
  func photos(_ numbers: ClosedRange<Int>) throws -> URL {
    let name = "\(numbers.lowerBound).ndjson"
    try write(Self.lines(numbers), to: name)
    return folder.appending(path: name)
  }
}

extension Home {
  /// Runs `harvest` with a list of searches
  func harvest(
    _ list: String, to folder: String = "out", replay: String = Program.fixtures,
    _ more: [String] = []
  ) async throws -> Program.Outcome {
    try write(list, to: "words.txt")
    return try await run(
      ["harvest", path("words.txt"), "-o", path(folder), "--replay", replay] + more)
  }

  /// The files of a folder by their names
  func files(in folder: String = "out") throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: path(folder))
    return Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, FileManager.default.contents(atPath: path("\(folder)/\($0)")) ?? Data())
      })
  }

  /// All files of a harvest's folder but its state
  func allButState(in folder: String = "out") throws -> [String: Data] {
    try files(in: folder).filter { $0.key != "state.json" }
  }

  /// The files of a harvest that have photos in them
  func shards(in folder: String = "out") throws -> [String: Data] {
    try files(in: folder).filter { $0.key.contains(/\.(ndjson|jsonl)$/) }
  }
}

extension Program.Outcome {
  /// The same, an issue with all that was said if it ended with another code, printed something
  /// else, or didn't say these words on standard error
  @discardableResult func ended(
    with code: Int32 = 0, printing output: String? = nil, saying words: String...,
    location: SourceLocation = #_sourceLocation
  ) -> Self {
    #expect(self.code == code, "\(errors)", sourceLocation: location)
    if let output { #expect(self.output == output, "\(errors)", sourceLocation: location) }
    for words in words {
      #expect(errors.contains(words), "\(errors)", sourceLocation: location)
    }
    return self
  }

  /// The ids of NDJSON
  func ids() throws -> [String] {
    struct Photo: Decodable { let id: String }
    return try lines.filter { !$0.isEmpty }.map { line in
      try JSONDecoder().decode(Photo.self, from: Data(line.utf8)).id
    }
  }
}
