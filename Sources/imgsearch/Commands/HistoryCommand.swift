import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// `imgsearch history`: earlier searches, latest first
struct HistoryCommand {
  let arguments: Arguments
  let console: Console
  private var file: URL { console.folders.database }

  /// - Throws: a usage failure if an action lacks words or has too many.
  func run() throws -> ExitCode {
    let name = arguments.operands.first ?? ""
    let words = arguments.operands.dropFirst().joined(separator: " ")
    switch HistoryAction(rawValue: name) {
    case .clear where words.isEmpty: return try clear()
    case .remove where !words.isEmpty: return try remove(words)
    case nil where Command.history.row.action(named: name) == nil: return try list()
    case .clear:
      throw misuse("clear takes no words; to remove one search: imgsearch history remove")
    case .remove: throw misuse("remove takes the words or the number of a search")
    case nil:
      throw misuse(
        "has no action '\(name)'"
          + Suggestion.question(Command.history.row.action(named: name)?.name))
    }
  }

  private func misuse(_ problem: String) -> CommandFailure {
    .usage(
      "history \(problem)\nAccepted: nothing, words to look for, clear, remove <words>"
        + "\nTo search once more for number 2: imgsearch again 2"
        + "\nTo search for words: imgsearch search \(arguments.words)")
  }

  private func clear() throws -> ExitCode {
    let database = try PhotoDatabase.reading(at: file)
    let removed = try database == nil ? 0 : PhotoDatabase.writing(at: file).forgetAll()
    console.note(
      "\(removed) removed from the history; also removed: the last lists and their numbers, and "
        + "which pictures look alike (≈)")
    return .success
  }

  /// Removes entries by their words as listed (`list` for lists), else by their number
  private func remove(_ words: String) throws -> ExitCode {
    let words = PhotoQuery(words, strictWords: true).words
    var removed = 0
    if let words, try PhotoDatabase.reading(at: file) != nil {
      let database = try PhotoDatabase.writing(at: file)
      removed = try database.forget(words: words)
      if words == Command.list.name { removed += try database.forget(words: nil) }
      if removed == 0, let number = Int(words) { removed = try database.forget(number: number) }
    }
    guard removed > 0 else {
      throw CommandFailure(
        "the history has no search for “\(words ?? "")”; remove takes all the words of a search, "
          + "or its number in imgsearch history", code: .noInput)
    }
    console.note("\(removed) removed from the history")
    return .success
  }

  /// Prints the latest entries; if words are given, those that contain them
  private func list() throws -> ExitCode {
    let words = arguments.operands.isEmpty ? nil : arguments.operands.joined(separator: " ")
    let all = try PhotoDatabase.reading(at: file)?.history() ?? []
    let found = all.enumerated().map { (number: $0 + 1, entry: $1) }
      .filter { words.map($0.entry.has) ?? true }
    if found.isEmpty { console.note(words.map(Self.nothing) ?? "No searches in the history.") }
    let entries = found.prefix(arguments.value(OptionTable.entries) ?? found.count)
    switch arguments.value(OptionTable.historyFormat) {
    case .json: try console.print(Self.json(entries.map(\.entry)))
    case .text: try console.print(Self.lines(Array(entries)))
    }
    return .success
  }

  /// The message that no entry has the words, with a suggestion of other readings
  private static func nothing(having words: String) -> String {
    let meant =
      Int(words).map { "imgsearch again \($0)" }
      ?? Suggestion.nearest(to: words, among: HistoryAction.names).map { "imgsearch history \($0)" }
    return "No search in the history has “\(words)”." + (meant.map { " Did you mean \($0)?" } ?? "")
  }

  /// Columns of number, time, photos and words: ` 2  2026-05-01 12:00  30 photos  red panda`
  ///
  /// - Parameter entries: with their numbers in the whole history
  private static func lines(_ entries: [(number: Int, entry: HistoryEntry)]) -> String {
    let counts = entries.map { Counts.phrase($0.entry.photos, "photo") }
    let width = counts.map(\.count).max() ?? 0
    let digits = max(2, String(entries.last?.number ?? 0).count)
    return zip(entries, counts).map { row, count in
      let (number, entry) = row
      let columns = [
        String(number).padded(to: digits, atStart: true), entry.searched.localTime,
        count.padded(to: width, atStart: true), SafeText.line(entry.line),
      ]
      return columns.joined(separator: "  ") + "\n"
    }.joined()
  }

  /// A JSON array with one entry per line; all members are present, sorted by name
  private static func json(_ entries: [HistoryEntry]) -> String {
    let rows = entries.map { entry in
      JSONWriter.object { json in
        json.member("options", entry.options)
        json.member("photos", entry.photos)
        json.member("searched", entry.searched)
        json.member("words", entry.words)
      }
    }
    return rows.isEmpty ? "[]\n" : "[\n" + rows.joined(separator: ",\n") + "\n]\n"
  }
}

extension HistoryEntry {
  /// The search's options as a user would type them; nil if it can't be repeated
  fileprivate var options: [String]? { search?.options(count: count) }

  /// The search as listed
  fileprivate var line: String {
    search?.line(count: count) ?? "\(words ?? Command.list.name) (kept by another version)"
  }
}
