import Foundation

/// A program that was run to its end
struct Child {
  let output: String
  /// Seconds of a processor
  let seconds: Double
  /// The most memory that it held, in bytes
  let memory: Int

  /// - Parameters:
  ///   - program: a path, or a name that is looked for where programs are
  ///   - environment: set beside this process's own
  /// - Returns: nil where there is no such program.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Child? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = program.contains("/") ? [program] : folders.map { "\($0)/\(program)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    let before = usage
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let after = usage
    return Child(
      output: String(decoding: output, as: UTF8.self), seconds: after.seconds - before.seconds,
      memory: after.memory)
  }

  /// Of all programs that were run and have ended; the memory is that of the largest
  private static var usage: (seconds: Double, memory: Int) {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return (seconds(usage.ru_utime) + seconds(usage.ru_stime), Int(usage.ru_maxrss) * 1_024)
  }
}
