import Foundation

/// The program in a terminal of its own, which script(1) makes
enum Screen {
  /// What comes to the terminal of a line of shell that begins with the program's words
  static func show(
    _ line: String, columns: Int = 80, rows: Int = 60, environment: [String: String]
  ) throws -> Program.Outcome {
    let line = try "\(Program.path) \(Program.withLeastFixtures(line))"
    let shown = "stty cols \(columns) rows \(rows); exec \(line)"
    return try start(shown, environment: environment).finish()
  }

  /// A line of shell in a terminal
  ///
  /// - Parameter input: nil for what is yet to be typed
  static func start(
    _ line: String, environment: [String: String], input: String? = ""
  ) throws -> RunningProgram {
    try RunningProgram(
      ["script", "-qec", line, "/dev/null"], of: "/usr/bin/env",
      environment: ["TERM": "xterm", "SHELL": "/bin/sh"].merging(environment) { $1 }, input: input)
  }

  /// What a person sees of that, line by line
  static func lines(of output: String) -> [String] {
    output.replacing(/\u{1B}\]8;;[^\u{1B}]*\u{1B}\\/, with: "")
      .replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\r\n").map(String.init)
  }
}
