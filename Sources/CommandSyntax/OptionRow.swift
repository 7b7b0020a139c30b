import Foundation
import PhotoSearch
import Platform

/// An option as parsing, help and completions know it: a row of the table, without the type of its
/// value
package struct OptionRow: Sendable {
  /// What follows the name
  package enum Kind: Sendable {
    /// Nothing: a switch
    case none
    /// Any text
    case text(placeholder: String)
    /// One of these
    case choice([String], placeholder: String)
    /// One or more of these, separated by commas; the option may be repeated
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
    /// A text of a form of its own, e.g. a date
    case form(Form)
    /// One of names that are known when it is typed, such as those in a database
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

  /// A form that texts have
  package struct Form: Sendable {
    let placeholder: String
    /// What has it, for messages, e.g. `a date`
    let accepted: String
    /// A text as it is kept; nil for one that isn't of that form
    let canonical: @Sendable (String) -> String?
    /// Why a text is refused that may mean several things
    let doubt: @Sendable (String) -> String?

    package init(
      placeholder: String, accepted: String, canonical: @escaping @Sendable (String) -> String?,
      doubt: @escaping @Sendable (String) -> String?
    ) {
      self.placeholder = placeholder
      self.accepted = accepted
      self.canonical = canonical
      self.doubt = doubt
    }
  }

  /// Words that an option takes beside its choices
  package struct ExtraValues: Sendable {
    /// What they are, for messages
    package let summary: String
    /// The value that a word stands for; nil for one that stands for none
    let value: @Sendable (String) -> String?
    /// A note on a word of which a part has no effect
    let remark: @Sendable (String) -> String?

    package init(
      summary: String, value: @escaping @Sendable (String) -> String?,
      remark: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
      self.summary = summary
      self.value = value
      self.remark = remark
    }
  }

  /// Without the hyphens, e.g. `provider`
  package let name: String
  /// Other ways to write the name, e.g. `licence`
  package let aliases: [String]
  /// e.g. `p`
  package let letter: Character?
  package let kind: Kind
  /// The choice that stands for all, where one with a hyphen before it is left out
  package let all: String?
  /// nil where only its choices are taken
  package let further: ExtraValues?
  /// What it does, in a few words, its default last
  package let summary: String
  /// The commands that take it
  package let commands: Set<Command>

  private let otherSetting: String?

  /// - Parameter setting: its name in a file of settings, where that isn't the option's
  package init(
    name: String, aliases: [String] = [], letter: Character? = nil, kind: Kind, all: String? = nil,
    further: ExtraValues? = nil, summary: String, commands: Set<Command>, setting: String? = nil
  ) {
    self.name = name
    self.aliases = aliases
    self.letter = letter
    self.kind = kind
    self.all = all
    self.further = further
    self.summary = summary
    self.commands = commands
    otherSetting = setting
  }

  /// As it is typed, e.g. `--provider`
  package var flag: String { "--\(name)" }

  /// Its name in a file of settings: `maxRequests` for `--max-requests`
  package var setting: String { otherSetting ?? name.camelCased }

  /// Whether a value follows
  package var takesValue: Bool { if case .none = kind { false } else { true } }

  /// What may follow the option, for messages
  package var accepted: String {
    switch kind {
    case .none: "nothing"
    case .text, .path, .folder, .listed: kind.placeholder
    case .number: "a whole number from 1"
    case .seconds: "seconds, above 0 and at most 3600"
    case .secondsOrForever: "seconds, or `forever`"
    case .form(let form): form.accepted + (further.map { "; \($0.summary)" } ?? "")
    case .choice(let choices, _):
      choices.joined(separator: ", ") + (further.map { "; \($0.summary)" } ?? "")
    case .choices(let choices, _):
      "\(choices.joined(separator: ", ")); several with commas"
        + (all != nil ? ", -NAME to leave one out" : "")
        + (further.map { "; \($0.summary)" } ?? "")
    }
  }

  /// The words that it takes; empty where any text or number may stand
  package var values: [String] {
    switch kind {
    case .choice(let choices, _), .choices(let choices, _): choices
    default: []
    }
  }

  /// What it does, without its default
  package var meaning: String {
    guard let place = summary.lastPlace(of: "("), summary.ends(with: ")") else { return summary }
    return summary[..<place].trimmed
  }

  /// Whether it is called that, without the hyphens
  package func isNamed(_ text: some StringProtocol) -> Bool {
    name == text || aliases.contains { $0 == text }
  }

  /// A value as the table has it, however it was written: `CC BY` is `by`, `md` is `markdown`
  package func canonical(_ text: String, by aliases: ValueAliases) -> String {
    switch kind {
    case .choice(let choices, _): canonical(text, among: choices, aliases)
    case .choices(let choices, _):
      text.parts(at: ",").map { canonical(String($0), among: choices, aliases) }
        .joined(separator: ",")
    case .secondsOrForever: text.lowercased()
    case .form(let form): form.canonical(text) ?? text
    default: text
    }
  }

  private func canonical(
    _ text: String, among choices: [String], _ aliases: ValueAliases
  ) -> String {
    let choice = aliases.choice(text, among: choices)
    return choices.contains(choice) ? choice : further?.value(choice) ?? choice
  }

  /// Notes on a value of which a part has no effect, such as a licence's version
  package func remarks(on text: String) -> [String] {
    guard let further else { return [] }
    return text.parts(at: ",").compactMap { further.remark(String($0)) }
  }

  /// - Parameter text: canonical
  /// - Throws: a usage failure for a value that is not accepted.
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
    let nearest = Suggestion.nearest(to: text, among: choices)
    throw CommandFailure.usage(
      "invalid value '\(text)' for \(flag)\(Suggestion.question(nearest))\nAccepted: \(accepted)")
  }
}

/// The ways in which people write the words that options take
package struct ValueAliases: Sendable {
  /// What a word may stand for; all without blanks and hyphens
  private let synonyms: [String: [String]]

  package init(_ synonyms: [String: [String]]) { self.synonyms = synonyms }

  /// The choice that is meant; the text itself where none is
  ///
  /// Capitals, blanks, hyphens and underscores do not matter.
  package func choice(_ text: String, among choices: [String]) -> String {
    if choices.contains(text) { return text }
    let isTakenAway = text.begins(with: "-")
    let word = Self.plain(isTakenAway ? String(text.dropFirst()) : text)
    for candidate in [word] + (synonyms[word] ?? []) {
      if let choice = choices.first(where: { Self.plain($0) == candidate }) {
        return (isTakenAway ? "-" : "") + choice
      }
    }
    return text
  }

  private static func plain(_ text: String) -> String {
    String(text.lowercased().unicodeScalars.filter { !" -_".unicodeScalars.contains($0) })
  }
}

extension OptionRow {
  /// `-n, --count N`
  package var usage: String { (letter.map { "-\($0), " } ?? "    ") + flag + placeholder }

  private var placeholder: String {
    let word = kind.placeholder
    return switch kind {
    case .none: ""
    case .choices: " \(word)[,\(word)]"
    default: " \(word)"
    }
  }

  /// `— grid, table, json`; empty for an option without choices
  package var listedChoices: String {
    values.isEmpty ? "" : "— \(values.joined(separator: ", "))"
  }
}
