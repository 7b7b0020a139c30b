import CommandSyntax
import PhotoSearch

/// The program's commands, in the order of the help
///
/// For a new case the compiler asks for its ``row``, for its options, and in Imgsearch.swift for what
/// it does. Its completions and the guess of its misspelt name follow from these.
enum Command: String, CaseIterable, Sendable {
  case search, list, similar, more, again, pick, show, open, credit, download, favorites, history
  case browse, mcp, harvest, keys, providers, completions, doctor, help

  /// The command of a row, or the search, which a line means that names no command
  init(_ row: CommandRow) { self = Command(rawValue: row.name) ?? .search }

  var name: String { rawValue }

  /// Whether the command takes arbitrary words
  var words: CommandRow.Words { row.words }

  /// The command with its help, its other names, and what its operands complete to
  ///
  /// A command ends when nobody reads its output any more, unless it outlives its reader, as one that
  /// saves pictures or serves a page does.
  var row: CommandRow {
    switch self {
    case .search:
      CommandRow(
        name, "<words...>", "search all providers; the word `search` may be left out",
        words: .needed,
        examples: "kittens", "\"red panda\" -n 60 --license commercial", "kittens -o kittens.csv",
        "kittens --format json > page1.json", "--cursor @page1.json")
    case .list:
      CommandRow(
        name, "", "one author's photos, those with a tag, or what providers show today",
        examples: "list", "list --author \"Ansel Adams\"", "list --tag harbor -n 60",
        "list --author https://www.flickr.com/photos/nasahqphoto/")
    case .similar:
      CommandRow(
        name, "<photo>", "photos like this one: its service's own list, or a search for its tags",
        operandKind: .form(.photo),
        examples: "similar 3", "similar openverse:UUID --license commercial")
    case .more:
      CommandRow(
        name, "", "continue this terminal's last search where it stopped",
        isContinuing: true,
        examples: "more", "more -n 60 --format csv", "more -p -flickr")
    case .again:
      CommandRow(
        name, "[<number>]", "repeat a search from the history, by its number there (1)",
        isContinuing: true,
        // A misspelt name is recognized by a number after it, as by that of a photo.
        operandKind: .form(.photo),
        examples: "again", "again 3 -n 60")
    case .pick:
      CommandRow(
        name, "<words...>",
        "choose photos of a search by title and picture, in fzf; prints their ids",
        words: .needed,
        examples: "pick kittens", "pick \"red panda\" -n 60 --favorite",
        "pick kittens | imgsearch credit -")
    case .show:
      CommandRow(
        name, "<photo>", "one photo: full-size link, author, likes, place, camera, licence",
        operandKind: .form(.photo),
        examples: "show 3", "show flickr:43213681030 --format json", "show 1-5 --field picture")
    case .open:
      CommandRow(
        name, "<photo>...", "open a photo's page in the web browser, or its picture",
        operandKind: .form(.photo),
        examples: "open 3", "open 3 --picture")
    case .credit:
      CommandRow(
        name, "<photo>... | -", "the credit line to paste; - reads ids or NDJSON",
        operandKind: .form(.photo),
        examples: "credit 3 --copy", "credit 1-5 --format markdown",
        "credit 3 --format markdown --picture")
    case .download:
      CommandRow(
        name, "<photo>... | -", "save pictures with their credit; - reads ids, addresses or NDJSON",
        outlivesReader: true, operandKind: .form(.photo),
        examples: "download 1-5 -o pictures", "download all",
        "kittens -f ndjson | imgsearch download - --size full",
        "download 1-5 --width 1600 --dry-run", "download 3 --name \"{author}/{title}.{ext}\"",
        "kittens -f urls | imgsearch download - --new -o pictures")
    case .favorites:
      CommandRow(
        name, otherNames: ["fav", "favs", "favorite", "favourite", "favourites"],
        "[\(FavoritesAction.names.joined(separator: "|"))] [<photo>...]",
        actions: FavoritesAction.allCases.map(\.action),
        "your favorites with all their details, in the order added; - reads ids or NDJSON",
        examples: "favorites add 2 4-6", "favorites --format markdown",
        "favorites add 3 --to kitchen", "favorites list kitchen",
        "favorites rename kitchen \"my kitchen\"", "favorites export -o favorites.ndjson",
        "favorites import favorites.ndjson", "favorites -f ndjson | imgsearch download -")
    case .history:
      CommandRow(
        name, otherNames: ["hist"],
        "[<words>...|\(HistoryAction.names.joined(separator: "|")) <words>|<number>]",
        actions: [
          CommandRow.Action(HistoryAction.clear.rawValue),
          CommandRow.Action(
            HistoryAction.remove.rawValue, otherNames: ["rm", "delete", "forget"],
            operandKind: .recentWords),
        ],
        "your searches, the last one first; with words, only those that contain them",
        operandKind: .recentWords,
        examples: "history", "history panda", "history remove red panda", "history remove 2")
    case .browse:
      CommandRow(
        name, "[<words>...]", "the gallery in the web browser, until Ctrl-C",
        words: .optional, outlivesReader: true,
        examples: "browse", "browse red panda --license commercial -o pictures")
    case .mcp:
      CommandRow(
        name, "", "a server for assistants, on standard input and output (Model Context Protocol)",
        examples: "mcp -o pictures", "mcp -p all,-flickr --license commercial",
        "mcp --read-only --history")
    case .harvest:
      CommandRow(
        name, "<file> | -",
        "many searches, a file for each, resumed where they stopped; - reads standard input",
        outlivesReader: true, operandKind: .path,
        examples: "harvest words.txt -o shards -p wikimedia,nasa -n 500",
        "harvest words.txt -o shards --per-day wikimedia=100 --flat",
        "harvest words.txt -o shards --redo 1,3-5")
    case .keys:
      CommandRow(
        name, "[\(KeysAction.names.joined(separator: "|"))] [<provider>]",
        actions: KeysAction.names.map {
          CommandRow.Action($0, operandKind: .choice(OptionRow.Choices(KeysOptions.services)))
        },
        "which services have a key and where to get one; set, test or remove a key",
        examples: "keys", "keys set flickr", "keys test", "keys remove flickr")
    case .providers:
      CommandRow(
        name, "", "each provider: whether it is ready or what it lacks, and its terms")
    case .completions:
      CommandRow(
        name, "bash|zsh|fish", "a script that lets a shell complete imgsearch's command lines",
        operandKind: .choice(OptionRow.Choices(Shell.names)),
        examples: "completions bash > ~/.local/share/bash-completion/completions/imgsearch",
        "completions zsh > /usr/local/share/zsh/site-functions/_imgsearch",
        "completions fish > ~/.config/fish/completions/imgsearch.fish")
    case .doctor:
      CommandRow(
        name, "", "what this program finds on this machine, for a bug report; shows no secrets",
        examples: "doctor")
    case .help:
      CommandRow(
        name, "[<command>|<topic>]", "this help, or the help for a command or a topic",
        operandKind: .choice(OptionRow.Choices(Self.names + HelpTopic.names)))
    }
  }

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
    program: "imgsearch", commands: Command.allCases.map(\.row), fallback: Command.search.row,
    rows: OptionTable.rows, configurable: OptionTable.configurable, help: OptionTable.help.row,
    version: OptionTable.version.row, continuing: OptionTable.cursor.row,
    leavingOut: FilterRow.without.name, synonyms: .imgsearch,
    options: { OptionTable.options(of: Command($0)) + OptionTable.shared }, meaning: Command.line)
}

extension Arguments {
  /// Parses a command line of imgsearch
  init(_ words: [String], defaults: () throws -> [String: [String]] = { [:] }) throws {
    try self.init(words, in: .imgsearch, defaults: defaults)
  }

  var command: Command { Command(commandRow) }
}

extension OptionValues {
  /// Options that the page or an assistant gives
  ///
  /// - Parameters:
  ///   - defaults: from config.json, by their names there
  ///   - rows: options for which these count
  /// - Throws: a usage failure for an invalid value.
  init(
    _ options: [(row: OptionRow, text: String)], defaults: [String: [String]],
    of rows: [OptionRow] = OptionTable.planning
  ) throws { try self.init(checking: options, in: .imgsearch, defaults: defaults, of: rows) }
}
