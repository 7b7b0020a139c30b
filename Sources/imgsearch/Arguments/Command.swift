/// What the program can be told to do
enum Command: String, CaseIterable, Sendable {
  case search, list, show, credit, download, providers, completions, help

  /// The words that follow the name
  var operands: String {
    switch self {
    case .search: "<words...>"
    case .list, .providers: ""
    case .show: "<photo>"
    case .credit: "<photo>..."
    case .download: "<photo>... | -"
    case .completions: "bash|zsh|fish"
    case .help: "[<command>]"
    }
  }

  /// What it does, in a few words
  var summary: String {
    switch self {
    case .search: "search all providers; the word `search` may be left out"
    case .list: "what the providers show today, without words"
    case .show: "one photo: full-size link, author, likes, place, camera, licence"
    case .credit: "the credit line to paste"
    case .download: "save pictures with their credit; - reads ids or NDJSON"
    case .completions: "what a shell needs to complete this program's command lines"
    case .providers: "each provider: ready or what it lacks, and its terms"
    case .help: "this help, or a command's"
    }
  }
}
