import CommandSyntax
import PhotoSearch

/// The program's commands
///
/// A new command is a constant here, also in ``all``, and a row of `Imgsearch.work`, which says what
/// it does. Its help, completions, options and the guess of its misspelt name follow from the
/// constant. HelpTests fails if ``all`` and `Imgsearch.work` differ. A command ends when nobody reads
/// its output any more, unless it outlives its reader, as one that saves pictures or serves a page
/// does.
extension Command {
  /// All commands, in the order of the help
  static let all: [Command] = [
    search, list, similar, more, again, pick, show, open, credit, download, favorites, history,
    browse, mcp, harvest, keys, providers, completions, doctor, help,
  ]

  static let search = Command(
    "search", "<words...>", "search all providers; the word `search` may be left out",
    examples: [
      "imgsearch kittens", "imgsearch \"red panda\" -n 60 --license commercial",
      "imgsearch kittens -o kittens.csv", "imgsearch kittens --format json > page1.json",
      "imgsearch --cursor @page1.json",
    ],
    options: OptionTable.planning + OptionTable.listing
      + [OptionTable.cursor.row, OptionTable.version.row],
    words: .needed)

  static let list = Command(
    "list", "", "one author's photos, those with a tag, or what providers show today",
    examples: [
      "imgsearch list", "imgsearch list --author \"Ansel Adams\"",
      "imgsearch list --tag harbor -n 60",
      "imgsearch list --author https://www.flickr.com/photos/nasahqphoto/",
    ],
    options: OptionTable.planning + OptionTable.listing + [OptionTable.cursor.row])

  static let similar = Command(
    "similar", "<photo>", "photos like this one: its service's own list, or a search for its tags",
    examples: ["imgsearch similar 3", "imgsearch similar openverse:UUID --license commercial"],
    options: OptionTable.planning + OptionTable.listing + [OptionTable.terminalColor.row],
    operandKind: .form(.photo))

  static let more = Command(
    "more", "", "continue this terminal's last search where it stopped",
    examples: ["imgsearch more", "imgsearch more -n 60 --format csv", "imgsearch more -p -flickr"],
    options: OptionTable.continuing + [OptionTable.provider.row], isContinuing: true)

  static let again = Command(
    "again", "[<number>]", "repeat a search from the history, by its number there (1)",
    examples: ["imgsearch again", "imgsearch again 3 -n 60"],
    options: OptionTable.continuing, isContinuing: true,
    // A misspelt name is recognized by a number after it, as by that of a photo.
    operandKind: .form(.photo))

  static let pick = Command(
    "pick", "<words...>",
    "choose photos of a search by title and picture, in fzf; prints their ids",
    examples: [
      "imgsearch pick kittens", "imgsearch pick \"red panda\" -n 60 --favorite",
      "imgsearch pick kittens | imgsearch credit -",
    ],
    options: OptionTable.planning + OptionTable.searching + [
      OptionTable.shownPictures.row, OptionTable.favorite.row, OptionTable.download.row,
    ], words: .needed)

  static let show = Command(
    "show", "<photo>", "one photo: full-size link, author, likes, place, camera, licence",
    examples: [
      "imgsearch show 3", "imgsearch show flickr:43213681030 --format json",
      "imgsearch show 1-5 --field picture",
    ],
    options: OptionTable.requests + [
      OptionTable.shownPictures.row, OptionTable.terminalColor.row, OptionTable.photoFormat.row,
      OptionTable.field.row,
    ], operandKind: .form(.photo))

  static let open = Command(
    "open", "<photo>...", "open a photo's page in the web browser, or its picture",
    examples: ["imgsearch open 3", "imgsearch open 3 --picture"],
    options: OptionTable.requests + [OptionTable.picture.row], operandKind: .form(.photo))

  static let credit = Command(
    "credit", "<photo>... | -", "the credit line to paste; - reads ids or NDJSON",
    examples: [
      "imgsearch credit 3 --copy", "imgsearch credit 1-5 --format markdown",
      "imgsearch credit 3 --format markdown --picture",
    ],
    options: OptionTable.requests + [
      OptionTable.listedSize.row, OptionTable.creditFormat.row, OptionTable.picture.row,
      OptionTable.copy.row,
    ], operandKind: .form(.photo))

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
      OptionTable.pictureFolder.row, OptionTable.savedSize.row, OptionTable.savedWidth.row,
      OptionTable.jobs.row, OptionTable.overwrite.row, OptionTable.onlyNew.row,
      OptionTable.allCopies.row, OptionTable.name.row, OptionTable.sidecar.row,
      OptionTable.embed.row, OptionTable.dryRun.row, OptionTable.replay.row, OptionTable.record.row,
      OptionTable.timeout.row, OptionTable.verbose.row,
    ], outlivesReader: true, operandKind: .form(.photo))

  static let favorites = Command(
    "favorites", otherNames: ["fav", "favs", "favorite", "favourite", "favourites"],
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
      OptionTable.entries.row, OptionTable.collection.row, OptionTable.terminalColor.row,
    ])

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
    "browse", "[<words>...]", "the gallery in the web browser, until Ctrl-C",
    examples: ["imgsearch browse", "imgsearch browse red panda --license commercial -o pictures"],
    options: OptionTable.planning + OptionTable.searching + [
      OptionTable.pictureFolder.row, OptionTable.embed.row, OptionTable.noOpen.row,
      OptionTable.port.row,
      OptionTable.captions.row,
    ], words: .optional, outlivesReader: true)

  static let mcp = Command(
    "mcp", "", "a server for assistants, on standard input and output (Model Context Protocol)",
    examples: [
      "imgsearch mcp -o pictures", "imgsearch mcp -p all,-flickr --license commercial",
      "imgsearch mcp --read-only --history",
    ],
    options: OptionTable.planning.filter { $0.name != FilterRow.tag.name } + OptionTable.requests
      + [
        OptionTable.assistantFolder.row, OptionTable.readOnly.row, OptionTable.assistantHistory.row,
        OptionTable.embed.row, OptionTable.patience.row, OptionTable.assistantMaxRequests.row,
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
      OptionTable.harvestFolder.row, OptionTable.harvestCount.row, OptionTable.harvestSince.row,
      OptionTable.listedSize.row, OptionTable.perDay.row, OptionTable.wait.row,
      OptionTable.redo.row, OptionTable.flat.row, OptionTable.replay.row, OptionTable.record.row,
      OptionTable.timeout.row, OptionTable.verbose.row,
    ], outlivesReader: true, operandKind: .path)

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
    "providers", "", "each provider: whether it is ready or what it lacks, and its terms")

  static let completions = Command(
    "completions", "bash|zsh|fish", "a script that lets a shell complete imgsearch's command lines",
    examples: [
      "imgsearch completions bash > ~/.local/share/bash-completion/completions/imgsearch",
      "imgsearch completions zsh > /usr/local/share/zsh/site-functions/_imgsearch",
      "imgsearch completions fish > ~/.config/fish/completions/imgsearch.fish",
    ], operandKind: .choice(OptionRow.Choices(Shell.names)))

  static let doctor = Command(
    "doctor", "", "what this program finds on this machine, for a bug report; shows no secrets",
    examples: ["imgsearch doctor"])

  static let help = Command(
    "help", "[<command>|<topic>]", "this help, or the help for a command or a topic",
    options: [OptionTable.man.row, OptionTable.schema.row],
    operandKind: .choice(OptionRow.Choices(all.map(\.name) + HelpTopic.names)))

  /// The ways to name a photo, for the help
  static let photoOperand =
    "<photo> is a number or range from this terminal's last list (3, 1-5, 1,3), an id "
    + "(flickr:43213681030), or the address of a photo's page or picture."
}

extension Command {
  /// The line, without the program's name, that is meant by words for which nobody would search,
  /// such as `save 3`; nil for words to search for: `next door`, `view of rome`
  ///
  /// - Parameter words: those after the first one
  static func line(meantBy typed: String, _ words: [String]) -> String? {
    let (name, text) = (typed.lowercased(), words.joined(separator: " "))
    let first = words.first?.lowercased() ?? ""
    func isPhoto(_ word: String) -> Bool { PhotoOperand.named(by: word) != nil }
    func number(_ line: String) -> String? {
      words.count == 1 ? Int(text).map { "\(line) \($0)" } : nil
    }
    func photos(_ line: String, _ end: String = "", areNamed: Bool = false) -> String? {
      let areMeant = words.allSatisfy { $0 == "-" && !areNamed || isPhoto($0) }
      return areMeant && !words.isEmpty ? "\(line) \(text)\(end)" : nil
    }
    func photosIfAny(_ line: String, _ end: String = "") -> String? {
      words.isEmpty ? "\(line) <photo>\(end)" : photos(line, end)
    }
    return switch name {
    case "save", "get": photosIfAny("download")
    case "url": photosIfAny("show", " --field picture")
    case "link": photosIfAny("show", " --field page")
    case "view": photosIfAny("open")
    case "image": photosIfAny("open", " --picture")
    case "info", "details": photos("show")
    case "copy": photos("credit", " --copy")
    case "related": photos("similar")
    case "like", "star", "bookmark": photos("favorites add", areNamed: true)
    case _ where favorites.otherNames.contains(name): photos("favorites add", areNamed: true)
    case "delete", "remove", "rm", "unlike", "unfav": photos("favorites remove", areNamed: true)
    case "collection", "collections":
      words.isEmpty
        ? "favorites collections"
        : favorites.action(named: first)
          .map { (["favorites", $0.name] + words.dropFirst()).joined(separator: " ") }
          ?? photos("favorites add", " --to NAME")
    case "repeat": number("again")
    case "next":
      words.isEmpty || words.count == 1 && ["page", "photos", "results"].contains(first)
        ? "more" : number("more -n")
    case "completion":
      words.count == 1 && Shell(rawValue: text) != nil ? "completions \(text)" : nil
    case "config": words.isEmpty || isSetting(first) || isPhoto(first) ? "help config" : nil
    default:
      words.isEmpty && name.first?.isNumber == true
        ? PhotoOperand.named(by: typed).map { "\($0.count == 1 ? show : open) \(typed)" } : nil
    }
  }

  /// Whether a word is a setting's name, or what other programs do with settings
  private static func isSetting(_ word: String) -> Bool {
    ["set", "get", "list", "show", "edit", "path", "file", "keys"].contains(word)
      || OptionTable.configurable.contains { $0.setting.lowercased() == word }
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
  ) throws { try self.init(command, operands, options, in: .imgsearch, defaults: defaults) }
}
