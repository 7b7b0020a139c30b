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
  init(_ more: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-home-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
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

  deinit { do { try FileManager.default.removeItem(at: folder) } catch {} }

  var data: URL { folder.appending(path: ".local/share/imgsearch") }
  var database: URL { data.appending(path: "imgsearch.db") }

  func run(_ arguments: String..., input: String = "") async throws -> Program.Outcome {
    try await run(arguments, input: input)
  }

  func run(_ arguments: [String], input: String = "") async throws -> Program.Outcome {
    try await Program.run(arguments, environment: environment, input: input)
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

  /// A program that runs beside this one, its output to be read
  func start(_ arguments: [String], input: URL) throws -> (process: Process, output: FileHandle) {
    let process = Process()
    process.executableURL = URL(filePath: try Program.path)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = try FileHandle(forReadingFrom: input)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    return (process, pipe.fileHandleForReading)
  }

  /// A file of photos as `--format ndjson` prints them, with these numbers as their ids
  func photos(_ numbers: ClosedRange<Int>) throws -> URL {
    let lines = numbers.map { number in
      #"{"id":"flickr:\#(number)","title":"Photo \#(number)","#
        + #""page":"https://www.flickr.com/photos/someone/\#(number)"}"#
    }
    let file = folder.appending(path: "\(numbers.lowerBound).ndjson")
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    return file
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
  /// The same, an issue with what was said if it ended with another code
  @discardableResult func ended(
    with code: Int32 = 0, _ location: SourceLocation = #_sourceLocation
  ) -> Self {
    #expect(self.code == code, "\(errors)", sourceLocation: location)
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
