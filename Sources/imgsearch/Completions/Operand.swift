/// What may be typed after a command where no option's value is
struct Operand {
  let command: Command
  /// The first word after the command; empty while that is what is typed
  let action: String
  let value: OptionRow.Kind

  /// The command and the first word after it, as the scripts know them
  var place: String { "\(command.rawValue) \(action)" }

  /// All that is known beforehand: nothing is offered for words to search and for photos
  static let table: [Operand] =
    Command.allCases.filter { !$0.actions.isEmpty }.map { command in
      Operand(
        command: command, action: "", value: .choice(command.actions, placeholder: "ACTION"))
    } + [
      Operand(command: .favorites, action: "import", value: .path(placeholder: "FILE")),
      Operand(
        command: .completions, action: "",
        value: .choice(Shell.allCases.map(\.rawValue), placeholder: "SHELL")),
      Operand(
        command: .help, action: "",
        value: .choice(Command.allCases.map(\.rawValue), placeholder: "COMMAND")),
    ]
}
