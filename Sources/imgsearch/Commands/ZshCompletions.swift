import PhotoSearch

/// Completions for zsh
enum ZshCompletions {
  static var script: String {
    """
    #compdef imgsearch
    # Completions of imgsearch for zsh, to be _imgsearch in a folder of $fpath, or
    # source <(imgsearch completions zsh) after compinit

    \(SharedScript.functions)

    # Describes the commands that take what is typed
    _imgsearch_commands() {
      local row
      local -a rows commands
      rows=(
    \(commandRows)
      )
      for row in $rows; do
        if _imgsearch_takes ${row%%:*}; then commands+=($row); fi
      done
      _describe -t commands command commands
    }

    # Offers the words behind the lone hyphen, or where one is typed, those with it: what is left out
    _imgsearch_or_not() {
      local -i end=${@[(i)-]}
      local -a words
      words=("${@[end+1,-1]}")
      if [[ $PREFIX == -* ]]; then words=(-${^words}); fi
      compadd "${@[1,end-1]}" -a words
    }

    # Offers the collections that there are
    _imgsearch_collections() {
      local -a names
      names=(${(f)"$(\(SharedScript.collections))"})
      compadd "$@" -a names
    }

    _imgsearch() {
      local \(SharedScript.variables) word
      local -a operands
    \(SharedScript.loop(over: #""${(@)words[2,CURRENT-1]}""#))

      # What is offered that is no option; the rest is the user's: nothing, and no message either,
      # beside which zsh would list a lone option rather than insert it
      operands=('*: :{:}')
      case "$command $action" in
        (' ') operands=('*:words:_imgsearch_commands') ;;
    \(operands)
      esac
      case ${command:-search} in
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

  private static var operands: String {
    Operand.table.map { operand in
      "    ('\(operand.words)') operands=(\(quoted("*" + action(of: operand.value)))) ;;"
    }.joined(separator: "\n")
  }

  private static var cases: String {
    Command.allCases.map { command in
      let options = OptionTable.rows(of: command).flatMap(specifications)
      return
        (["    (\(command.rawValue)) _arguments -S"] + options.map { "        \($0)" }
        + ["        $operands ;;"]).joined(separator: " \\\n")
    }.joined(separator: "\n")
  }

  /// One for each spelling, those of one option excluding each other unless it may be repeated
  private static func specifications(of option: OptionRow) -> [String] {
    var excluded = "(\(option.spellings.joined(separator: " ")))"
    if case .choices = option.kind { excluded = "*" }
    let summary = option.summary.replacing("[", with: "\\[").replacing("]", with: "\\]")
    return option.spellings.map { spelling in
      let attached = option.takesValue ? spelling.hasPrefix("--") ? "=" : "+" : ""
      let action = action(of: option.kind, canLeaveOut: option.canLeaveOut)
      return quoted("\(excluded)\(spelling)\(attached)[\(summary)]\(action)")
    }
  }

  private static func action(of value: OptionRow.Kind, canLeaveOut: Bool = false) -> String {
    let action =
      switch value {
      case .choice(let choices, _): "(\(choices.joined(separator: " ")))"
      case .choices(let choices, _):
        "_sequence \(canLeaveOut ? "_imgsearch_or_not -" : "compadd") - "
          + choices.joined(separator: " ")
      case .collection: "_imgsearch_collections"
      case .path: "_files"
      case .folder: "_files -/"
      case .none, .text, .number, .seconds, .secondsOrForever, .filter: " "
      }
    if case .none = value { return "" }
    return ":\(value.placeholder):\(action)"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
