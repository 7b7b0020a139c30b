/// The program's commands
enum Command: String, CaseIterable, Sendable {
  case search, list, more, again, pick, show, open, credit, download, favorites, history
  case browse, mcp, harvest, keys, providers, completions, doctor, help

  /// The operands after the command's name, for the help
  var operands: String {
    switch self {
    case .search, .pick: "<words...>"
    case .list, .more, .mcp, .providers, .doctor: ""
    case .again: "[<number>]"
    case .harvest: "<file> | -"
    case .browse: "[<words>...]"
    case .favorites: "[\(actions.joined(separator: "|"))] [<photo>...]"
    case .history: "[<words>...|\(actions.joined(separator: "|")) <words>|<number>]"
    case .keys: "[\(actions.joined(separator: "|"))] [<provider>]"
    case .show: "<photo>"
    case .open: "<photo>..."
    case .credit, .download: "<photo>... | -"
    case .completions: "bash|zsh|fish"
    case .help: "[<command>|\(HelpTopic.names.joined(separator: "|"))]"
    }
  }

  /// The actions of the command, one of which may be its first word
  var actions: [String] {
    switch self {
    case .favorites: FavoritesAction.allCases.map(\.rawValue)
    case .history: HistoryAction.allCases.map(\.rawValue)
    case .keys: KeysAction.allCases.map(\.rawValue)
    default: []
    }
  }

  /// The command that words mean by another of its names
  ///
  /// - Returns: the command and the words after its name; nil for words to search for
  static func meant(by words: [String]) -> (Command, [String])? {
    guard let first = words.first?.lowercased(), let command = synonyms[first] else { return nil }
    let operands = Array(words.dropFirst())
    guard operands.first.map(command.actions.contains) ?? true else { return nil }
    return (command, operands)
  }

  private static let synonyms: [String: Command] = [
    "fav": .favorites, "favs": .favorites, "favorite": .favorites, "favourite": .favorites,
    "favourites": .favorites, "hist": .history,
  ]

  /// A few words on what it does
  var summary: String {
    switch self {
    case .search: "search all providers; the word `search` may be left out"
    case .list: "what the providers show today, without words"
    case .more: "continue this terminal's last search where it stopped"
    case .again: "a search of the history once more, by its number there (1)"
    case .pick: "a search in fzf, to choose there by title and picture; prints the ids chosen"
    case .favorites:
      "what to find again, kept whole, in the order it was added; - reads ids or NDJSON"
    case .history: "what was searched for, last first; of it what has these words"
    case .show: "one photo: full-size link, author, likes, place, camera, licence"
    case .open: "its page in the web browser, or the picture"
    case .credit: "the credit line to paste; - reads ids or NDJSON"
    case .download: "save pictures with their credit; - reads ids, addresses or NDJSON"
    case .harvest: "many searches, a file each, resumed where they stopped; - reads the list"
    case .browse: "the gallery in the web browser, until Ctrl-C"
    case .mcp: "a server for assistants, on standard input and output (Model Context Protocol)"
    case .keys: "which services have a key, and where to get one; set, try or remove one"
    case .completions: "what a shell needs to complete this program's command lines"
    case .providers: "each provider: ready or what it lacks, and its terms"
    case .doctor: "what this program finds on this machine, to paste into a report; no secrets"
    case .help: "this help, or a command's"
    }
  }

  /// The ways to name a photo, for the help
  static let photoOperand =
    "<photo> is a number or range of this terminal's last listing (3, 1-5, 1,3), an id "
    + "(flickr:43213681030), or the address of a photo's page or picture."

  /// Examples of command lines
  var examples: [String] {
    switch self {
    case .search:
      [
        "imgsearch kittens", "imgsearch \"red panda\" -n 60 --license commercial",
        "imgsearch kittens -o kittens.csv", "imgsearch kittens --format json > page1.json",
        "imgsearch --cursor @page1.json",
      ]
    case .list: ["imgsearch list", "imgsearch list -n 60 --format urls"]
    case .more: ["imgsearch more", "imgsearch more -n 60 --format csv"]
    case .again: ["imgsearch again", "imgsearch again 3 -n 60"]
    case .pick:
      [
        "imgsearch pick kittens", "imgsearch pick \"red panda\" -n 60 --favorite",
        "imgsearch pick kittens | imgsearch credit -",
      ]
    case .show:
      [
        "imgsearch show 3", "imgsearch show flickr:43213681030 --format json",
        "imgsearch show 1-5 --field picture",
      ]
    case .open: ["imgsearch open 3", "imgsearch open 3 --picture"]
    case .credit:
      [
        "imgsearch credit 3 --copy", "imgsearch credit 1-5 --format markdown",
        "imgsearch credit 3 --format markdown --picture",
      ]
    case .download:
      [
        "imgsearch download 1-5 -o pictures", "imgsearch download all",
        "imgsearch kittens -f ndjson | imgsearch download - --size full",
        "imgsearch download 3 --name \"{author}/{title}.{ext}\"",
        "imgsearch kittens -f urls | imgsearch download - --new -o pictures",
      ]
    case .favorites:
      [
        "imgsearch favorites add 2 4-6", "imgsearch favorites --format markdown",
        "imgsearch favorites add 3 --to kitchen", "imgsearch favorites list kitchen",
        "imgsearch favorites rename kitchen \"my kitchen\"",
        "imgsearch favorites export -o favorites.ndjson",
        "imgsearch favorites import favorites.ndjson",
        "imgsearch favorites -f ndjson | imgsearch download -",
      ]
    case .history:
      [
        "imgsearch history", "imgsearch history panda", "imgsearch history remove red panda",
        "imgsearch history remove 2",
      ]
    case .browse:
      ["imgsearch browse", "imgsearch browse red panda --license commercial -o pictures"]
    case .mcp: ["imgsearch mcp -o pictures", "imgsearch mcp -p all,-flickr --license commercial"]
    case .harvest:
      [
        "imgsearch harvest words.txt -o shards -p wikimedia,nasa -n 500",
        "imgsearch harvest words.txt -o shards --per-day wikimedia=100 --flat",
        "imgsearch harvest words.txt -o shards --redo 1,3-5",
      ]
    case .completions:
      [
        "imgsearch completions bash > ~/.local/share/bash-completion/completions/imgsearch",
        "imgsearch completions zsh > /usr/local/share/zsh/site-functions/_imgsearch",
        "imgsearch completions fish > ~/.config/fish/completions/imgsearch.fish",
      ]
    case .keys:
      [
        "imgsearch keys", "imgsearch keys set flickr",
        "imgsearch keys test", "imgsearch keys remove flickr",
      ]
    case .providers, .help: []
    case .doctor: ["imgsearch doctor"]
    }
  }
}

/// The actions of `favorites`, the first word after it
enum FavoritesAction: String, CaseIterable, Sendable {
  case add, remove, list, rename, collections, export, `import`

  /// The action with this name, or with a name that other programs use
  init?(synonym name: String) {
    let synonyms: [String: FavoritesAction] = [
      "rm": .remove, "delete": .remove, "ls": .list, "show": .list, "mv": .rename,
    ]
    guard let action = FavoritesAction(rawValue: name) ?? synonyms[name] else { return nil }
    self = action
  }
}

/// The actions of `history`, the first word after it; without one it lists
enum HistoryAction: String, CaseIterable, Sendable {
  case clear, remove
}

/// The actions of `keys`, the first word after it; without one it lists
enum KeysAction: String, CaseIterable, Sendable {
  case set, test, remove
}

/// Topics of the help in addition to the commands
enum HelpTopic: String, CaseIterable, Sendable {
  case config, filters, skill

  static let names = allCases.map(\.rawValue)
}

/// The shells with completions
enum Shell: String, CaseIterable {
  case bash, zsh, fish
}
