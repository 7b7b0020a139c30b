import Platform

/// Words that people type who don't know a program's own, and their meanings
///
/// Values and shorthands are taken as what they mean. An option is refused with advice.
package struct Synonyms: Sendable {
  let shorthands: [Shorthand]
  /// Advice on replacing options that earlier versions had
  let retiredOptions: [String: String]
  /// Other spellings of values, by the value. Both are in small letters, without blanks and hyphens
  private let values: @Sendable () -> [String: [String]]
  private let listOptions: @Sendable () -> KeyValuePairs<[String], [OptionAdvice]>

  /// - Parameters:
  ///   - values: made when a value isn't in the table's spelling
  ///   - options: made when somebody types an option that isn't taken
  package init(
    values: @escaping @autoclosure @Sendable () -> [String: [String]], shorthands: [Shorthand],
    options: @escaping @autoclosure @Sendable () -> KeyValuePairs<[String], [OptionAdvice]>,
    retiredOptions: [String: String]
  ) {
    self.values = values
    self.shorthands = shorthands
    listOptions = options
    self.retiredOptions = retiredOptions
  }

  /// Names of options that the program doesn't have, each with its advice, the best first
  package var options: KeyValuePairs<[String], [OptionAdvice]> { listOptions() }

  /// The choice that a text means; the text itself if there is none
  ///
  /// Capitals, blanks, hyphens and underscores are ignored.
  package func choice(_ text: String, among choices: [String]) -> String {
    if choices.contains(text) { return text }
    let hyphen = text.begins(with: "-") ? "-" : ""
    let word = Self.folded(text)
    let values = values()
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
    on name: String, isKnown: Bool, of command: CommandRow, taking rows: [OptionRow]
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
  let commands: Set<CommandRow>?
  /// The option that a command must take for it: `--output`; nil for none
  package let flag: String?

  /// The option that was probably meant, as typed, with its value if that is known:
  /// `--orientation landscape`. It is for commands that take the option
  package static func option(_ meant: String, of commands: Set<CommandRow>? = nil) -> OptionAdvice {
    OptionAdvice(
      text: Suggestion.question(meant), commands: commands,
      flag: String(meant.cut(at: " ").before))
  }

  /// Another way than an option
  package static func way(
    _ text: String, for commands: Set<CommandRow>? = nil, taking flag: String? = nil
  ) -> OptionAdvice { OptionAdvice(text: "; \(text)", commands: commands, flag: flag) }

  fileprivate func fits(_ command: CommandRow, taking rows: [OptionRow]) -> Bool {
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
      name: name, kind: accepted == nil ? .none : .text, placeholder: accepted ?? "", summary: "")
    self.options = options
    self.words = words
  }
}
