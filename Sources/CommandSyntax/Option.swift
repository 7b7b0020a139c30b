import Platform

/// An option of the command line with its type and default, e.g. a number of photos, 30 by default
package struct Option<Value: Sendable>: Sendable {
  /// The option's row without its type, for parsing, help and completions
  package let row: OptionRow
  /// The default value
  package let standard: Value
  private let syntax: OptionSyntax<Value>

  /// An option that always has a value
  ///
  /// - Parameters:
  ///   - aliases: other ways to write the name
  ///   - summary: a few words on what it does; empty brackets in it are filled with the default
  ///   - key: see ``OptionRow/key``; by default the name
  ///   - isOfTerminal: see ``OptionRow/isOfTerminal``
  package init(
    _ name: String, _ letter: Character? = nil, aliases: [String] = [],
    _ syntax: OptionSyntax<Value>, default standard: Value, _ summary: String,
    key: String? = nil, isOfTerminal: Bool = false
  ) {
    self.syntax = syntax
    self.standard = standard
    row = OptionRow(
      name: name, aliases: aliases, letter: letter, kind: syntax.kind,
      placeholder: syntax.placeholder,
      summary: summary.replacing("()", with: "(\(syntax.text(standard)))"), key: key,
      isOfTerminal: isOfTerminal)
  }

  /// An option that is nil if not typed
  package init<Wrapped>(
    _ name: String, _ letter: Character? = nil, aliases: [String] = [],
    _ syntax: OptionSyntax<Wrapped>, _ summary: String
  ) where Value == Wrapped? {
    let optional = OptionSyntax<Value>(
      syntax.kind, syntax.placeholder, read: { syntax.read($0) },
      text: { $0.map(syntax.text) ?? "" })
    self.init(name, letter, aliases: aliases, optional, default: nil, summary)
  }

  /// The value of typed texts
  ///
  /// - Parameter texts: accepted by ``OptionRow/check(_:)``, in the order they were typed
  package func value(of texts: [String]) -> Value? { syntax.read(texts) }

  /// The option's name, and a value as a user would type it, e.g. `by,cc0`; nil for the default
  package func setting(for value: Value) -> (name: String, value: String?)? where Value: Equatable {
    value == standard ? nil : (row.name, syntax.text(value))
  }
}

extension Option<Bool> {
  /// A switch, which has no value and is off unless it is typed
  package init(switch name: String, letter: Character? = nil, _ summary: String) {
    let syntax = OptionSyntax(.none, read: { _ in true }, text: { _ in "" })
    self.init(name, letter, syntax, default: false, summary)
  }
}

/// The value of an option: its kind, and how it is read and written
package struct OptionSyntax<Value: Sendable>: Sendable {
  package let kind: OptionRow.Kind
  /// The word that stands for the value in messages
  package let placeholder: String
  /// Reads the typed texts, of which the last holds; nil for a text that ``OptionRow/check(_:)``
  /// refuses
  package let read: @Sendable ([String]) -> Value?
  package let text: @Sendable (Value) -> String

  package init(
    _ kind: OptionRow.Kind, _ placeholder: String = "",
    read: @escaping @Sendable ([String]) -> Value?, text: @escaping @Sendable (Value) -> String
  ) {
    self.kind = kind
    self.placeholder = placeholder
    self.read = read
    self.text = text
  }

  /// One of several words
  ///
  /// - Parameter meanings: explanations, for messages, of words that aren't plain
  package static func choice(
    _ placeholder: String, meaning meanings: [String: String] = [:]
  ) -> OptionSyntax where Value: CaseIterable & RawRepresentable<String> {
    OptionSyntax(
      .choice(OptionRow.Choices(Value.names, meanings: meanings)), placeholder,
      read: { $0.last.flatMap(Value.init) }, text: \.rawValue)
  }

  /// One or more of several words, separated by commas or in several options, without repeats
  ///
  /// - Parameter all: the word for all choices, if single ones may be left out with a hyphen
  package static func choices<Choice: RawRepresentable<String> & Sendable>(
    of words: @autoclosure @escaping @Sendable () -> [String], all: String? = nil,
    _ placeholder: String
  ) -> OptionSyntax where Value == [Choice] {
    OptionSyntax(
      .choice(OptionRow.Choices(words(), isList: true, all: all)), placeholder,
      read: { texts in
        texts.flatMap { $0.components(at: ",", keepsEmpty: false).map(String.init) }
          .distinct(by: \.self).compactMap(Choice.init)
      }, text: { $0.map(\.rawValue).joined(separator: ",") })
  }
}

extension OptionSyntax<Int> {
  /// A whole number from 1
  package static func number(_ placeholder: String) -> OptionSyntax {
    OptionSyntax(
      .form(.number), placeholder, read: { $0.last.flatMap { Int($0) } }, text: \.description)
  }
}

extension OptionSyntax<String> {
  /// A text as it was typed
  ///
  /// - Parameter kind: any text, a file or folder, or a name from a list
  package static func text(_ placeholder: String, _ kind: OptionRow.Kind = .text) -> OptionSyntax {
    OptionSyntax(kind, placeholder, read: \.last, text: \.self)
  }
}

extension OptionSyntax<[String]> {
  /// Any text; the option may be repeated
  package static func texts(_ placeholder: String) -> OptionSyntax {
    OptionSyntax(.text, placeholder, read: \.self, text: { $0.joined(separator: ",") })
  }
}

extension OptionSyntax<Duration> {
  /// Seconds, above 0 and at most an hour
  package static func seconds(_ placeholder: String) -> OptionSyntax {
    OptionSyntax(
      .form(.seconds), placeholder,
      read: { $0.last.flatMap(Double.init).map { .seconds($0) } }, text: \.inSeconds)
  }
}

extension OptionSyntax<Duration?> {
  /// Seconds, from 0 to an hour, or `forever`, which is nil
  package static func secondsOrForever(_ placeholder: String) -> OptionSyntax {
    OptionSyntax(
      .form(.secondsOrForever), placeholder,
      read: { texts in
        guard let text = texts.last else { return nil }
        return .some(Double(text).map { .seconds($0) })
      }, text: { $0?.inSeconds ?? "forever" })
  }
}

extension Duration {
  /// Seconds as a user types them: `20`, `1.5`
  fileprivate var inSeconds: String { (self / .seconds(1)).plainText }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// All cases as users type them
  package static var names: [String] { allCases.map(\.rawValue) }
}

/// An option without the type of its value, for parsing, help and completions
package struct OptionRow: Sendable {
  /// The name without hyphens, e.g. `provider`
  package let name: String
  /// Other ways to write the name, e.g. `licence`
  package let aliases: [String]
  /// The option's letter, e.g. `p`
  package let letter: Character?
  package let kind: Kind
  /// The word that stands for the value in messages, e.g. `FILE`; empty for a switch
  package let placeholder: String
  /// The option's purpose in a few words, with its default at the end
  package let summary: String

  /// Tells the option from another one of its name beside it: `terminal-color`; else the name
  package let key: String
  /// Whether the option is about the terminal, so that its default in a file of settings also applies
  /// to commands that continue a search
  let isOfTerminal: Bool
  /// Options of the same name whose words are accepted, too, and are theirs
  private let namesakes: [OptionRow]
  private let identity = Identity()
  private final class Identity: Sendable {}

  package init(
    name: String, aliases: [String] = [], letter: Character? = nil, kind: Kind,
    placeholder: String = "", summary: String, key: String? = nil, isOfTerminal: Bool = false,
    namesakes: [OptionRow] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.letter = letter
    self.kind = kind
    self.placeholder = placeholder
    self.summary = summary
    self.key = key ?? name
    self.isOfTerminal = isOfTerminal
    self.namesakes = namesakes
  }

  /// The option as typed, e.g. `--provider`
  package var flag: String { "--\(name)" }

  /// The option's shortest form: `-p`, else `--provider`
  var shortFlag: String { letter.map { "-\($0)" } ?? flag }

  /// The option's forms that are completed: `--provider`, `-p`
  var spellings: [String] { [flag, shortFlag].distinct(by: \.self) }

  /// The option's name in a file of settings: `maxRequests` for `--max-requests`
  package var setting: String { key.camelCased }

  /// The option that a value is for: one of the namesakes that has this word, else this one
  package func option(taking text: String) -> OptionRow {
    namesakes.first { $0.values.contains(text) } ?? self
  }

  /// Whether a value follows the option
  package var takesValue: Bool { if case .none = kind { false } else { true } }

  /// The option's choices; nil if it takes any text or number
  package var choices: Choices? { if case .choice(let choices) = kind { choices } else { nil } }

  /// The option's choices; empty if it takes any text or number
  package var values: [String] { choices?.words ?? [] }

  /// A description of the accepted values, for messages
  package var accepted: String {
    switch kind {
    case .none: "nothing"
    case .text, .path, .folder, .listed, .recentWords: placeholder
    case .form(let form): form.accepted
    case .choice(let choices): choices.accepted
    }
  }

  /// Advice on a missing or invalid value, on a line of its own; empty if there is none
  var advice: String { choices?.remedy.map { "\n\($0)" } ?? "" }

  /// Whether a text is the option's name or an alias, without hyphens
  package func isNamed(_ text: some StringProtocol) -> Bool {
    name == text || aliases.contains { $0 == text }
  }

  /// Whether the option has this name, with hyphens: `--licence`, `-n`
  func isCalled(_ name: String) -> Bool {
    name.begins(with: "--") ? isNamed(name.dropFirst(2)) : letter.map { "-\($0)" == name } ?? false
  }

  /// A value in the table's spelling: `CC BY` is `by`, `md` is `markdown`
  package func canonical(_ text: String, by synonyms: Synonyms) -> String {
    switch kind {
    case .choice(let choices):
      choices.items(in: text).map { choices.canonical($0, by: synonyms) }.joined(separator: ",")
    case .form(let form): form.canonical(text) ?? text
    default: text
    }
  }

  /// Notes about a value with a part that has no effect, such as a licence's version
  package func remarks(on text: String, for reader: Reader = .commandLine) -> [String] {
    guard let further = choices?.further else { return [] }
    return text.components(at: ",").compactMap { further.remark(String($0)) }
      .map { "\(reader.option(name)) \($0)" }
  }

  /// - Parameter text: in the table's spelling
  /// - Throws: a usage failure for an invalid value.
  package func check(_ text: String) throws {
    switch kind {
    case .none: return
    case .text, .path, .folder, .listed, .recentWords:
      guard text.isEmpty else { return }
      throw CommandFailure.usage { "\($0.option(name)) needs a value: \(accepted)" }
    case .form(let form):
      if let doubt = form.doubt(text) { throw invalid(text, ": \(doubt)") }
      if form.canonical(text) == nil { throw invalid(text, ": it takes \(accepted)") }
    case .choice(let choices):
      for item in choices.items(in: text) {
        let isLeftOut = choices.all != nil && item.begins(with: "-")
        let word = isLeftOut ? String(item.dropFirst()) : item
        guard !choices.contain(word) else { continue }
        throw invalid(
          word,
          Suggestion.question(for: word, among: choices.words) + "\nAccepted: \(accepted)" + advice)
      }
    }
  }

  /// The failure for an invalid value
  ///
  /// - Parameter reason: with the punctuation before it: `: it takes a date`
  package func invalid(_ text: some StringProtocol, _ reason: String) -> CommandFailure {
    let problem = "invalid value '\(text)' for"
    return .usage { "\(problem) \($0.option(name))\(reason)" }
  }

  /// The option with its letter and value: `-n, --count N`
  var usage: String {
    (letter == nil ? "    " : "") + briefUsage
      + (choices?.isList == true ? "[,\(placeholder)]" : "")
  }

  /// The option for short lists: `-n, --count N`; an option without a letter isn't indented
  package var briefUsage: String {
    (letter.map { "-\($0), " } ?? "") + flag + (takesValue ? " \(placeholder)" : "")
  }

  /// The summary and the choices: `how to print the list (grid) — grid, table, json`
  var explanation: String {
    summary + (values.isEmpty ? "" : " — \(values.joined(separator: ", "))")
  }
}

extension OptionRow: Hashable {
  /// Each option equals only itself: several may have one name, for different commands
  package static func == (left: OptionRow, right: OptionRow) -> Bool {
    left.identity === right.identity
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
