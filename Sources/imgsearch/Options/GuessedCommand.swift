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
    meant.split(separator: " ").dropFirst().first.flatMap { name in
      Command.all.first { $0.name == name }
    }
  }

  /// Guesses the command that words mean; nil for words that are simply to be searched for
  ///
  /// - Parameter typed: all words, without a command's name before them
  init?(_ typed: [String]) {
    guard let first = typed.first else { return nil }
    let operands = Array(typed.dropFirst())
    words = typed.joined(separator: " ")
    if operands.isEmpty, first.first?.isNumber == true, let photo = PhotoOperand.named(by: first) {
      let command = photo.count == 1 ? Command.show : .open
      (meant, isCertain) = ("imgsearch \(command.name) \(first)", true)
    } else if let command = Self.command(synonym: first.lowercased(), operands) {
      (meant, isCertain) = ("imgsearch \(command)", true)
    } else {
      guard let name = Suggestion.nearest(to: first, among: Command.all.map(\.name)),
        let command = Command.all.first(where: { $0.name == name })
      else { return nil }
      meant = (["imgsearch", name] + operands).joined(separator: " ")
      isCertain = Self.takes(operands, command, isSlip: Self.isSlip(first, for: name))
    }
  }

  /// Refuses words that nobody would search for, such as `dowload 3`
  ///
  /// - Throws: a usage failure if the words after the misspelt name are operands of the command.
  func check() throws {
    guard isCertain else { return }
    throw CommandFailure.usage(
      "did you mean \(meant)?\nTo search for words: imgsearch search \(words)")
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

// MARK: - Other names

extension GuessedCommand {
  /// The command line for another program's name of a command, without `imgsearch`
  ///
  /// - Parameters:
  ///   - name: in lower case
  ///   - operands: the words after it
  /// - Returns: nil for any other name, and if the words don't fit: `next door`, `view of rome` and
  ///   `image stabilizer` are searches.
  private static func command(synonym name: String, _ operands: [String]) -> String? {
    switch name {
    case "save", "get": photos(operands, .download)
    case "url": photos(operands, .show, "\(OptionTable.field.row.flag) picture")
    case "link": photos(operands, .show, "\(OptionTable.field.row.flag) page")
    case "view": photos(operands, .open)
    case "image": photos(operands, .open, OptionTable.picture.row.flag)
    case "like", "star", "bookmark": favorites(operands, .add)
    case let other where Command.synonyms[other] == .favorites: favorites(operands, .add)
    case "delete", "remove", "rm", "unlike", "unfav": favorites(operands, .remove)
    case "copy": some(operands, .credit, OptionTable.copy.row.flag)
    case "info", "details": some(operands, .show)
    case "related": some(operands, .similar)
    case "repeat": operands.count == 1 ? Int(operands[0]).map { "again \($0)" } : nil
    case "completion":
      operands.count == 1 ? Shell(rawValue: operands[0]).map { "completions \($0.rawValue)" } : nil
    case "next": more(operands)
    case "config": settings(operands)
    case "collection", "collections": collections(operands)
    default: nil
    }
  }

  private static func photos(
    _ operands: [String], _ command: Command, _ options: String? = nil
  ) -> String? {
    guard operands.allSatisfy({ $0 == "-" || PhotoOperand.named(by: $0) != nil }) else {
      return nil
    }
    let photos = operands.isEmpty ? ["<photo>"] : operands
    return ([command.name] + photos + (options.map { [$0] } ?? [])).joined(separator: " ")
  }

  /// The command meant by `copy 3`; `copy` alone is a search
  private static func some(
    _ operands: [String], _ command: Command, _ options: String? = nil
  ) -> String? {
    operands.isEmpty ? nil : photos(operands, command, options)
  }

  /// The command meant by `like 3`; `like` alone is a search
  private static func favorites(_ operands: [String], _ action: FavoritesAction) -> String? {
    guard !operands.isEmpty, operands.allSatisfy({ PhotoOperand.named(by: $0) != nil }) else {
      return nil
    }
    return ([Command.favorites.name, action.rawValue] + operands).joined(separator: " ")
  }

  /// The command meant by `next`, `next page`, `next 10`
  private static func more(_ operands: [String]) -> String? {
    guard let first = operands.first else { return Command.more.name }
    guard operands.count == 1 else { return nil }
    if ["page", "photos", "results"].contains(first.lowercased()) { return Command.more.name }
    return Int(first).map { "\(Command.more.name) -n \($0)" }
  }

  /// The command meant by `config`, `config set`, `config count 20`
  private static func settings(_ operands: [String]) -> String? {
    let actions = ["set", "get", "list", "show", "edit", "path", "file", "keys"]
    let names = OptionTable.configurable.map { $0.setting.lowercased() }
    guard let first = operands.first?.lowercased() else { return "help \(HelpTopic.config)" }
    let isKnown = (actions + names).contains(first) || PhotoOperand.named(by: first) != nil
    return isKnown ? "help \(HelpTopic.config)" : nil
  }

  /// The command meant by `collections`, `collection list kitchen`, `collection 3`
  private static func collections(_ operands: [String]) -> String? {
    let favorites = Command.favorites.name
    guard let first = operands.first else {
      return "\(favorites) \(FavoritesAction.collections.rawValue)"
    }
    if let action = FavoritesAction(synonym: first.lowercased()) {
      return ([favorites, action.rawValue] + operands.dropFirst()).joined(separator: " ")
    }
    return photos(operands, .favorites).map { _ in
      "\(favorites) add \(operands.joined(separator: " ")) \(OptionTable.collection.row.flag) NAME"
    }
  }
}
