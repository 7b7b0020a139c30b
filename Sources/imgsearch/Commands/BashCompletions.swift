/// Completions for bash, from 3.2 on
enum BashCompletions {
  static var script: String {
    """
    # Completions of imgsearch for bash, to be
    # ~/.local/share/bash-completion/completions/imgsearch where bash-completion is at hand, or
    # source <(imgsearch completions bash)

    # Offers what $value may become, after $before and without the $kept that bash leaves alone
    _imgsearch_offer() {
      local offer
      while IFS= read -r offer; do
        COMPREPLY+=("${offer#"$kept"}")
      done < <(compgen -P "$before" "$@" -- "$value")
    }

    # Offers the words of $1 that a list separated by commas does not have yet; with $2, a word that
    # begins with a hyphen is one that is left out
    _imgsearch_offer_more() {
      local word chosen= left= out=
      if [[ $value == *,* ]]; then chosen=${value%,*},; fi
      if [[ -n $2 && ${value##*,} == -* ]]; then out=-; fi
      for word in $1; do
        word=$out$word
        if [[ ,$chosen != *",$word,"* ]]; then left+=" $word"; fi
      done
      before+=$chosen value=${value##*,}
      _imgsearch_offer -W "$left"
    }

    # Offers the collections that there are, quoted unless a quote has begun the word
    _imgsearch_offer_collections() {
      local name
      while IFS= read -r name; do
        if [[ $before != *[\\"\\'] ]]; then printf -v name %q "$name"; fi
        name=$before$name
        if [[ $name == "$before$value"* ]]; then COMPREPLY+=("${name#"$kept"}"); fi
      done < <(\(SharedScript.collections))
    }

    # Offers files (-f) or folders (-d)
    _imgsearch_offer_paths() {
      compopt -o filenames 2>/dev/null
      _imgsearch_offer "$1"
    }

    \(SharedScript.functions)

    _imgsearch() {
      local \(SharedScript.variables)
      local line=${COMP_LINE:0:COMP_POINT} rest word count=0 before value kept taken commands=
      local -a words
      words=('')
      COMPREPLY=()

      # The words as they were typed; in COMP_WORDS they are also divided at = and :
      for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        rest=${line#"${line%%[![:space:]]*}"}
        if [[ $rest != "$line" ]]; then ((++count)); fi
        if [[ $rest == "$word"* ]]; then words[count]+=$word; else words[count]+=$rest; fi
        line=${rest#"$word"}
      done
    \(SharedScript.loop(over: #""${words[@]:1:count-1}""#))

      value=${words[count]}
      if [[ -z $option ]]; then
        case $ended$value in
          (--*=*) option=${value%%=*} value=${value#*=} ;;
          (-[\(OptionTable.lettersWithValue)]=*) option=${value:0:2} value=${value:3} ;;
          (-[\(OptionTable.lettersWithValue)]*) option=${value:0:2} value=${value:2} ;;
        esac
      fi
      before=${words[count]%"$value"}
      value=${value#[\\"\\']}
      kept=$before$value
      kept=${kept%"$2"}

      if [[ -n $option ]]; then
        case "${command:-search} $option" in
    \(values)
        esac
      elif [[ $ended$value == -* ]]; then
        _imgsearch_options "${command:-search}"
        _imgsearch_offer -W "$taken"
      elif [[ -z $command ]]; then
        for word in \(Command.names); do
          if _imgsearch_takes "$word"; then commands+=" $word"; fi
        done
        _imgsearch_offer -W "$commands"
      else
        case "$command $action" in
    \(operands)
        esac
      fi
    }
    complete -F _imgsearch imgsearch

    """
  }

  /// A line for each option that a word follows
  private static var values: String {
    OptionTable.rows.compactMap { option in
      guard let offer = offer(of: option.kind, canLeaveOut: option.canLeaveOut) else { return nil }
      let patterns = Command.allCases.filter(option.commands.contains).flatMap { command in
        option.spellings.map { "'\(command.rawValue) \($0)'" }
      }
      return "      (\(patterns.joined(separator: "|"))) \(offer) ;;"
    }.joined(separator: "\n")
  }

  private static func offer(of value: OptionRow.Kind, canLeaveOut: Bool = false) -> String? {
    switch value {
    case .choice(let choices, _): "_imgsearch_offer -W \"\(choices.joined(separator: " "))\""
    case .choices(let choices, _):
      "_imgsearch_offer_more \"\(choices.joined(separator: " "))\"" + (canLeaveOut ? " -" : "")
    case .collection: "_imgsearch_offer_collections"
    case .path: "_imgsearch_offer_paths -f"
    case .folder: "_imgsearch_offer_paths -d"
    case .none, .text, .number, .seconds, .secondsOrForever, .filter: nil
    }
  }

  private static var operands: String {
    Operand.table.compactMap { operand in
      offer(of: operand.value).map { "      ('\(operand.words)') \($0) ;;" }
    }.joined(separator: "\n")
  }
}
