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

extension Command: CustomStringConvertible {
  package var description: String { name }
}

/// What can be typed for a program: its commands, its options, and what is meant by other words
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
  /// Options that stand for others
  package let shorthands: [Shorthand]
  package let guesses: Guesses

  /// An option that stands for others with their values, as `--year 2020` for two dates; no help names it
  package struct Shorthand: Sendable {
    let name: String
    /// What its value is, for messages; nil where none follows
    let accepted: String?
    /// The options that it stands for, without hyphens; it is taken where all of them are
    let options: [String]
    /// What it stands for, as that would be typed; nil for a value that isn't accepted
    let words: @Sendable (_ value: String) -> [String]?

    package init(
      _ name: String, accepted: String? = nil, for options: [String],
      words: @escaping @Sendable (_ value: String) -> [String]?
    ) {
      self.name = name
      self.accepted = accepted
      self.options = options
      self.words = words
    }
  }

  /// What people type who don't know the names
  package struct Guesses: Sendable {
    /// The command that words mean by another name of it, and the words after that; nil for words
    /// to search for
    package let command: @Sendable (_ words: [String]) -> (Command, [String])?
    /// Refuses words that were probably meant as a command, although they name none
    package let check: @Sendable (_ words: [String]) throws -> Void
    /// What helps somebody who typed an option that the command doesn't take, to be put behind that
    /// message, such as `; did you mean --count?`; empty for nothing
    package let option: @Sendable (UntakenOption) -> String
    /// What to do in place of an option that went; nil for any other
    package let retired: @Sendable (_ name: String) -> String?

    package init(
      command: @escaping @Sendable (_ words: [String]) -> (Command, [String])?,
      check: @escaping @Sendable (_ words: [String]) throws -> Void,
      option: @escaping @Sendable (UntakenOption) -> String,
      retired: @escaping @Sendable (_ name: String) -> String?
    ) {
      self.command = command
      self.check = check
      self.option = option
      self.retired = retired
    }
  }

  /// An option that was typed and isn't taken
  package struct UntakenOption: Sendable {
    /// As it was typed, without hyphens
    package let name: String
    /// Whether another command takes it
    package let isKnown: Bool
    package let command: Command
    /// The options that are taken there
    package let rows: [OptionRow]
  }

  package init(
    program: String, commands: [Command], fallback: Command, rows: [OptionRow],
    configurable: [OptionRow], help: OptionRow, version: OptionRow, continuing: OptionRow,
    aliases: ValueAliases, shorthands: [Shorthand], guesses: Guesses
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
    self.shorthands = shorthands
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
