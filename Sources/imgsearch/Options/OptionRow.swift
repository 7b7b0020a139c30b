import PhotoSearch

/// An option as parsing, help and completions know it: a row of the table, without the type of its
/// value
struct OptionRow: Sendable {
  /// What follows the name
  enum Kind: Sendable {
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
  }

  /// Without the hyphens, e.g. `provider`
  let name: String
  /// e.g. `p`
  let letter: Character?
  let kind: Kind
  /// What it does, in a few words, its default last
  let summary: String
  /// The commands that take it
  let commands: Set<Command>

  /// As it is typed, e.g. `--provider`
  var flag: String { "--\(name)" }

  /// Whether a value follows
  var takesValue: Bool { if case .none = kind { false } else { true } }

  /// What may follow the option, for messages
  var accepted: String {
    switch kind {
    case .none: "nothing"
    case .text(let placeholder), .path(let placeholder), .folder(let placeholder):
      placeholder
    case .number: "a whole number from 1"
    case .seconds: "seconds, above 0 and at most 3600"
    case .secondsOrForever: "seconds, or `forever`"
    case .choice(let choices, _): choices.joined(separator: ", ")
    case .choices(let choices, _): "\(choices.joined(separator: ", ")); several with commas"
    }
  }

  /// - Throws: a usage failure for a value that is not accepted.
  func check(_ text: String) throws {
    switch kind {
    case .none: return
    case .text, .path, .folder:
      if text.isEmpty { throw CommandFailure.usage("\(flag) needs a value: \(accepted)") }
    case .number:
      try check(text, Int(text).map { $0 >= 1 })
    case .seconds:
      try check(text, Double(text).map { $0 > 0 && $0 <= 3_600 })
    case .secondsOrForever:
      try check(text, text == "forever" ? true : Double(text).map { $0 >= 0 && $0 <= 3_600 })
    case .choice(let choices, _):
      try check(text, isOneOf: choices)
    case .choices(let choices, _):
      let items = text.parts(at: ",")
      for item in items { try check(String(item), isOneOf: choices) }
    }
  }

  private func check(_ text: String, _ isAccepted: Bool?) throws {
    guard isAccepted ?? false else {
      throw CommandFailure.usage("\(flag) takes \(accepted), not '\(text)'")
    }
  }

  private func check(_ text: String, isOneOf choices: [String]) throws {
    guard !choices.contains(text) else { return }
    let nearest = Suggestion.nearest(to: text, among: choices)
    throw CommandFailure.usage(
      "\(flag) does not know '\(text)'" + (nearest.map { "; did you mean \($0)?" } ?? "")
        + "\nAccepted: \(accepted)")
  }
}
