import PhotoSearch
import Platform

/// A parsed command line: the command, its words and its options
///
/// Only the options of each command (`SearchOptions` and the like) read it; other code is given
/// values.
struct Arguments {
  let command: Command
  let operands: [String]
  /// By the option's name, with its values in the order they were typed
  private let values: [String: [String]]
  /// Defaults from config.json, by their names there
  private let defaults: [String: [String]]
  /// Whether the user named the command; false if `search` was assumed
  let isCommandNamed: Bool
  /// Notes about values with a part that has no effect
  let remarks: [String]
  /// The options that a line of a list may have; nil for a command line
  private let ofLine: [OptionRow]?

  /// - Parameter defaults: gives the defaults of config.json; only called if the command has such
  ///   options
  /// - Throws: a usage failure that names the mistake and what is accepted; what `defaults` throws.
  init(
    _ arguments: [String], defaults: () throws -> [String: [String]] = { [:] }
  ) throws {
    try self.init(arguments, ofLine: nil, defaults)
  }

  /// Parses a line of a list of searches, which has words and options but no command
  ///
  /// - Parameter rows: the options that it may have
  /// - Throws: a usage failure that speaks of a line; what `defaults` throws.
  init(
    ofLine pieces: [String], taking rows: [OptionRow], defaults: () throws -> [String: [String]]
  ) throws {
    try self.init(pieces, ofLine: rows, defaults)
  }

  private init(
    _ arguments: [String], ofLine: [OptionRow]?, _ defaults: () throws -> [String: [String]]
  ) throws {
    self.ofLine = ofLine
    var words: [String] = []
    var options: [(name: String, value: String?)] = []
    var typed: [String: String] = [:]
    var rest = arguments[...]
    var command = ofLine.map { _ in Command.search }
    var remarks: [String] = []
    var slips = OptionTypos()
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      } else if argument.begins(with: "-"), argument != "-" {
        let program = ["imgsearch"] + (command.map { [$0.rawValue] } ?? [])
        let line = (ofLine == nil ? program : []) + words
        if OptionTable.provider.row.commands.contains(command ?? .search) {
          try slips.check(argument, after: line)
        }
        let own =
          ofLine ?? command.map { OptionTable.rows(of: $0, words) }
          ?? Self.rows(of: words, before: rest)
        let option = try Self.row(argument, among: own, isOfLine: ofLine != nil, after: line)
        typed[option.name] = Self.name(in: argument)
        let isTaken = own.contains { $0.name == option.name }
        let value =
          try isTaken
          ? Self.value(of: option, in: argument, after: line, rest: &rest)
          : option.takesValue ? Self.attached(argument) ?? rest.popFirst() : nil
        options.append((option.name, value.map(option.canonical)))
        if let value {
          remarks += option.remarks(on: value)
          slips.note(value, of: option, after: words, before: rest)
        }
      } else if words.isEmpty, command == nil, let named = Command(rawValue: argument) {
        command = named
      } else {
        words.append(argument)
      }
    }
    if command == nil, let (meant, operands) = Command.meant(by: words) {
      (command, words) = (meant, operands)
    }
    if command == nil, words == [OptionTable.version.row.name] {
      options.append((words.removeFirst(), nil))
    }
    if command == nil, !options.contains(where: { $0.name == OptionTable.help.row.name }) {
      try GuessedCommand(words)?.check()
    }
    if [nil, .search, .browse].contains(command) {
      try slips.check(words, behind: ofLine == nil ? "imgsearch " : "")
    }
    isCommandNamed = command != nil
    self.remarks = remarks
    self.command = command ?? .search
    operands = words
    values = Dictionary(grouping: options, by: \.name).mapValues { $0.map { $0.value ?? "" } }
    let isConfigurable = OptionTable.configurable.contains { [command] in
      $0.commands.contains(command ?? .search)
    }
    self.defaults = isConfigurable ? try defaults() : [:]
    try check(typed)
  }

  /// Arguments from the page or an assistant
  ///
  /// - Parameter options: values as a user would type them, each with the row that checks it
  /// - Throws: a usage failure for an invalid value.
  init(
    _ command: Command, _ operands: [String], _ options: [(row: OptionRow, text: String)],
    defaults: [String: [String]]
  ) throws {
    (self.command, self.operands, self.defaults) = (command, operands, defaults)
    (isCommandNamed, remarks, ofLine) = (true, [], nil)
    let options = options.map { (row: $0.row, text: $0.row.canonical($0.text)) }
    values = Dictionary(grouping: options, by: \.row.name).mapValues { $0.map(\.text) }
    for (row, text) in options { try row.check(text) }
  }

  /// The command and its operands, as typed
  var words: String { ([command.rawValue] + operands).joined(separator: " ") }

  /// The value of an option: what was typed, else its default
  ///
  /// All options get their values here, wherever their defaults come from.
  func value<Value>(_ option: Option<Value>) -> Value {
    texts(of: option.row).flatMap(option.value) ?? option.standard
  }

  /// The filters of the search
  var filters: PhotoFilters {
    var filters = PhotoFilters()
    for (filter, row) in zip(SearchFilter.all, OptionTable.filters) {
      let texts = texts(of: row) ?? []
      switch filter.values {
      case .flag: if !texts.isEmpty { _ = filter.set(&filters, to: "true") }
      case .someOf: _ = filter.set(&filters, to: texts.joined(separator: ","))
      // `--color` also takes words about the terminal, which no filter accepts.
      case .oneOf, .text: for text in texts { _ = filter.set(&filters, to: text) }
      }
    }
    return filters
  }

  /// The texts that an option is set to, typed or in config.json; nil if neither
  private func texts(of row: OptionRow) -> [String]? { values[row.name] ?? configured(row) }

  /// The texts of an option in config.json; nil for none
  ///
  /// A search that is continued or repeated keeps its own values, so config.json doesn't count.
  private func configured(_ row: OptionRow) -> [String]? {
    guard !defaults.isEmpty else { return nil }
    let setting = row.setting
    let isAsBefore =
      [.more, .again].contains(command) || values[OptionTable.cursor.row.name] != nil
    guard !isAsBefore,
      OptionTable.configurable.contains(where: {
        $0.setting == setting && $0.commands.contains(command)
      })
    else { return nil }
    return defaults[setting].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The options of a search, typed or in config.json, by their names there, as defaults for other
  /// searches
  var planned: [String: [String]] {
    Dictionary(
      OptionTable.planning.compactMap { row in texts(of: row).map { (row.setting, $0) } },
      uniquingKeysWith: { $1 })
  }

  /// The value that was typed for an option; nil if none was
  func typed<Value>(_ option: Option<Value>) -> Value? {
    values[option.row.name].flatMap(option.value)
  }

  /// The value of `--color` about the terminal, in commands where it also means the picture's color
  var terminalColor: TerminalColor {
    let option = OptionTable.terminalColor
    let typed = values[option.row.name]?.compactMap(TerminalColor.init).last
    return typed ?? defaults[option.row.setting].flatMap(option.value) ?? option.standard
  }

  /// The value of `--pictures`. It concerns the terminal, as colors do, so the default in config.json
  /// also applies to commands that continue a search.
  func pictures(_ option: Option<PictureUse>) -> PictureUse {
    typed(option) ?? defaults[option.row.setting].flatMap(option.value) ?? option.standard
  }

  /// The options that were typed, e.g. `--count`
  var typedFlags: Set<String> { Set(values.keys.map { "--\($0)" }) }

  /// - Parameter typed: the spellings of options that were typed, by their names in the table
  private func check(_ typed: [String: String]) throws {
    let rows = ofLine ?? OptionTable.rows(of: command, operands)
    for (name, values) in values {
      guard let option = rows.first(where: { $0.name == name }) else {
        if ofLine != nil {
          throw CommandFailure.usage(
            "\(typed[name] ?? "--\(name)") is no option of one search" + Self.taken(rows))
        }
        let isOfSearch = OptionTable.rows(of: .search).contains { $0.name == name }
        let hint = isOfSearch && [.more, .again].contains(command)
        let action = command == .favorites ? operands.first.map { " \($0)" } : nil
        throw CommandFailure.usage(
          "\(command.rawValue)\(action ?? "") takes no option \(typed[name] ?? "--\(name)")"
            + (hint ? ": it searches as the search did" : "")
            + "\nSee imgsearch help \(command.rawValue)")
      }
      for value in values { try option.check(value) }
    }
  }

  private static func taken(_ rows: [OptionRow]) -> String {
    "\nA line takes \(rows.map(\.flag).sorted().joined(separator: ", "))"
  }

  /// The option of the command, else of any other one, which is only reported once the whole line
  /// is read
  ///
  /// - Parameters:
  ///   - candidates: options of the command, or of a line of a list
  ///   - line: the words before it, without options
  private static func row(
    _ argument: String, among candidates: [OptionRow], isOfLine: Bool, after line: [String]
  ) throws -> OptionRow {
    let typed = name(in: argument)
    let name = typed.unicodeScalars.drop { $0 == "-" }
    let isLong = argument.begins(with: "--")
    let isTyped = { (option: OptionRow) in
      isLong ? option.isNamed(Substring(name)) : option.letter.map { typed == "-\($0)" } ?? false
    }
    // One joined array would be copied for each option of each line of a list.
    if let match = candidates.first(where: isTyped) ?? OptionTable.rows.first(where: isTyped) {
      return match
    }
    if isLong, !isOfLine { try OptionTypos.checkRetired(String(name)) }
    let meant = OptionTypos.option(String(name), among: candidates)
    throw CommandFailure.usage(
      "unknown option \(typed)" + Suggestion.question(meant)
        + (isOfLine ? taken(candidates) : "\nSee imgsearch help")
        + (isLong ? "" : OptionTypos.wordsHint(argument, after: line)))
  }

  /// An option's name as typed: `--limit` in `--limit=5`, `-n` in `-n5`
  private static func name(in argument: String) -> String {
    guard argument.begins(with: "--") else {
      return String(String.UnicodeScalarView(argument.unicodeScalars.prefix(2)))
    }
    return String(argument.cut(at: "=").before)
  }

  /// The options that may follow words in which the command isn't named yet
  private static func rows(of words: [String], before rest: ArraySlice<String>) -> [OptionRow] {
    let (command, operands) =
      words.isEmpty
      ? (rest.lazy.compactMap { Command(rawValue: $0) }.first ?? .search, [])
      : Command.meant(by: words) ?? (.search, words)
    return OptionTable.rows(of: command, operands)
  }

  /// The value in `--name=value`, `-xvalue` and `-x=value`; nil if there is none
  private static func attached(_ argument: String) -> String? {
    let rest = argument.unicodeScalars.dropFirst(name(in: argument).unicodeScalars.count)
    guard let first = rest.first else { return nil }
    return String(first == "=" ? rest.dropFirst() : rest)
  }

  /// The value in `--name=value`, `-xvalue`, or the next argument
  ///
  /// - Parameter line: the words before it, without options
  private static func value(
    of option: OptionRow, in argument: String, after line: [String],
    rest: inout ArraySlice<String>
  ) throws -> String? {
    let attached = attached(argument)
    if let attached, !argument.begins(with: "--"), argument.unicodeScalars.dropFirst(2).first != "="
    {
      try OptionTypos.check(attached, of: option, in: argument, after: line)
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
