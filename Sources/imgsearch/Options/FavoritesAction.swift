import CommandSyntax
import Platform

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

  /// The kind of the operands, for completions, which offer no photos
  var operandKind: OptionRow.Kind {
    switch self {
    case .list, .remove, .rename: .listed
    case .import: .path
    case .add, .collections, .export: .none
    }
  }

  /// - Throws: a usage failure for missing or superfluous operands.
  func check(_ operands: [String]) throws {
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
  func check(_ arguments: Arguments) throws {
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
