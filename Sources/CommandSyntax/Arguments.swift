import PhotoSearch
import Platform
import Terminal

/// A command line, taken apart: what to do, with which words and options
///
/// Only the options of each command read it; what is below them is given values.
package struct Arguments {
  package let command: Command
  package let operands: [String]
  private let language: CommandLanguage
  /// By the option's name, values in the order they were typed
  private let values: [String: [String]]
  /// What the file of settings has in place of the table's defaults, by the names there
  private let defaults: [String: [String]]
  /// Whether the command was named, or the one of other words understood
  package let isCommandNamed: Bool
  /// Notes on values of which a part has no effect
  package let remarks: [String]
  /// What a line of a list takes; nil for a command line
  private let ofLine: [OptionRow]?

  /// - Parameter defaults: what the file of settings has; asked where a command has such options
  /// - Throws: a usage failure that names what is wrong and what is accepted; what `defaults` throws.
  package init(
    _ arguments: [String], in language: CommandLanguage, defaults: () throws -> [String: [String]]
  ) throws {
    try self.init(arguments, ofLine: nil, language, defaults)
  }

  /// A line of a list, which has words and options and no command
  ///
  /// - Parameter rows: the options that it takes
  /// - Throws: a usage failure in the words of a line; what `defaults` throws.
  package init(
    ofLine pieces: [String], taking rows: [OptionRow], in language: CommandLanguage,
    defaults: () throws -> [String: [String]]
  ) throws {
    try self.init(pieces, ofLine: rows, language, defaults)
  }

  private init(
    _ arguments: [String], ofLine: [OptionRow]?, _ language: CommandLanguage,
    _ defaults: () throws -> [String: [String]]
  ) throws {
    (self.ofLine, self.language) = (ofLine, language)
    var words: [String] = []
    var options: [(name: String, value: String?)] = []
    var typed: [String: String] = [:]
    var rest = arguments[...]
    var command = ofLine.map { _ in language.fallback }
    var remarks: [String] = []
    var typos = OptionTypos(in: language)
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      } else if argument.begins(with: "-"), argument != "-" {
        let program = [language.program] + (command.map { [$0.name] } ?? [])
        let line = (ofLine == nil ? program : []) + words
        try typos.check(argument, of: command ?? language.fallback, after: line)
        let own =
          ofLine ?? command.map { language.rows(of: $0, words) }
          ?? language.rows(of: words, before: rest)
        let option = try language.row(argument, among: own, isOfLine: ofLine != nil, after: line)
        typed[option.name] = Self.name(in: argument)
        let isTaken = own.contains { $0.name == option.name }
        let value =
          try isTaken
          ? Self.value(of: option, in: argument, typos, after: line, rest: &rest)
          : option.takesValue ? Self.attached(argument) ?? rest.popFirst() : nil
        options.append((option.name, value.map { option.canonical($0, by: language.aliases) }))
        if let value {
          remarks += option.remarks(on: value)
          typos.note(value, of: option, after: words, before: rest)
        }
      } else if words.isEmpty, command == nil, let named = language.command(named: argument) {
        command = named
      } else {
        words.append(argument)
      }
    }
    if command == nil, let (meant, operands) = language.guesses.command(words) {
      (command, words) = (meant, operands)
    }
    if command == nil, words == [language.version.name] {
      options.append((words.removeFirst(), nil))
    }
    if command == nil, !options.contains(where: { $0.name == language.help.name }) {
      try language.guesses.check(words)
    }
    if (command ?? language.fallback).takesWords {
      try typos.check(words, behind: ofLine == nil ? "\(language.program) " : "")
    }
    isCommandNamed = command != nil
    self.remarks = remarks
    self.command = command ?? language.fallback
    operands = words
    values = Dictionary(grouping: options, by: \.name).mapValues { $0.map { $0.value ?? "" } }
    let isConfigurable = language.configurable.contains { [command] in
      $0.commands.contains(command ?? language.fallback)
    }
    self.defaults = isConfigurable ? try defaults() : [:]
    try check(typed)
  }

  /// What somebody asks for who types no command line, such as a page
  ///
  /// - Parameter options: texts as they would be typed, each with the row that says what is taken
  /// - Throws: a usage failure for a value that isn't accepted.
  package init(
    _ command: Command, _ operands: [String], _ options: [(row: OptionRow, text: String)],
    in language: CommandLanguage, defaults: [String: [String]]
  ) throws {
    (self.command, self.operands, self.language) = (command, operands, language)
    self.defaults = defaults
    (isCommandNamed, remarks, ofLine) = (true, [], nil)
    let options = options.map {
      (row: $0.row, text: $0.row.canonical($0.text, by: language.aliases))
    }
    values = Dictionary(grouping: options, by: \.row.name).mapValues { $0.map(\.text) }
    for (row, text) in options { try row.check(text) }
  }

  /// The command and its operands, as they were typed
  package var words: String { ([command.name] + operands).joined(separator: " ") }

  /// What an option is set to: what was typed, else its default
  ///
  /// All options get their values here, whatever their defaults come from.
  package func value<Value>(_ option: Option<Value>) -> Value {
    texts(of: option.row).flatMap(option.value) ?? option.standard
  }

  /// The texts that an option is set to: as typed, else as the file of settings has them; nil for neither
  package func texts(of row: OptionRow) -> [String]? { values[row.name] ?? configured(row) }

  /// What the file of settings has for an option
  ///
  /// What continues or repeats a search does it as that was done.
  private func configured(_ row: OptionRow) -> [String]? {
    guard !defaults.isEmpty else { return nil }
    let setting = row.setting
    guard !command.isContinuing, values[language.continuing.name] == nil,
      language.configurable.contains(where: {
        $0.setting == setting && $0.commands.contains(command)
      })
    else { return nil }
    return defaults[setting].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What was typed for an option; nil when nothing was
  package func typed<Value>(_ option: Option<Value>) -> Value? {
    values[option.row.name].flatMap(option.value)
  }

  /// The texts that were typed for an option, in that order; nil for none
  package func typedTexts(of row: OptionRow) -> [String]? { values[row.name] }

  /// An option that concerns the terminal: the file of settings also has its default for commands that
  /// go on as before
  package func terminalValue<Value>(_ option: Option<Value>) -> Value {
    typed(option) ?? defaults[option.row.setting].flatMap(option.value) ?? option.standard
  }

  /// The options that were typed, e.g. `--count`
  package var typedFlags: Set<String> { Set(values.keys.map { "--\($0)" }) }

  /// - Parameter typed: options as they were typed, by their names in the table
  private func check(_ typed: [String: String]) throws {
    let rows = ofLine ?? language.rows(of: command, operands)
    for (name, values) in values {
      guard let option = rows.first(where: { $0.name == name }) else {
        if ofLine != nil {
          throw CommandFailure.usage(
            "\(typed[name] ?? "--\(name)") is no option of one search" + rows.takenByLine)
        }
        let isOfSearch = language.rows(of: language.fallback).contains { $0.name == name }
        let hint = isOfSearch && command.isContinuing
        let action = command.actionOptions.flatMap { _ in operands.first.map { " \($0)" } }
        throw CommandFailure.usage(
          "\(command.name)\(action ?? "") takes no option \(typed[name] ?? "--\(name)")"
            + (hint ? ": it searches as the search did" : "")
            + "\nSee \(language.program) help \(command.name)")
      }
      for value in values { try option.check(value) }
    }
  }

  /// An option's name as it was typed: `--limit` in `--limit=5`, `-n` in `-n5`
  fileprivate static func name(in argument: String) -> String {
    guard argument.begins(with: "--") else {
      return String(String.UnicodeScalarView(argument.unicodeScalars.prefix(2)))
    }
    return String(argument.cut(at: "=").before)
  }

  /// The value in `--name=value`, `-xvalue` and `-x=value`; nil for none
  private static func attached(_ argument: String) -> String? {
    let rest = argument.unicodeScalars.dropFirst(name(in: argument).unicodeScalars.count)
    guard let first = rest.first else { return nil }
    return String(first == "=" ? rest.dropFirst() : rest)
  }

  /// The value in `--name=value`, `-xvalue`, or the next argument
  ///
  /// - Parameter line: what was typed before it, but for options
  private static func value(
    of option: OptionRow, in argument: String, _ typos: OptionTypos, after line: [String],
    rest: inout ArraySlice<String>
  ) throws -> String? {
    let attached = attached(argument)
    if let attached, !argument.begins(with: "--"), argument.unicodeScalars.dropFirst(2).first != "="
    {
      try typos.check(attached, of: option, in: argument, after: line)
    }
    if !option.takesValue {
      guard let attached else { return nil }
      throw CommandFailure.usage("\(option.flag) takes no value, but got '\(attached)'")
    }
    if let attached { return attached }
    guard let next = rest.popFirst() else {
      throw CommandFailure.usage("\(option.flag) needs a value: \(option.accepted)")
    }
    return next
  }
}

extension CommandLanguage {
  /// The option of a command, else of any other: that the command doesn't take it is said once the whole
  /// line is read
  ///
  /// - Parameters:
  ///   - candidates: those of the command, or of a line of a list
  ///   - line: what was typed before it, but for options
  fileprivate func row(
    _ argument: String, among candidates: [OptionRow], isOfLine: Bool, after line: [String]
  ) throws -> OptionRow {
    let typed = Arguments.name(in: argument)
    let name = typed.unicodeScalars.drop { $0 == "-" }
    let isLong = argument.begins(with: "--")
    let isTyped = { (option: OptionRow) in
      isLong ? option.isNamed(Substring(name)) : option.letter.map { typed == "-\($0)" } ?? false
    }
    // Both in one array would be copied for each option of each line of a list.
    if let match = candidates.first(where: isTyped) ?? rows.first(where: isTyped) {
      return match
    }
    if isLong, !isOfLine, let replacement = guesses.retired(String(name)) {
      throw CommandFailure.usage("there is no \(typed) any more; \(replacement)")
    }
    let meant = guesses.option(String(name), candidates)
    throw CommandFailure.usage(
      "unknown option \(typed)" + Suggestion.question(meant)
        + (isOfLine ? candidates.takenByLine : "\nSee \(program) help")
        + (isLong ? "" : OptionTypos.wordsHint(argument, after: line)))
  }

  /// The options of a line that hasn't named its command up to one of them
  fileprivate func rows(of words: [String], before rest: ArraySlice<String>) -> [OptionRow] {
    let (command, operands) =
      words.isEmpty
      ? (rest.lazy.compactMap { self.command(named: $0) }.first ?? fallback, [])
      : guesses.command(words) ?? (fallback, words)
    return rows(of: command, operands)
  }
}

extension [OptionRow] {
  /// Those that a line of a list takes, for messages
  fileprivate var takenByLine: String {
    "\nA line takes \(map(\.flag).sorted().joined(separator: ", "))"
  }
}
