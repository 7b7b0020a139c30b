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

/// The words a program understands: its commands, its options, and other words for them
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
  /// Other words that people type for the program's own
  package let synonyms: Synonyms
  /// Refuses words that were probably meant as a command, although they name none
  let check: @Sendable (_ words: [String]) throws -> Void

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
    leavingOut: String? = nil, synonyms: Synonyms,
    check: @escaping @Sendable (_ words: [String]) throws -> Void
  ) {
    (self.program, self.commands, self.fallback) = (program, commands, fallback)
    (self.rows, self.configurable, self.help) = (rows, configurable, help)
    (self.version, self.continuing, self.leavingOut) = (version, continuing, leavingOut)
    (self.synonyms, self.check) = (synonyms, check)
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
