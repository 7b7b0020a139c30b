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
  ///   - commands: the commands that take it
  ///   - setting: its name in a file of settings, if it isn't the option's
  package init(
    _ name: String, _ letter: Character? = nil, aliases: [String] = [],
    _ syntax: OptionSyntax<Value>, default standard: Value, _ summary: String,
    for commands: Set<Command>, setting: String? = nil
  ) {
    self.syntax = syntax
    self.standard = standard
    row = OptionRow(
      name: name, aliases: aliases, letter: letter, kind: syntax.kind,
      placeholder: syntax.placeholder, all: syntax.all, further: syntax.further,
      meanings: syntax.meanings,
      summary: summary.replacing("()", with: "(\(syntax.text(standard)))"), commands: commands,
      setting: setting)
  }

  /// An option that is nil if not typed
  package init<Wrapped>(
    _ name: String, _ letter: Character? = nil, aliases: [String] = [],
    _ syntax: OptionSyntax<Wrapped>, _ summary: String, for commands: Set<Command>
  ) where Value == Wrapped? {
    let optional = OptionSyntax<Value>(
      kind: syntax.kind, placeholder: syntax.placeholder, further: syntax.further,
      meanings: syntax.meanings,
      read: { syntax.read($0) },
      text: { $0.map(syntax.text) ?? "" })
    self.init(
      name, letter, aliases: aliases, optional, default: nil, summary, for: commands)
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

extension CaseIterable where Self: RawRepresentable<String> {
  /// All cases as users type them
  package static var names: [String] { allCases.map(\.rawValue) }
}

/// The value of an option: its kind, and how it is read and written
package struct OptionSyntax<Value: Sendable>: Sendable {
  package let kind: OptionRow.Kind
  /// The word that stands for the value in messages
  package let placeholder: String
  /// The word for all choices, if single ones may be left out with a hyphen: `all,-flickr`
  package let all: String?
  /// Values accepted in addition to the choices; nil for none
  package let further: OptionRow.Form?
  /// Explanations of choices, for messages
  package let meanings: [String: String]
  /// Reads the typed texts, of which the last holds; nil for a text that ``OptionRow/check(_:)``
  /// refuses
  package let read: @Sendable ([String]) -> Value?
  package let text: @Sendable (Value) -> String

  package init(
    kind: OptionRow.Kind, placeholder: String = "", all: String? = nil,
    further: OptionRow.Form? = nil,
    meanings: [String: String] = [:], read: @escaping @Sendable ([String]) -> Value?,
    text: @escaping @Sendable (Value) -> String
  ) {
    (self.kind, self.placeholder, self.all) = (kind, placeholder, all)
    (self.further, self.meanings, self.read, self.text) = (further, meanings, read, text)
  }

  /// One of several words
  ///
  /// - Parameter meanings: explanations, for messages, of words that aren't plain
  package static func choice(
    _ placeholder: String, meaning meanings: [String: String] = [:]
  ) -> OptionSyntax where Value: CaseIterable & RawRepresentable<String> {
    OptionSyntax(
      kind: .choice(Value.names), placeholder: placeholder, meanings: meanings,
      read: { $0.last.flatMap(Value.init) }, text: \.rawValue)
  }

  /// One or more of several words, separated by commas or in several options, without repeats
  package static func choices<Choice: RawRepresentable<String> & Sendable>(
    of words: [String], _ placeholder: String
  ) -> OptionSyntax where Value == [Choice] {
    OptionSyntax(
      kind: .choices(words), placeholder: placeholder,
      read: { texts in
        texts.flatMap { $0.parts(at: ",", keepsEmpty: false).map(String.init) }
          .distinct(by: \.self).compactMap(Choice.init)
      }, text: { $0.map(\.rawValue).joined(separator: ",") })
  }
}

extension Option<Bool> {
  /// A switch, which has no value and is off unless it is typed
  package init(
    switch name: String, letter: Character? = nil, _ summary: String, for commands: Set<Command>
  ) {
    let syntax = OptionSyntax(kind: .none, read: { _ in true }, text: { _ in "" })
    self.init(name, letter, syntax, default: false, summary, for: commands)
  }
}

extension OptionSyntax<Int> {
  /// A whole number from 1
  package static func number(_ placeholder: String) -> OptionSyntax {
    OptionSyntax(
      kind: .number, placeholder: placeholder, read: { $0.last.flatMap { Int($0) } },
      text: \.description)
  }
}

extension OptionSyntax<String> {
  /// Any text
  package static func text(_ placeholder: String) -> OptionSyntax {
    any(.text, placeholder)
  }
  /// A file or folder
  package static func path(_ placeholder: String) -> OptionSyntax {
    any(.path, placeholder)
  }
  /// A name from a list that is only known at run time, such as names in a database
  package static func listed(_ placeholder: String) -> OptionSyntax {
    any(.listed, placeholder)
  }
  /// A folder
  package static func folder(_ placeholder: String) -> OptionSyntax {
    any(.folder, placeholder)
  }

  private static func any(_ kind: OptionRow.Kind, _ placeholder: String) -> OptionSyntax {
    OptionSyntax(kind: kind, placeholder: placeholder, read: \.last, text: \.self)
  }
}

extension OptionSyntax<[String]> {
  /// Any text; the option may be repeated
  package static func texts(_ placeholder: String) -> OptionSyntax {
    OptionSyntax(
      kind: .text, placeholder: placeholder, read: \.self, text: { $0.joined(separator: ",") })
  }
}

extension OptionSyntax<Duration> {
  /// Seconds, above 0 and at most an hour
  package static func seconds(_ placeholder: String) -> OptionSyntax {
    OptionSyntax(
      kind: .seconds, placeholder: placeholder,
      read: { $0.last.flatMap(Double.init).map { .seconds($0) } }, text: \.inSeconds)
  }
}

extension OptionSyntax<Duration?> {
  /// Seconds, from 0 to an hour, or `forever`, which is nil
  package static func secondsOrForever(_ placeholder: String) -> OptionSyntax {
    OptionSyntax(
      kind: .secondsOrForever, placeholder: placeholder,
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
