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

/// The help, made from the tables of commands and options
enum Help {
  /// For a command line with nothing in it
  static let short = """
    imgsearch: one search across photo providers, with licence and credit

      imgsearch kittens                 search
      imgsearch list                    what the providers show today
      imgsearch more                    go on with the last search
      imgsearch show 3                  one photo in full, by its number, id or address
      imgsearch credit 3                its credit line
      imgsearch download 1-3            save their pictures here, credit beside them
      imgsearch favorites add 3         keep it; imgsearch favorites lists them
      imgsearch help                    all commands and options

    """

  /// Commands and the options of a search
  static var full: String {
    let commands = Command.allCases.map { command in
      let name = command == .search ? "" : "\(command.rawValue) "
      let line = "imgsearch \(name)\(command.operands)"
      return (line.hasSuffix(" ") ? String(line.dropLast()) : line, command.summary)
    }
    return "One search across photo providers, with licence and credit.\n\nCommands\n"
      + rows(commands) + "\nOptions of a search\n" + options(of: .search)
      + "\n<photo> is a number or range of the last listing (3, 1-5), an id (flickr:43213681030),\n"
      + "or a photo's page address.\n"
      + "imgsearch help <command> tells the options of the others.\n"
  }

  /// One command and its options
  static func text(of command: Command) -> String {
    let name = command == .search ? "[search]" : command.rawValue
    return "imgsearch \(name) \(command.operands)\n  \(command.summary)\n\nOptions\n"
      + options(of: command) + examples(of: command)
  }

  private static func examples(of command: Command) -> String {
    guard !command.examples.isEmpty else { return "" }
    return "\nExamples\n" + command.examples.map { "  \($0)\n" }.joined()
  }

  private static func options(of command: Command) -> String {
    rows(
      OptionTable.rows(of: command).flatMap { option in
        let letter = option.letter.map { "-\($0), " } ?? "    "
        let row = (letter + option.flag + option.placeholder, option.summary)
        return [row] + option.choices.map { ("", $0) }
      })
  }

  private static func rows(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      let gap = String(repeating: " ", count: width - left.count + 2)
      return "  \(left)\(gap)\(right)\n"
    }.joined()
  }
}

extension OptionRow {
  fileprivate var placeholder: String {
    switch kind {
    case .none: ""
    case .text(let word), .path(let word), .folder(let word), .number(let word),
      .seconds(let word), .secondsOrForever(let word), .choice(_, let word):
      " \(word)"
    case .choices(_, let word): " \(word)[,\(word)]"
    }
  }

  /// The choices, in lines of readable length
  fileprivate var choices: [String] {
    switch kind {
    case .choice(let choices, _), .choices(let choices, _):
      choices.reduce(into: [""]) { lines, choice in
        let last = lines[lines.count - 1]
        if last.count + choice.count > 50 {
          lines.append(choice)
        } else {
          lines[lines.count - 1] = last.isEmpty ? choice : "\(last) \(choice)"
        }
      }
    default: []
    }
  }
}
