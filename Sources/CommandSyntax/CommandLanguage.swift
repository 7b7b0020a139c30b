/// A command of a program
package struct Command: Sendable {
  /// As it is typed
  package let name: String
  /// The words that follow the name, e.g. `<photo>...`
  package let operands: String
  /// The words of which one may come first after the name, and says what to do
  package let actions: [String]
  /// What it does, in a few words
  package let summary: String
  /// Command lines to begin with
  package let examples: [String]
  /// Whether it takes words that nobody knows beforehand, such as those to search for
  package let takesWords: Bool
  /// Whether it goes on as an earlier command line did, so that no defaults apply
  package let isContinuing: Bool
  /// The options of an action, or where none is typed; nil for a command whose actions take all its options
  package let actionOptions: (@Sendable (_ action: String?) -> [OptionRow]?)?

  package init(
    _ name: String, _ operands: String, actions: [String] = [], _ summary: String,
    examples: [String], takesWords: Bool = false,
    isContinuing: Bool = false,
    actionOptions: (@Sendable (_ action: String?) -> [OptionRow]?)? = nil
  ) {
    self.name = name
    self.operands = operands
    self.actions = actions
    self.summary = summary
    self.examples = examples
    self.takesWords = takesWords
    self.isContinuing = isContinuing
    self.actionOptions = actionOptions
  }
}

extension Command: Hashable {
  package static func == (left: Command, right: Command) -> Bool { left.name == right.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What can be typed for a program: its commands, its options, and what is meant by other words
package struct CommandLanguage: Sendable {
  /// The program's name
  package let program: String
  /// In the order of the help
  package let commands: [Command]
  /// The command of words that name none
  package let fallback: Command
  /// All options, in the order of the help
  package let rows: [OptionRow]
  /// Those whose defaults a file of settings can have
  package let configurable: [OptionRow]
  package let help: OptionRow
  package let version: OptionRow
  /// The option with which a search goes on as before, so that no defaults apply
  package let continuing: OptionRow
  /// Other ways to write the words that options take
  package let aliases: ValueAliases
  package let guesses: Guesses

  /// What people type who don't know the names
  package struct Guesses: Sendable {
    /// The command that words begin with by another of its names, and the words after that; nil for what can
    /// as well be searched for
    package let command: @Sendable (_ words: [String]) -> (Command, [String])?
    /// Refuses words that were probably meant for a command, though they name none
    package let check: @Sendable (_ words: [String]) throws -> Void
    /// What to type in place of an option that isn't there, or that the command doesn't take
    package let option: @Sendable (_ name: String, _ rows: [OptionRow]) -> String?
    /// What to do in place of an option that went; nil for any other
    package let retired: @Sendable (_ name: String) -> String?

    package init(
      command: @escaping @Sendable (_ words: [String]) -> (Command, [String])?,
      check: @escaping @Sendable (_ words: [String]) throws -> Void,
      option: @escaping @Sendable (_ name: String, _ rows: [OptionRow]) -> String?,
      retired: @escaping @Sendable (_ name: String) -> String?
    ) {
      self.command = command
      self.check = check
      self.option = option
      self.retired = retired
    }
  }

  package init(
    program: String, commands: [Command], fallback: Command, rows: [OptionRow],
    configurable: [OptionRow], help: OptionRow, version: OptionRow, continuing: OptionRow,
    aliases: ValueAliases, guesses: Guesses
  ) {
    self.program = program
    self.commands = commands
    self.fallback = fallback
    self.rows = rows
    self.configurable = configurable
    self.help = help
    self.version = version
    self.continuing = continuing
    self.aliases = aliases
    self.guesses = guesses
  }

  package func command(named name: String) -> Command? { commands.first { $0.name == name } }

  package func rows(of command: Command) -> [OptionRow] {
    rows.filter { $0.commands.contains(command) }
  }

  /// The same; of a command whose actions differ, those of its action alone
  ///
  /// - Parameter operands: as far as they are known
  package func rows(of command: Command, _ operands: [String]) -> [OptionRow] {
    command.actionOptions?(operands.first) ?? rows(of: command)
  }
}
