import Foundation
import Testing

/// The built program, run as a person runs it
struct Program {
  struct Outcome {
    let output: String
    let errors: String
    let code: Int32

    var lines: [Substring] { output.split(separator: "\n", omittingEmptySubsequences: false) }
    var errorLines: [Substring] { errors.split(separator: "\n") }

    /// The lines that tell of a provider, by itself or with others: `imgsearch: flickr, pexels: …`
    func errors(of provider: some StringProtocol) -> [Substring] {
      errorLines.filter { line in
        let parts = line.split(separator: ": ", maxSplits: 2)
        return parts.count == 3 && parts[1].split(separator: ", ").contains { $0 == provider }
      }
    }
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let fixtures = root.appending(path: "Fixtures").path

  /// Those of our fixtures' entries that make a list of up to 30 photos, of `harbor` any: read in a
  /// fifth of the time, which every start takes
  ///
  /// It lies beside the program, where each run of the tests puts it.
  static let fewFixtures = Result {
    let files = try FileManager.default.contentsOfDirectory(atPath: fixtures).sorted()
    let entries = try files.filter { $0.hasSuffix(".har") }.flatMap { name in
      // An entry a line, each file's first page of `kittens` first
      let lines = try String(contentsOfFile: "\(fixtures)/\(name)", encoding: .utf8)
        .split(separator: "\n").filter { $0.hasPrefix("{\"startedDateTime\"") }
        .map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
      if ["harbor.har", "show.har"].contains(name) { return lines }
      return name.hasSuffix("-kittens.har") ? Array(lines.prefix(1)) : []
    }
    let file = try url.deletingLastPathComponent().appending(path: "few-fixtures.har")
    let text = "{\"log\":{\"version\":\"1.2\",\"entries\":[\(entries.joined(separator: ","))]}}"
    try Data(text.utf8).write(to: file, options: .atomic)
    return file.path
  }

  /// The least of our fixtures that answer these arguments
  static func fixtures(for arguments: [String]) throws -> String {
    let plain: Set = ["-n", "-f", "--format", "-p", "--no-history", "--verbose"]
    let place = arguments.firstIndex(of: "-n").map { $0 + 1 }
    let count = place.map { arguments.indices.contains($0) ? Int(arguments[$0]) ?? .max : .max }
    guard ["kittens", "harbor"].contains(arguments.first),
      count ?? 30 <= (arguments.contains("-p") ? 8 : 30),
      arguments.allSatisfy({ !$0.hasPrefix("-") || plain.contains($0) })
    else { return fixtures }
    return try fewFixtures.get()
  }

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

  /// Runs it to its end; standard input is empty unless text is given
  ///
  /// - Parameter environment: nil for that of a ``Home`` of its own
  static func run(
    _ arguments: [String], environment: [String: String]? = nil, input: String = ""
  ) throws -> Outcome {
    try RunningProgram(arguments, environment: environment, input: input).finish()
  }

  /// A listing of our own fixtures
  static func replay(_ arguments: String...) throws -> Outcome {
    try run(arguments + ["--replay", fixtures(for: arguments)])
  }
}
