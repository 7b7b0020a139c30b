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
    let options = OptionTable.options(of: self)
    return switch self {
    case .search:
      CommandRow(
        name, "<words...>", "search all providers; the word `search` may be left out",
        examples: [
          "imgsearch kittens", "imgsearch \"red panda\" -n 60 --license commercial",
          "imgsearch kittens -o kittens.csv", "imgsearch kittens --format json > page1.json",
          "imgsearch --cursor @page1.json",
        ], options: options, words: .needed)
    case .list:
      CommandRow(
        name, "", "one author's photos, those with a tag, or what providers show today",
        examples: [
          "imgsearch list", "imgsearch list --author \"Ansel Adams\"",
          "imgsearch list --tag harbor -n 60",
          "imgsearch list --author https://www.flickr.com/photos/nasahqphoto/",
        ], options: options)
    case .similar:
      CommandRow(
        name, "<photo>", "photos like this one: its service's own list, or a search for its tags",
        examples: ["imgsearch similar 3", "imgsearch similar openverse:UUID --license commercial"],
        options: options, operandKind: .form(.photo))
    case .more:
      CommandRow(
        name, "", "continue this terminal's last search where it stopped",
        examples: [
          "imgsearch more", "imgsearch more -n 60 --format csv", "imgsearch more -p -flickr",
        ], options: options, isContinuing: true)
    case .again:
      CommandRow(
        name, "[<number>]", "repeat a search from the history, by its number there (1)",
        examples: ["imgsearch again", "imgsearch again 3 -n 60"], options: options,
        isContinuing: true,
        // A misspelt name is recognized by a number after it, as by that of a photo.
        operandKind: .form(.photo))
    case .pick:
      CommandRow(
        name, "<words...>",
        "choose photos of a search by title and picture, in fzf; prints their ids",
        examples: [
          "imgsearch pick kittens", "imgsearch pick \"red panda\" -n 60 --favorite",
          "imgsearch pick kittens | imgsearch credit -",
        ], options: options, words: .needed)
    case .show:
      CommandRow(
        name, "<photo>", "one photo: full-size link, author, likes, place, camera, licence",
        examples: [
          "imgsearch show 3", "imgsearch show flickr:43213681030 --format json",
          "imgsearch show 1-5 --field picture",
        ], options: options, operandKind: .form(.photo))
    case .open:
      CommandRow(
        name, "<photo>...", "open a photo's page in the web browser, or its picture",
        examples: ["imgsearch open 3", "imgsearch open 3 --picture"], options: options,
        operandKind: .form(.photo))
    case .credit:
      CommandRow(
        name, "<photo>... | -", "the credit line to paste; - reads ids or NDJSON",
        examples: [
          "imgsearch credit 3 --copy", "imgsearch credit 1-5 --format markdown",
          "imgsearch credit 3 --format markdown --picture",
        ], options: options, operandKind: .form(.photo))
    case .download:
      CommandRow(
        name, "<photo>... | -",
        "save pictures with their credit; - reads ids, addresses or NDJSON",
        examples: [
          "imgsearch download 1-5 -o pictures", "imgsearch download all",
          "imgsearch kittens -f ndjson | imgsearch download - --size full",
          "imgsearch download 1-5 --width 1600 --dry-run",
          "imgsearch download 3 --name \"{author}/{title}.{ext}\"",
          "imgsearch kittens -f urls | imgsearch download - --new -o pictures",
        ], options: options, outlivesReader: true, operandKind: .form(.photo))
    case .favorites:
      CommandRow(
        name, otherNames: ["fav", "favs", "favorite", "favourite", "favourites"],
        "[\(FavoritesAction.names.joined(separator: "|"))] [<photo>...]",
        actions: FavoritesAction.allCases.map(\.action),
        "your favorites with all their details, in the order added; - reads ids or NDJSON",
        examples: [
          "imgsearch favorites add 2 4-6", "imgsearch favorites --format markdown",
          "imgsearch favorites add 3 --to kitchen", "imgsearch favorites list kitchen",
          "imgsearch favorites rename kitchen \"my kitchen\"",
          "imgsearch favorites export -o favorites.ndjson",
          "imgsearch favorites import favorites.ndjson",
          "imgsearch favorites -f ndjson | imgsearch download -",
        ], options: options)
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
        examples: [
          "imgsearch history", "imgsearch history panda", "imgsearch history remove red panda",
          "imgsearch history remove 2",
        ], options: options, operandKind: .recentWords)
    case .browse:
      CommandRow(
        name, "[<words>...]", "the gallery in the web browser, until Ctrl-C",
        examples: [
          "imgsearch browse", "imgsearch browse red panda --license commercial -o pictures",
        ], options: options, words: .optional, outlivesReader: true)
    case .mcp:
      CommandRow(
        name, "", "a server for assistants, on standard input and output (Model Context Protocol)",
        examples: [
          "imgsearch mcp -o pictures", "imgsearch mcp -p all,-flickr --license commercial",
          "imgsearch mcp --read-only --history",
        ], options: options)
    case .harvest:
      CommandRow(
        name, "<file> | -",
        "many searches, a file for each, resumed where they stopped; - reads standard input",
        examples: [
          "imgsearch harvest words.txt -o shards -p wikimedia,nasa -n 500",
          "imgsearch harvest words.txt -o shards --per-day wikimedia=100 --flat",
          "imgsearch harvest words.txt -o shards --redo 1,3-5",
        ], options: options, outlivesReader: true, operandKind: .path)
    case .keys:
      CommandRow(
        name, "[\(KeysAction.names.joined(separator: "|"))] [<provider>]",
        actions: KeysAction.names.map {
          CommandRow.Action($0, operandKind: .choice(OptionRow.Choices(KeysOptions.services)))
        },
        "which services have a key and where to get one; set, test or remove a key",
        examples: [
          "imgsearch keys", "imgsearch keys set flickr",
          "imgsearch keys test", "imgsearch keys remove flickr",
        ], options: options)
    case .providers:
      CommandRow(
        name, "", "each provider: whether it is ready or what it lacks, and its terms")
    case .completions:
      CommandRow(
        name, "bash|zsh|fish", "a script that lets a shell complete imgsearch's command lines",
        examples: [
          "imgsearch completions bash > ~/.local/share/bash-completion/completions/imgsearch",
          "imgsearch completions zsh > /usr/local/share/zsh/site-functions/_imgsearch",
          "imgsearch completions fish > ~/.config/fish/completions/imgsearch.fish",
        ], operandKind: .choice(OptionRow.Choices(Shell.names)))
    case .doctor:
      CommandRow(
        name, "", "what this program finds on this machine, for a bug report; shows no secrets",
        examples: ["imgsearch doctor"])
    case .help:
      CommandRow(
        name, "[<command>|<topic>]", "this help, or the help for a command or a topic",
        options: options, operandKind: .choice(OptionRow.Choices(Self.names + HelpTopic.names)))
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
    shared: [OptionTable.quiet.row], leavingOut: FilterRow.without.name, synonyms: .imgsearch,
    meaning: Command.line)
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
  ) throws { try self.init(command.row, operands, options, in: .imgsearch, defaults: defaults) }

  var command: Command { Command(commandRow) }
}
