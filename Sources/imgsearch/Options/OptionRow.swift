import Foundation
import PhotoSearch
import Platform

/// An option without the type of its value, for parsing, help and completions
struct OptionRow: Sendable {
  /// The kind of value after the name
  enum Kind: Sendable {
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
    /// A text that a filter accepts, e.g. a language code
    case filter(SearchFilter)
    /// The name of a collection of favorites
    case collection(placeholder: String)

    /// The word that stands for the value in messages, e.g. `FILE`; empty for a switch
    var placeholder: String {
      switch self {
      case .none: ""
      case .text(let word), .path(let word), .folder(let word), .number(let word),
        .seconds(let word), .secondsOrForever(let word), .collection(let word),
        .choice(_, let word), .choices(_, let word):
        word
      case .filter(let filter): filter.placeholder
      }
    }
  }

  /// Values that an option accepts in addition to its choices
  struct ExtraValues: Sendable {
    /// A description of these values, for messages
    let summary: String
    /// The value that a word stands for; nil for an invalid word
    let value: @Sendable (String) -> String?
    /// A note about a word with a part that has no effect
    let remark: @Sendable (String) -> String?
  }

  /// The name without hyphens, e.g. `provider`
  let name: String
  /// Other ways to write the name, e.g. `licence`
  let aliases: [String]
  /// e.g. `p`
  let letter: Character?
  let kind: Kind
  /// Whether a choice may have a hyphen before it, which leaves it out
  let canLeaveOut: Bool
  /// nil if only its choices are accepted
  let further: ExtraValues?
  /// A few words on what it does, ending with its default
  let summary: String
  /// The commands that take it
  let commands: Set<Command>

  /// The option as typed, e.g. `--provider`
  var flag: String { "--\(name)" }

  /// Its name in config.json: `maxRequests` for `--max-requests`; the terminal's `--color` is
  /// `terminalColor`, because `color` is the picture's
  var setting: String {
    if name == OptionTable.terminalColor.row.name,
      commands == OptionTable.terminalColor.row.commands
    {
      return "terminalColor"
    }
    return name.camelCased
  }

  /// Whether it has a value
  var takesValue: Bool { if case .none = kind { false } else { true } }

  /// A description of the accepted values, for messages
  var accepted: String {
    switch kind {
    case .none: "nothing"
    case .text, .path, .folder, .collection: kind.placeholder
    case .number: "a whole number from 1"
    case .seconds: "seconds, above 0 and at most 3600"
    case .secondsOrForever: "seconds, or `forever`"
    case .filter(let filter): filter.accepted + (further.map { "; \($0.summary)" } ?? "")
    case .choice(let choices, _):
      choices.joined(separator: ", ") + (further.map { "; \($0.summary)" } ?? "")
    case .choices(let choices, _):
      "\(choices.joined(separator: ", ")); several with commas"
        + (canLeaveOut ? ", -NAME to leave one out" : "")
        + (further.map { "; \($0.summary)" } ?? "")
    }
  }

  /// The accepted words; empty if any text or number is accepted
  var values: [String] {
    switch kind {
    case .choice(let choices, _), .choices(let choices, _): choices
    default: []
    }
  }

  /// The summary without its default
  var meaning: String {
    guard let place = summary.lastPlace(of: "("), summary.ends(with: ")") else { return summary }
    return summary[..<place].trimmed
  }

  /// Whether this is its name or an alias, without hyphens
  func isNamed(_ text: some StringProtocol) -> Bool {
    name == text || aliases.contains { $0 == text }
  }

  /// A value in the table's spelling: `CC BY` is `by`, `md` is `markdown`
  func canonical(_ text: String) -> String {
    switch kind {
    case .choice(let choices, _): canonical(text, among: choices)
    case .choices(let choices, _):
      text.parts(at: ",").map { canonical(String($0), among: choices) }.joined(separator: ",")
    case .secondsOrForever: text.lowercased()
    case .filter(let filter): filter.canonical(text) ?? text
    default: text
    }
  }

  private func canonical(_ text: String, among choices: [String]) -> String {
    let choice = ValueAliases.choice(text, among: choices)
    return choices.contains(choice) ? choice : further?.value(choice) ?? choice
  }

  /// Notes about a value with a part that has no effect, such as a licence's version
  func remarks(on text: String) -> [String] {
    guard let further else { return [] }
    return text.parts(at: ",").compactMap { further.remark(String($0)) }
  }

  /// - Parameter text: in the table's spelling
  /// - Throws: a usage failure for an invalid value.
  func check(_ text: String) throws {
    switch kind {
    case .none: return
    case .text, .path, .folder, .collection:
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
    case .filter(let filter):
      if let doubt = filter.doubt(about: text) {
        throw CommandFailure.usage("invalid value '\(text)' for \(flag): \(doubt)")
      }
      try check(text, filter.canonical(text) != nil || further?.value(text) == text)
    case .choice(let choices, _):
      if further?.value(text) != text { try check(text, isOneOf: choices) }
    case .choices(let choices, _):
      for item in text.parts(at: ",").map(String.init) where further?.value(item) != item {
        try check(
          canLeaveOut && item.begins(with: "-") ? String(item.dropFirst()) : item, isOneOf: choices)
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

extension OptionRow {
  /// The option of a filter
  ///
  /// - Parameters:
  ///   - more: further words that it accepts, and their meaning
  init(
    _ filter: SearchFilter, for commands: Set<Command>, and more: [String] = [],
    _ effect: String = ""
  ) {
    let kind: Kind =
      switch filter.values {
      case .flag: .none
      case .oneOf(let words): .choice(words + more, placeholder: filter.placeholder)
      case .someOf(let words): .choices(words + more, placeholder: filter.placeholder)
      case .text: .filter(filter)
      }
    self.init(
      name: filter.name, aliases: filter.aliases, letter: nil, kind: kind, canLeaveOut: false,
      further: filter == .license ? .licenses : filter == .color ? .colors : nil,
      summary: filter.summary + effect, commands: commands)
  }
}

extension OptionRow.ExtraValues {
  /// Colors by red, green and blue
  fileprivate static let colors = OptionRow.ExtraValues(
    summary: "or six hex digits, such as ff8800",
    value: { PhotoFilters.Color(rawValue: $0.lowercased())?.rawValue }, remark: { _ in nil })

  /// Licences by any name, id or address with which listings print them
  fileprivate static let licenses = OptionRow.ExtraValues(
    summary: "or a licence as it is printed; one without a code by the id that -f csv prints, "
      + "such as LicenseRef-Attribution",
    value: { PhotoFilters.LicenseCode(named: $0)?.rawValue },
    remark: { text in
      typealias Code = PhotoFilters.LicenseCode
      guard let code = Code(named: text), Code.hasVersion(text) else { return nil }
      return "--license '\(text)' is taken as \(code.rawValue), in all its versions and ports"
    })
}

/// Other spellings of the words that options accept
enum ValueAliases {
  /// The choice that a text means; the text itself if there is none
  ///
  /// Capitals, blanks, hyphens and underscores are ignored.
  static func choice(_ text: String, among choices: [String]) -> String {
    if choices.contains(text) { return text }
    let isTakenAway = text.begins(with: "-")
    let word = plain(isTakenAway ? String(text.dropFirst()) : text)
    for candidate in [word] + (synonyms[word] ?? []) {
      if let choice = choices.first(where: { plain($0) == candidate }) {
        return (isTakenAway ? "-" : "") + choice
      }
    }
    return text
  }

  private static func plain(_ text: String) -> String {
    String(text.lowercased().unicodeScalars.filter { !" -_".unicodeScalars.contains($0) })
  }

  /// Synonyms, without blanks and hyphens
  private static let synonyms = [
    "md": ["markdown"], "jsonl": ["ndjson"], "jsonlines": ["ndjson"], "txt": ["text"],
    "url": ["urls", "picture"], "link": ["page"], "image": ["picture"], "licence": ["license"],
    "commons": ["wikimedia"], "wikimediacommons": ["wikimedia"],
    "wide": ["landscape"], "horizontal": ["landscape"], "tall": ["portrait"],
    "vertical": ["portrait"], "squarish": ["square"], "newest": ["latest"], "recent": ["latest"],
    "relevance": ["relevant"], "bw": ["blackandwhite"], "none": ["off"],
    "commercialuse": ["commercial"], "editable": ["modification"], "edit": ["modification"],
    "modify": ["modification"], "modifications": ["modification"],
    "derivatives": ["modification"],
  ]
}
