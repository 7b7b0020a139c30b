import Foundation
import Testing

/// The built program, run as a person runs it
struct Program {
  struct Outcome {
    let output: String
    let errors: String
    let code: Int32

    var lines: [Substring] { output.split(separator: "\n", omittingEmptySubsequences: false) }
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let fixtures = root.appending(path: "Fixtures").path

  /// The real services' recordings, where they are at hand
  static let recordings = ProcessInfo.processInfo.environment["IMGSEARCH_RECORDINGS"]

  /// Beside the test bundle
  private static var url: URL {
    get throws {
      let bundle = URL(filePath: CommandLine.arguments[0])
      let candidates = sequence(first: bundle.deletingLastPathComponent()) { folder in
        folder.pathComponents.count > 1 ? folder.deletingLastPathComponent() : nil
      }.map { $0.appending(path: "imgsearch") }
      return try #require(
        candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) })
    }
  }

  static var path: String {
    get throws { try url.path }
  }

  /// An environment without keys, and with folders of its own
  static func environment(_ more: [String: String] = [:]) -> [String: String] {
    let home = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-home-\(UUID().uuidString)").path
    return ["HOME": home, "PATH": "/usr/bin:/bin", "TZ": "UTC"].merging(more) { $1 }
  }

  /// Runs it to its end; standard input is empty unless text is given
  static func run(
    _ arguments: [String], environment: [String: String] = environment(), input: String = ""
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = try url
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = root
    let files = try Streams(input: input)
    defer { files.remove() }
    process.standardInput = files.input
    process.standardOutput = files.output
    process.standardError = files.errors
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return Outcome(
      output: try files.text("output"), errors: try files.text("errors"),
      code: process.terminationStatus)
  }

  /// A listing of our own fixtures
  static func replay(_ arguments: String..., environment: [String: String] = environment())
    throws -> Outcome
  {
    try run(arguments + ["--replay", fixtures], environment: environment)
  }

  /// Files rather than pipes: no reader has to keep up
  private struct Streams {
    let folder: URL
    let input: FileHandle
    let output: FileHandle
    let errors: FileHandle

    init(input text: String) throws {
      folder = FileManager.default.temporaryDirectory
        .appending(path: "imgsearch-run-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for name in ["output", "errors"] { try Data().write(to: folder.appending(path: name)) }
      try Data(text.utf8).write(to: folder.appending(path: "input"))
      input = try FileHandle(forReadingFrom: folder.appending(path: "input"))
      output = try FileHandle(forWritingTo: folder.appending(path: "output"))
      errors = try FileHandle(forWritingTo: folder.appending(path: "errors"))
    }

    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    func remove() {
      do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }
  }
}
