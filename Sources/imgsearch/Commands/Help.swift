import CommandSyntax
import PhotoDisplay
import PhotoSearch
import Platform
import Terminal

/// `imgsearch help [<command>|<topic>]`, and the man page
struct HelpCommand {
  let arguments: Arguments
  let console: Console

  func run() throws -> ExitCode {
    try console.print(text(Help(console)))
    return .success
  }

  /// - Throws: a usage failure for an unknown topic.
  private func text(_ help: Help) throws -> String {
    if arguments.value(OptionTable.man) { return HelpTexts.man.text }
    if arguments.value(OptionTable.schema) {
      guard arguments.operands == [HelpTopic.json.rawValue] else {
        throw CommandFailure.usage("--schema is an option of imgsearch help json only")
      }
      return OutputSchema.text + "\n"
    }
    guard let name = arguments.operands.first else { return help.all }
    if let topic = HelpTopic(rawValue: Synonyms.imgsearch.choice(name, among: HelpTopic.names)) {
      return help.text(of: topic)
    }
    if let command = CommandLanguage.imgsearch.command(named: name)
      ?? Synonyms.imgsearch.command([name])?.0
    {
      return help.text(of: command)
    }
    let names = Command.all.map(\.name) + HelpTopic.names
    let nearest =
      GuessedCommand([name]).flatMap { $0.command?.name }
      ?? Suggestion.nearest(to: name, among: names)
    throw CommandFailure.usage(
      "there is no command \(name)\(Suggestion.question(nearest))"
        + "\nAccepted: \(names.joined(separator: ", "))")
  }
}

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

  func text(of topic: HelpTopic) -> String {
    switch topic {
    case .config:
      let names = OptionTable.configurable.distinct(by: \.setting).map { ($0.setting, $0.summary) }
      return page.paragraph(HelpTexts.configIntroduction)
        + "\n  {\"count\": 20, \"provider\": \"all,-flickr\", \"license\": \"commercial\"}\n\n"
        + page.paragraph(HelpTexts.configRules) + "\n" + page.heading("Names")
        + page.rows(names + [("history", "keep searches: on, off (on)")])
        + page.section("Files", HelpTexts.files)
    case .environment:
      return page.paragraph("Environment variables that this program reads:")
        + page.section("Variables", HelpTexts.environment)
    case .exit:
      return page.paragraph(HelpTexts.exitIntroduction)
        + page.section("Codes", HelpTexts.exitCodes) + "\n" + page.paragraph(HelpTexts.exitEnd)
    case .filters:
      return page.paragraph(HelpTexts.filterIntroduction)
        + FilterRow.all.map { filter in
          let value = filter.values == .flag ? "" : " \(filter.placeholder)"
          return "\n" + page.heading("--\(filter.name)\(value)")
            + page.paragraph(filter.summary, indent: 2)
            + page.rows(FilterSupport.allCases.compactMap { row(of: filter, $0) })
        }.joined()
    case .formats:
      return page.paragraph("-f, --format chooses how a list is printed:")
        + page.section("Lists", HelpTexts.formats) + "\n" + page.paragraph(HelpTexts.signs)
        + "\n" + page.paragraph(HelpTexts.endings)
        + page.section("Others", HelpTexts.otherFormats)
    case .json:
      return page.paragraph(HelpTexts.jsonIntroduction)
        + page.section("A list", OutputSchema.list.map(\.entry))
        + page.section("A photo", OutputSchema.photo.map(\.entry))
        + page.section("What show adds", OutputSchema.details.map(\.entry))
    case .license:
      return page.paragraph(HelpTexts.licenseIntroduction)
        + page.section("Marks", HelpTexts.licenseMarks)
        + page.section("What --license takes", HelpTexts.licenseValues) + "\n"
        + page.paragraph(HelpTexts.licenseEnd)
    case .pictures:
      return page.paragraph(HelpTexts.pictureIntroduction)
        + page.section("Terminals", HelpTexts.pictureTerminals) + "\n"
        + page.paragraph(HelpTexts.pictureEnd) + page.section("Sizes", HelpTexts.pictureSizes)
        + "\n" + page.paragraph(HelpTexts.pictureSizesEnd)
    case .skill: return AssistantSkill.text
    }
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
}
