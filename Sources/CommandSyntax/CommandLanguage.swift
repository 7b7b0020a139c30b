import Platform

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
  /// Whether the command goes on if nobody reads its output any more, because it saves pictures,
  /// writes files or serves pages
  package let outlivesReader: Bool
  /// The options of an action, nil standing for no action; nil for a command whose actions share
  /// all its options
  package let actionOptions: (@Sendable (_ action: String?) -> [OptionRow]?)?
  /// The kind of operand after an action, nil standing for no action, by which operands are
  /// completed
  let operandKind: @Sendable (_ action: String?) -> OptionRow.Kind

  /// - Parameter operandKind: by default the words of earlier command lines, if the command takes
  ///   words. For a command without actions it is the kind of its first operand.
  package init(
    _ name: String, _ operands: String, actions: [String] = [], _ summary: String,
    examples: [String], takesWords: Bool = false,
    isContinuing: Bool = false, outlivesReader: Bool = false,
    actionOptions: (@Sendable (_ action: String?) -> [OptionRow]?)? = nil,
    operandKind: (@Sendable (_ action: String?) -> OptionRow.Kind)? = nil
  ) {
    (self.name, self.operands, self.actions) = (name, operands, actions)
    (self.summary, self.examples, self.takesWords) = (summary, examples, takesWords)
    (self.isContinuing, self.outlivesReader) = (isContinuing, outlivesReader)
    self.actionOptions = actionOptions
    self.operandKind = operandKind ?? { _ in takesWords ? .recentWords : .none }
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

/// Words that people type who don't know a program's own, and their meanings
///
/// Commands, values and shorthands are taken as what they mean. An option is refused with advice.
package struct Synonyms: Sendable {
  /// Other names of commands, in small letters
  private let commands: [String: Command]
  /// Other names of the actions of commands
  private let actions: [Command: [String: String]]
  /// Other spellings of values, by the value. Both are in small letters, without blanks and hyphens
  private let values: [String: [String]]
  let shorthands: [Shorthand]
  /// Names of options that the program doesn't have, each with its advice, the best first
  package let options: KeyValuePairs<[String], [OptionAdvice]>
  /// Advice on replacing options that earlier versions had
  let retiredOptions: [String: String]

  package init(
    commands: [String: Command], actions: [Command: [String: String]] = [:],
    values: [String: [String]], shorthands: [Shorthand],
    options: KeyValuePairs<[String], [OptionAdvice]>, retiredOptions: [String: String]
  ) {
    (self.commands, self.actions, self.values) = (commands, actions, values)
    (self.shorthands, self.options) = (shorthands, options)
    self.retiredOptions = retiredOptions
  }

  /// All other names of a command, sorted
  package func names(of command: Command) -> [String] {
    commands.filter { $0.value == command }.keys.sorted()
  }

  /// The command that words mean by another of its names
  ///
  /// - Returns: the command and the words after its name; nil for words to search for
  package func command(_ words: [String]) -> (Command, [String])? {
    guard let command = words.first.flatMap({ commands[$0.lowercased()] }) else { return nil }
    let operands = Array(words.dropFirst())
    return operands.first.map(command.actions.contains) ?? true ? (command, operands) : nil
  }

  /// The action that is meant by another of its names; nil for any other word
  package func action(_ name: String, of command: Command) -> String? { actions[command]?[name] }

  /// The choice that a text means; the text itself if there is none
  ///
  /// Capitals, blanks, hyphens and underscores are ignored.
  package func choice(_ text: String, among choices: [String]) -> String {
    if choices.contains(text) { return text }
    let hyphen = text.begins(with: "-") ? "-" : ""
    let word = Self.folded(text)
    let choice =
      choices.first { Self.folded($0) == word }
      ?? choices.first { values[Self.folded($0)]?.contains(word) ?? false }
    return choice.map { hyphen + $0 } ?? text
  }

  private static func folded(_ text: String) -> String {
    String(text.lowercased().unicodeScalars.filter { !" -_".unicodeScalars.contains($0) })
  }

  /// Advice to append to the message about an option that the command doesn't take; empty for none
  ///
  /// - Parameters:
  ///   - name: as typed, without hyphens
  ///   - isKnown: whether another command takes the option
  ///   - rows: the options that the command takes
  func advice(
    on name: String, isKnown: Bool, of command: Command, taking rows: [OptionRow]
  ) -> String {
    let name = name.lowercased()
    let known = options.first { $0.key.contains(name) }?.value
    if let advice = known?.first(where: { $0.fits(command, taking: rows) }) { return advice.text }
    guard !isKnown else { return "" }
    if let row = rows.first(where: { $0.values.contains(name) }) {
      return Suggestion.question("\(row.flag) \(name)")
    }
    return Suggestion.question(
      Suggestion.nearest(to: name, among: rows.map(\.name)).map { "--\($0)" })
  }
}

/// Advice to somebody who typed an option that the command doesn't take
package struct OptionAdvice: Sendable {
  /// The advice as it is appended to a message
  let text: String
  /// The commands that it is for; nil for all
  let commands: Set<Command>?
  /// The option that a command must take for it: `--output`; nil for none
  package let flag: String?

  /// The option that was probably meant, as typed, with its value if that is known:
  /// `--orientation landscape`. It is for commands that take the option
  package static func option(_ meant: String, of commands: Set<Command>? = nil) -> OptionAdvice {
    OptionAdvice(
      text: Suggestion.question(meant), commands: commands,
      flag: String(meant.cut(at: " ").before))
  }

  /// Another way than an option
  package static func way(
    _ text: String, for commands: Set<Command>? = nil, taking flag: String? = nil
  ) -> OptionAdvice {
    OptionAdvice(text: "; \(text)", commands: commands, flag: flag)
  }

  fileprivate func fits(_ command: Command, taking rows: [OptionRow]) -> Bool {
    (commands?.contains(command) ?? true)
      && (flag.map { flag in rows.contains { $0.flag == flag } } ?? true)
  }
}

/// An option that stands for other options, such as `--year 2020` for two dates; help leaves it out
package struct Shorthand: Sendable {
  /// The shorthand as an option of its own, for reading its value
  let row: OptionRow
  /// The options it stands for, without hyphens; a command that takes all of them takes the
  /// shorthand
  let options: [String]
  /// The options and values that replace the shorthand; nil for an invalid value
  let words: @Sendable (_ value: String) -> [String]?

  /// - Parameter accepted: a description of the accepted values, for messages; nil if the shorthand
  ///   takes no value
  package init(
    _ name: String, accepted: String? = nil, for options: [String],
    words: @escaping @Sendable (_ value: String) -> [String]?
  ) {
    row = OptionRow(
      name: name, kind: accepted == nil ? .none : .text, placeholder: accepted ?? "", summary: "",
      commands: [])
    (self.options, self.words) = (options, words)
  }
}
