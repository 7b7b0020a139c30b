/// Completions for bash, from 3.2 on
enum BashCompletions {
  static var script: String {
    """
    # Completions of imgsearch for bash: source <(imgsearch completions bash)
    _imgsearch_several() {
      local before=
      if [[ $2 == *,* ]]; then before=${2%,*},; fi
      COMPREPLY=( $(compgen -P "$before" -W "$1" -- "${2##*,}") )
    }

    _imgsearch() {
      local current previous command named index
      COMPREPLY=()
      current=${COMP_WORDS[COMP_CWORD]}
      previous=${COMP_WORDS[COMP_CWORD-1]}
      if [[ $current == = ]]; then
        current=
      elif [[ $previous == = && $COMP_CWORD -gt 2 ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      command=search named=
      for ((index = 1; index < COMP_CWORD; index++)); do
        case ${COMP_WORDS[index]} in
          \(OptionTable.spellingsWithValue.joined(separator: "|"))) ((index++))
            if [[ ${COMP_WORDS[index]} == = ]]; then ((index++)); fi ;;
          -*) ;;
          \(commands("|"))) command=${COMP_WORDS[index]} named=1; break ;;
          *) named=1; break ;;
        esac
      done
      case "$command $previous" in
    \(values)
      esac
      if [[ $current == -* ]]; then
        case $command in
    \(flags)
        esac
        return
      fi
      if [[ -z $named ]]; then
        COMPREPLY=( $(compgen -W "\(commands(" "))" -- "$current") )
        return
      fi
      case $command in
    \(operands)
      esac
    }
    complete -F _imgsearch imgsearch

    """
  }

  private static func commands(_ separator: String) -> String {
    Command.allCases.map(\.rawValue).joined(separator: separator)
  }

  /// A line for each option that a word follows
  private static var values: String {
    OptionTable.options.filter(\.takesValue).map { option in
      let patterns = Command.allCases.filter(option.commands.contains).flatMap { command in
        option.spellings.map { "'\(command.rawValue) \($0)'" }
      }
      return "    \(patterns.joined(separator: "|"))) \(completion(of: option.value)); return ;;"
    }.joined(separator: "\n")
  }

  private static func completion(of value: Option.Value) -> String {
    switch value {
    case .choice(let choices, _):
      "COMPREPLY=( $(compgen -W \"\(choices.joined(separator: " "))\" -- \"$current\") )"
    case .choices(let choices, _):
      "_imgsearch_several \"\(choices.joined(separator: " "))\" \"$current\""
    case .path:
      "compopt -o filenames 2>/dev/null; COMPREPLY=( $(compgen -f -- \"$current\") )"
    case .none, .text, .number, .seconds: ":"
    }
  }

  private static var flags: String {
    Command.allCases.map { command in
      let flags = OptionTable.options(of: command).map(\.flag).joined(separator: " ")
      return "      \(command.rawValue)) "
        + "COMPREPLY=( $(compgen -W \"\(flags)\" -- \"$current\") ) ;;"
    }.joined(separator: "\n")
  }

  private static var operands: String {
    Command.allCases.filter { !$0.operandChoices.isEmpty }.map { command in
      let choices = command.operandChoices.joined(separator: " ")
      return "    \(command.rawValue)) "
        + "COMPREPLY=( $(compgen -W \"\(choices)\" -- \"$current\") ) ;;"
    }.joined(separator: "\n")
  }
}
