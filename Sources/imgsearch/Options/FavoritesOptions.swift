import CommandSyntax
import Foundation
import PhotoStorage
import Platform
import Terminal

/// The options of `favorites`
struct FavoritesOptions: Sendable {
  let action: FavoritesAction
  /// Photos, or files to import, as typed
  let operands: [String]
  /// The collection to add to, remove from or list; nil for all favorites
  let collection: CollectionName?
  /// Most favorites to list; nil for all
  let maxEntries: Int?
  let listing: ListingOptions
  let run: RequestOptions

  /// - Throws: a usage failure for an unknown action, and for missing or superfluous operands.
  init(_ arguments: Arguments) throws {
    let name = arguments.operands.first ?? FavoritesAction.list.rawValue
    let names = Command.favorites.actions
    guard let action = FavoritesAction(rawValue: name) else {
      let nearest =
        FavoritesAction(synonym: name.lowercased())?.rawValue
        ?? Suggestion.nearest(to: name, among: names)
      throw CommandFailure.usage(
        "favorites has no action '\(name)'" + Suggestion.question(nearest)
          + "\nAccepted: \(names.joined(separator: ", "))" + Self.hint(name)
          + "\nTo list a collection: imgsearch favorites list \(name)"
          + "\nTo search for words: imgsearch search \(arguments.words)")
    }
    operands = Array(arguments.operands.dropFirst())
    try action.check(operands)
    var collectionName = arguments.value(OptionTable.collection)
    if action == .list, !operands.isEmpty {
      if collectionName != nil { throw CommandFailure.usage("favorites list takes one collection") }
      collectionName = operands.joined(separator: " ")
    }
    collection = try collectionName.map { try CollectionName(typed: $0) }
    maxEntries = arguments.value(OptionTable.entries)
    try action.check(arguments)
    self.action = action
    listing = try ListingOptions(arguments, only: action == .export ? .ndjson : nil)
    run = RequestOptions(arguments)
  }

  /// A hint for a word that isn't an action but is often used as one
  private static func hint(_ name: String) -> String {
    if name == Command.download.name {
      return "\nTo save their pictures: imgsearch favorites -f ndjson | imgsearch download -"
    }
    if name.first?.isWholeNumber ?? false {
      return "\nTo keep that photo: imgsearch favorites add \(name)"
    }
    if ["create", "new", "make"].contains(name.lowercased()) {
      return "\nTo make a collection: imgsearch favorites add <photo>... --to NAME"
    }
    return ""
  }
}

/// The actions of `favorites`, the first word after it
enum FavoritesAction: String, CaseIterable, Sendable {
  case add, remove, list, rename, collections, export, `import`

  /// The action with this name, or with a name that other programs use
  init?(synonym name: String) {
    self.init(rawValue: Synonyms.imgsearch.action(name, of: .favorites) ?? name)
  }
}

extension FavoritesAction {
  /// The options that the action takes, including those for requests, even if it makes none; nil for
  /// all of `favorites`
  var options: [OptionRow]? {
    let all = [
      OptionTable.terminalColor.row, OptionTable.help.row, OptionTable.replay.row,
      OptionTable.record.row, OptionTable.timeout.row,
      OptionTable.offline.row, OptionTable.refresh.row, OptionTable.verbose.row,
      OptionTable.quiet.row,
    ]
    let ofCollection = all + [OptionTable.collection.row]
    return switch self {
    case .list: nil
    case .export: ofCollection + [OptionTable.file.row, OptionTable.listingFormat.row]
    case .add, .import, .remove: ofCollection
    case .rename, .collections: all
    }
  }

  /// - Throws: a usage failure for missing or superfluous operands.
  fileprivate func check(_ operands: [String]) throws {
    guard let problem = problem(with: operands) else { return }
    throw CommandFailure.usage("favorites \(rawValue) \(problem)")
  }

  private func problem(with operands: [String]) -> String? {
    switch self {
    case .add where operands.isEmpty:
      "takes photos: numbers of the last list, ids, or page addresses"
    case .remove where operands.isEmpty:
      "takes photos: numbers of the last list, ids, or page addresses; or a collection's name"
    case .remove where operands.contains { $0.lowercased() == "all" }:
      "all would remove the whole last list; name numbers, such as 1-5, or to remove all "
        + "favorites: imgsearch favorites -f ndjson | imgsearch favorites remove -"
    case .rename where operands.count != 2:
      "takes two names, those with blanks in quotes: imgsearch favorites rename kitchen \"my home\""
    case .collections where !operands.isEmpty:
      "takes no words; to list one: imgsearch favorites list \(operands.joined(separator: " "))"
    case .export where !operands.isEmpty:
      "takes no words; to a file: imgsearch favorites export -o \(operands[0])"
    case .import where operands.isEmpty:
      "takes a file that favorites export wrote, or a listing's json or ndjson, "
        + "or - for standard input"
    default: nil
    }
  }

  /// - Throws: a usage failure for an export in another format.
  fileprivate func check(_ arguments: Arguments) throws {
    guard self == .export, let format = try exported(arguments), format != .ndjson else { return }
    throw CommandFailure.usage(
      "favorites export writes NDJSON, which favorites import reads; "
        + "for \(format.rawValue): imgsearch favorites -f \(format.rawValue)"
        + (arguments.outputFile.map { " -o \($0)" } ?? ""))
  }

  /// The format of an export, by its name or the file's extension; nil for an unknown extension
  private func exported(_ arguments: Arguments) throws -> ListingFormat? {
    if let typed = arguments.typed(OptionTable.listingFormat) { return typed }
    return arguments.outputFile.flatMap { ListingFormat.format(byEndingOf: $0) }
  }
}

extension CollectionName {
  /// Most terminal cells of a name
  private static let maxCells = 60

  /// A name made safe to show; nil if nothing is left of it, or it is too long
  init?(written text: String) {
    guard text.utf8.count <= 2_000 else { return nil }
    let name = SafeText.line(text)
    guard (1...Self.maxCells).contains(DisplayWidth.of(name)) else { return nil }
    self.init(name)
  }

  /// - Throws: a usage failure if it can't be a name.
  init(typed text: String) throws {
    guard let name = CollectionName(written: text) else {
      throw CommandFailure.usage(
        "a collection's name takes 1 to \(Self.maxCells) cells of a terminal, which this does not: "
          + "'\(SafeText.line(text, cells: Self.maxCells))'")
    }
    self = name
  }
}
