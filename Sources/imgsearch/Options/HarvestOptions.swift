import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Platform

/// The options of `harvest`
struct HarvestOptions: Sendable {
  /// The list's path; `-` for standard input
  let list: String
  let folder: URL
  /// Photos of a search whose line has no count
  let count: Int
  /// Defaults for lines that don't set an option, by the names in config.json
  let defaults: [String: [String]]
  /// Most requests a day, by provider
  let perDay: [ProviderID: Int]
  /// Lines whose complete files are to be made again
  let redo: [ListedNumbers]
  /// Whether to wait for a used-up quota
  let waits: Bool
  /// Whether to take only photos published since the last round
  let isSinceLast: Bool
  /// Whether rows are flat
  let isFlat: Bool
  /// The rendition in a flat row
  let role: Rendition.Role
  let requests: RequestOptions

  /// - Throws: a usage failure.
  init(_ arguments: Arguments) throws {
    let words = arguments.operands.joined(separator: " ")
    guard let folder = arguments.value(OptionTable.harvestFolder) else {
      throw CommandFailure.usage(
        "harvest needs a folder for what it finds: imgsearch harvest WORDS.txt -o FOLDER; "
          + "to search for the words: imgsearch search harvest \(words)")
    }
    guard arguments.operands.count == 1 else {
      throw CommandFailure.usage(
        "harvest takes one file with a line for each search, or - for standard input")
    }
    list = arguments.operands[0]
    self.folder = URL(filePath: folder)
    count = arguments.value(OptionTable.harvestCount)
    perDay = try Self.amounts(arguments.value(OptionTable.perDay))
    waits = arguments.value(OptionTable.wait)
    isFlat = arguments.value(OptionTable.flat)
    role = arguments.value(OptionTable.listedSize)
    if !isFlat, arguments.typed(OptionTable.listedSize) != nil {
      throw CommandFailure.usage("--size goes with --flat")
    }
    isSinceLast = arguments.typed(OptionTable.harvestSince) == OptionSyntax.last
    redo = try arguments.value(OptionTable.redo).flatMap(Self.lines)
    if isSinceLast, !redo.isEmpty {
      throw CommandFailure.usage(
        "--redo makes files of the last round again; leave out --since last, which begins another")
    }
    var defaults = arguments.options.planned
    if isSinceLast { defaults[FilterRow.since.name] = nil }
    self.defaults = defaults
    requests = RequestOptions(arguments.options)
  }

  /// The words for the command that continues the harvest
  var again: String {
    "the same command" + (redo.isEmpty ? "" : " without \(OptionTable.redo.row.flag)")
  }

  /// The options for the form of rows, as a user would type them after each line
  var form: String {
    let size = OptionTable.listedSize
    return (isFlat ? " \(OptionTable.flat.row.flag)" : "")
      + (isFlat && role != size.standard ? " \(size.row.flag) \(role.rawValue)" : "")
  }

  /// The place of a line, for messages, e.g. `words.txt, line 2`
  func place(_ line: Int) -> String { "\(listName), line \(line)" }

  /// The list's name, for messages
  var listName: String { list == "-" ? "standard input" : list }

  /// Line numbers: `1,3-5`
  private static func lines(_ text: String) throws -> [ListedNumbers] {
    if case .numbers(let lines)? = PhotoOperand.named(by: text) { return lines }
    throw OptionTable.redo.row.invalid(
      text, ": it takes line numbers and ascending ranges, such as 1,3-5")
  }

  /// Amounts by provider: `NAME=N`, separated by commas or in several options
  private static func amounts(_ texts: [String]) throws -> [ProviderID: Int] {
    var amounts: [ProviderID: Int] = [:]
    for text in texts.flatMap({ $0.components(at: ",") }) {
      let (name, rest) = text.cut(at: "=")
      guard let id = ProviderCatalog.profile(meantBy: name.trimmed)?.id else {
        let names = ProviderCatalog.profiles.map(\.id.rawValue)
        throw OptionTable.perDay.row.invalid(
          text,
          Suggestion.question(for: name.trimmed, among: names)
            + "\nAccepted: a provider and its requests a day, such as wikimedia=500")
      }
      guard let amount = Int(String(rest.unicodeScalars.dropFirst())), amount >= 1 else {
        throw OptionTable.perDay.row.invalid(
          text, ": it takes a whole number from 1 after the provider, such as \(id)=500")
      }
      amounts[id] = amount
    }
    return amounts
  }
}
