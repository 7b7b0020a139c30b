import Foundation
import Platform

/// An option without the type of its value, for parsing, help and completions
package struct OptionRow: Sendable {
  /// The kind of value after the name
  package enum Kind: Sendable {
    /// No value: a switch
    case none
    /// Any text
    case text
    /// One of these words
    case choice([String])
    /// One or more of these words, separated by commas; the option may be repeated
    case choices([String])
    /// A file or folder
    case path
    /// A folder
    case folder
    /// A whole number from 1
    case number
    /// Seconds, above 0 and at most an hour
    case seconds
    /// Seconds, from 0 to an hour, or `forever`
    case secondsOrForever
    /// A text with a syntax of its own, e.g. a date
    case form(Form)
    /// A name from a list that is only known at run time, such as names in a database
    case listed
  }

  /// The syntax of a text
  package struct Form: Sendable {
    /// A description for messages, e.g. `a date`
    package let accepted: String
    /// A text in its canonical spelling; nil for an invalid text
    let canonical: @Sendable (String) -> String?
    /// Why an ambiguous text is refused; nil for any other
    let doubt: @Sendable (String) -> String?
    /// A note about a text with a part that has no effect
    let remark: @Sendable (String) -> String?

    package init(
      accepted: String, canonical: @escaping @Sendable (String) -> String?,
      doubt: @escaping @Sendable (String) -> String? = { _ in nil },
      remark: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
      (self.accepted, self.canonical, self.doubt, self.remark) = (
        accepted, canonical, doubt, remark
      )
    }
  }

  /// The name without hyphens, e.g. `provider`
  package let name: String
  /// Other ways to write the name, e.g. `licence`
  package let aliases: [String]
  /// The option's letter, e.g. `p`
  package let letter: Character?
  package let kind: Kind
  /// The word that stands for the value in messages, e.g. `FILE`; empty for a switch
  package let placeholder: String
  /// The word for all choices, if single ones may be left out with a hyphen: `all,-flickr`
  package let all: String?
  /// Values accepted in addition to the kind's; nil for none
  package let further: Form?
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
    name: String, aliases: [String] = [], letter: Character? = nil, kind: Kind,
    placeholder: String = "", all: String? = nil, further: Form? = nil,
    meanings: [String: String] = [:], remedy: String? = nil,
    summary: String, commands: Set<Command>, setting: String? = nil
  ) {
    (self.name, self.aliases, self.letter, self.kind) = (name, aliases, letter, kind)
    (self.placeholder, self.all, self.further, self.meanings) = (
      placeholder, all, further, meanings
    )
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
    let others = further.map { "; \($0.accepted)" } ?? ""
    return switch kind {
    case .none: "nothing"
    case .text, .path, .folder, .listed: placeholder
    case .number: "a whole number from 1"
    case .seconds: "seconds, above 0 and at most 3600"
    case .secondsOrForever: "seconds, or `forever`"
    case .form(let form): form.accepted + others
    case .choice(let choices):
      choices.map { choice in choice + (meanings[choice].map { " (\($0))" } ?? "") }
        .joined(separator: ", ") + others
    case .choices(let choices):
      "\(choices.joined(separator: ", ")); several with commas"
        + (all != nil ? ", -NAME to leave one out" : "") + others
    }
  }

  /// Advice on a missing or invalid value, on a line of its own; empty if there is none
  var advice: String { remedy.map { "\n\($0)" } ?? "" }

  /// The option's choices; empty if it takes any text or number
  package var values: [String] {
    switch kind {
    case .choice(let choices), .choices(let choices): choices
    default: []
    }
  }

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
    case .choice(let choices): canonical(text, among: choices, synonyms)
    case .choices(let choices):
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
    return choices.contains(choice) ? choice : further?.canonical(choice) ?? choice
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
      try check(text, form.canonical(text) != nil || further?.canonical(text) == text)
    case .choice(let choices):
      if further?.canonical(text) != text { try check(text, isOneOf: choices) }
    case .choices(let choices):
      for item in text.parts(at: ",").map(String.init) where further?.canonical(item) != item {
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
  package var usage: String {
    let isList = if case .choices = kind { true } else { false }
    return (letter.map { "-\($0), " } ?? "    ") + flag
      + (takesValue ? " \(placeholder)" : "") + (isList ? "[,\(placeholder)]" : "")
  }

  /// The option for short lists: `-n, --count N`; an option without a letter isn't indented
  package var briefUsage: String {
    (letter.map { "-\($0), " } ?? "") + flag + (takesValue ? " \(placeholder)" : "")
  }

  /// The option's choices: `— grid, table, json`; empty if it has none
  package var listedChoices: String {
    values.isEmpty ? "" : "— \(values.joined(separator: ", "))"
  }
}
