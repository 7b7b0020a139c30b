import Foundation
import Testing

/// The programs that others made, in a line of shell as a person types it
enum OtherTool {
  /// Whether a program is on the path of whoever runs the tests
  static func isThere(_ name: String) -> Bool {
    path.split(separator: ":").contains { folder in
      FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
    }
  }

  /// The Python whose modules are used
  static let python = ProcessInfo.processInfo.environment["IMGSEARCH_PYTHON"] ?? "python3"

  /// Whether that Python has a module
  static func hasModule(_ name: String) -> Bool {
    do {
      return try RunningProgram(
        [python, "-c", "import \(name)"], of: "/usr/bin/env",
        environment: ProcessInfo.processInfo.environment
      ).finish().code == 0
    } catch { return false }
  }

  /// Runs a line of shell in a folder, `imgsearch` being the built program, for 200 s at most
  ///
  /// It fails when any part of a pipe fails.
  static func run(
    _ line: String, in folder: URL, environment: [String: String]
  ) async throws -> Program.Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // It ends the programs of the line too.
    process.arguments = ["timeout", "-k", "5", "200", "bash", "-o", "pipefail", "-c", line]
    let built = URL(filePath: try Program.path).deletingLastPathComponent().path
    process.environment = [
      "PATH": "\(built):\(path)", "HOME": home, "LANG": "C.UTF-8", "TZ": "UTC",
      "NO_ALBUMENTATIONS_UPDATE": "1",
      // A program built for coverage leaves a file where it is run.
      "LLVM_PROFILE_FILE": "/dev/null",
    ].merging(environment) { $1 }
    process.currentDirectoryURL = folder
    let streams = folder.deletingLastPathComponent().appending(path: UUID().uuidString)
    let files = ["output", "errors"].map { URL(filePath: "\(streams.path)-\($0)") }
    for file in files { try Data().write(to: file) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    // Meanwhile the thread is free for other tests: there are no more of them than cores.
    try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    #expect(process.terminationReason == .exit && process.terminationStatus != 124, "too slow")
    let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    return Program.Outcome(output: texts[0], errors: texts[1], code: process.terminationStatus)
  }

  /// Where its programs are
  static var path: String { ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin" }

  /// Where Python looks for what its user has installed
  private static var home: String { ProcessInfo.processInfo.environment["HOME"] ?? "/" }
}
