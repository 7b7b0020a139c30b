/// What the program can be told to do
enum Command: String, CaseIterable, Sendable {
  case search, list, more, again, show, credit, download, favorites, history, providers
  case completions, help

  /// The words that follow the name
  var operands: String {
    switch self {
    case .search: "<words...>"
    case .list, .more, .providers: ""
    case .again: "[<number>]"
    case .favorites: "[add|remove|list|export|import] [<photo>...]"
    case .history: "[clear|remove <words>]"
    case .show: "<photo>"
    case .credit, .download: "<photo>... | -"
    case .completions: "bash|zsh|fish"
    case .help: "[<command>]"
    }
  }

  /// What it does, in a few words
  var summary: String {
    switch self {
    case .search: "search all providers; the word `search` may be left out"
    case .list: "what the providers show today, without words"
    case .more: "go on with the last search where it stopped"
    case .again: "a search of the history once more, by its number there (1)"
    case .favorites: "what to find again, kept whole; - reads ids or NDJSON"
    case .history: "what was searched for, last first"
    case .show: "one photo: full-size link, author, likes, place, camera, licence"
    case .credit: "the credit line to paste; - reads ids or NDJSON"
    case .download: "save pictures with their credit; - reads ids or NDJSON"
    case .completions: "what a shell needs to complete this program's command lines"
    case .providers: "each provider: ready or what it lacks, and its terms"
    case .help: "this help, or a command's"
    }
  }
}
