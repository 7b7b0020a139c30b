/// Completions for fish, from 3.0 on
enum FishCompletions {
  static var script: String {
    """
    # Completions of imgsearch for fish: imgsearch completions fish | source
    function __imgsearch_command
        set -l skip 0
        set -l command search
        set -l words (commandline -opc)
        for word in $words[2..-1]
            if test $skip -eq 1
                set skip 0
                continue
            end
            switch $word
                case \(OptionTable.spellingsWithValue.joined(separator: " "))
                    set skip 1
                case '-*'
                    continue
                case \(names)
                    set command $word
                    break
                case '*'
                    set command search words
                    break
            end
        end
        if test "$argv" = none
            test "$command" = search
        else
            contains -- $command[1] $argv
        end
    end

    function __imgsearch_several
        set -l before (string match -r '^.*,' -- (commandline -ct | string replace -r '^--?[a-z]+=?' ''))
        if test -z "$before"
            printf '%s\\n' $argv
        else
            printf '%s\\n' $before$argv
        end
    end

    complete -c imgsearch -f
    \(lines.joined(separator: "\n"))

    """
  }

  private static var names: String {
    Command.allCases.map(\.rawValue).joined(separator: " ")
  }

  private static var lines: [String] {
    Command.allCases.map { command in
      "complete -c imgsearch -n '__imgsearch_command none' "
        + "-a \(command.rawValue) -d \(quoted(command.summary))"
    }
      + Command.allCases.filter { !$0.operandChoices.isEmpty }.map { command in
        "complete -c imgsearch -n '__imgsearch_command \(command.rawValue)' "
          + "-a '\(command.operandChoices.joined(separator: " "))'"
      } + OptionTable.options.map(line)
  }

  private static func line(of option: Option) -> String {
    let commands = Command.allCases.filter(option.commands.contains).map(\.rawValue)
    return "complete -c imgsearch -n '__imgsearch_command \(commands.joined(separator: " "))' "
      + "-l \(option.name)" + (option.letter.map { " -s \($0)" } ?? "")
      + arguments(of: option.value) + " -d \(quoted(option.summary))"
  }

  private static func arguments(of value: Option.Value) -> String {
    switch value {
    case .none: ""
    case .choice(let choices, _): " -x -a '\(choices.joined(separator: " "))'"
    case .choices(let choices, _):
      " -x -a '(__imgsearch_several \(choices.joined(separator: " ")))'"
    case .path: " -r -F"
    case .text, .number, .seconds: " -x"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
