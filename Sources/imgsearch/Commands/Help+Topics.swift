import CommandSyntax
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform

/// The help for topics, and the man page, which has some of its rows, too
extension Help {
  func text(of topic: HelpTopic) -> String {
    switch topic {
    case .config: config
    case .environment:
      page.paragraph("Environment variables that this program reads:")
        + page.section("Variables", Self.environment)
    case .exit: exit
    case .filters: filters
    case .formats: formats
    case .json: json
    case .license: license
    case .pictures: pictures
    case .skill: AssistantSkill.text
    }
  }

  private var config: String {
    let names = OptionTable.configurable.distinct(by: \.setting).map { ($0.setting, $0.summary) }
    return page.paragraph(
      "Your defaults are in config.json in the config folder ($XDG_CONFIG_HOME/imgsearch, else "
        + "~/.config/imgsearch): one JSON object, such as")
      + "\n  {\"count\": 20, \"provider\": \"all,-flickr\", \"license\": \"commercial\"}\n\n"
      + page.paragraph(
        "Options that you type override them. They don't apply to more, again and --cursor, which "
          + "continue as their search began. A switch takes true or false. API addresses "
          + "(FLICKR_API_URL and the like) may be there, too, but keys may not: imgsearch keys set "
          + "saves them in keys.json beside it, which is used only if nobody else can read it "
          + "(chmod 600). Environment variables override both files.") + "\n"
      + page.heading("Names") + page.rows(names + [("history", "keep searches: on, off (on)")])
      + page.section("Files", Self.files)
  }

  private var exit: String {
    page.paragraph(
      "Results go to standard output, everything else to standard error. The exit code tells a "
        + "script what happened:")
      + page.section("Codes", Self.exitCodes) + "\n"
      + page.paragraph(
        "A search succeeds if at least one service answers. With --strict it fails if any service "
          + "fails.")
  }

  private var filters: String {
    page.paragraph(
      "If a service has a filter, it is asked to apply it. Otherwise each photo is checked: a "
        + "photo that doesn't fit, or doesn't say, is left out and counted. If neither is "
        + "possible, the service is skipped.")
      + FilterRow.all.map { filter in
        let value = filter.values == .flag ? "" : " \(filter.placeholder)"
        return "\n" + page.heading("--\(filter.name)\(value)")
          + page.paragraph(filter.summary, indent: 2)
          + page.rows(FilterSupport.allCases.compactMap { row(of: filter, $0) })
      }.joined()
  }

  /// The providers that support a filter in this way; nil if there are none
  private func row(of filter: FilterRow, _ support: FilterSupport) -> (String, String)? {
    let providers = ProviderCatalog.ids(with: support, of: filter)
    guard !providers.isEmpty else { return nil }
    let title =
      switch support {
      case .asked: "filters itself"
      case .askedAndJudged: "filters, then checked"
      case .judged: "each photo checked"
      case .same: "the same for all photos"
      case .ignored: "asked without it"
      case .skipped: "skipped"
      }
    return (title, SummaryText.names(providers))
  }

  private var formats: String {
    page.paragraph("-f, --format chooses how a list is printed:")
      + page.section("Lists", ListingFormat.allCases.map { ($0.rawValue, $0.use) }) + "\n"
      + page.paragraph(
        "In the grid and the table, ≈ 3 means that a photo looks like number 3 of the list, which "
          + "another service has, and ♥ that it is one of your favorites. BY is short for CC BY, "
          + "PD for public domain, reserved for all rights reserved, licence ? for one that isn't "
          + "known, MP for megapixels; ♡ 9 is what the service counts of likes. imgsearch help "
          + "license tells of licences.")
      + "\n"
      + page.paragraph(
        "Without -f, -o FILE chooses the format by the file's ending: "
          + ListingFormat.endings.map { ".\($0.key) is \($0.value.rawValue)" }.joined(
            separator: ", ")
          + ". The file is replaced once the list is complete.")
      + page.section("Others", Self.otherFormats)
  }

  private static var otherFormats: [HelpPage.Entry] {
    let sidecars = OptionTable.sidecar.row.values.joined(separator: ", ")
    return [
      (Command.show, OptionTable.photoFormat.row), (.credit, OptionTable.creditFormat.row),
      (.history, OptionTable.historyFormat.row),
    ].map { ($0.name, $1.values.joined(separator: ", ")) }
      + [("download", "credits as \(sidecars): --sidecar")]
  }

  private var json: String {
    page.paragraph(
      "-f json prints one object, -f ndjson one photo per line as soon as it is known, and show -f "
        + "json one photo. Every member is always there; an unknown value is null. --fields "
        + "selects members; imgsearch help json --schema prints all this as a JSON Schema.")
      + page.section("A list", OutputSchema.entries(OutputSchema.list))
      + page.section("A photo", OutputSchema.entries(OutputSchema.photo))
      + page.section("What show adds", OutputSchema.entries(OutputSchema.details))
  }

  private var license: String {
    page.paragraph(
      "A licence says what you may do with a photo. Each licence has one of four marks, from the "
        + "most to the least free; on a terminal with color, lists print a licence in the color "
        + "of its mark:")
      + page.section("Marks", Self.licenseMarks)
      + page.section("What --license takes", Self.licenseValues) + "\n"
      + page.paragraph(
        "imgsearch show 3 prints a photo's licence and the address of its terms. A licence covers "
          + "the picture only: the people, brands and works of art in it may have rights of their "
          + "own.")
  }

  private static let licenseMarks: [HelpPage.Entry] = License.Mark.allCases.map { mark in
    let codes = mark.codes.map(\.rawValue)
    let names = codes.joined(separator: ", ")
    return (mark.rawValue, "\(mark.meaning) Code\(codes.count == 1 ? "" : "s"): \(names).")
  }

  /// Values of `--license` besides the codes of licences
  private static let licenseValues = [HelpPage.Entry]([
    "any": "every photo, even without a known licence; the same as without the option",
    "free": "the marks free and free with credit: you may use, sell and change the photo",
    "public": "cc0, pdm, us-government and no-known-copyright: nothing is asked in return",
    "commercial": "you may earn money with it",
    "modification": "you may change it",
    "a code": "photos with this licence in any version: by means CC BY 2.0 as well as CC BY 4.0. A "
      + "name that a list prints may be typed too, such as \"CC BY-SA 4.0\"",
    "several":
      "separated by commas: the photo has one of the codes, and permits all that the words name",
    "--free": "the same as --license free",
  ])

  private var pictures: String {
    page.paragraph(
      "imgsearch show draws a photo's picture above its text. In lists, --pictures auto draws one "
        + "above each photo; \"pictures\": \"auto\" in config.json does so every time. auto draws "
        + "on terminals with color; always draws into pipes and files, too; never draws no "
        + "pictures.")
      + page.section(
        "Terminals",
        [HelpPage.Entry]([
          "iTerm2, WezTerm, VS Code, mintty, Konsole": "show sends the picture itself.",
          "kitty, Ghostty, terminals with sixels":
            "show draws it with chafa, if that is installed.",
          "others, and in tmux, screen and Zellij":
            "Pictures are drawn in colored half blocks. Pictures in lists always are.",
        ])) + "\n"
      + page.paragraph(
        "imgsearch doctor says how pictures are drawn here. Only JPEG files are drawn.")
      + page.section(
        "Sizes",
        Rendition.Role.allCases.map { ($0.rawValue, Rendition.Role.pixels[$0.rawValue] ?? "") })
      + "\n"
      + page.paragraph(
        "download --size saves one of these sizes, --width N the smallest at least this wide. "
          + "Without both, the list's --min-width or the like chooses the size, else it is "
          + "\(PictureSource.defaultSize.rawValue). If a photo has no picture of that size, the "
          + "nearest one is taken.")
  }

  // MARK: - The man page

  static var man: String {
    CommandLanguage.imgsearch.manPage(
      version: UserAgent.version, "one search across photo services, with licence and credit",
      [
        "Asks photo services at the same time and merges their answers into one list, which can be "
          + "stopped anywhere and continued later.", Command.photoOperand,
      ],
      [
        "EXIT STATUS": exitCodes, "ENVIRONMENT": environment, "FILES": files, "EXAMPLES": examples,
        "SEE ALSO": [HelpPage.Entry]([
          "fzf(1), chafa(1)":
            "imgsearch pick needs fzf; on some terminals, chafa draws the pictures.",
          "imgsearch help": "\(HelpTopic.names.joined(separator: ", ")).",
        ]),
      ])
  }

  private static var exitCodes: [HelpPage.Entry] {
    ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }
  }

  /// Environment variables, each with its purpose
  private static var environment: [HelpPage.Entry] {
    SettingName.meanings
      + [HelpPage.Entry]([
        "IMGSEARCH_HISTORY": "off keeps searches out of the history.",
        "NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE": "Whether to use colors; --color overrides them.",
        "ACCESSIBLE": "1 prints lists on a terminal as paragraphs of words, for a screen reader.",
        "COLUMNS": "The width of lines, in characters.",
        "https_proxy, no_proxy": "A proxy for requests, and the hosts to reach without it.",
        "SSL_CERT_FILE": "Certificates to trust instead of the system's.",
        "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_CACHE_HOME":
          "Folders in which imgsearch has a folder of its own (~/.config, ~/.local/share, ~/.cache).",
      ])
  }

  private static let files = [HelpPage.Entry]([
    "$XDG_CONFIG_HOME/imgsearch/config.json": "Defaults; see imgsearch help config.",
    "$XDG_CONFIG_HOME/imgsearch/keys.json":
      "Keys saved by imgsearch keys set, readable only by their owner.",
    "$XDG_DATA_HOME/imgsearch/imgsearch.db":
      "Favorites, history and the last list of each terminal.",
    "$XDG_CACHE_HOME/imgsearch": "Replies kept for a while; may be deleted at any time.",
  ])
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
