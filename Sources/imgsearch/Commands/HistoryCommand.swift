import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// What `history` was asked for
struct HistoryOptions: Sendable {
  enum Task: Sendable {
    /// The newest so many, those with these words; nil for all
    case list(TextFormat, max: Int?, having: String?)
    case clear
    /// The searches for these words, or of this number
    case remove(String)
  }

  let task: Task

  /// - Throws: a usage failure for words that an action lacks or doesn't take.
  init(_ arguments: Arguments) throws {
    let name = arguments.operands.first ?? ""
    let words = arguments.operands.dropFirst().joined(separator: " ")
    switch HistoryAction(rawValue: name) {
    case .clear where words.isEmpty: task = .clear
    case .remove where !words.isEmpty: task = .remove(words)
    case nil where Self.synonyms[name] == nil:
      let all = arguments.operands.joined(separator: " ")
      task = .list(
        arguments.value(OptionTable.historyFormat), max: arguments.value(OptionTable.entries),
        having: all.isEmpty ? nil : all)
    default: throw Self.misuse(name, arguments)
    }
  }

  /// What other programs call the actions
  private static let synonyms = ["rm": "remove", "delete": "remove", "forget": "remove"]

  private static func misuse(_ name: String, _ arguments: Arguments) -> CommandFailure {
    let what =
      switch HistoryAction(rawValue: name) {
      case .clear: "history clear takes no words; to remove one search: imgsearch history remove"
      case .remove: "history remove takes the words or the number of a search"
      case nil: "history has no action '\(name)'; did you mean \(synonyms[name] ?? "remove")?"
      }
    return .usage(
      what + "\nAccepted: nothing, words to look for, clear, remove <words>"
        + "\nTo search once more for number 2: imgsearch again 2"
        + "\nTo search for words: imgsearch search \(arguments.words)")
  }
}

/// `imgsearch history`: what was searched for, last first
struct HistoryCommand {
  let options: HistoryOptions
  let console: Console

  private var file: URL { console.folders.database }

  func run() throws -> ExitCode {
    switch options.task {
    case .list(let format, let max, let words): try list(as: format, max: max, having: words)
    case .clear: try clear()
    case .remove(let words): try remove(words)
    }
  }

  private func clear() throws -> ExitCode {
    let removed = try hasHistory ? PhotoDatabase.writing(at: file).forgetAll() : 0
    console.note(
      "\(removed) removed from the history; forgotten with it: the last lists and their numbers, and "
        + "which pictures look alike (≈)")
    return .success
  }

  /// By the words of a search as they are listed (those of a list are `list`), else by its number
  private func remove(_ words: String) throws -> ExitCode {
    let words = PhotoQuery(words).words
    var removed = 0
    if let words, try hasHistory {
      let database = try PhotoDatabase.writing(at: file)
      removed = try database.forget(words: words)
      if words == Command.list.name { removed += try database.forget(words: nil) }
      if removed == 0, let number = Int(words) { removed = try database.forget(number: number) }
    }
    guard removed > 0 else {
      throw CommandFailure(
        "the history has no search for “\(words ?? "")”; remove takes all the words of one, "
          + "or its number as imgsearch history tells it", code: .noInput)
    }
    return report(removed)
  }

  private var hasHistory: Bool {
    get throws { try PhotoDatabase.reading(at: file) != nil }
  }

  private func report(_ removed: Int) -> ExitCode {
    console.note("\(removed) removed from the history")
    return .success
  }

  private func list(
    as format: TextFormat, max: Int?, having words: String?
  ) throws -> ExitCode {
    let all = try PhotoDatabase.reading(at: file)?.history() ?? []
    let found = all.enumerated().map { (number: $0 + 1, entry: $1) }
      .filter { words.map($0.entry.has) ?? true }
    if found.isEmpty {
      console.note(words.map(Self.nothing) ?? "No searches in the history.")
    }
    let entries = found.prefix(max ?? found.count)
    switch format {
    case .json: try console.print(HistoryText.json(entries.map(\.entry)))
    case .text: try console.print(HistoryText.lines(Array(entries)))
    }
    return .success
  }

  /// That nothing has the words, and what else may have been meant by them
  private static func nothing(having words: String) -> String {
    let meant =
      Int(words).map { "imgsearch again \($0)" }
      ?? Suggestion.nearest(to: words, among: Command.history.actions)
      .map { "imgsearch history \($0)" }
    return "No search in the history has “\(words)”."
      + (meant.map { " Did you mean \($0)?" } ?? "")
  }
}

extension HistoryEntry {
  /// The options as they would be typed; nil for a search that can't be repeated
  fileprivate var options: [String]? {
    (search?.options).map { options in options + OptionTable.options(count: count) }
  }

  /// The words as they are listed
  fileprivate var listedWords: String { words ?? Command.list.name }

  /// Whether each of these words is in its own; capitals don't matter
  fileprivate func has(_ words: String) -> Bool {
    let own = Self.folded(listedWords)
    return Self.folded(words).split(whereSeparator: \.isWhitespace)
      .allSatisfy { own.holds(String($0)) }
  }

  private static func folded(_ text: String) -> String {
    text.composed.lowercased()
  }
}

/// An entry of the history as it is printed
enum HistoryText {
  /// Number, time, photos and words, in columns: ` 2  2026-05-01 12:00  30 photos  red panda`
  ///
  /// - Parameter entries: with their numbers in the whole history
  static func lines(_ entries: [(number: Int, entry: HistoryEntry)]) -> String {
    let counts = entries.map { $0.entry.photos == 1 ? "1 photo" : "\($0.entry.photos) photos" }
    let width = counts.map(\.count).max() ?? 0
    let digits = max(2, String(entries.last?.number ?? 0).count)
    return zip(entries, counts).map { row, count in
      let (number, entry) = row
      let options = entry.options ?? ["(kept by another version)"]
      let words = ([entry.listedWords] + options).joined(separator: " ")
      let columns = [
        String(number).padded(to: digits, .right), entry.searched.localTime,
        count.padded(to: width, .right), SafeText.line(words),
      ]
      return columns.joined(separator: "  ") + "\n"
    }.joined()
  }

  /// One array, an entry a line; all members are there, in the order of their names
  static func json(_ entries: [HistoryEntry]) -> String {
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
