/// Completions for fish, from 3.0 on
enum FishCompletions {
  static var script: String {
    """
    # Completions of imgsearch for fish, to be ~/.config/fish/completions/imgsearch.fish, or
    # imgsearch completions fish | source

    # The command before the cursor and the first word after it, both maybe empty
    function __imgsearch_place
        set -l command ''
        set -l action ''
        set -l option ''
        set -l ended ''
        set -l words (commandline -opc)
        for word in $words[2..-1]
            if test -n "$option"
                set option ''
                continue
            end
            switch $ended$word
                case --
                    set ended x
                    test -n "$command"; or set command search
                case \(OptionTable.spellingsWithValue.joined(separator: " "))
                    set option $word
                case '-?*'
                    continue
                case '*'
                    if test -n "$command"
                        test -n "$action"; or set action (string escape -- $word)
                    else if contains -- $word \(Command.names)
                        set command $word
                    else
                        set command search
                        set action (string escape -- $word)
                    end
            end
        end
        echo "$command $action"
    end

    # Whether the place is exactly this
    function __imgsearch_at
        test (__imgsearch_place) = $argv[1]
    end

    # Whether the command is one of these
    function __imgsearch_command
        set -l command (string split ' ' (__imgsearch_place))[1]
        test -n "$command"; or set command search
        contains -- $command $argv
    end

    # Whether all the options that are typed are among these
    function __imgsearch_takes
        for option in (commandline -opc | string match -r '^(?:--[^=]+|-[^-])')
            contains -- $option $argv; or return 1
        end
        return 0
    end

    # The value that is typed, without the option before it
    function __imgsearch_value
        commandline -ct | string replace -r '^(--[a-z-]+=|-[a-z])' ''
    end

    # These words after those that a list separated by commas has already, without a description
    function __imgsearch_more
        set -l chosen (string match -r '^.*,' -- (__imgsearch_value))
        for word in $argv
            string match -q "*,$word,*" ",$chosen"; or echo "$chosen$word"\\t
        end
    end

    # The same; a word that begins with a hyphen is one that is left out
    function __imgsearch_more_or_not
        if string match -q -r '(^|,)-[^,]*$' -- (__imgsearch_value)
            __imgsearch_more -$argv
        else
            __imgsearch_more $argv
        end
    end

    # The collections that there are, without a description
    function __imgsearch_collections
        for name in (\(SharedScript.collections))
            echo "$name"\\t
        end
    end

    complete -c imgsearch -f
    \((commands + operands + options).joined(separator: "\n"))

    """
  }

  private static var commands: [String] {
    Command.allCases.map { command in
      let options = OptionTable.rows(of: command).flatMap(\.spellings)
      return "complete -c imgsearch -n \"__imgsearch_at ' '; "
        + "and __imgsearch_takes \(options.joined(separator: " "))\" "
        + "-a \(command.rawValue) -d \(quoted(command.summary))"
    }
  }

  private static var operands: [String] {
    Operand.table.map { operand in
      "complete -c imgsearch -n \"__imgsearch_at '\(operand.words)'\""
        + arguments(of: operand.value)
    }
  }

  private static var options: [String] {
    OptionTable.rows.map { option in
      let commands = Command.allCases.filter(option.commands.contains).map(\.rawValue)
      return "complete -c imgsearch -n '__imgsearch_command \(commands.joined(separator: " "))' "
        + "-l \(option.name)" + (option.letter.map { " -s \($0)" } ?? "")
        + (option.takesValue ? " -r" : "")
        + arguments(of: option.kind, canLeaveOut: option.canLeaveOut)
        + " -d \(quoted(option.summary))"
    }
  }

  /// The tab behind a value stands before a description of its own, which is empty: else fish shows
  /// the option's beside each
  private static func arguments(of value: OptionRow.Kind, canLeaveOut: Bool = false) -> String {
    switch value {
    case .none: ""
    case .choice(let choices, _): " -f -a '\(choices.map { $0 + "\\t" }.joined(separator: " "))'"
    case .choices(let choices, _):
      " -f -a '(__imgsearch_more\(canLeaveOut ? "_or_not" : "") \(choices.joined(separator: " ")))'"
    case .collection: " -f -a '(__imgsearch_collections)'"
    case .path: " -F"
    case .folder: " -f -a '(__fish_complete_directories (__imgsearch_value))'"
    case .text, .number, .seconds, .secondsOrForever, .filter: " -f"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
