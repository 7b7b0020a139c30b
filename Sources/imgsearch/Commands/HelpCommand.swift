import CommandSyntax
import Platform
import Terminal

/// `imgsearch help [<command>|<topic>]`, and the man page
struct HelpCommand {
  private let text: (Help) -> String
  private let console: Console

  /// - Throws: a usage failure for an unknown topic.
  init(_ arguments: Arguments, console: Console) throws {
    self.console = console
    if arguments.value(OptionTable.man) {
      text = { _ in HelpTexts.man.text }
      return
    }
    if arguments.value(OptionTable.schema) {
      guard arguments.operands == [HelpTopic.json.rawValue] else {
        throw CommandFailure.usage("--schema is an option of imgsearch help json only")
      }
      text = { _ in OutputSchema.text + "\n" }
      return
    }
    guard let name = arguments.operands.first else {
      text = \.all
      return
    }
    if let topic = HelpTopic(
      rawValue: Synonyms.imgsearch.choice(name, among: HelpTopic.names))
    {
      text = Self.text(of: topic)
    } else if let command = CommandLanguage.imgsearch.command(named: name)
      ?? Synonyms.imgsearch.command([name])?.0
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
    case .environment: \.environment
    case .exit: \.exit
    case .filters: \.filters
    case .formats: \.formats
    case .json: \.json
    case .license: \.license
    case .pictures: \.pictures
    case .skill: { _ in AssistantSkill.text }
    }
  }

  func run() throws -> ExitCode {
    try console.print(text(Help(console)))
    return .success
  }
}
