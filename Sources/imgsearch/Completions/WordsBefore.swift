/// The part of a script that bash and zsh share: what the words before the cursor's say
enum WordsBefore {
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
