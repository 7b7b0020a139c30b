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
    try run(arguments + ["--replay", fixtures])
  }
}
