import Platform

/// A command of a program, for parsing, help and completions
package struct CommandRow: Sendable {
  /// The name that users type
  package let name: String
  /// Other names that are taken for it, in small letters
  package let otherNames: [String]
  /// The operands after the name, e.g. `<photo>...`
  package let operands: String
  /// A few words on what the command does
  package let summary: String
  /// Examples of command lines, without the program's name before them
  package let examples: [String]
  /// Arbitrary words that a command takes, such as those to search for
  package enum Words: Sendable { case none, optional, needed }
  /// Whether the command takes such words
  package let words: Words
  /// Whether the command continues an earlier command line, so that no defaults apply
  package let isContinuing: Bool
  /// Whether the command goes on if nobody reads its output any more, because it saves pictures,
  /// writes files or serves pages
  package let outlivesReader: Bool
  // Made when they are needed, as most runs need those of one command
  private let makeActions: @Sendable () -> [Action]
  private let makeKind: @Sendable () -> OptionRow.Kind?

  /// - Parameter operandKind: by default the words of earlier command lines, if the command takes words
  package init(
    _ name: String, otherNames: [String] = [], _ operands: String,
    actions: @escaping @autoclosure @Sendable () -> [Action] = [], _ summary: String,
    words: Words = .none, isContinuing: Bool = false, outlivesReader: Bool = false,
    operandKind: @escaping @autoclosure @Sendable () -> OptionRow.Kind? = nil, examples: String...
  ) {
    self.name = name
    self.otherNames = otherNames
    self.operands = operands
    makeActions = actions
    self.summary = summary
    self.examples = examples
    self.words = words
    self.isContinuing = isContinuing
    self.outlivesReader = outlivesReader
    makeKind = operandKind
  }

  /// The actions of the command, one of which may be its first word
  package var actions: [Action] { makeActions() }

  /// The kind of the first word after the name, by which it is completed, and by which a misspelt
  /// name is recognized
  var operandKind: OptionRow.Kind { makeKind() ?? (words == .none ? .none : .recentWords) }

  /// The action with a name, or with another name of it
  package func action(named name: String) -> Action? {
    actions.first { $0.name == name } ?? actions.first { $0.otherNames.contains(name) }
  }

  /// An action of a command, such as `add` in `favorites add 3`
  package struct Action: Sendable {
    package let name: String
    /// Other names that people type for it, in small letters
    let otherNames: [String]
    /// The options of the action; nil for all of the command
    let options: [OptionRow]?
    /// The kind of the words after it, by which they are completed
    let operandKind: OptionRow.Kind

    package init(
      _ name: String, otherNames: [String] = [], options: [OptionRow]? = nil,
      operandKind: OptionRow.Kind = .none
    ) {
      self.name = name
      self.otherNames = otherNames
      self.options = options
      self.operandKind = operandKind
    }
  }
}

extension CommandRow: Hashable {
  package static func == (left: CommandRow, right: CommandRow) -> Bool { left.name == right.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The words a program understands: its commands, its options, and other words for them
package struct CommandLanguage: Sendable {
  /// The program's name
  package let program: String
  /// All commands, in the order of the help
  package let commands: [CommandRow]
  /// The command to assume if the words name none
  package let fallback: CommandRow
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
  /// The options of a command, in any order
  let options: @Sendable (CommandRow) -> [OptionRow]
  private let meaning: @Sendable (_ name: String, _ words: [String]) -> String?

  /// - Parameters:
  ///   - options: gives the options of a command, in any order
  ///   - meaning: gives the line that is meant by words for which nobody would search, such as
  ///     `save 3`, without the program's name; it gets the first word, and those after it
  package init(
    program: String, commands: [CommandRow], fallback: CommandRow, rows: [OptionRow],
    configurable: [OptionRow], help: OptionRow, version: OptionRow, continuing: OptionRow,
    leavingOut: String? = nil, synonyms: Synonyms,
    options: @escaping @Sendable (CommandRow) -> [OptionRow],
    meaning: @escaping @Sendable (_ name: String, _ words: [String]) -> String?
  ) {
    self.program = program
    self.commands = commands
    self.fallback = fallback
    self.rows = rows
    self.configurable = configurable
    self.help = help
    self.version = version
    self.continuing = continuing
    self.leavingOut = leavingOut
    self.synonyms = synonyms
    self.options = options
    self.meaning = meaning
  }

  func command(named name: String) -> CommandRow? { commands.first { $0.name == name } }

  /// The command with a name, or with another name of it
  package func command(meantBy name: String) -> CommandRow? {
    command(named: name) ?? command(otherwise: [name])?.command
  }

  /// The command that words mean by another of its names
  ///
  /// - Returns: the command and the words after its name; nil for words to search for
  func command(otherwise words: [String]) -> (command: CommandRow, operands: [String])? {
    guard let name = words.first?.lowercased(),
      let command = commands.first(where: { $0.otherNames.contains(name) })
    else { return nil }
    let operands = Array(words.dropFirst())
    let isMeant = operands.first.map { word in command.actions.contains { $0.name == word } }
    return isMeant ?? true ? (command, operands) : nil
  }

  /// The options of a command, in the order of the help
  package func rows(of command: CommandRow) -> [OptionRow] {
    rows.filter(Set(options(command)).contains)
  }

  /// The options of a command; if its actions differ in them, those of its action
  ///
  /// - Parameter operands: as far as they are known
  package func rows(of command: CommandRow, _ operands: [String]) -> [OptionRow] {
    command.actions.first { $0.name == operands.first }?.options ?? rows(of: command)
  }

  // MARK: Guessing

  // A search may have been meant as a command: by another program's name for it (`save 3`),
  // misspelt (`dowload 3`), or without a name before a photo's number. Running the search would
  // cost requests, and give the numbers of the last listing to other photos.

  /// Least length of a name that is recognized by its letters or its actions alone; shorter ones are
  /// too similar to words that people search for
  private static let minNameLength = 7

  /// The command line that words probably mean; nil for words that are simply to be searched for
  ///
  /// - Parameter typed: all words, without a command's name before them
  package func guess(_ typed: [String]) -> String? {
    let line =
      certainGuess(typed)
      ?? typed.first.flatMap(nearest).map { named($0, before: typed.dropFirst()) }
    return line.map { "\(program) \($0)" }
  }

  /// Refuses words for which nobody would search, such as `dowload 3`
  ///
  /// - Throws: a usage failure with the command line that they mean.
  func check(_ typed: [String]) throws {
    guard let meant = certainGuess(typed) else { return }
    throw CommandFailure.usage(
      "did you mean \(program) \(meant)?\nTo search for words: \(program) "
        + named(fallback, before: typed[...]))
  }

  private func certainGuess(_ typed: [String]) -> String? {
    guard let first = typed.first else { return nil }
    let operands = typed.dropFirst()
    if let line = meaning(first, Array(operands)) { return line }
    let name = first.lowercased()
    func fits(_ command: CommandRow) -> Bool {
      operands.isEmpty ? isSlip(name, of: command) : takes(operands, command)
    }
    // Most words fit no command, and need no other look.
    guard commands.contains(where: fits), let command = nearest(to: name), fits(command) else {
      return nil
    }
    return named(command, before: operands)
  }

  private func named(_ command: CommandRow, before operands: ArraySlice<String>) -> String {
    ([command.name] + operands).joined(separator: " ")
  }

  private func nearest(to word: String) -> CommandRow? {
    Suggestion.nearest(to: word, among: commands.map(\.name)).flatMap(command(named:))
  }

  /// Whether words after a misspelt name, at least one, are certainly operands of the command
  private func takes(_ operands: ArraySlice<String>, _ command: CommandRow) -> Bool {
    if command.name.utf8.count >= Self.minNameLength, let action = operands.first,
      command.actions.contains(where: { $0.name == action })
    {
      return true
    }
    guard case .form(let form) = command.operandKind else { return false }
    return operands.allSatisfy { form.canonical($0) != nil && form.doubt($0) == nil }
  }

  /// Whether a word in small letters is a command's name with at most one typing error, which
  /// leaves its first or its last letter
  private func isSlip(_ word: String, of command: CommandRow) -> Bool {
    let (word, name) = (word.unicodeScalars, command.name.unicodeScalars)
    return name.count >= Self.minNameLength
      && (word.first == name.first || word.last == name.last)
      && abs(word.count - name.count) <= 1 && EditDistance.between(Array(word), Array(name)) <= 1
  }
}
