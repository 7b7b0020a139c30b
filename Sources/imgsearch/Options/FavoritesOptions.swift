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
  let requests: RequestOptions

  /// - Throws: a usage failure for an unknown action, and for missing or superfluous operands.
  init(_ arguments: Arguments) throws {
    let name = arguments.operands.first ?? FavoritesAction.list.rawValue
    guard let action = FavoritesAction(rawValue: name) else {
      let names = FavoritesAction.names
      let nearest =
        Command.favorites.row.action(named: name.lowercased())?.name
        ?? Suggestion.nearest(to: name, among: names)
      throw CommandFailure.usage(
        "favorites has no action '\(name)'" + Suggestion.question(nearest)
          + "\nAccepted: \(names.joined(separator: ", "))" + Self.hint(name)
          + "\nTo list a collection: imgsearch favorites list \(name)"
          + "\nTo search for words: imgsearch search \(arguments.words)")
    }
    operands = Array(arguments.operands.dropFirst())
    if let problem = action.problem(with: operands) {
      throw CommandFailure.usage("favorites \(action.rawValue) \(problem)")
    }
    var collectionName = arguments.value(OptionTable.collection)
    if action == .list, !operands.isEmpty {
      if collectionName != nil { throw CommandFailure.usage("favorites list takes one collection") }
      collectionName = operands.joined(separator: " ")
    }
    collection = try collectionName.map { try CollectionName(typed: $0) }
    maxEntries = arguments.value(OptionTable.entries)
    if action == .export { try Self.checkExport(arguments) }
    self.action = action
    listing = try ListingOptions(arguments.options, only: action == .export ? .ndjson : nil)
    requests = RequestOptions(arguments.options)
  }

  /// - Throws: a usage failure for an export in another format than NDJSON. A file
  ///   name with an unknown ending is accepted.
  private static func checkExport(_ arguments: Arguments) throws {
    let file = arguments.options.outputFile
    let chosen =
      arguments.typed(OptionTable.listingFormat)
      ?? file.flatMap { ListingFormat.format(byEndingOf: $0) }
    guard let format = chosen, format != .ndjson else { return }
    throw CommandFailure.usage(
      "favorites export writes NDJSON, which favorites import reads; "
        + "for \(format.rawValue): imgsearch favorites -f \(format.rawValue)"
        + (file.map { " -o \($0)" } ?? ""))
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

/// The actions of `favorites`, the first word after it
enum FavoritesAction: String, CaseIterable, Sendable {
  case add, remove, list, rename, collections, export, `import`
}

extension FavoritesAction {
  /// The action as a part of the command line: other names of it, the kind of its operands for
  /// completions, which offer no photos, and its options: those for requests, too, even if it makes
  /// none
  var action: CommandRow.Action {
    let all =
      [OptionTable.terminalColor.row, OptionTable.help.row] + OptionTable.requests
      + [OptionTable.quiet.row]
    let ofCollection = all + [OptionTable.collection.row]
    let ofFile = ofCollection + [OptionTable.outputFile.row, OptionTable.listingFormat.row]
    return switch self {
    case .add: CommandRow.Action(rawValue, options: ofCollection)
    case .remove:
      CommandRow.Action(
        rawValue, otherNames: ["rm", "delete"], options: ofCollection, operandKind: .listed)
    case .list: CommandRow.Action(rawValue, otherNames: ["ls", "show"], operandKind: .listed)
    case .rename:
      CommandRow.Action(rawValue, otherNames: ["mv"], options: all, operandKind: .listed)
    case .collections: CommandRow.Action(rawValue, options: all)
    case .export: CommandRow.Action(rawValue, options: ofFile)
    case .import: CommandRow.Action(rawValue, options: ofCollection, operandKind: .path)
    }
  }

  /// Why the action can't have these operands, as the end of a sentence; nil if it can
  func problem(with operands: [String]) -> String? {
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
    case .add, .remove, .list, .rename, .collections, .export, .import: nil
    }
  }
}
