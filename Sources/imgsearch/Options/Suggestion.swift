import PhotoSearch

/// What somebody may have meant
enum Suggestion {
  /// The candidate that is fewest typing errors away, if that is few enough to be likely
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let word = word.lowercased()
    guard word.count <= 40 else { return nil }
    let distances = candidates.map { ($0, EditDistance.between(Array(word), Array($0))) }
    guard let (best, errors) = distances.min(by: { $0.1 < $1.1 }) else { return nil }
    if best.count > 2, word.count > 2, best.hasPrefix(word) { return best }
    return errors <= max(1, best.count / 3) ? best : nil
  }
}

/// A search whose first word is nearly a command's name, or that is a number
struct MisspeltCommand {
  /// Names shorter than this are too near to words that people search for
  private static let leastName = 7

  /// What may have been meant, as it would be typed
  let meant: String
  private let words: String
  private let isCertain: Bool

  /// nil for words that are just to be searched for
  init?(_ arguments: Arguments) {
    guard !arguments.isCommandNamed, let first = arguments.operands.first else { return nil }
    words = arguments.operands.joined(separator: " ")
    if arguments.operands.count == 1, Self.isPhoto(first), first.first?.isNumber == true {
      (meant, isCertain) = ("imgsearch show \(first)", true)
      return
    }
    let names = Command.allCases.map(\.rawValue)
    guard let name = Suggestion.nearest(to: first, among: names),
      let command = Command(rawValue: name)
    else { return nil }
    let operands = Array(arguments.operands.dropFirst())
    meant = (["imgsearch", name] + operands).joined(separator: " ")
    let isSlip = Self.isSlip(first, for: name)
    isCertain =
      switch command {
      case .favorites, .history: operands.first.map(command.actions.contains) ?? isSlip
      case .show, .open, .credit, .download, .again:
        operands.isEmpty ? isSlip : operands.allSatisfy(Self.isPhoto)
      default: operands.isEmpty && isSlip
      }
  }

  /// Nobody looks for pictures of `dowload 3`, and a search would take the numbers that were meant
  ///
  /// - Throws: a usage failure when what follows is what the command takes.
  func check() throws {
    guard isCertain else { return }
    throw CommandFailure.usage(
      "did you mean \(meant)?\nTo search for words: imgsearch search \(words)")
  }

  private static func isSlip(_ word: String, for name: String) -> Bool {
    name.count >= leastName
      && EditDistance.between(Array(word.lowercased()), Array(name)) <= 1
  }

  private static func isPhoto(_ text: String) -> Bool {
    do {
      _ = try PhotoOperand(text)
      return true
    } catch {
      return false
    }
  }
}
