/// `imgsearch help [<command>]`
struct HelpCommand {
  let arguments: Arguments
  let console: Console

  func run() throws -> ExitCode {
    guard let name = arguments.operands.first else {
      try console.print(Help.full)
      return .success
    }
    guard let command = Command(rawValue: name) else {
      let nearest = Suggestion.nearest(to: name, among: Command.allCases.map(\.rawValue))
      throw CommandFailure.usage(
        "there is no command \(name)" + (nearest.map { "; did you mean \($0)?" } ?? "")
          + "\nCommands: \(Command.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    try console.print(Help.text(of: command))
    return .success
  }
}
