/// A command of a program
package struct Command: Sendable {
  /// The name that users type
  package let name: String
  /// The operands after the name, e.g. `<photo>...`
  package let operands: String
  /// The actions of the command, one of which may be its first word
  package let actions: [String]
  /// A few words on what the command does
  package let summary: String
  /// Examples of command lines
  package let examples: [String]
  /// Whether the command takes arbitrary words, such as those to search for
  package let takesWords: Bool
  /// Whether the command continues an earlier command line, so that no defaults apply
  package let isContinuing: Bool
  /// The options of an action, nil standing for no action; nil for a command whose actions share
  /// all its options
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

/// The command lines of a program: its commands, its options, and guesses for unknown words
package struct CommandLanguage: Sendable {
  /// The program's name
  package let program: String
  /// All commands, in the order of the help
  package let commands: [Command]
  /// The command to assume if the words name none
  package let fallback: Command
  /// All options, in the order of the help
  package let rows: [OptionRow]
  /// The options whose defaults a file of settings may have
  package let configurable: [OptionRow]
  package let help: OptionRow
  package let version: OptionRow
  /// The option that continues a search, so that no defaults apply
  package let continuing: OptionRow
  /// Other spellings of the words that options accept
  package let aliases: ValueAliases
  package let guesses: Guesses

  /// Guesses for words and options that aren't the program's own
  package struct Guesses: Sendable {
    /// The command that words mean by another name of it, and the words after that; nil for words
    /// to search for
    package let command: @Sendable (_ words: [String]) -> (Command, [String])?
    /// Refuses words that were probably meant as a command, although they name none
    package let check: @Sendable (_ words: [String]) throws -> Void
    /// The option to suggest for one that doesn't exist, or that the command doesn't take
    package let option: @Sendable (_ name: String, _ rows: [OptionRow]) -> String?
    /// Gives the replacement of an option of an earlier version; nil for any other name
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

  /// The options of a command; if its actions differ in them, those of its action
  ///
  /// - Parameter operands: as far as they are known
  package func rows(of command: Command, _ operands: [String]) -> [OptionRow] {
    command.actionOptions?(operands.first) ?? rows(of: command)
  }
}
