import Platform

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
          + Suggestion.question(nearest == name ? nil : nearest))
    }
    self.shell = shell
  }

  func run() throws -> ExitCode {
    try console.print(shell.completions)
    return .success
  }
}

extension Shell {
  /// A script for the shell to read, made from the tables of commands and options
  var completions: String {
    switch self {
    case .bash: BashCompletions.script
    case .zsh: ZshCompletions.script
    case .fish: FishCompletions.script
    }
  }
}

extension OptionRow {
  /// Every way to type its name
  var spellings: [String] { [flag] + (letter.map { ["-\($0)"] } ?? []) }
}

extension OptionTable {
  /// Every spelling of the options that a word follows
  static var spellingsWithValue: [String] {
    var all: [String] = []
    for spelling in rows.filter(\.takesValue).flatMap(\.spellings) where !all.contains(spelling) {
      all.append(spelling)
    }
    return all
  }

  /// The letters of the options that a word follows, attached or not
  static var lettersWithValue: String {
    String(spellingsWithValue.filter { !$0.hasPrefix("--") }.compactMap(\.last))
  }
}

extension Command {
  /// Every name, as shells list words
  static var names: String { allCases.map(\.rawValue).joined(separator: " ") }
}

/// What may be typed after a command where no option's value is
struct Operand {
  let command: Command
  /// The first word after the command; empty while that is what is typed
  let action: String
  let value: OptionRow.Kind

  /// The command and the first word after it, as the scripts know them
  var words: String { "\(command.rawValue) \(action)" }

  /// All that is known beforehand, and collections: nothing is offered for words to search and for
  /// photos
  static let table: [Operand] =
    Command.allCases.filter { !$0.actions.isEmpty }.map { command in
      Operand(
        command: command, action: "", value: .choice(command.actions, placeholder: "ACTION"))
    }
    + KeysAction.allCases.map { action in
      Operand(
        command: .keys, action: action.rawValue,
        value: .choice(KeysOptions.services, placeholder: "PROVIDER"))
    }
    + [FavoritesAction.list, .remove, .rename].map { action in
      Operand(
        command: .favorites, action: action.rawValue, value: .collection(placeholder: "COLLECTION"))
    } + [
      Operand(command: .favorites, action: "import", value: .path(placeholder: "FILE")),
      Operand(
        command: .completions, action: "",
        value: .choice(Shell.allCases.map(\.rawValue), placeholder: "SHELL")),
      Operand(
        command: .help, action: "",
        value: .choice(
          Command.allCases.map(\.rawValue) + HelpTopic.names,
          placeholder: "COMMAND")),
    ]
}

/// The part of a script that bash and zsh share: what the words before the cursor's say
enum SharedScript {
  /// The variables that ``loop(over:)`` sets: the command and the first word after it, the option
  /// whose value comes next, x after `--`, and the options so far
  static let variables = "command= action= option= ended= typed=()"

  /// Functions that ask for the options of a command
  static var functions: String {
    """
    # Sets taken to the options of the command $1
    _imgsearch_options() {
      case $1 in
    \(Command.allCases.map(options).joined(separator: "\n"))
      esac
    }

    # Whether the command $1 takes all the options that are typed
    _imgsearch_takes() {
      local taken option
      _imgsearch_options "$1"
      for option in "${typed[@]}"; do
        if [[ " $taken " != *" $option "* ]]; then return 1; fi
      done
    }
    """
  }

  /// Prints the collections that there are, a line each
  static let collections =
    "command imgsearch favorites \(FavoritesAction.collections.rawValue) 2>/dev/null"

  /// - Parameter words: the words after the program's name and before the cursor's, to the shell
  static func loop(over words: String) -> String {
    """
      for word in \(words); do
        if [[ -n $option ]]; then option=; continue; fi
        case $ended$word in
          (--) ended=x command=${command:-search} ;;
          (\(OptionTable.spellingsWithValue.joined(separator: "|"))) option=$word typed+=("$word") ;;
          (--*) typed+=("${word%%=*}") ;;
          (-?*) typed+=("${word:0:2}") ;;
          (*)
            if [[ -n $command ]]; then action=${action:-$word}
            elif [[ " \(Command.names) " == *" $word "* ]]; then command=$word
            else command=search action=$word; fi ;;
        esac
      done
    """
  }

  private static func options(of command: Command) -> String {
    let spellings = OptionTable.rows(of: command).flatMap(\.spellings)
    return "    (\(command.rawValue)) taken='\(spellings.joined(separator: " "))' ;;"
  }
}
