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
    (self.name, self.operands, self.actions) = (name, operands, actions)
    (self.summary, self.examples, self.takesWords) = (summary, examples, takesWords)
    (self.isContinuing, self.actionOptions) = (isContinuing, actionOptions)
  }
}

extension Command: Hashable {
  package static func == (left: Command, right: Command) -> Bool { left.name == right.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Command: CustomStringConvertible {
  package var description: String { name }
}

/// The words a program understands: its commands, its options, and other spellings of them
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
  /// The name of the option for words that nothing may have; nil if there is none
  package let leavingOut: String?
  /// Other spellings of the words that options accept
  package let aliases: ValueAliases
  /// Options that stand for other options
  package let shorthands: [Shorthand]
  package let guesses: Guesses

  /// An option that stands for other options, such as `--year 2020` for two dates; help leaves it
  /// out
  package struct Shorthand: Sendable {
    let name: String
    /// A description of the accepted values, for messages; nil if the shorthand takes no value
    let accepted: String?
    /// The options it stands for, without hyphens; a command that takes all of them takes the
    /// shorthand
    let options: [String]
    /// The options and values that replace the shorthand; nil for an invalid value
    let words: @Sendable (_ value: String) -> [String]?

    package init(
      _ name: String, accepted: String? = nil, for options: [String],
      words: @escaping @Sendable (_ value: String) -> [String]?
    ) {
      (self.name, self.accepted, self.options, self.words) = (name, accepted, options, words)
    }
  }

  /// Answers to words and options that somebody typed without knowing the right ones
  package struct Guesses: Sendable {
    /// The command that words mean by another name of it, and the words after that; nil for words
    /// to search for
    package let command: @Sendable (_ words: [String]) -> (Command, [String])?
    /// Refuses words that were probably meant as a command, although they name none
    package let check: @Sendable (_ words: [String]) throws -> Void
    /// A hint about an option that the command doesn't take, such as `; did you mean --count?`;
    /// empty if there is none. The hint is appended to the error message.
    package let option: @Sendable (UntakenOption) -> String
    /// Advice on replacing an option that earlier versions had; nil for any other name
    package let retired: @Sendable (_ name: String) -> String?

    package init(
      command: @escaping @Sendable (_ words: [String]) -> (Command, [String])?,
      check: @escaping @Sendable (_ words: [String]) throws -> Void,
      option: @escaping @Sendable (UntakenOption) -> String,
      retired: @escaping @Sendable (_ name: String) -> String?
    ) {
      (self.command, self.check, self.option, self.retired) = (command, check, option, retired)
    }
  }

  /// An option that the command doesn't take
  package struct UntakenOption: Sendable {
    /// The option's name as typed, without hyphens
    package let name: String
    /// Whether another command takes the option
    package let isKnown: Bool
    package let command: Command
    /// The options that the command takes
    package let rows: [OptionRow]
  }

  package init(
    program: String, commands: [Command], fallback: Command, rows: [OptionRow],
    configurable: [OptionRow], help: OptionRow, version: OptionRow, continuing: OptionRow,
    leavingOut: String? = nil, aliases: ValueAliases, shorthands: [Shorthand], guesses: Guesses
  ) {
    (self.program, self.commands, self.fallback) = (program, commands, fallback)
    (self.rows, self.configurable, self.help) = (rows, configurable, help)
    (self.version, self.continuing, self.leavingOut) = (version, continuing, leavingOut)
    (self.aliases, self.shorthands, self.guesses) = (aliases, shorthands, guesses)
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
