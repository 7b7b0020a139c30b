/// The shells that command lines are completed in
enum Shell: String, CaseIterable {
  case bash, zsh, fish

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
