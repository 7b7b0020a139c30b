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

  /// Runs a line of shell in a folder, `imgsearch` being the built program, for two minutes at most
  ///
  /// It fails when any part of a pipe fails.
  static func run(
    _ line: String, in folder: URL, environment: [String: String]
  ) throws -> Program.Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // It ends the programs of the line too.
    process.arguments = ["timeout", "-k", "5", "120", "bash", "-o", "pipefail", "-c", line]
    let built = URL(filePath: try Program.path).deletingLastPathComponent().path
    process.environment = [
      "PATH": "\(built):\(path)", "HOME": home, "LANG": "C.UTF-8", "TZ": "UTC",
      "NO_ALBUMENTATIONS_UPDATE": "1",
    ].merging(environment) { $1 }
    process.currentDirectoryURL = folder
    let streams = folder.deletingLastPathComponent().appending(path: UUID().uuidString)
    let files = ["output", "errors"].map { URL(filePath: "\(streams.path)-\($0)") }
    for file in files { try Data().write(to: file) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    let ended = DispatchGroup()
    ended.enter()
    process.terminationHandler = { _ in ended.leave() }
    try process.run()
    ended.wait()
    #expect(process.terminationReason == .exit && process.terminationStatus != 124, "too slow")
    let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    return Program.Outcome(output: texts[0], errors: texts[1], code: process.terminationStatus)
  }

  private static var path: String {
    ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  }

  /// Where Python looks for what its user has installed
  private static var home: String { ProcessInfo.processInfo.environment["HOME"] ?? "/" }
}
