import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform

/// Texts of the help topics: paragraphs, and rows of a term and its meaning
///
/// The man page has some of the rows, too.
enum HelpTexts {
  typealias Entry = ManPage.Entry

  // MARK: - Command lines to begin with

  /// The commands that most people need, each with an example
  static let overview: [(command: Command, operands: String, text: String)] = [
    (.search, "kittens", "search all photo services at once"),
    (.list, "", "photos of today, or by --author or --tag"),
    (.more, "", "continue the last search"),
    (.show, "3", "all about a photo: its number, id or address"),
    (.open, "3", "its page in the web browser"),
    (.credit, "3", "the credit line to put beside a photo"),
    (.download, "1-3", "save pictures in this folder, with credit"),
    (.favorites, "add 3", "keep a photo; favorites lists them"),
    (.history, "", "your searches; again 2 repeats the second"),
    (.browse, "", "the gallery in the web browser"),
    (.keys, "", "free keys, for photos of more services"),
    (.help, "search", "all options of search, or of another command"),
  ]

  static let examples: [Entry] = overview.map { command, operands, text in
    let words = ["imgsearch", command == .search ? "" : command.name, operands]
    return (words.filter { !$0.isEmpty }.joined(separator: " "), text)
  }

  /// The options that most people need
  static let options: [Entry] = [
    (OptionTable.provider.row, "which services"), (OptionTable.count.row, "how many (30)"),
    (OptionTable.listingFormat.row, "json, csv, html…"), (OptionTable.file.row, "into a file"),
    (filter(.license), "allowed use"), (filter(.orientation), "its shape"),
    (filter(.color), "its color"), (filter(.minWidth), "minimum width"),
  ].map { ($0.briefUsage, $1) }

  private static func filter(_ filter: FilterRow) -> OptionRow { OptionRow(filter, for: []) }

  // MARK: - Settings and filters

  static let configIntroduction =
    "Your defaults are in config.json in the config folder ($XDG_CONFIG_HOME/imgsearch, else "
    + "~/.config/imgsearch): one JSON object, such as"

  static let configRules =
    "Options that you type override them. They don't apply to more, again and --cursor, which "
    + "continue as their search began. A switch takes true or false. API addresses "
    + "(FLICKR_API_URL and the like) may be there, too, but keys may not: imgsearch keys set "
    + "saves them in keys.json beside it, which is used only if nobody else can read it "
    + "(chmod 600). Environment variables override both files."

  static let filterIntroduction =
    "If a service has a filter, it is asked to apply it. Otherwise each photo is checked: a "
    + "photo that doesn't fit, or doesn't say, is left out and counted. If neither is "
    + "possible, the service is skipped."

  // MARK: - Licences

  static let licenseIntroduction =
    "A licence says what you may do with a photo. Each licence has one of four marks, from the "
    + "most to the least free; on a terminal with color, lists print a licence in the color of its "
    + "mark:"

  static let licenseMarks: [Entry] = License.Mark.allCases.map { mark in
    let codes = PhotoFilters.LicenseCode.allCases.filter { code in
      !code.isCondition && code != .any && code.example.mark == mark
    }
    let names = codes.map(\.rawValue).joined(separator: ", ")
    return (mark.rawValue, "\(mark.meaning) Code\(codes.count == 1 ? "" : "s"): \(names).")
  }

  /// Values of `--license` besides the codes of licences
  static var licenseValues: [Entry] {
    let texts = [
      "any": "every photo, even without a known licence; the same as without the option",
      "free": "the marks free and free with credit: you may use, sell and change the photo",
      "public": "cc0, pdm, us-government and no-known-copyright: nothing is asked in return",
      "commercial": "you may earn money with it",
      "modification": "you may change it",
    ]
    let taken = OptionRow(FilterRow.license, for: []).values
    return taken.compactMap { word in texts[word].map { (word, $0) } }
      + [
        (
          "a code",
          "photos with this licence in any version: by means CC BY 2.0 as well as CC BY 4.0. A name "
            + "that a list prints may be typed too, such as \"CC BY-SA 4.0\""
        ),
        (
          "several",
          "separated by commas: the photo has one of the codes, and permits all that the words name"
        ),
        ("--free", "the same as --license free"),
      ]
  }

  static let licenseEnd =
    "imgsearch show 3 prints a photo's licence and the address of its terms. A licence covers the "
    + "picture only: the people, brands and works of art in it may have rights of their own."

  // MARK: - Formats

  static let formats: [Entry] = ListingFormat.allCases.map { ($0.rawValue, $0.use) }

  static let signs =
    "In the grid and the table, ≈ 3 means that a photo looks like number 3 of the list, which another "
    + "service has, and ♥ that it is one of your favorites. BY is short for CC BY, PD for public "
    + "domain, reserved for all rights reserved, licence ? for one that isn't known, MP for megapixels; "
    + "♡ 9 is what the service counts of likes. imgsearch help license tells of licences."

  static let endings =
    "Without -f, -o FILE chooses the format by the file's ending: "
    + ListingFormat.endings.map { ".\($0.key) is \($0.value.rawValue)" }.joined(separator: ", ")
    + ". The file is replaced once the list is complete."

  static var otherFormats: [Entry] {
    [
      (Command.show, OptionTable.photoFormat.row), (.credit, OptionTable.creditFormat.row),
      (.history, OptionTable.historyFormat.row),
    ].map { ($0.name, $1.values.joined(separator: ", ")) }
      + [
        (
          "download",
          "credits as \(OptionTable.sidecar.row.values.joined(separator: ", ")): --sidecar"
        )
      ]
  }

  // MARK: - Exit codes, environment, files

  static let exitIntroduction =
    "Results go to standard output, everything else to standard error. The exit code tells a "
    + "script what happened:"

  static var exitCodes: [Entry] { ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) } }

  static let exitEnd =
    "A search succeeds if at least one service answers. With --strict it fails if any service "
    + "fails."

  /// Environment variables, each with its purpose
  static var environment: [Entry] {
    var variables: [Entry] = []
    for profile in ProviderCatalog.profiles.distinct(by: \.service) {
      if let key = profile.credentials {
        let meaning =
          key.isAddress
          ? "The address of your own \(profile.name)"
          : "The \(profile.key == nil ? "account" : "key") for \(profile.name)"
        let term = key.variables.joined(separator: ", ")
        variables.append((term, "\(meaning): see \(key.address.absoluteString)"))
      }
      if let sources = profile.sourcesVariable {
        variables.append((sources, "The engines that it asks, separated by commas."))
      }
    }
    for profile in ProviderCatalog.profiles where profile.key?.isAddress != true {
      let variable = profile.addressVariable
      guard !variables.contains(where: { $0.term == variable }) else { continue }
      variables.append((variable, "The address to reach \(profile.name) at, if not its usual one."))
    }
    return variables + [
      ("IMGSEARCH_HISTORY", "off keeps searches out of the history."),
      ("NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE", "Whether to use colors; --color overrides them."),
      ("ACCESSIBLE", "1 prints lists on a terminal as paragraphs of words, for a screen reader."),
      ("COLUMNS", "The width of lines, in characters."),
      ("https_proxy, no_proxy", "A proxy for requests, and the hosts to reach without it."),
      ("SSL_CERT_FILE", "Certificates to trust instead of the system's."),
      (
        "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_CACHE_HOME",
        "Folders in which imgsearch has a folder of its own (~/.config, ~/.local/share, ~/.cache)."
      ),
    ]
  }

  static let files: [Entry] = [
    ("$XDG_CONFIG_HOME/imgsearch/config.json", "Defaults; see imgsearch help config."),
    (
      "$XDG_CONFIG_HOME/imgsearch/keys.json",
      "Keys saved by imgsearch keys set, readable only by their owner."
    ),
    (
      "$XDG_DATA_HOME/imgsearch/imgsearch.db",
      "Favorites, history and the last list of each terminal."
    ),
    ("$XDG_CACHE_HOME/imgsearch", "Replies kept for a while; may be deleted at any time."),
  ]

  // MARK: - JSON

  static let jsonIntroduction =
    "-f json prints one object, -f ndjson one photo per line as soon as it is known, and show -f "
    + "json one photo. Every member is always there; an unknown value is null. --fields selects "
    + "members; imgsearch help json --schema prints all this as a JSON Schema."

  // MARK: - Pictures

  static let pictureIntroduction =
    "imgsearch show draws a photo's picture above its text. In lists, --pictures auto draws one "
    + "above each photo; \"pictures\": \"auto\" in config.json does so every time. auto draws on "
    + "terminals with color; always draws into pipes and files, too; never draws no pictures."

  static let pictureTerminals: [Entry] = [
    ("iTerm2, WezTerm, VS Code, mintty, Konsole", "show sends the picture itself."),
    ("kitty, Ghostty, terminals with sixels", "show draws it with chafa, if that is installed."),
    (
      "others, and in tmux, screen and Zellij",
      "Pictures are drawn in colored half blocks. Pictures in lists always are."
    ),
  ]

  static let pictureEnd =
    "imgsearch doctor says how pictures are drawn here. Only JPEG files are drawn."

  static var pictureSizes: [Entry] {
    Rendition.Role.allCases.map { ($0.rawValue, Rendition.Role.pixels[$0.rawValue] ?? "") }
  }

  static let pictureSizesEnd =
    "download --size saves one of these sizes, --width N the smallest at least this wide. Without "
    + "both, the list's --min-width or the like chooses the size, else it is "
    + "\(PictureSource.defaultSize.rawValue). If a photo has no picture of that size, the nearest "
    + "one is taken."

  // MARK: - Keys

  static let keys =
    "Most services ask for a key: a line of letters and digits that they give you for free "
    + "(Flickr: to Pro members) at the address that imgsearch keys shows. The others answer "
    + "without a key. imgsearch keys set NAME asks for the key without showing it, tries it, and "
    + "keeps it in keys.json, which nobody else can read; a key in an environment variable takes "
    + "precedence. A key is sent to its own service and to nobody else."

  // MARK: - Assistants

  /// Paragraphs about `mcp`: how clients start it, what leaves the machine, how to limit it
  static let assistants = [
    "Claude Code: claude mcp add imgsearch -- imgsearch mcp -o ~/Pictures",
    "Codex: codex mcp add imgsearch -- imgsearch mcp -o ~/Pictures",
    "Claude Desktop, Cursor and others, in the file that lists their servers: "
      + "{\"mcpServers\": {\"imgsearch\": {\"command\": \"imgsearch\", \"args\": [\"mcp\"]}}}",
    "Words, filters and ids of photos go to the services that are asked, and a key to its own "
      + "service alone. Answers go to the assistant, and so to whoever runs its model: photos, your "
      + "favorites if it asks for them, and with --history your searches. Nothing else leaves this "
      + "machine.",
    "To limit it: --read-only hides all tools that change something. Without -o no picture is "
      + "saved. -p and filters are defaults, which a call may override.",
  ]

  // MARK: - The man page

  static var man: ManPage {
    ManPage(
      of: .imgsearch, version: UserAgent.version,
      "one search across photo services, with licence and credit",
      [
        "Asks photo services at the same time and merges their answers into one list, which can be "
          + "stopped anywhere and continued later.", Command.photoOperand,
      ],
      [
        ManPage.Section("EXIT STATUS", exitCodes), ManPage.Section("ENVIRONMENT", environment),
        ManPage.Section("FILES", isOfFiles: true, files), ManPage.Section("EXAMPLES", examples),
        ManPage.Section(
          "SEE ALSO",
          [
            (
              "fzf(1), chafa(1)",
              "imgsearch pick needs fzf; on some terminals, chafa draws the pictures."
            ),
            ("imgsearch help", "\(HelpTopic.names.joined(separator: ", "))."),
          ]),
      ])
  }
}

extension License.Mark {
  /// The uses that this mark allows, and what it asks in return
  fileprivate var meaning: String {
    switch self {
    case .free:
      "Green: you may use, sell and change the photo. Nothing is asked in return; a credit is "
        + "kind. The licences of Unsplash, Pexels and Pixabay forbid a few things, such as selling "
        + "a picture unchanged."
    case .freeWithCredit:
      "Olive: you may use, sell and change the photo if you name its author and licence; imgsearch "
        + "credit prints the line. With by-sa, your own version has to have the same licence. The "
        + "GFDL and the Free Art License have this mark, too."
    case .limited:
      "Yellow: some uses are forbidden, and a credit is required. nc: you may not earn money with "
        + "it. nd: you may not change it."
    case .ask:
      "Red: nothing is allowed unless the author agrees. All rights are reserved, or the licence "
        + "isn't known. Unknown does not mean free."
    }
  }
}

extension ListingFormat {
  /// A description of the format and of its use
  fileprivate var use: String {
    switch self {
    case .grid: "cells of two lines, for people: number, title, author, licence, size, service"
    case .table: "one line per photo; in a pipe, with tabs between the columns and nothing cut"
    case .json: "one object: the query, the photos, and the cursor; see imgsearch help json"
    case .ndjson: "one JSON object per line and photo, printed as soon as the photo is known"
    case .flat: "like ndjson, but only with plain values, for data set tools"
    case .csv: "for spreadsheets: a line of column names, then one line per photo"
    case .markdown: "pictures, each with its credit line, for notes and posts"
    case .html: "a page in one file, for the web browser"
    case .urls: "the addresses of the pictures, one per line, in the size that --size names"
    }
  }
}
