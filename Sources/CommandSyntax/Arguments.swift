import Platform

/// A parsed command line: the command, its words and its options
///
/// Commands and their options read it; what they call is given values.
package struct Arguments {
  package let commandRow: CommandRow
  package let operands: [String]
  /// The options, with the defaults of the file of settings that count for the command
  package let options: OptionValues
  /// Whether the user named the command; false if the language's fallback was assumed
  package let isCommandNamed: Bool
  /// Notes about values with a part that has no effect
  package let remarks: [String]

  /// Parses a command line, or a line of a list, which has words and options but no command
  ///
  /// - Parameters:
  ///   - ofLine: the options that a line of a list may have; nil for a command line
  ///   - defaults: gives the defaults of the file of settings; only called if the command has such
  ///     options
  /// - Throws: a usage failure that names the mistake and what is accepted; what `defaults` throws.
  package init(
    _ arguments: [String], ofLine: [OptionRow]? = nil, in language: CommandLanguage,
    defaults: () throws -> [String: [String]]
  ) throws {
    var reader = ArgumentReader(
      language: language, ofLine: ofLine, typos: OptionTypos(in: language),
      command: ofLine.map { _ in language.fallback })
    try reader.read(arguments)
    let command = reader.command ?? language.fallback
    commandRow = command
    isCommandNamed = reader.command != nil
    remarks = reader.remarks
    operands = reader.words
    let own = ofLine ?? language.rows(of: command)
    let isConfigurable = own.contains(where: language.configurable.contains)
    // A search that is continued or repeated keeps its own values.
    let keeps = command.isContinuing || reader.options.contains { $0.row == language.continuing }
    let configured = language.configurable.filter { row in
      row.isOfTerminal || !keeps && language.options(command).contains(row)
    }
    options = OptionValues(
      reader.options.map { ($0.row, $0.value) }, defaults: isConfigurable ? try defaults() : [:],
      of: configured)
    try reader.checkOptions(of: commandRow)
  }

  /// The command and its operands, as typed
  package var words: String { ([commandRow.name] + operands).joined(separator: " ") }

  /// The value of an option: what was typed, else its default
  package func value<Value>(_ option: Option<Value>) -> Value { options.value(option) }

  /// The value that was typed for an option; nil if none was
  package func typed<Value>(_ option: Option<Value>) -> Value? { options.given(option) }

  /// An option's name as typed: `--limit` in `--limit=5`, `-n` in `-n5`
  static func name(in argument: String) -> String {
    guard argument.begins(with: "--") else {
      return String(String.UnicodeScalarView(argument.unicodeScalars.prefix(2)))
    }
    return String(argument.cut(at: "=").before)
  }

  /// The value in `--name=value`, `-xvalue` and `-x=value`; nil if none is attached
  static func attached(_ argument: String) -> String? {
    let rest = argument.unicodeScalars.dropFirst(name(in: argument).unicodeScalars.count)
    guard let first = rest.first else { return nil }
    return String(first == "=" ? rest.dropFirst() : rest)
  }

  /// An option's name as typed, without hyphens: `limit` in `--limit=5`, `n` in `-n5`
  fileprivate static func plainName(in argument: String) -> String {
    String(name(in: argument).unicodeScalars.drop { $0 == "-" })
  }

  /// Splits a line of a list at blanks, except inside quotation marks
  ///
  /// - Throws: a usage failure if a quotation mark isn't closed.
  package static func pieces(ofLine text: String) throws -> [String] {
    var pieces: [String] = []
    var piece: String?
    var isQuoted = false
    for scalar in text.unicodeScalars {
      if scalar == "\"" {
        isQuoted.toggle()
        piece = piece ?? ""
      } else if !isQuoted, scalar.properties.isWhitespace {
        if let piece { pieces.append(piece) }
        piece = nil
      } else {
        piece = (piece ?? "") + String(scalar)
      }
    }
    guard !isQuoted else { throw CommandFailure.usage("a quotation mark isn't closed") }
    return pieces + (piece.map { [$0] } ?? [])
  }
}

/// Reads a command line word by word: options with their values, the command, and its words
private struct ArgumentReader {
  let language: CommandLanguage
  /// The options that a line of a list may have; nil for a command line
  let ofLine: [OptionRow]?
  var typos: OptionTypos
  /// The command as far as it is known
  private(set) var command: CommandRow?
  private(set) var words: [String] = []
  /// Options with their values, empty for a switch, and with their names as typed
  private(set) var options: [(row: OptionRow, value: String, flag: String)] = []
  private(set) var remarks: [String] = []

  mutating func read(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      }
      if argument.begins(with: "-"), argument != "-" {
        try readOption(argument, before: &rest)
      } else if words.isEmpty, command == nil, let named = language.command(named: argument) {
        command = named
      } else {
        words.append(argument)
      }
    }
    try resolveCommand()
  }

  private mutating func readOption(
    _ argument: String, before rest: inout ArraySlice<String>
  ) throws {
    let program = [language.program] + (command.map { [$0.name] } ?? [])
    let line = (ofLine == nil ? program : []) + words
    try typos.check(argument, of: command ?? language.fallback, after: line)
    let place = command.map { ($0, words) } ?? self.place(of: words, before: rest)
    let own = ofLine ?? language.rows(of: place.0, place.1)
    if let shorthand = shorthand(argument, among: own) {
      let value = try value(of: shorthand.row, in: argument, among: own, after: line, before: &rest)
      guard let words = shorthand.words(value ?? "") else {
        throw shorthand.row.invalid(value ?? "", ": it takes \(shorthand.row.accepted)")
      }
      rest = words + rest
      return
    }
    let option = try row(argument, of: place.0, among: own, after: line)
    let isTaken = own.contains { $0.name == option.name }
    let value =
      try isTaken
      ? value(of: option, in: argument, among: own, after: line, before: &rest)
      : option.takesValue ? Arguments.attached(argument) ?? rest.popFirst() : nil
    let text = value.map { option.canonical($0, by: language.synonyms) } ?? ""
    options.append((option.option(taking: text), text, Arguments.name(in: argument)))
    if let value {
      remarks += option.remarks(on: value)
      typos.remember(value, of: option, after: words, before: rest)
    }
  }

  /// Finds the option that an argument names: one of the command's, else one of another command's
  ///
  /// Options of other commands are reported later, once the whole line is read.
  ///
  /// - Parameters:
  ///   - own: the options of the command
  ///   - line: the words before the option
  private func row(
    _ argument: String, of command: CommandRow, among own: [OptionRow], after line: [String]
  ) throws -> OptionRow {
    let (flag, name) = (Arguments.name(in: argument), Arguments.plainName(in: argument))
    let isLong = argument.begins(with: "--")
    let isTyped = { (option: OptionRow) in isLong ? option.isNamed(name) : option.isCalled(flag) }
    // Searching a joined array would copy it for each option of each line of a list.
    if let match = own.first(where: isTyped) ?? language.rows.first(where: isTyped) { return match }
    if isLong, ofLine == nil, let replacement = language.synonyms.retiredOptions[name] {
      throw CommandFailure.usage("there is no \(flag) any more; \(replacement)")
    }
    throw CommandFailure.usage(
      "unknown option \(flag)"
        + language.synonyms.advice(on: name, isKnown: false, of: command, taking: own)
        + (ofLine == nil ? "\nSee \(language.program) help" : own.takenByLine)
        + (isLong ? "" : OptionTypos.wordsHint(argument, after: line)))
  }

  /// The shorthand that an argument names, if all its options are among `rows`
  private func shorthand(_ argument: String, among rows: [OptionRow]) -> Shorthand? {
    let typed = Arguments.name(in: argument)
    return language.synonyms.shorthands.first { shorthand in
      shorthand.row.flag == typed
        && shorthand.options.allSatisfy { option in rows.contains { $0.name == option } }
    }
  }

  /// The command of an incomplete line, and the words after the command's name
  ///
  /// If nothing precedes the option, the command is looked for in the rest of the line.
  private func place(
    of words: [String], before rest: ArraySlice<String>
  ) -> (CommandRow, [String]) {
    words.isEmpty
      ? (rest.lazy.compactMap(language.command(named:)).first ?? language.fallback, [])
      : language.command(otherwise: words) ?? (language.fallback, words)
  }

  /// The value in `--name=value`, `-xvalue`, or the next argument
  ///
  /// - Parameters:
  ///   - rows: the options of the command
  ///   - line: the words before it, without options
  private func value(
    of option: OptionRow, in argument: String, among rows: [OptionRow], after line: [String],
    before rest: inout ArraySlice<String>
  ) throws -> String? {
    let attached = Arguments.attached(argument)
    if let attached, !argument.begins(with: "--"), argument.unicodeScalars.dropFirst(2).first != "="
    {
      try typos.checkFile(attached, of: option, in: argument, among: rows)
      try typos.check(attached, of: option, in: argument, after: line)
    }
    if !option.takesValue {
      guard let attached else { return nil }
      throw CommandFailure.usage("\(option.flag) takes no value, but got '\(attached)'")
    }
    if let attached { return attached }
    guard let next = rest.popFirst() else {
      throw CommandFailure.usage("\(option.flag) needs a value: \(option.accepted)" + option.advice)
    }
    return next
  }

  /// Finds the command by another of its names, and refuses words that were probably meant as one
  private mutating func resolveCommand() throws {
    if command == nil, let (meant, operands) = language.command(otherwise: words) {
      (command, words) = (meant, operands)
    }
    if command == nil, words == [language.version.name] {
      words.removeFirst()
      options.append((language.version, "", language.version.flag))
    }
    if command == nil, !options.contains(where: { $0.row == language.help }) {
      try language.check(words)
    }
    if (command ?? language.fallback).words != .none {
      try typos.check(words, behind: ofLine == nil ? "\(language.program) " : "")
    }
  }

  /// Checks the options in the order in which they were typed, so that the first fault is told
  func checkOptions(of command: CommandRow) throws {
    let rows = ofLine ?? language.rows(of: command, words)
    for (row, value, flag) in options {
      if let option = rows.first(where: { $0.name == row.name }) {
        try option.check(value)
        continue
      }
      guard ofLine == nil else {
        throw CommandFailure.usage("\(flag) is no option of one search" + rows.takenByLine)
      }
      let isOfSearch = language.rows(of: language.fallback).contains { $0.name == row.name }
      let typed = flag.begins(with: "--") ? Arguments.plainName(in: flag) : row.name
      let hint =
        isOfSearch && command.isContinuing
        ? ": it searches as the search did"
        : language.synonyms.advice(on: typed, isKnown: true, of: command, taking: rows)
      let hasActions = command.actions.contains { $0.options != nil }
      let action = hasActions ? words.first.map { " \($0)" } : nil
      throw CommandFailure.usage(
        "\(command.name)\(action ?? "") takes no option \(flag)\(hint)"
          + "\nSee \(language.program) help \(command.name)")
    }
  }
}

extension [OptionRow] {
  /// A sentence with the options that a line of a list may have
  fileprivate var takenByLine: String {
    "\nA line takes \(map(\.flag).sorted().joined(separator: ", "))"
  }
}
