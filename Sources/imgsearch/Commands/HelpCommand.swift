/// `imgsearch help [<command>]`
struct HelpCommand {
  /// nil for all of them
  private let command: Command?
  private let console: Console

  /// - Throws: a usage failure for an unknown command.
  init(_ arguments: Arguments, console: Console) throws {
    self.console = console
    guard let name = arguments.operands.first else {
      command = nil
      return
    }
    guard let command = Command(rawValue: name) else {
      let nearest = Suggestion.nearest(to: name, among: Command.allCases.map(\.rawValue))
      throw CommandFailure.usage(
        "there is no command \(name)" + (nearest.map { "; did you mean \($0)?" } ?? "")
          + "\nCommands: \(Command.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.command = command
  }

  func run() throws -> ExitCode {
    try console.print(command.map(Help.text) ?? Help.full)
    return .success
  }
}
