import Foundation
import Platform

/// An option without the type of its value, for parsing, help and completions
package struct OptionRow: Sendable {
  /// The kind of value after the name
  package enum Kind: Sendable {
    /// No value: a switch
    case none
    /// Any text
    case text(placeholder: String)
    /// One of these words
    case choice([String], placeholder: String)
    /// One or more of these words, separated by commas; the option may be repeated
    case choices([String], placeholder: String)
    /// A file or folder
    case path(placeholder: String)
    /// A folder
    case folder(placeholder: String)
    /// A whole number from 1
    case number(placeholder: String)
    /// Seconds, above 0 and at most an hour
    case seconds(placeholder: String)
    /// Seconds, from 0 to an hour, or `forever`
    case secondsOrForever(placeholder: String)
    /// A text with a syntax of its own, e.g. a date
    case form(Form)
    /// A name from a list that is only known at run time, such as names in a database
    case listed(placeholder: String)

    /// The word that stands for the value in messages, e.g. `FILE`; empty for a switch
    package var placeholder: String {
      switch self {
      case .none: ""
      case .text(let word), .path(let word), .folder(let word), .number(let word),
        .seconds(let word), .secondsOrForever(let word), .listed(let word),
        .choice(_, let word), .choices(_, let word):
        word
      case .form(let form): form.placeholder
      }
    }
  }

  /// The syntax of a text
  package struct Form: Sendable {
    let placeholder: String
    /// A description for messages, e.g. `a date`
    let accepted: String
    /// A text in its canonical spelling; nil for an invalid text
    let canonical: @Sendable (String) -> String?
    /// Why an ambiguous text is refused; nil for any other
    let doubt: @Sendable (String) -> String?

    package init(
      placeholder: String, accepted: String, canonical: @escaping @Sendable (String) -> String?,
      doubt: @escaping @Sendable (String) -> String?
    ) {
      (self.placeholder, self.accepted) = (placeholder, accepted)
      (self.canonical, self.doubt) = (canonical, doubt)
    }
  }

  /// Values that an option accepts in addition to its choices
  package struct ExtraValues: Sendable {
    /// A description of these values, for messages
    package let summary: String
    /// The value that a word stands for; nil for an invalid word
    let value: @Sendable (String) -> String?
    /// A note about a word with a part that has no effect
    let remark: @Sendable (String) -> String?

    package init(
      summary: String, value: @escaping @Sendable (String) -> String?,
      remark: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
      (self.summary, self.value, self.remark) = (summary, value, remark)
    }
  }

  /// The name without hyphens, e.g. `provider`
  package let name: String
  /// Other ways to write the name, e.g. `licence`
  package let aliases: [String]
  /// The option's letter, e.g. `p`
  package let letter: Character?
  package let kind: Kind
  /// The word for all choices, if single ones may be left out with a hyphen: `all,-flickr`
  package let all: String?
  /// Values accepted in addition to the choices; nil for none
  package let further: ExtraValues?
  /// Explanations of choices, for messages; empty if the words speak for themselves
  package let meanings: [String: String]
  /// Advice for somebody who typed no value or an invalid one; nil for none
  private let remedy: String?
  /// The option's purpose in a few words, with its default at the end
  package let summary: String
  /// The commands that take the option
  package let commands: Set<Command>

  private let otherSetting: String?

  /// - Parameter setting: its name in a file of settings, if it isn't the option's
  package init(
    name: String, aliases: [String] = [], letter: Character? = nil, kind: Kind, all: String? = nil,
    further: ExtraValues? = nil, meanings: [String: String] = [:], remedy: String? = nil,
    summary: String, commands: Set<Command>, setting: String? = nil
  ) {
    (self.name, self.aliases, self.letter, self.kind) = (name, aliases, letter, kind)
    (self.all, self.further, self.meanings) = (all, further, meanings)
    (self.remedy, self.summary, self.commands) = (remedy, summary, commands)
    otherSetting = setting
  }

  /// The option as typed, e.g. `--provider`
  package var flag: String { "--\(name)" }

  /// The option's name in a file of settings: `maxRequests` for `--max-requests`
  package var setting: String { otherSetting ?? name.camelCased }

  /// Whether a value follows the option
  package var takesValue: Bool { if case .none = kind { false } else { true } }

  /// A description of the accepted values, for messages
  package var accepted: String {
    switch kind {
    case .none: "nothing"
    case .text, .path, .folder, .listed: kind.placeholder
    case .number: "a whole number from 1"
    case .seconds: "seconds, above 0 and at most 3600"
    case .secondsOrForever: "seconds, or `forever`"
    case .form(let form): form.accepted + (further.map { "; \($0.summary)" } ?? "")
    case .choice(let choices, _):
      choices.map(explained).joined(separator: ", ") + (further.map { "; \($0.summary)" } ?? "")
    case .choices(let choices, _):
      "\(choices.joined(separator: ", ")); several with commas"
        + (all != nil ? ", -NAME to leave one out" : "")
        + (further.map { "; \($0.summary)" } ?? "")
    }
  }

  private func explained(_ choice: String) -> String {
    choice + (meanings[choice].map { " (\($0))" } ?? "")
  }

  /// Advice on a missing or invalid value, on a line of its own; empty if there is none
  var advice: String { remedy.map { "\n\($0)" } ?? "" }

  /// The option's choices; empty if it takes any text or number
  package var values: [String] {
    switch kind {
    case .choice(let choices, _), .choices(let choices, _): choices
    default: []
    }
  }

  /// Whether a text is the option's name or an alias, without hyphens
  package func isNamed(_ text: some StringProtocol) -> Bool {
    name == text || aliases.contains { $0 == text }
  }

  /// A value in the table's spelling: `CC BY` is `by`, `md` is `markdown`
  package func canonical(_ text: String, by synonyms: Synonyms) -> String {
    switch kind {
    case .choice(let choices, _): canonical(text, among: choices, synonyms)
    case .choices(let choices, _):
      text.parts(at: ",").map { canonical(String($0), among: choices, synonyms) }
        .joined(separator: ",")
    case .secondsOrForever: text.lowercased()
    case .form(let form): form.canonical(text) ?? text
    default: text
    }
  }

  private func canonical(
    _ text: String, among choices: [String], _ synonyms: Synonyms
  ) -> String {
    let choice = synonyms.choice(text, among: choices)
    return choices.contains(choice) ? choice : further?.value(choice) ?? choice
  }

  /// Notes about a value with a part that has no effect, such as a licence's version
  package func remarks(on text: String) -> [String] {
    guard let further else { return [] }
    return text.parts(at: ",").compactMap { further.remark(String($0)) }
  }

  /// - Parameter text: in the table's spelling
  /// - Throws: a usage failure for an invalid value.
  package func check(_ text: String) throws {
    switch kind {
    case .none: return
    case .text, .path, .folder, .listed:
      if text.isEmpty { throw CommandFailure.usage("\(flag) needs a value: \(accepted)") }
    case .number:
      let digits = text.begins(with: "+") ? text.utf8.dropFirst() : text.utf8[...]
      let isTooLarge = Int(text) == nil && !digits.isEmpty && digits.allSatisfy(\.isDigit)
      try check(
        text, Int(text).map { $0 >= 1 }, accepted: accepted + (isTooLarge ? " to \(Int.max)" : ""))
    case .seconds:
      try check(text, Double(text).map { $0 > 0 && $0 <= 3_600 })
    case .secondsOrForever:
      try check(text, text == "forever" ? true : Double(text).map { $0 >= 0 && $0 <= 3_600 })
    case .form(let form):
      if let doubt = form.doubt(text) {
        throw CommandFailure.usage("invalid value '\(text)' for \(flag): \(doubt)")
      }
      try check(text, form.canonical(text) != nil || further?.value(text) == text)
    case .choice(let choices, _):
      if further?.value(text) != text { try check(text, isOneOf: choices) }
    case .choices(let choices, _):
      for item in text.parts(at: ",").map(String.init) where further?.value(item) != item {
        try check(
          all != nil && item.begins(with: "-") ? String(item.dropFirst()) : item, isOneOf: choices)
      }
    }
  }

  private func check(_ text: String, _ isAccepted: Bool?, accepted: String? = nil) throws {
    guard isAccepted ?? false else {
      throw CommandFailure.usage(
        "invalid value '\(text)' for \(flag): it takes \(accepted ?? self.accepted)")
    }
  }

  private func check(_ text: String, isOneOf choices: [String]) throws {
    guard !choices.contains(text) else { return }
    throw CommandFailure.usage(
      "invalid value '\(text)' for \(flag)" + Suggestion.question(for: text, among: choices)
        + "\nAccepted: \(accepted)" + advice)
  }
}

extension OptionRow {
  /// The option with its letter and value: `-n, --count N`
  package var usage: String { (letter.map { "-\($0), " } ?? "    ") + flag + placeholder }

  /// The option for short lists: `-n, --count N`; an option without a letter isn't indented
  package var briefUsage: String {
    let word = kind.placeholder
    return (letter.map { "-\($0), " } ?? "") + flag + (word.isEmpty ? "" : " \(word)")
  }

  private var placeholder: String {
    let word = kind.placeholder
    return switch kind {
    case .none: ""
    case .choices: " \(word)[,\(word)]"
    default: " \(word)"
    }
  }

  /// The option's choices: `— grid, table, json`; empty if it has none
  package var listedChoices: String {
    values.isEmpty ? "" : "— \(values.joined(separator: ", "))"
  }
}
