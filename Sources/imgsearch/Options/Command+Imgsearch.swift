import CommandSyntax
import PhotoSearch

/// The program's commands
///
/// A new command is a constant here, also in ``all``, and a row of `Imgsearch.work`, which says what
/// it does. Its help, completions, options and the guess of its misspelt name follow from the
/// constant. HelpTests fails if ``all`` and `Imgsearch.work` differ.
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
    options: OptionTable.planning + OptionTable.listing
      + [OptionTable.replay.row, OptionTable.cursor.row, OptionTable.version.row],
    takesWords: true)

  static let list = Command(
    "list", "",
    "one author's photos, those with a tag, or what providers show today",
    examples: [
      "imgsearch list", "imgsearch list --author \"Ansel Adams\"",
      "imgsearch list --tag harbor -n 60",
      "imgsearch list --author https://www.flickr.com/photos/nasahqphoto/",
    ],
    options: OptionTable.planning + OptionTable.listing
      + [OptionTable.replay.row, OptionTable.cursor.row])

  static let similar = Command(
    "similar", "<photo>",
    "photos like this one: its service's own list, or a search for its tags",
    examples: ["imgsearch similar 3", "imgsearch similar openverse:UUID --license commercial"],
    options: OptionTable.planning + OptionTable.listing
      + [OptionTable.replay.row, OptionTable.terminalColor.row],
    operandKind: .form(.photo),
    guessedLines: [GuessedLine(["related"], photos) { "similar \($0)" }])

  static let more = Command(
    "more", "",
    "continue this terminal's last search where it stopped",
    examples: ["imgsearch more", "imgsearch more -n 60 --format csv", "imgsearch more -p -flickr"],
    options: OptionTable.listing + [OptionTable.provider.row, OptionTable.terminalColor.row],
    isContinuing: true,
    guessedLines: [
      GuessedLine(["next"], none) { _ in "more" },
      GuessedLine(["next"], { one(of: ["page", "photos", "results"], $0) }) { _ in "more" },
      GuessedLine(["next"], number) { "more -n \($0)" },
    ])

  static let again = Command(
    "again", "[<number>]",
    "repeat a search from the history, by its number there (1)",
    examples: ["imgsearch again", "imgsearch again 3 -n 60"],
    options: OptionTable.listing + [OptionTable.terminalColor.row], isContinuing: true,
    // A misspelt name is recognized by a number after it, as by that of a photo.
    operandKind: .form(.photo),
    guessedLines: [GuessedLine(["repeat"], number) { "again \($0)" }])

  static let pick = Command(
    "pick", "<words...>",
    "choose photos of a search by title and picture, in fzf; prints their ids",
    examples: [
      "imgsearch pick kittens", "imgsearch pick \"red panda\" -n 60 --favorite",
      "imgsearch pick kittens | imgsearch credit -",
    ],
    options: OptionTable.planning + OptionTable.searching + [
      OptionTable.replay.row, OptionTable.shownPictures.row, OptionTable.favorite.row,
      OptionTable.download.row,
    ],
    takesWords: true)

  static let show = Command(
    "show", "<photo>",
    "one photo: full-size link, author, likes, place, camera, licence",
    examples: [
      "imgsearch show 3", "imgsearch show flickr:43213681030 --format json",
      "imgsearch show 1-5 --field picture",
    ],
    options: OptionTable.requests + [
      OptionTable.replay.row, OptionTable.shownPictures.row, OptionTable.terminalColor.row,
      OptionTable.photoFormat.row, OptionTable.field.row,
    ],
    operandKind: .form(.photo),
    guessedLines: [
      GuessedLine(meaning: numbers),
      GuessedLine(["url"], photosIfAny) { "show \($0) --field picture" },
      GuessedLine(["link"], photosIfAny) { "show \($0) --field page" },
      GuessedLine(["info", "details"], photos) { "show \($0)" },
    ])

  static let open = Command(
    "open", "<photo>...",
    "open a photo's page in the web browser, or its picture",
    examples: ["imgsearch open 3", "imgsearch open 3 --picture"],
    options: OptionTable.requests + [OptionTable.replay.row, OptionTable.picture.row],
    operandKind: .form(.photo),
    guessedLines: [
      GuessedLine(["view"], photosIfAny) { "open \($0)" },
      GuessedLine(["image"], photosIfAny) { "open \($0) --picture" },
    ])

  static let credit = Command(
    "credit", "<photo>... | -",
    "the credit line to paste; - reads ids or NDJSON",
    examples: [
      "imgsearch credit 3 --copy", "imgsearch credit 1-5 --format markdown",
      "imgsearch credit 3 --format markdown --picture",
    ],
    options: OptionTable.requests + [
      OptionTable.replay.row, OptionTable.listedSize.row, OptionTable.creditFormat.row,
      OptionTable.picture.row, OptionTable.copy.row,
    ],
    operandKind: .form(.photo),
    guessedLines: [GuessedLine(["copy"], photos) { "credit \($0) --copy" }])

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
    options: [
      OptionTable.output.row, OptionTable.savedSize.row, OptionTable.savedWidth.row,
      OptionTable.jobs.row, OptionTable.overwrite.row, OptionTable.onlyNew.row,
      OptionTable.allCopies.row, OptionTable.name.row, OptionTable.sidecar.row,
      OptionTable.embed.row, OptionTable.dryRun.row, OptionTable.replay.row,
      OptionTable.record.row, OptionTable.timeout.row, OptionTable.verbose.row,
    ],
    outlivesReader: true, operandKind: .form(.photo),
    guessedLines: [GuessedLine(["save", "get"], photosIfAny) { "download \($0)" }])

  static let favorites = Command(
    "favorites", otherNames: favoritesNames,
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
    ],
    options: OptionTable.printing + OptionTable.requests + [
      OptionTable.replay.row, OptionTable.entries.row, OptionTable.collection.row,
      OptionTable.terminalColor.row,
    ],
    guessedLines: [
      GuessedLine(["like", "star", "bookmark"] + favoritesNames, namedPhotos) {
        "favorites add \($0)"
      },
      GuessedLine(["delete", "remove", "rm", "unlike", "unfav"], namedPhotos) {
        "favorites remove \($0)"
      },
      GuessedLine(collections, none) { _ in "favorites collections" },
      GuessedLine(collections, favoritesAction) { "favorites \($0)" },
      GuessedLine(collections, photos) { "favorites add \($0) --to NAME" },
    ])

  private static let favoritesNames = ["fav", "favorite", "favourite", "favourites", "favs"]
  private static let collections = ["collection", "collections"]

  static let history = Command(
    "history", otherNames: ["hist"],
    "[<words>...|\(HistoryAction.names.joined(separator: "|")) <words>|<number>]",
    actions: [
      Action(HistoryAction.clear.rawValue),
      Action(
        HistoryAction.remove.rawValue, otherNames: ["rm", "delete", "forget"],
        operandKind: .recentWords),
    ],
    "your searches, the last one first; with words, only those that contain them",
    examples: [
      "imgsearch history", "imgsearch history panda", "imgsearch history remove red panda",
      "imgsearch history remove 2",
    ],
    options: [OptionTable.entries.row, OptionTable.historyFormat.row], operandKind: .recentWords)

  static let browse = Command(
    "browse", "[<words>...]",
    "the gallery in the web browser, until Ctrl-C",
    examples: ["imgsearch browse", "imgsearch browse red panda --license commercial -o pictures"],
    options: OptionTable.planning + OptionTable.searching + [
      OptionTable.replay.row, OptionTable.output.row, OptionTable.embed.row,
      OptionTable.noOpen.row, OptionTable.port.row, OptionTable.captions.row,
    ],
    takesWords: true, outlivesReader: true)

  static let mcp = Command(
    "mcp", "",
    "a server for assistants, on standard input and output (Model Context Protocol)",
    examples: [
      "imgsearch mcp -o pictures", "imgsearch mcp -p all,-flickr --license commercial",
      "imgsearch mcp --read-only --history",
    ],
    options: OptionTable.planning.filter { $0.name != FilterRow.tag.name } + OptionTable.requests
      + [
        OptionTable.assistantOutput.row, OptionTable.readOnly.row,
        OptionTable.assistantHistory.row, OptionTable.embed.row, OptionTable.replay.row,
        OptionTable.patience.row, OptionTable.assistantMaxRequests.row,
      ])

  static let harvest = Command(
    "harvest", "<file> | -",
    "many searches, a file for each, resumed where they stopped; - reads standard input",
    examples: [
      "imgsearch harvest words.txt -o shards -p wikimedia,nasa -n 500",
      "imgsearch harvest words.txt -o shards --per-day wikimedia=100 --flat",
      "imgsearch harvest words.txt -o shards --redo 1,3-5",
    ],
    options: OptionTable.planning.filter { $0.name != FilterRow.since.name } + [
      OptionTable.harvestOutput.row, OptionTable.harvestCount.row, OptionTable.harvestSince.row,
      OptionTable.listedSize.row, OptionTable.perDay.row, OptionTable.wait.row,
      OptionTable.redo.row, OptionTable.flat.row, OptionTable.replay.row, OptionTable.record.row,
      OptionTable.timeout.row, OptionTable.verbose.row,
    ],
    outlivesReader: true, operandKind: .path)

  static let keys = Command(
    "keys", "[\(KeysAction.names.joined(separator: "|"))] [<provider>]",
    actions: KeysAction.names.map {
      Action($0, operandKind: .choice(OptionRow.Choices(KeysOptions.services)))
    },
    "which services have a key and where to get one; set, test or remove a key",
    examples: [
      "imgsearch keys", "imgsearch keys set flickr",
      "imgsearch keys test", "imgsearch keys remove flickr",
    ],
    options: [OptionTable.timeout.row, OptionTable.verbose.row])

  static let providers = Command(
    "providers", "",
    "each provider: whether it is ready or what it lacks, and its terms")

  static let completions = Command(
    "completions", "bash|zsh|fish",
    "a script that lets a shell complete imgsearch's command lines",
    examples: [
      "imgsearch completions bash > ~/.local/share/bash-completion/completions/imgsearch",
      "imgsearch completions zsh > /usr/local/share/zsh/site-functions/_imgsearch",
      "imgsearch completions fish > ~/.config/fish/completions/imgsearch.fish",
    ],
    operandKind: .choice(OptionRow.Choices(Shell.names)),
    guessedLines: [
      GuessedLine(["completion"], { one(of: Shell.names, $0) }) { "completions \($0)" }
    ])

  static let doctor = Command(
    "doctor", "",
    "what this program finds on this machine, for a bug report; shows no secrets",
    examples: ["imgsearch doctor"])

  static let help = Command(
    "help", "[<command>|<topic>]",
    "this help, or the help for a command or a topic",
    options: [OptionTable.man.row, OptionTable.schema.row],
    operandKind: .choice(OptionRow.Choices(all.map(\.name) + HelpTopic.names)),
    guessedLines: [
      GuessedLine(["config"], none) { _ in "help config" },
      GuessedLine(["config"], setting) { _ in "help config" },
    ])

  /// The ways to name a photo, for the help
  static let photoOperand =
    "<photo> is a number or range from this terminal's last list (3, 1-5, 1,3), an id "
    + "(flickr:43213681030), or the address of a photo's page or picture."
}

// The words after a name that isn't a command's, as the line that is meant has them; nil if they
// may be words to search for

extension Command {
  private static func none(_ words: [String]) -> String? { words.isEmpty ? "" : nil }

  private static func number(_ words: [String]) -> String? {
    words.count == 1 ? Int(words[0]).map(String.init) : nil
  }

  private static func one(of choices: [String], _ words: [String]) -> String? {
    words.count == 1 && choices.contains(words[0]) ? words[0] : nil
  }

  /// Photos by number, id or address
  private static func namedPhotos(_ words: [String]) -> String? {
    let areMeant = !words.isEmpty && words.allSatisfy { PhotoOperand.named(by: $0) != nil }
    return areMeant ? words.joined(separator: " ") : nil
  }

  /// Photos, also `-` for those on standard input
  private static func photos(_ words: [String]) -> String? {
    let named = words.filter { $0 != "-" }
    let areMeant = !words.isEmpty && (named.isEmpty || namedPhotos(named) != nil)
    return areMeant ? words.joined(separator: " ") : nil
  }

  private static func photosIfAny(_ words: [String]) -> String? {
    words.isEmpty ? "<photo>" : photos(words)
  }

  /// The line that numbers without a command's name mean
  private static func numbers(_ words: [String]) -> String? {
    guard words.count == 1, words[0].first?.isNumber == true,
      let photo = PhotoOperand.named(by: words[0])
    else { return nil }
    return "\(photo.count == 1 ? show : open) \(words[0])"
  }

  /// An action of `favorites`, and any words after it
  private static func favoritesAction(_ words: [String]) -> String? {
    let action = words.first.flatMap { favorites.action(named: $0.lowercased()) }
    return action.map { ([$0.name] + words.dropFirst()).joined(separator: " ") }
  }

  /// The name of a setting, or what other programs do with settings, and any words after it
  private static func setting(_ words: [String]) -> String? {
    let names =
      ["set", "get", "list", "show", "edit", "path", "file", "keys"]
      + OptionTable.configurable.map { $0.setting.lowercased() }
    guard let first = words.first?.lowercased() else { return nil }
    return names.contains(first) || PhotoOperand.named(by: first) != nil ? first : nil
  }
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
    shared: [OptionTable.quiet.row], leavingOut: FilterRow.without.name, synonyms: .imgsearch)
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
