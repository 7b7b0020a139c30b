/// Completions for zsh
enum ZshCompletions {
  static var script: String {
    """
    #compdef imgsearch
    # Completions of imgsearch for zsh: a file named _imgsearch in a folder of $fpath
    _imgsearch_commands() {
      local -a commands
      commands=(
    \(commandRows)
      )
      _describe -t commands command commands
    }

    _imgsearch() {
      local command=search index
      local -a operands
      operands=('*:words:_imgsearch_commands')
      for ((index = 2; index < CURRENT; index++)); do
        case $words[index] in
          (\(OptionTable.spellingsWithValue.joined(separator: "|"))) ((index++)) ;;
          (-*) ;;
          (\(Command.allCases.map(\.rawValue).joined(separator: "|")))
            command=$words[index] operands=('*: : '); break ;;
          (*) operands=('*: : '); break ;;
        esac
      done
      case $command in
    \(cases)
      esac
    }

    if [[ $funcstack[1] == _imgsearch ]]; then
      _imgsearch "$@"
    else
      compdef _imgsearch imgsearch
    fi

    """
  }

  private static var commandRows: String {
    Command.allCases.map { "    \(quoted("\($0.rawValue):\($0.summary)"))" }
      .joined(separator: "\n")
  }

  private static var cases: String {
    Command.allCases.map { command in
      let options = OptionTable.options(of: command).flatMap(specifications)
      return
        (["    (\(command.rawValue)) _arguments -s"] + options.map { "        \($0)" }
        + ["        \(operands(of: command)) ;;"]).joined(separator: " \\\n")
    }.joined(separator: "\n")
  }

  /// One for each spelling, those of one option excluding each other unless it may be repeated
  private static func specifications(of option: Option) -> [String] {
    var excluded = "(\(option.spellings.joined(separator: " ")))"
    if case .choices = option.value { excluded = "*" }
    let summary = option.summary.replacing("[", with: "\\[").replacing("]", with: "\\]")
    return option.spellings.map { spelling in
      let attached = option.takesValue ? spelling.hasPrefix("--") ? "=" : "+" : ""
      return quoted("\(excluded)\(spelling)\(attached)[\(summary)]\(action(of: option.value))")
    }
  }

  private static func action(of value: Option.Value) -> String {
    switch value {
    case .none: ""
    case .choice(let choices, let word): ":\(word):(\(choices.joined(separator: " ")))"
    case .choices(let choices, let word):
      ":\(word):_sequence compadd - \(choices.joined(separator: " "))"
    case .path(let word): ":\(word):_files"
    case .text(let word), .number(let word), .seconds(let word): ":\(word): "
    }
  }

  /// The first word may be a command's name; what follows it is the user's
  private static func operands(of command: Command) -> String {
    if !command.operandChoices.isEmpty {
      let choices = [command.rawValue] + command.operandChoices
      return quoted("*:\(command.rawValue):(\(choices.joined(separator: " ")))")
    }
    return command == .search ? "$operands" : "'*: : '"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
