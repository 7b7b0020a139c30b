import Platform

/// The shells with completions
package enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

extension Shell {
  /// A script for the shell to source; at each Tab it asks this program
  package func completions(of program: String) -> String {
    switch self {
    case .bash:
      #"""
      # Completions of \#(program) for bash, from 3.2 on, to be
      # ~/.local/share/bash-completion/completions/\#(program) where bash-completion is at hand, or
      # source <(\#(program) completions bash)
      _\#(program)() {
        local offer
        COMPREPLY=()
        while IFS= read -r offer; do
          COMPREPLY+=("$offer")
        done < <(command \#(program) \#(CompletionAnswer.name) bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
      }
      complete -o nospace -F _\#(program) \#(program)

      """#
    case .zsh:
      #"""
      #compdef \#(program)
      # Completions of \#(program) for zsh, to be _\#(program) in a folder of $fpath, or
      # source <(\#(program) completions zsh) after compinit
      _\#(program)() {
        local -a answer offers
        answer=("${(@f)$(command \#(program) \#(CompletionAnswer.name) zsh \
          "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
        offers=("${(@)answer[2,-1]%%$'\t'*}")
        case $answer[1] in
          (files*) compset -p ${answer[1]#* }; _files ;;
          (folders*) compset -p ${answer[1]#* }; _files -/ ;;
          (described) answer=("${(@)answer[2,-1]/$'\t'/  -- }"); compadd -l -d answer -a offers ;;
          (values) compadd -a offers ;;
        esac
      }
      if [[ $funcstack[1] == _\#(program) ]]; then
        _\#(program) "$@"
      else
        compdef _\#(program) \#(program)
      fi

      """#
    case .fish:
      #"""
      # Completions of \#(program) for fish, from 3.0 on, to be
      # ~/.config/fish/completions/\#(program).fish, or
      # \#(program) completions fish | source
      function __\#(program)_complete
          set -l words (commandline -opc)
          set -l word (commandline -ct | string unescape; or commandline -ct)
          command \#(program) \#(CompletionAnswer.name) fish $words[2..-1] "$word" 2>/dev/null
      end
      complete -c \#(program) -f -a '(__\#(program)_complete)'

      """#
    }
  }
}

/// The call with which the scripts ask the program at each Tab, `__complete SHELL WORD…`: hidden,
/// and it never prints an error
package enum CompletionAnswer {
  /// The first argument of the call
  package static let name = "__complete"

  /// The lines to print; empty for an unknown shell
  ///
  /// - Parameter arguments: after the command's name. For zsh and fish the shell and the words of
  ///   the line up to the cursor; for bash the line as typed, and the part of its last word that
  ///   bash replaces.
  package static func text(
    for arguments: [String], in language: CommandLanguage, from source: LineCompletion.Source
  ) -> String {
    guard let shell = arguments.first.flatMap(Shell.init) else { return "" }
    let words = Array(arguments.dropFirst())
    let lines: [String]
    switch shell {
    case .bash:
      guard words.count == 2 else { return "" }
      let line = TypedLine(words[0], replaced: words[1])
      lines = LineCompletion(line.words, in: language, from: source).offers.compactMap(
        line.replacement)
    case .zsh:
      // zsh lists files itself, because it can expand ~ and patterns.
      let completion = LineCompletion(words, in: language, from: source)
      if let place = completion.place {
        lines = ["\(place.isFolder ? "folders" : "files") \(place.start)"]
      } else {
        let offers = completion.offers
        let kind = offers.contains { !$0.summary.isEmpty } ? "described" : "values"
        lines = offers.isEmpty ? [] : [kind] + offers.map(described)
      }
    case .fish: lines = LineCompletion(words, in: language, from: source).offers.map(described)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func described(_ offer: LineCompletion.Offer) -> String {
    offer.word + (offer.summary.isEmpty ? "" : "\t\(offer.summary)")
  }
}

/// A command line up to the cursor, as bash gives it: with quotes and backslashes
struct TypedLine {
  /// The words after the program's name, unquoted; the last may be empty
  private(set) var words: [String] = []
  /// The quotation mark that the last word is inside; nil outside
  private var quote: Character?
  /// The part of the last word that stays, unquoted: bash only replaces a word from its last `=`,
  /// `:` or quotation mark on
  private var kept = ""

  /// - Parameter replaced: the part of the last word that bash replaces, as typed
  init(_ line: String, replaced: String) {
    let end = line.count - (line.hasSuffix(replaced) ? replaced.count : 0)
    // The word being read; nil between words
    var word: String?
    var isEscaped = false
    for (place, character) in line.enumerated() {
      if place == end { kept = word ?? "" }
      if isEscaped {
        // In double quotes, a backslash before an ordinary character is kept.
        if quote != nil, !"\\\"$`".contains(character) { word = (word ?? "") + "\\" }
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        (quote, word) = (character, word ?? "")
      } else if quote == nil, " \t\n".contains(character) {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if end == line.count { kept = word ?? "" }
    words.append(word ?? "")
    // Variables may be set before the program's name.
    words = Array(words.drop { $0.contains(bytes: "=") }.dropFirst())
  }

  /// The text to replace the part with; nil if the offer doesn't begin with the part that stays
  func replacement(for offer: LineCompletion.Offer) -> String? {
    guard offer.word.begins(with: kept) else { return nil }
    let rest = String(offer.word.unicodeScalars.dropFirst(kept.unicodeScalars.count))
    let isOfHome = kept.isEmpty && rest.begins(with: "~/")
    switch quote {
    // In quotes, ~ isn't the home folder.
    case .some where isOfHome: return nil
    // bash closes the quotes itself.
    case "'"?: return rest.replacing("'", with: #"'\''"#)
    case .some: return Self.escaped(rest) { "\\\"$`".unicodeScalars.contains($0) }
    case nil:
      let plain = "0123456789/.,_+:@%=-".unicodeScalars
      let path = String(rest.unicodeScalars.dropFirst(isOfHome ? 1 : 0))
      return (isOfHome ? "~" : "")
        + Self.escaped(path) {
          $0.isASCII && !$0.properties.isAlphabetic && !plain.contains($0)
        } + (offer.isBegun ? "" : " ")
    }
  }

  private static func escaped(_ text: String, where isSpecial: (Unicode.Scalar) -> Bool) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isSpecial(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}

/// Words of a command line
package enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-,.:/_0123456789".utf8)
  /// Characters that mean something to a shell between double quotes
  private static let active = Set("\"$`\\!".utf8)

  /// A word as a shell reads it: in quotes, unless its characters are all plain
  ///
  /// - Parameter mark: the quotes to take, if the word may stand between them; else single ones
  package static func quoted(_ word: String, by mark: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(plain.contains) { return word }
    if mark == "\"", !word.utf8.contains(where: active.contains) { return "\"\(word)\"" }
    return "'" + word.replacing(each: "'", by: "'\\''") + "'"
  }
}
