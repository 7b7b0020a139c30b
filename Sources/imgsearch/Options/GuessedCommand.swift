import CommandSyntax
import Platform

/// A search that was probably meant as a command: by another program's name for it (`save 3`),
/// misspelt (`dowload 3`), or without a name before a photo's number
///
/// Running the search would cost requests, and give the numbers of the last listing to other
/// photos.
struct GuessedCommand {
  /// Least length of a name; shorter ones are too similar to words that people search for
  private static let minNameLength = 7

  /// The command line that was probably meant
  let meant: String
  private let words: String
  private let isCertain: Bool

  /// The command of that command line
  var command: Command? {
    meant.split(separator: " ").dropFirst().first.flatMap {
      CommandLanguage.imgsearch.command(named: String($0))
    }
  }

  /// Guesses the command that words mean; nil for words that are simply to be searched for
  ///
  /// - Parameter typed: all words, without a command's name before them
  init?(_ typed: [String]) {
    guard let first = typed.first else { return nil }
    let operands = Array(typed.dropFirst())
    let line: String
    if operands.isEmpty, first.first?.isNumber == true, let photo = PhotoOperand.named(by: first) {
      (line, isCertain) = ("\(photo.count == 1 ? Command.show : .open) \(first)", true)
    } else if let known = Self.line(first.lowercased(), operands) {
      (line, isCertain) = (known, true)
    } else {
      let names = Command.all.map(\.name)
      guard let name = Suggestion.nearest(to: first, among: names),
        let command = CommandLanguage.imgsearch.command(named: name)
      else { return nil }
      line = ([name] + operands).joined(separator: " ")
      isCertain = Self.takes(operands, command, isSlip: Self.isSlip(first, for: name))
    }
    meant = "\(CommandLanguage.imgsearch.program) \(line)"
    words = typed.joined(separator: " ")
  }

  /// Refuses words that nobody would search for, such as `dowload 3`
  ///
  /// - Throws: a usage failure if the words after the misspelt name are operands of the command.
  func check() throws {
    guard isCertain else { return }
    throw CommandFailure.usage(
      "did you mean \(meant)?\nTo search for words: imgsearch search \(words)")
  }

  /// The command line that the table has for a name in small letters; nil for any other name, and if
  /// the words after it don't fit: `next door`, `view of rome` and `image stabilizer` are searches.
  private static func line(_ name: String, _ operands: [String]) -> String? {
    lines.lazy.filter { $0.names.contains(name) }.compactMap { line in
      line.words.text(of: operands).map { line.meant.replacing("WORDS", with: $0) }
    }.first
  }

  /// Whether words are operands of a command; `isSlip` if the name before them is misspelt
  private static func takes(_ operands: [String], _ command: Command, isSlip: Bool) -> Bool {
    switch command {
    case .favorites, .history: operands.first.map(command.actions.contains) ?? isSlip
    case .show, .open, .credit, .download, .again, .similar:
      // `snow all` may be a search.
      operands.isEmpty
        ? isSlip : operands.allSatisfy { ![nil, .all].contains(PhotoOperand.named(by: $0)) }
    default: operands.isEmpty && isSlip
    }
  }

  private static func isSlip(_ word: String, for name: String) -> Bool {
    name.count >= minNameLength
      && EditDistance.between(Array(word.lowercased().unicodeScalars), Array(name.unicodeScalars))
        <= 1
  }
}

extension GuessedCommand {
  /// The words after a name by which they are taken for a command line
  enum Words: Sendable {
    /// No words
    case none
    /// Photos by number, id or address
    case namedPhotos
    /// Photos, also `-` for those on standard input
    case photos
    /// The same, or no words
    case photosIfAny
    /// One whole number
    case number
    /// One of these words
    case one(of: [String])
    /// One of the shells with completions
    case shell
    /// An action of `favorites`, and any words after it
    case action
    /// One of these words or the name of a setting, and any words after it
    case settings([String])

    /// The words as operands of the command that is meant; nil if they don't fit
    func text(of words: [String]) -> String? {
      let text = words.joined(separator: " ")
      let first = words.first?.lowercased() ?? ""
      switch self {
      case .none: return words.isEmpty ? text : nil
      case .namedPhotos: return !words.isEmpty && words.allSatisfy(isPhoto) ? text : nil
      case .photos:
        return !words.isEmpty && words.allSatisfy { $0 == "-" || isPhoto($0) } ? text : nil
      case .photosIfAny: return words.isEmpty ? "<photo>" : Words.photos.text(of: words)
      case .number: return words.count == 1 ? Int(text).map(String.init) : nil
      case .one(let choices): return words.count == 1 && choices.contains(first) ? text : nil
      case .shell: return words.count == 1 && Shell(rawValue: text) != nil ? text : nil
      case .action:
        guard let action = FavoritesAction(synonym: first) else { return nil }
        return ([action.rawValue] + words.dropFirst()).joined(separator: " ")
      case .settings(let others):
        let names = others + OptionTable.configurable.map { $0.setting.lowercased() }
        return names.contains(first) || isPhoto(first) ? text : nil
      }
    }

    private func isPhoto(_ word: String) -> Bool { PhotoOperand.named(by: word) != nil }
  }
}
