extension Option {
  /// What may follow the option, for messages
  var accepted: String {
    switch value {
    case .none: "nothing"
    case .text(let placeholder), .path(let placeholder), .folder(let placeholder):
      placeholder
    case .number: "a whole number from 1"
    case .seconds: "seconds, above 0 and at most 3600"
    case .choice(let choices, _): choices.joined(separator: ", ")
    case .choices(let choices, _): "\(choices.joined(separator: ", ")); several with commas"
    }
  }

  /// - Throws: a usage failure for a value that is not accepted.
  func check(_ text: String) throws {
    switch value {
    case .none: return
    case .text, .path, .folder:
      if text.isEmpty { throw CommandFailure.usage("\(flag) needs a value: \(accepted)") }
    case .number:
      guard let number = Int(text), number >= 1 else {
        throw CommandFailure.usage("\(flag) takes \(accepted), not '\(text)'")
      }
    case .seconds:
      guard let seconds = Double(text), seconds > 0, seconds <= 3_600 else {
        throw CommandFailure.usage("\(flag) takes \(accepted), not '\(text)'")
      }
    case .choice(let choices, _):
      try check(text, isOneOf: choices)
    case .choices(let choices, _):
      let items = text.split(separator: ",", omittingEmptySubsequences: false)
      for item in items { try check(String(item), isOneOf: choices) }
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
