import CommandSyntax
import Platform

/// The actions of `favorites`, the first word after it
enum FavoritesAction: String, CaseIterable, Sendable {
  case add, remove, list, rename, collections, export, `import`
}

extension FavoritesAction {
  /// The action as a part of the command line
  var action: Command.Action {
    Command.Action(
      rawValue, otherNames: otherNames, options: options, operandKind: operandKind)
  }

  private var otherNames: [String] {
    switch self {
    case .remove: ["rm", "delete"]
    case .list: ["ls", "show"]
    case .rename: ["mv"]
    case .add, .collections, .export, .import: []
    }
  }

  /// The options that the action takes, including those for requests, even if it makes none; nil for
  /// all of `favorites`
  private var options: [OptionRow]? {
    let all =
      [OptionTable.terminalColor.row, OptionTable.help.row, OptionTable.replay.row]
      + OptionTable.requests + [OptionTable.quiet.row]
    let ofCollection = all + [OptionTable.collection.row]
    return switch self {
    case .list: nil
    case .export: ofCollection + [OptionTable.file.row, OptionTable.listingFormat.row]
    case .add, .import, .remove: ofCollection
    case .rename, .collections: all
    }
  }

  /// The kind of the operands, for completions, which offer no photos
  private var operandKind: OptionRow.Kind {
    switch self {
    case .list, .remove, .rename: .listed
    case .import: .path
    case .add, .collections, .export: .none
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
    default: nil
    }
  }
}
