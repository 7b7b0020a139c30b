/// `imgsearch completions bash|zsh|fish`
struct CompletionsCommand {
  private let shell: Shell
  private let console: Console

  /// - Throws: a usage failure for anything but one shell.
  init(_ arguments: Arguments, console: Console) throws {
    self.console = console
    let name = arguments.operands.first ?? ""
    guard arguments.operands.count == 1, let shell = Shell(rawValue: name) else {
      let shells = Shell.allCases.map(\.rawValue).joined(separator: ", ")
      let nearest = Suggestion.nearest(to: name, among: Shell.allCases.map(\.rawValue))
      throw CommandFailure.usage(
        "completions takes one shell: \(shells)"
          + (nearest.map { $0 == name ? "" : "; did you mean \($0)?" } ?? ""))
    }
    self.shell = shell
  }

  func run() throws -> ExitCode {
    try console.print(shell.completions)
    return .success
  }
}
