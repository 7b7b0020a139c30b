import CommandSyntax
import PhotoDisplay
import PhotoSearch
import Platform
import Terminal

/// Makes the help from the tables of commands and options
struct Help {
  /// The beginning of the help, for a command line without arguments
  static var short: String { Help().beginning }

  private let page: HelpPage

  /// - Parameter width: terminal cells of a line
  init(width: Int = 80, style: TerminalStyle = .plain) {
    page = HelpPage(width: width, style: style)
  }

  init(_ console: Console) {
    self.init(width: console.isTerminal ? console.width : 80, style: console.style)
  }

  /// The commands and options that most people need, on one screen of 80 by 24
  var all: String {
    let shown = HelpTexts.overview.map(\.command)
    let others = Command.all.filter { !shown.contains($0) }.map(\.name).sorted()
    return beginning + page.paragraph("Others: \(others.joined(separator: ", "))") + "\n"
      + page.pairs(HelpTexts.options) + "\n"
      + page.paragraph(
        "Topics: imgsearch help \(HelpTopic.names.joined(separator: ", ")). imgsearch help --man "
          + "is the man page.")
  }

  private var beginning: String {
    page.paragraph("One search across photo services, with licence and credit.") + "\n"
      + page.rows(HelpTexts.examples)
  }

  /// The help for one command and its options
  func text(of command: Command) -> String {
    page.text(of: command, in: .imgsearch, OptionGroup.all, remarks: command.remarks)
  }

  /// The help for `config.json`
  var config: String {
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
          + "(chmod 600). Environment variables override both files.")
      + "\n" + page.heading("Names")
      + page.rows(names + [("history", "keep searches: on, off (on)")])
      + page.section("Files", HelpTexts.files)
  }

  /// The topic `license`: the marks of licences, and the values of `--license`
  var license: String {
    page.paragraph(HelpTexts.licenseIntroduction)
      + page.section("Marks", HelpTexts.licenseMarks)
      + page.section("What --license takes", HelpTexts.licenseValues) + "\n"
      + page.paragraph(HelpTexts.licenseEnd)
  }

  /// The topic `formats`: the ways to print a list
  var formats: String {
    page.paragraph("-f, --format chooses how a list is printed:")
      + page.section("Lists", HelpTexts.formats) + "\n" + page.paragraph(HelpTexts.signs)
      + "\n" + page.paragraph(HelpTexts.endings) + page.section("Others", HelpTexts.otherFormats)
  }

  /// The topic `exit`: the exit codes
  var exit: String {
    page.paragraph(HelpTexts.exitIntroduction) + page.section("Codes", HelpTexts.exitCodes) + "\n"
      + page.paragraph(HelpTexts.exitEnd)
  }

  /// The topic `environment`: the variables that the program reads
  var environment: String {
    page.paragraph("Environment variables that this program reads:")
      + page.section("Variables", HelpTexts.environment)
  }

  /// The topic `json`: the members of JSON output, for people who write programs
  var json: String {
    page.paragraph(HelpTexts.jsonIntroduction)
      + page.section("A list", OutputSchema.list.map(\.entry))
      + page.section("A photo", OutputSchema.photo.map(\.entry))
      + page.section("What show adds", OutputSchema.details.map(\.entry))
  }

  /// The topic `pictures`: ways to draw pictures in the terminal, and their sizes
  var pictures: String {
    page.paragraph(HelpTexts.pictureIntroduction)
      + page.section("Terminals", HelpTexts.pictureTerminals) + "\n"
      + page.paragraph(HelpTexts.pictureEnd) + page.section("Sizes", HelpTexts.pictureSizes) + "\n"
      + page.paragraph(HelpTexts.pictureSizesEnd)
  }

  /// A table of providers by filter, and how they support it
  var filters: String {
    page.paragraph(
      "If a service has a filter, it is asked to apply it. Otherwise each photo is checked: a "
        + "photo that doesn't fit, or doesn't say, is left out and counted. If neither is "
        + "possible, the service is skipped.")
      + FilterRow.all.map { filter in
        "\n"
          + page.heading(
            "--\(filter.name)" + (filter.values == .flag ? "" : " \(filter.placeholder)"))
          + page.paragraph(filter.summary, indent: 2)
          + page.rows(FilterSupport.allCases.compactMap { support in row(of: filter, support) })
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
}

extension Command {
  /// Further paragraphs about a command, for its help
  fileprivate var remarks: [String] {
    switch self {
    case .keys: return [HelpTexts.keys]
    case .mcp: return HelpTexts.assistants
    case .list:
      let names = [ListSubject.Kind.author, .tag].map { kind in
        SummaryText.names(ProviderCatalog.ids(listing: kind))
      }
      return [
        "Alone it shows the photos of today. With --author NAME it lists that author's photos, from "
          + "\(names[0]); with --tag TAG those with the tag, from \(names[1]). NAME may be the address "
          + "of the author's page, which is asked alone."
      ]
    case .similar:
      let names = SummaryText.names(ProviderCatalog.ids(listing: .similar))
      return [
        Command.photoOperand,
        "For a photo of \(names) that service is asked what is like it. For others this is a search for "
          + "its first three tags, else for the words of its title.",
      ]
    case .harvest:
      let names = SummaryText.names(ProviderCatalog.profiles.collectable)
      return [
        "It asks the services whose terms allow collecting: \(names). Others are skipped, and the "
          + "reason is printed. A recording (--replay) asks no service."
      ]
    default: return operands.holds("<photo>") ? [Command.photoOperand] : []
    }
  }
}

extension OptionGroup {
  /// The groups in the order in which the help prints them
  fileprivate static let all = [
    OptionGroup("Which photos", OptionTable.planning.map(\.setting)),
    OptionGroup("How many", ["count", "cursor", "maxRequests"]),
    OptionGroup(
      "How they are printed",
      [
        "format", "output", "columns", "open", "links", "pictures", "size", "width",
        "terminalColor", "field",
      ]),
    OptionGroup(
      "How services are asked",
      [
        "patience", "timeout", "offline", "refresh", "strict", "replay", "record", "verbose",
        "perDay", "wait",
      ]),
  ]

  /// - Parameter settings: the options by their unique names in config.json
  private init(_ title: String, _ settings: [String]) {
    let settings = Set(settings)
    self.init(title) { settings.contains($0.setting) }
  }
}
