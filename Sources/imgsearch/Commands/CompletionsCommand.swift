/// `imgsearch completions bash|zsh|fish`
struct CompletionsCommand {
  let arguments: Arguments
  let console: Console

  func run() throws -> ExitCode {
    let name = arguments.operands.first ?? ""
    guard arguments.operands.count == 1, let shell = Shell(rawValue: name) else {
      let shells = Shell.allCases.map(\.rawValue).joined(separator: ", ")
      let nearest = Suggestion.nearest(to: name, among: Shell.allCases.map(\.rawValue))
      throw CommandFailure.usage(
        "completions takes one shell: \(shells)"
          + (nearest.map { $0 == name ? "" : "; did you mean \($0)?" } ?? ""))
    }
    try console.print(shell.completions)
    return .success
  }
}
