import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Terminal

/// Texts of the help topics: paragraphs, and rows of a term and its meaning
///
/// The man page has some of the rows, too.
enum HelpTexts {
  typealias Entry = ManPage.Entry

  // MARK: - Command lines to begin with

  /// The commands that most people need, each with an example
  static let overview: [(command: Command, operands: String, text: String)] = [
    (.search, "kittens", "search all photo services at once"),
    (.list, "", "what they show today, without words"),
    (.more, "", "continue the last search"),
    (.show, "3", "all about a photo: its number, id or address"),
    (.open, "3", "its page in the web browser"),
    (.credit, "3", "the credit line to put beside it"),
    (.download, "1-3", "save pictures in this folder, with credit"),
    (.favorites, "add 3", "keep a photo; favorites lists them"),
    (.history, "", "your searches; again 2 repeats the second"),
    (.browse, "", "the gallery in the web browser"),
    (.keys, "", "free keys, for photos of more services"),
    (.help, "search", "all options of a search, or of another command"),
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
    (filter(.color), "its color"), (filter(.minWidth), "at least so wide"),
  ].map { ($0.briefUsage, $1) }

  private static func filter(_ filter: SearchFilter) -> OptionRow { OptionRow(filter, for: []) }

  // MARK: - Licences

  static let licenseIntroduction =
    "A licence says what anyone may do with a photo. Each has one of four marks, from the freest to "
    + "none at all; on a terminal with color a list prints it in the color of its mark:"

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
      "any": "every photo, unknown licences too; the same as without the option",
      "free": "free, and free with credit: you may use it, sell it, change it",
      "public": "cc0, pdm, us-government and no-known-copyright: nothing is asked in return",
      "commercial": "you may earn money with it",
      "modification": "you may change it",
    ]
    let taken = OptionRow(SearchFilter.license, for: []).values
    return taken.compactMap { word in texts[word].map { (word, $0) } }
      + [
        (
          "a code",
          "photos of this licence, in all its versions: by is CC BY 2.0 as well as CC BY 4.0. Names "
            + "are taken as they are printed, such as \"CC BY-SA 4.0\""
        ),
        (
          "several",
          "with commas: the photo has one of the codes, and permits what the words say"
        ),
        ("--free", "the same as --license free"),
      ]
  }

  static let licenseEnd =
    "imgsearch show 3 tells a photo's licence and where its terms stand. People, brands and works of "
    + "art in a picture may have rights of their own, which no licence of the picture gives away."

  // MARK: - Formats

  static let formats: [Entry] = ListingFormat.allCases.map { ($0.rawValue, $0.use) }

  static let endings =
    "-o FILE takes the format of the file's ending: "
    + ListingFormat.endings.map { ".\($0.key) is \($0.value.rawValue)" }.joined(separator: ", ")
    + ". The file is replaced when all of the list is there."

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
    "Results are printed to standard output, everything else to standard error. The exit code tells "
    + "a script how it went:"

  static var exitCodes: [Entry] { ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) } }

  static let exitEnd =
    "A search has succeeded when one service has answered. With --strict it fails when any of them "
    + "fails."

  /// Environment variables, each with its purpose
  static var environment: [Entry] {
    var services: [String] = []
    var variables: [Entry] = []
    for profile in ProviderCatalog.profiles where !services.contains(profile.service) {
      services.append(profile.service)
      if let key = profile.key {
        let meaning =
          key.isAddress ? "Where a \(profile.name) of your own is" : "The key of \(profile.name)"
        variables.append((key.variable, "\(meaning): \(key.address.absoluteString)"))
      }
      if let sources = profile.sourcesVariable {
        variables.append((sources, "The engines that it asks, with commas between them."))
      }
    }
    for profile in ProviderCatalog.profiles where profile.key?.isAddress != true {
      let variable = profile.addressVariable
      guard !variables.contains(where: { $0.term == variable }) else { continue }
      variables.append((variable, "Where to reach \(profile.name), if not at its own address."))
    }
    return variables + [
      ("IMGSEARCH_HISTORY", "off keeps searches out of the history."),
      ("NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE", "Whether there are colors; --color goes first."),
      ("ACCESSIBLE", "1 prints lists on a terminal as paragraphs of words, for a screen reader."),
      ("COLUMNS", "The width to write in."),
      ("https_proxy, no_proxy", "The proxy that requests go through, and hosts without one."),
      ("SSL_CERT_FILE", "Certificates to trust in place of the system's."),
      (
        "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_CACHE_HOME",
        "Where files are kept, in a folder imgsearch of each (~/.config, ~/.local/share, ~/.cache)."
      ),
    ]
  }

  static let files: [Entry] = [
    ("$XDG_CONFIG_HOME/imgsearch/config.json", "Defaults; see imgsearch help config."),
    (
      "$XDG_CONFIG_HOME/imgsearch/keys.json",
      "What imgsearch keys set has kept, readable by its owner alone."
    ),
    (
      "$XDG_DATA_HOME/imgsearch/imgsearch.db",
      "Favorites, history and the last listing of each terminal."
    ),
    ("$XDG_CACHE_HOME/imgsearch", "Answers that are kept for a while; may be deleted at any time."),
  ]

  // MARK: - JSON

  static let jsonIntroduction =
    "-f json prints one object, -f ndjson one photo a line as soon as it is known, and show -f json "
    + "one photo. Every member is always there; what isn't known is null. --fields picks members; "
    + "imgsearch help json --schema prints all this as a JSON Schema."

  /// The members of an object printed by `-f json`
  static let jsonList: [Entry] = [
    ("query", "what was asked: words, providers, merge, and each filter by its name"),
    ("photos", "the photos, in the order of the list"),
    ("next", "where the list goes on: --cursor takes it; null at the end"),
    (
      "providers",
      "what each did: id, status (ok, ended, failed, skipped), shown, total, requests, leftOut, error"
    ),
  ]

  /// The members of a photo
  static let jsonPhoto: [Entry] = [
    ("id", "its name for every command, such as flickr:43213681030"),
    ("provider", "the service that was asked"),
    ("origin", "the id at the service that has the original"),
    ("title, description", "plain text in one line"),
    ("author", "name, url"),
    ("page", "the address of its page"),
    ("width, height", "pixels of the picture"),
    (
      "renditions",
      "the sizes there are: role, url, width, height; lasts is false for an address that dies"
    ),
    (
      "license", "id as in SPDX, else LicenseRef-…; name, url; null is unknown, and permits nothing"
    ),
    ("credit", "the line to put beside the picture"),
    ("likes", "a number"),
    ("published", "when, in UTC: 2023-05-01T12:00:00Z"),
    ("color", "the average color, such as #5ba8a0"),
    ("blurHash", "a blurred picture as a few letters (blurha.sh)"),
    ("tags", "words that its author or service gave it"),
    ("downloadLocation", "what Unsplash is told of a download"),
    ("isAIGenerated", "whether a machine made it"),
    ("looksLike", "the id of an earlier photo of the list that has the same picture"),
    ("taken", "when the picture was taken, as far as is known: 2014, 2014-05, 2014-05-03T14:30:09"),
    ("favorite", "whether it is one of yours"),
  ]

  /// The members that `show` adds
  static let jsonDetails: [Entry] = [
    ("place", "name, city, country, latitude, longitude"),
    ("camera", "make, model, exposureTime, aperture, focalLength, iso"),
    ("views, downloads", "numbers"),
  ]

  // MARK: - Pictures

  static let pictureIntroduction =
    "imgsearch show draws a photo's picture above its words. --pictures auto draws one above each cell "
    + "of a list; \"pictures\": \"auto\" in config.json does so every time. auto is for terminals "
    + "with color, always draws into pipes and files too, and never draws none."

  static let pictureTerminals: [Entry] = [
    ("iTerm2, WezTerm, VS Code, mintty, Konsole", "show sends the picture itself."),
    ("kitty, Ghostty, terminals with sixels", "show draws it by chafa, where that is installed."),
    (
      "others, and in tmux, screen and Zellij",
      "Pictures are made of colored half blocks, which lists always are."
    ),
  ]

  static let pictureEnd =
    "imgsearch doctor tells how pictures are drawn here. Only JPEG files are drawn."

  static var pictureSizes: [Entry] {
    Rendition.Role.allCases.map { ($0.rawValue, Rendition.Role.pixels[$0.rawValue] ?? "") }
  }

  static let pictureSizesEnd =
    "download --size saves one of them, --width N the smallest at least so wide; without both it is what "
    + "the list's --min-width and the like ask for, else \(PictureSource.defaultSize.rawValue). Where a "
    + "photo has none of that size, the nearest one is taken."

  // MARK: - Keys

  static let keys =
    "Most services want to know who is calling, by a key: a line of letters that they give you for "
    + "free (Flickr to Pro members), at the address that imgsearch keys tells. The others answer without one. "
    + "imgsearch keys set NAME asks for the key without showing it, tries it, and keeps it in "
    + "keys.json, which nobody else can read; a variable in the environment goes first. A key is sent "
    + "to its own service and to nobody else."

  // MARK: - The man page

  static var man: ManPage {
    ManPage(
      of: .imgsearch, version: UserAgent.version,
      "one search across photo providers, with licence and credit",
      [
        "Asks the photo providers at once and merges what they answer into one list, which can be "
          + "stopped anywhere and continued.", Command.photoOperand,
      ],
      [
        ManPage.Section("EXIT STATUS", exitCodes), ManPage.Section("ENVIRONMENT", environment),
        ManPage.Section("FILES", isOfFiles: true, files), ManPage.Section("EXAMPLES", examples),
        ManPage.Section(
          "SEE ALSO",
          [
            (
              "fzf(1), chafa(1)",
              "What imgsearch pick needs, and what some terminals show pictures by."
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
      "Green: use it, sell it, change it. Nothing is asked in return; a credit is kind. Unsplash, "
        + "Pexels and Pixabay forbid a few things, such as selling a picture as it is: their licences "
        + "tell."
    case .freeWithCredit:
      "Olive: use it, sell it, change it, and name its author and licence: imgsearch credit prints "
        + "the line. With by-sa, what you make of it has to have the same licence. The GFDL and the "
        + "Free Art License have this mark, too."
    case .limited:
      "Yellow: some uses are forbidden, and a credit is asked for. nc: not to earn money with it. nd: "
        + "not changed."
    case .ask:
      "Red: nothing is allowed until the author says so. All rights are reserved, or the licence "
        + "isn't known. Unknown is not free."
    }
  }
}

extension ListingFormat {
  /// A description of the format and of its use
  fileprivate var use: String {
    switch self {
    case .grid: "cells of two lines, for people: number, title, author, licence, size, service"
    case .table: "one line a photo; in a pipe with tabs between the columns, and nothing cut"
    case .json: "one object: the query, the photos, where the list goes on; see imgsearch help json"
    case .ndjson: "one photo a line, each a JSON object, printed as soon as it is known"
    case .flat: "the same with plain values alone, for engines of data sets"
    case .csv: "for spreadsheets: a line of names, then one line a photo"
    case .markdown: "pictures, each with its credit line, for notes and posts"
    case .html: "a page in one file, to look at in a web browser"
    case .urls: "the addresses of the pictures, one a line, in the size that --size names"
    }
  }
}
