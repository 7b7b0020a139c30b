import PhotoSearch

/// A search whose first word is nearly a command's name
struct MisspeltCommand {
  private let command: Command
  private let operands: [String]
  private let words: String

  /// nil for words that are just to be searched for
  init?(_ arguments: Arguments) {
    guard !arguments.isCommandNamed, let first = arguments.operands.first else { return nil }
    let names = Command.allCases.map(\.rawValue)
    guard let name = Suggestion.nearest(to: first, among: names),
      let command = Command(rawValue: name)
    else { return nil }
    self.command = command
    operands = Array(arguments.operands.dropFirst())
    words = arguments.operands.joined(separator: " ")
  }

  /// What may have been meant, as it would be typed
  var meant: String { (["imgsearch", command.rawValue] + operands).joined(separator: " ") }

  /// Nobody looks for pictures of `dowload 3`, and a search would take the numbers that were meant
  ///
  /// - Throws: a usage failure when what follows is what the command takes.
  func check() throws {
    guard isWhatItTakes else { return }
    throw CommandFailure.usage(
      "did you mean \(meant)?\nTo search for words: imgsearch search \(words)")
  }

  private var isWhatItTakes: Bool {
    switch command {
    case .favorites, .history: operands.first.map(command.actions.contains) ?? false
    case .show, .credit, .download, .again: !operands.isEmpty && operands.allSatisfy(isPhoto)
    default: false
    }
  }

  private func isPhoto(_ text: String) -> Bool {
    do {
      guard case .numbers = try PhotoOperand(text) else { return PhotoID(text) != nil }
      return true
    } catch {
      return false
    }
  }
}
