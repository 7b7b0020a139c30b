import PhotoSearch
import PhotoDisplay
import Platform
import Terminal

/// `imgsearch help [<command>|config|filters|skill]`, and the man page
struct HelpCommand {
  private let text: (Help) -> String
  private let console: Console

  /// - Throws: a usage failure for an unknown topic.
  init(_ arguments: Arguments, console: Console) throws {
    self.console = console
    if arguments.value(OptionTable.man) {
      text = { _ in ManPage.text }
      return
    }
    guard let name = arguments.operands.first else {
      text = \.all
      return
    }
    if let topic = HelpTopic(rawValue: name) {
      text = Self.text(of: topic)
    } else if let command = Command(rawValue: name) ?? Command.meant(by: [name])?.0 {
      text = { $0.text(of: command) }
    } else {
      let names = Command.allCases.map(\.rawValue) + HelpTopic.names
      let nearest =
        GuessedCommand([name]).flatMap { $0.command?.rawValue }
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

/// Makes the help from the tables of commands and options
struct Help {
  /// The help for a command line without arguments
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

  /// The options that most people need, listed first
  private static let common: Set<String> = [
    "provider", "count", "format", "license", "orientation", "color", "output", "size", "to",
  ]

  private let width: Int
  private let style: TerminalStyle

  /// - Parameters:
  ///   - width: terminal cells of a line, limited to 40 to 100
  ///   - style: headings are bold if there are colors
  init(width: Int = 80, style: TerminalStyle = .plain) {
    self.width = min(max(width, 40), 100)
    self.style = style
  }

  init(_ console: Console) {
    self.init(width: console.isTerminal ? console.width : 80, style: console.style)
  }

  /// The help for all commands, and for the options of a search
  var all: String {
    let commands = Command.allCases.map { ($0.usage, $0.summary) }
    return paragraph("One search across photo providers, with licence and credit.")
      + "\n" + heading("Commands") + rows(commands) + options(of: .search)
      + "\n"
      + paragraph(Command.photoOperand)
      + paragraph(
        "imgsearch help <command> tells the options of the others, imgsearch help config what can "
          + "be set for good, imgsearch help filters who honours which filter, imgsearch help skill "
          + "what an assistant with a shell has to know, and imgsearch help --man is all of it as a "
          + "man page.")
  }

  /// The help for one command and its options
  func text(of command: Command) -> String {
    let usage = command == .search ? "[search] \(command.operands)" : command.usage
    return paragraph("imgsearch \(usage)") + paragraph(command.summary, indent: 2)
      + (command.remark.map { "\n" + paragraph($0) } ?? "") + options(of: command)
      + examples(of: command)
  }

  /// The help for `config.json`
  var config: String {
    var names: [(String, String)] = []
    for row in OptionTable.configurable where !names.contains(where: { $0.0 == row.setting }) {
      names.append((row.setting, row.summary))
    }
    return paragraph(
      "Defaults for good stand in config.json in the config folder ($XDG_CONFIG_HOME/imgsearch, "
        + "else ~/.config/imgsearch): one JSON object, such as")
      + "\n  {\"count\": 20, \"provider\": \"all,-flickr\", \"license\": \"commercial\"}\n\n"
      + paragraph(
        "What is typed goes first. They don't apply to more, again and --cursor, which go on as "
          + "their search did. A switch takes true or false. API addresses (FLICKR_API_URL and its "
          + "like) may stand there too. Keys don't: imgsearch keys set keeps them in keys.json beside "
          + "it, which is used only while nobody else can read it (chmod 600). The environment goes "
          + "first.")
      + "\n" + heading("Names") + rows(names + [("history", "keep searches: on, off (on)")])
  }

  /// A table of providers by filter, and how they support it
  var filters: String {
    paragraph(
      "What a service can filter by is asked of it. For the rest each photo is looked at: one that "
        + "doesn't fit, or doesn't say, is left out and counted. A service is skipped where it would "
        + "answer as if it had filtered.")
      + SearchFilter.all.map { filter in
        "\n"
          + heading("--\(filter.name)" + (filter.values == .flag ? "" : " \(filter.placeholder)"))
          + paragraph(filter.summary, indent: 2)
          + rows(FilterSupport.allCases.compactMap { support in row(of: filter, support) })
      }.joined()
  }

  /// The providers that support a filter in this way; nil if there are none
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

  private func examples(of command: Command) -> String {
    guard !command.examples.isEmpty else { return "" }
    return "\n" + heading("Examples") + command.examples.map { "  \($0)\n" }.joined()
  }

  private func options(of command: Command) -> String {
    let all = OptionTable.rows(of: command)
    let common = all.filter { Self.common.contains($0.name) }
    let others = all.filter { !Self.common.contains($0.name) }
    guard !common.isEmpty, others.count > 4 else { return section("Options", all) }
    return section("Common options", common) + section("More options", others)
  }

  private func section(_ title: String, _ options: [OptionRow]) -> String {
    "\n" + heading(title)
      + rows(options.map { ($0.usage, [$0.summary, $0.listedChoices].joined(separator: " ")) })
  }

  private func heading(_ text: String) -> String { style.bold(text) + "\n" }

  private func paragraph(_ text: String, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    return text.wrapped(to: width - indent).map { margin + $0 + "\n" }.joined()
  }

  /// Two columns; a text too long for the left one gets a line of its own
  private func rows(_ rows: [(String, String)]) -> String {
    let maxLeft = width / 3
    let left = rows.map { DisplayWidth.of($0.0) }.filter { $0 <= maxLeft }.max() ?? maxLeft
    let margin = String(repeating: " ", count: left + 4)
    return rows.map { name, text in
      let lines = text.wrapped(to: max(10, width - left - 4))
      let isShort = DisplayWidth.of(name) <= left
      let first = isShort ? "  " + name.padded(to: left) + "  " : "  \(name)\n" + margin
      return first + lines.joined(separator: "\n" + margin) + "\n"
    }.joined()
  }
}

extension Command {
  /// The command's name and operands; a search's name is left out
  var usage: String {
    [self == .search ? "" : rawValue, operands].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Command {
  /// A remark to read before using the command
  fileprivate var remark: String? {
    guard self == .harvest else { return nil }
    let names = SummaryText.names(ProviderCatalog.profiles.collectable)
    return "It asks the services whose terms allow collecting: \(names). Others are left out, and "
      + "named with the reason. A recording (--replay) asks nobody."
  }
}

extension OptionRow {
  /// The option with its letter and value: `-n, --count N`
  var usage: String { (letter.map { "-\($0), " } ?? "    ") + flag + placeholder }

  private var placeholder: String {
    let word = kind.placeholder
    return switch kind {
    case .none: ""
    case .choices: " \(word)[,\(word)]"
    default: " \(word)"
    }
  }

  /// The option's choices: `: grid, table, json`; empty if it has none
  var listedChoices: String {
    switch kind {
    case .choice(let choices, _), .choices(let choices, _):
      "— \(choices.joined(separator: ", "))"
    default: ""
    }
  }
}
