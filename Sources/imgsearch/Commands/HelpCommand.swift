import CommandSyntax
import PhotoDisplay
import PhotoSearch
import Platform
import Terminal

/// `imgsearch help [<command>|config|filters|skill]`, and the man page
struct HelpCommand {
  private let text: (Help) -> String
  private let console: Console

  /// - Throws: a usage failure for what there is no help for.
  init(_ arguments: Arguments, console: Console) throws {
    self.console = console
    if arguments.value(OptionTable.man) {
      text = { _ in ReferenceTexts.man.text }
      return
    }
    guard let name = arguments.operands.first else {
      text = \.all
      return
    }
    if let topic = HelpTopic(rawValue: name) {
      text = Self.text(of: topic)
    } else if let command = Command.all.first(where: { $0.name == name })
      ?? Command.meant(by: [name])?.0
    {
      text = { $0.text(of: command) }
    } else {
      let names = Command.all.map(\.name) + HelpTopic.names
      let nearest =
        GuessedCommand([name]).flatMap { $0.command?.name }
        ?? Suggestion.nearest(to: name, among: names)
      throw CommandFailure.usage(
        "there is no command \(name)\(Suggestion.question(nearest))"
          + "\nAccepted: \(names.joined(separator: ", "))")
    }
  }

  private static func text(of topic: HelpTopic) -> (Help) -> String {
    switch topic {
    case .config: \.config
    case .filters: \.filters
    case .skill: { _ in AssistantSkill.text }
    }
  }

  func run() throws -> ExitCode {
    try console.print(text(Help(console)))
    return .success
  }
}

/// The help, made from the tables of commands and options
struct Help {
  /// For a command line with nothing in it
  static let short = """
    imgsearch: one search across photo providers, with licence and credit

      imgsearch kittens            search
      imgsearch list               what the providers show today
      imgsearch more               continue the last search
      imgsearch show 3             one photo in full, by its number, id or address
      imgsearch open 3             its page in the web browser
      imgsearch credit 3           its credit line
      imgsearch download 1-3       save their pictures here, credit beside them
      imgsearch favorites add 3    keep it; imgsearch favorites lists them
      imgsearch browse             the gallery in the web browser
      imgsearch keys               keys of more providers: imgsearch keys set flickr
      imgsearch help               all commands and options

    """

  /// The options that most people need, first in the help
  private static let common: Set<String> = [
    "provider", "count", "format", "license", "orientation", "color", "output", "size", "to",
  ]

  private let page: HelpPage

  /// - Parameter width: terminal cells of a line
  init(width: Int = 80, style: TerminalStyle = .plain) {
    page = HelpPage(width: width, style: style)
  }

  init(_ console: Console) {
    self.init(width: console.isTerminal ? console.width : 80, style: console.style)
  }

  /// Commands and the options of a search
  var all: String {
    let commands = Command.all.map { (CommandLanguage.imgsearch.usage(of: $0), $0.summary) }
    return page.paragraph("One search across photo providers, with licence and credit.")
      + "\n" + page.heading("Commands") + page.rows(commands)
      + page.options(of: .search, in: .imgsearch, first: Self.common)
      + "\n"
      + page.paragraph(Command.photoOperand)
      + page.paragraph(
        "imgsearch help <command> tells the options of the others, imgsearch help config what can "
          + "be set for good, imgsearch help filters who honours which filter, imgsearch help skill "
          + "what an assistant with a shell has to know, and imgsearch help --man is all of it as a "
          + "man page.")
  }

  /// One command and its options
  func text(of command: Command) -> String {
    page.text(of: command, in: .imgsearch, first: Self.common, remark: command.remark)
  }

  /// What `config.json` takes
  var config: String {
    var names: [(String, String)] = []
    for row in OptionTable.configurable where !names.contains(where: { $0.0 == row.setting }) {
      names.append((row.setting, row.summary))
    }
    return page.paragraph(
      "Defaults for good stand in config.json in the config folder ($XDG_CONFIG_HOME/imgsearch, "
        + "else ~/.config/imgsearch): one JSON object, such as")
      + "\n  {\"count\": 20, \"provider\": \"all,-flickr\", \"license\": \"commercial\"}\n\n"
      + page.paragraph(
        "What is typed goes first. They don't apply to more, again and --cursor, which go on as "
          + "their search did. A switch takes true or false. API addresses (FLICKR_API_URL and its "
          + "like) may stand there too. Keys don't: imgsearch keys set keeps them in keys.json beside "
          + "it, which is used only while nobody else can read it (chmod 600). The environment goes "
          + "first.")
      + "\n" + page.heading("Names")
      + page.rows(names + [("history", "keep searches: on, off (on)")])
  }

  /// Which provider honours which filter, and how
  var filters: String {
    page.paragraph(
      "What a service can filter by is asked of it. For the rest each photo is looked at: one that "
        + "doesn't fit, or doesn't say, is left out and counted. A service is skipped where it would "
        + "answer as if it had filtered.")
      + SearchFilter.all.map { filter in
        "\n"
          + page.heading(
            "--\(filter.name)" + (filter.values == .flag ? "" : " \(filter.placeholder)"))
          + page.paragraph(filter.summary, indent: 2)
          + page.rows(FilterSupport.allCases.compactMap { support in row(of: filter, support) })
      }.joined()
  }

  /// The providers at which a filter has that support; nil where there are none
  private func row(of filter: SearchFilter, _ support: FilterSupport) -> (String, String)? {
    let providers = ProviderCatalog.ids(with: support, of: filter)
    guard !providers.isEmpty else { return nil }
    let title =
      switch support {
      case .asked: "asked for"
      case .askedAndJudged: "asked for, looked at"
      case .judged: "each photo looked at"
      case .same: "the same for all photos"
      case .ignored: "asked without it"
      case .skipped: "skipped"
      }
    return (title, SummaryText.names(providers))
  }
}

extension Command {
  /// What else is to be known before it is used
  fileprivate var remark: String? {
    guard self == .harvest else { return nil }
    let names = SummaryText.names(ProviderCatalog.profiles.collectable)
    return "It asks the services whose terms allow collecting: \(names). Others are left out, and "
      + "named with the reason. A recording (--replay) asks nobody."
  }
}
