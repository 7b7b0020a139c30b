import CommandSyntax
import Platform

/// A search that was probably meant as a command: by another program's name for it (`save 3`),
/// misspelt (`dowload 3`), or without a name before a photo's number
///
/// Running the search would cost requests, and give the numbers of the last listing to other
/// photos.
struct GuessedCommand {
  /// Least length of a name that is recognized alone; shorter ones are too similar to words that
  /// people search for
  private static let minNameLength = 7

  /// The command line that was probably meant
  let meant: String

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
    if let certain = GuessedCommand(certain: typed) {
      self = certain
    } else if let first = typed.first, let command = Self.nearest(to: first) {
      self.init(line: [command.name] + typed.dropFirst())
    } else {
      return nil
    }
  }

  /// The command that words mean for which nobody would search, such as `dowload 3`
  private init?(certain typed: [String]) {
    guard let first = typed.first else { return nil }
    let operands = Array(typed.dropFirst())
    if operands.isEmpty, first.first?.isNumber == true, let photo = PhotoOperand.named(by: first) {
      self.init(line: [(photo.count == 1 ? Command.show : .open).name, first])
    } else if let line = Self.line(first.lowercased(), operands) {
      self.init(line: [line])
    } else if Self.looksMisspelt(first, operands), let command = Self.nearest(to: first),
      operands.isEmpty ? Self.isSlip(first, for: command) : Self.takes(operands, command)
    {
      self.init(line: [command.name] + operands)
    } else {
      return nil
    }
  }

  private init(line: [String]) {
    meant = "\(CommandLanguage.imgsearch.program) \(line.joined(separator: " "))"
  }

  /// Refuses words that nobody would search for
  ///
  /// - Throws: a usage failure with the command line that they mean.
  static func check(_ typed: [String]) throws {
    guard let meant = GuessedCommand(certain: typed)?.meant else { return }
    throw CommandFailure.usage(
      "did you mean \(meant)?\nTo search for words: imgsearch search "
        + typed.joined(separator: " "))
  }

  /// The command line that the table has for a name in small letters; nil for any other name, and if
  /// the words after it don't fit: `next door`, `view of rome` and `image stabilizer` are searches.
  private static func line(_ name: String, _ operands: [String]) -> String? {
    lines.lazy.filter { $0.names.contains(name) }.compactMap { line in
      line.words.text(of: operands).map { line.meant.replacing("WORDS", with: $0) }
    }.first
  }

  /// Whether a word may be a misspelt name, by the words after it or by its own letters; most words
  /// need no other look
  private static func looksMisspelt(_ word: String, _ operands: [String]) -> Bool {
    operands.isEmpty
      ? Command.all.contains { isSlip(word, for: $0) }
      : [Command.favorites, .history, .show].contains { takes(operands, $0) }
  }

  private static func nearest(to word: String) -> Command? {
    let name = Suggestion.nearest(to: word, among: Command.all.map(\.name))
    return name.flatMap { CommandLanguage.imgsearch.command(named: $0) }
  }

  /// Whether words after a misspelt name, at least one, are operands of the command
  private static func takes(_ operands: [String], _ command: Command) -> Bool {
    switch command {
    case .favorites, .history: command.actions.contains(operands[0])
    case .show, .open, .credit, .download, .again, .similar:
      // `snow all` may be a search.
      operands.allSatisfy { ![nil, .all].contains(PhotoOperand.named(by: $0)) }
    default: false
    }
  }

  /// Whether a word is a command's name with at most one typing error, which leaves its first or
  /// its last letter
  private static func isSlip(_ word: String, for command: Command) -> Bool {
    let (word, name) = (word.lowercased().unicodeScalars, command.name.unicodeScalars)
    return name.count >= minNameLength && (word.first == name.first || word.last == name.last)
      && abs(word.count - name.count) <= 1 && EditDistance.between(Array(word), Array(name)) <= 1
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

extension GuessedCommand {
  /// Lines that name no command and are refused: their first words, the words after those, and the
  /// line that is meant, with its part of these words as `WORDS`
  static let lines: [(names: [String], words: Words, meant: String)] = [
    (["save", "get"], .photosIfAny, "download WORDS"),
    (["url"], .photosIfAny, "show WORDS --field picture"),
    (["link"], .photosIfAny, "show WORDS --field page"),
    (["view"], .photosIfAny, "open WORDS"),
    (["image"], .photosIfAny, "open WORDS --picture"),
    (["info", "details"], .photos, "show WORDS"),
    (["copy"], .photos, "credit WORDS --copy"),
    (["related"], .photos, "similar WORDS"),
    (
      ["like", "star", "bookmark"] + Synonyms.imgsearch.names(of: .favorites), .namedPhotos,
      "favorites add WORDS"
    ),
    (["delete", "remove", "rm", "unlike", "unfav"], .namedPhotos, "favorites remove WORDS"),
    (["repeat"], .number, "again WORDS"),
    (["completion"], .shell, "completions WORDS"),
    (["next"], .none, "more"),
    (["next"], .one(of: ["page", "photos", "results"]), "more"),
    (["next"], .number, "more -n WORDS"),
    (["config"], .none, "help config"),
    (
      ["config"], .settings(["set", "get", "list", "show", "edit", "path", "file", "keys"]),
      "help config"
    ),
    (["collection", "collections"], .none, "favorites collections"),
    (["collection", "collections"], .action, "favorites WORDS"),
    (["collection", "collections"], .photos, "favorites add WORDS --to NAME"),
  ]
}
