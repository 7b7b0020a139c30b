import CommandSyntax
import PhotoSearch

/// The program's commands
///
/// A new command is a constant here, with its help and what its operands complete to, also in
/// ``all``; a row of `Imgsearch.work`, which says what it does; a name in the sets at the beginning
/// of ``OptionTable`` whose options it takes; and, if it takes photos or actions, a name in
/// `GuessedCommand.takes`, so that its misspelt name is recognized. HelpTests fails if ``all`` and
/// `Imgsearch.work` differ.
extension Command {
  /// All commands, in the order of the help
  static let all: [Command] = [
    search, list, similar, more, again, pick, show, open, credit, download, favorites, history,
    browse, mcp, harvest, keys, providers, completions, doctor, help,
  ]

  static let search = Command(
    "search", "<words...>",
    "search all providers; the word `search` may be left out",
    examples: [
      "imgsearch kittens", "imgsearch \"red panda\" -n 60 --license commercial",
      "imgsearch kittens -o kittens.csv", "imgsearch kittens --format json > page1.json",
      "imgsearch --cursor @page1.json",
    ],
    takesWords: true)

  static let list = Command(
    "list", "",
    "one author's photos, those with a tag, or what providers show today",
    examples: [
      "imgsearch list", "imgsearch list --author \"Ansel Adams\"",
      "imgsearch list --tag harbor -n 60",
      "imgsearch list --author https://www.flickr.com/photos/nasahqphoto/",
    ])

  static let similar = Command(
    "similar", "<photo>",
    "photos like this one: its service's own list, or a search for its tags",
    examples: ["imgsearch similar 3", "imgsearch similar openverse:UUID --license commercial"])

  static let more = Command(
    "more", "",
    "continue this terminal's last search where it stopped",
    examples: ["imgsearch more", "imgsearch more -n 60 --format csv", "imgsearch more -p -flickr"],
    isContinuing: true)

  static let again = Command(
    "again", "[<number>]",
    "repeat a search from the history, by its number there (1)",
    examples: ["imgsearch again", "imgsearch again 3 -n 60"],
    isContinuing: true)

  static let pick = Command(
    "pick", "<words...>",
    "choose photos of a search by title and picture, in fzf; prints their ids",
    examples: [
      "imgsearch pick kittens", "imgsearch pick \"red panda\" -n 60 --favorite",
      "imgsearch pick kittens | imgsearch credit -",
    ],
    takesWords: true)

  static let show = Command(
    "show", "<photo>",
    "one photo: full-size link, author, likes, place, camera, licence",
    examples: [
      "imgsearch show 3", "imgsearch show flickr:43213681030 --format json",
      "imgsearch show 1-5 --field picture",
    ])

  static let open = Command(
    "open", "<photo>...",
    "open a photo's page in the web browser, or its picture",
    examples: ["imgsearch open 3", "imgsearch open 3 --picture"])

  static let credit = Command(
    "credit", "<photo>... | -",
    "the credit line to paste; - reads ids or NDJSON",
    examples: [
      "imgsearch credit 3 --copy", "imgsearch credit 1-5 --format markdown",
      "imgsearch credit 3 --format markdown --picture",
    ])

  static let download = Command(
    "download", "<photo>... | -",
    "save pictures with their credit; - reads ids, addresses or NDJSON",
    examples: [
      "imgsearch download 1-5 -o pictures", "imgsearch download all",
      "imgsearch kittens -f ndjson | imgsearch download - --size full",
      "imgsearch download 1-5 --width 1600 --dry-run",
      "imgsearch download 3 --name \"{author}/{title}.{ext}\"",
      "imgsearch kittens -f urls | imgsearch download - --new -o pictures",
    ],
    outlivesReader: true)

  static let favorites = Command(
    "favorites", "[\(FavoritesAction.names.joined(separator: "|"))] [<photo>...]",
    actions: FavoritesAction.names,
    "your favorites with all their details, in the order added; - reads ids or NDJSON",
    examples: [
      "imgsearch favorites add 2 4-6", "imgsearch favorites --format markdown",
      "imgsearch favorites add 3 --to kitchen", "imgsearch favorites list kitchen",
      "imgsearch favorites rename kitchen \"my kitchen\"",
      "imgsearch favorites export -o favorites.ndjson",
      "imgsearch favorites import favorites.ndjson",
      "imgsearch favorites -f ndjson | imgsearch download -",
    ],
    actionOptions: { FavoritesAction(rawValue: $0 ?? FavoritesAction.list.rawValue)?.options },
    operandKind: { $0.flatMap(FavoritesAction.init(synonym:))?.operandKind ?? .none })

  static let history = Command(
    "history", "[<words>...|\(HistoryAction.names.joined(separator: "|")) <words>|<number>]",
    actions: HistoryAction.names,
    "your searches, the last one first; with words, only those that contain them",
    examples: [
      "imgsearch history", "imgsearch history panda", "imgsearch history remove red panda",
      "imgsearch history remove 2",
    ],
    operandKind: { [nil, HistoryAction.remove.rawValue].contains($0) ? .recentWords : .none })

  static let browse = Command(
    "browse", "[<words>...]",
    "the gallery in the web browser, until Ctrl-C",
    examples: ["imgsearch browse", "imgsearch browse red panda --license commercial -o pictures"],
    takesWords: true, outlivesReader: true)

  static let mcp = Command(
    "mcp", "",
    "a server for assistants, on standard input and output (Model Context Protocol)",
    examples: [
      "imgsearch mcp -o pictures", "imgsearch mcp -p all,-flickr --license commercial",
      "imgsearch mcp --read-only --history",
    ])

  static let harvest = Command(
    "harvest", "<file> | -",
    "many searches, a file for each, resumed where they stopped; - reads standard input",
    examples: [
      "imgsearch harvest words.txt -o shards -p wikimedia,nasa -n 500",
      "imgsearch harvest words.txt -o shards --per-day wikimedia=100 --flat",
      "imgsearch harvest words.txt -o shards --redo 1,3-5",
    ],
    outlivesReader: true, operandKind: { _ in .path })

  static let keys = Command(
    "keys", "[\(KeysAction.names.joined(separator: "|"))] [<provider>]",
    actions: KeysAction.names,
    "which services have a key and where to get one; set, test or remove a key",
    examples: [
      "imgsearch keys", "imgsearch keys set flickr",
      "imgsearch keys test", "imgsearch keys remove flickr",
    ],
    operandKind: { action in
      action.flatMap(KeysAction.init) == nil
        ? .none : .choice(OptionRow.Choices(KeysOptions.services))
    })

  static let providers = Command(
    "providers", "",
    "each provider: whether it is ready or what it lacks, and its terms",
    examples: [])

  static let completions = Command(
    "completions", "bash|zsh|fish",
    "a script that lets a shell complete imgsearch's command lines",
    examples: [
      "imgsearch completions bash > ~/.local/share/bash-completion/completions/imgsearch",
      "imgsearch completions zsh > /usr/local/share/zsh/site-functions/_imgsearch",
      "imgsearch completions fish > ~/.config/fish/completions/imgsearch.fish",
    ],
    operandKind: { _ in .choice(OptionRow.Choices(Shell.names)) })

  static let doctor = Command(
    "doctor", "",
    "what this program finds on this machine, for a bug report; shows no secrets",
    examples: ["imgsearch doctor"])

  static let help = Command(
    "help", "[<command>|<topic>]",
    "this help, or the help for a command or a topic",
    examples: [],
    operandKind: { _ in .choice(OptionRow.Choices(all.map(\.name) + HelpTopic.names)) })

  /// The ways to name a photo, for the help
  static let photoOperand =
    "<photo> is a number or range from this terminal's last list (3, 1-5, 1,3), an id "
    + "(flickr:43213681030), or the address of a photo's page or picture."
}

/// The actions of `history`, the first word after it; without one it lists
enum HistoryAction: String, CaseIterable, Sendable { case clear, remove }

/// Topics of the help in addition to the commands
enum HelpTopic: String, CaseIterable, Sendable {
  case config, environment, exit, filters, formats, json, license, pictures, skill
}

extension CommandLanguage {
  /// The command lines of imgsearch
  static let imgsearch = CommandLanguage(
    program: "imgsearch", commands: Command.all, fallback: .search, rows: OptionTable.rows,
    configurable: OptionTable.configurable, help: OptionTable.help.row,
    version: OptionTable.version.row, continuing: OptionTable.cursor.row,
    leavingOut: FilterRow.without.name, synonyms: .imgsearch,
    check: GuessedCommand.check)
}

extension Arguments {
  /// Parses a command line of imgsearch
  init(_ words: [String], defaults: () throws -> [String: [String]] = { [:] }) throws {
    try self.init(words, in: .imgsearch, defaults: defaults)
  }

  /// Arguments from the page or an assistant
  init(
    _ command: Command, _ operands: [String], _ options: [(row: OptionRow, text: String)],
    defaults: [String: [String]]
  ) throws {
    try self.init(command, operands, options, in: .imgsearch, defaults: defaults)
  }
}
