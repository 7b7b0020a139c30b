import PhotoSearch

/// An option of the command line with its type and default, e.g. a number of photos, 30 by default
struct Option<Value: Sendable>: Sendable {
  /// The option's row without its type, for parsing, help and completions
  let row: OptionRow
  /// The default value
  let standard: Value
  private let syntax: OptionSyntax<Value>

  /// An option that always has a value
  ///
  /// - Parameters:
  ///   - aliases: other ways to write the name
  ///   - summary: a few words on what it does; empty brackets in it are filled with the default
  ///   - commands: the commands that take it
  init(
    _ name: String, _ letter: Character? = nil, aliases: [String] = [],
    _ syntax: OptionSyntax<Value>, default standard: Value, _ summary: String,
    for commands: Set<Command>
  ) {
    self.syntax = syntax
    self.standard = standard
    row = OptionRow(
      name: name, aliases: aliases, letter: letter, kind: syntax.kind,
      canLeaveOut: syntax.canLeaveOut, further: syntax.further,
      summary: summary.replacing("()", with: "(\(syntax.text(standard)))"), commands: commands)
  }

  /// An option that is nil if not typed
  init<Wrapped>(
    _ name: String, _ letter: Character? = nil, aliases: [String] = [],
    _ syntax: OptionSyntax<Wrapped>, _ summary: String, for commands: Set<Command>
  ) where Value == Wrapped? {
    let optional = OptionSyntax<Value>(
      kind: syntax.kind, further: syntax.further, read: { syntax.read($0) },
      text: { $0.map(syntax.text) ?? "" })
    self.init(
      name, letter, aliases: aliases, optional, default: nil, summary, for: commands)
  }

  /// The value of typed texts
  ///
  /// - Parameter texts: accepted by ``OptionRow/check(_:)``, in the order they were typed
  func value(of texts: [String]) -> Value? { syntax.read(texts) }

  /// The option's name, and a value as a user would type it, e.g. `by,cc0`; nil for the default
  func setting(for value: Value) -> (name: String, value: String?)? where Value: Equatable {
    value == standard ? nil : (row.name, syntax.text(value))
  }
}

/// The value of an option: its kind, and how it is read and written
struct OptionSyntax<Value: Sendable>: Sendable {
  let kind: OptionRow.Kind
  /// Whether a choice may have a hyphen before it, which leaves it out
  var canLeaveOut = false
  /// Values accepted in addition to the choices; nil for none
  var further: OptionRow.ExtraValues? = nil
  /// Reads the typed texts, of which the last counts; nil if ``OptionRow/check(_:)`` refuses them
  let read: @Sendable ([String]) -> Value?
  let text: @Sendable (Value) -> String

  /// One of several words
  static func choice(_ placeholder: String) -> OptionSyntax
  where Value: CaseIterable & RawRepresentable<String> {
    OptionSyntax(
      kind: .choice(Value.allCases.map(\.rawValue), placeholder: placeholder),
      read: { $0.last.flatMap(Value.init) }, text: \.rawValue)
  }

  /// One or more of several words, separated by commas or in several options, without repeats
  static func choices<Choice: RawRepresentable<String> & Sendable>(
    of words: [String], _ placeholder: String
  ) -> OptionSyntax where Value == [Choice] {
    OptionSyntax(
      kind: .choices(words, placeholder: placeholder),
      read: { texts in
        var words: [String] = []
        for word in texts.flatMap({ $0.parts(at: ",", keepsEmpty: false).map(String.init) })
        where !words.contains(word) {
          words.append(word)
        }
        return words.compactMap(Choice.init)
      }, text: { $0.map(\.rawValue).joined(separator: ",") })
  }
}

extension OptionSyntax<Bool> {
  /// A switch, which has no value
  static let `switch` = OptionSyntax(kind: .none, read: { _ in true }, text: { _ in "" })
}

extension OptionSyntax<Int> {
  /// A whole number from 1
  static func number(_ placeholder: String) -> OptionSyntax {
    OptionSyntax(
      kind: .number(placeholder: placeholder), read: { $0.last.flatMap { Int($0) } },
      text: \.description)
  }
}

extension OptionSyntax<String> {
  /// Any text
  static func text(_ placeholder: String) -> OptionSyntax { plain(.text(placeholder: placeholder)) }
  /// A file or folder
  static func path(_ placeholder: String) -> OptionSyntax { plain(.path(placeholder: placeholder)) }
  /// The name of a collection of favorites
  static func collection(_ placeholder: String) -> OptionSyntax {
    plain(.collection(placeholder: placeholder))
  }
  /// A folder
  static func folder(_ placeholder: String) -> OptionSyntax {
    plain(.folder(placeholder: placeholder))
  }

  private static func plain(_ kind: OptionRow.Kind) -> OptionSyntax {
    OptionSyntax(kind: kind, read: \.last, text: \.self)
  }
}

extension OptionSyntax<String> {
  /// The word for the day on which the last round of a harvest began
  static let last = "last"

  /// A day, or ``last``
  static let sinceLast = OptionSyntax(
    kind: .filter(.since),
    further: OptionRow.ExtraValues(
      summary: "or `\(last)`", value: { $0 == last ? last : nil }, remark: { _ in nil }),
    read: \.last, text: \.self)
}

extension OptionSyntax<[String]> {
  /// Any text; the option may be repeated
  static func texts(_ placeholder: String) -> OptionSyntax {
    OptionSyntax(
      kind: .text(placeholder: placeholder), read: \.self, text: { $0.joined(separator: ",") })
  }
}

extension OptionSyntax<Duration> {
  /// Seconds, above 0 and at most an hour
  static func seconds(_ placeholder: String) -> OptionSyntax {
    OptionSyntax(
      kind: .seconds(placeholder: placeholder),
      read: { $0.last.flatMap(Double.init).map { .seconds($0) } }, text: \.inSeconds)
  }
}

extension OptionSyntax<Duration?> {
  /// Seconds, from 0 to an hour, or `forever`, which is nil
  static func secondsOrForever(_ placeholder: String) -> OptionSyntax {
    OptionSyntax(
      kind: .secondsOrForever(placeholder: placeholder),
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
