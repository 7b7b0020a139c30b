import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// `imgsearch history`: what was searched for, last first
struct HistoryCommand {
  enum Action: String, CaseIterable {
    case clear, remove
  }

  private let arguments: Arguments
  private let console: Console
  private let file: URL

  init(_ arguments: Arguments, console: Console) {
    self.arguments = arguments
    self.console = console
    file = console.folders.database
  }

  func run() throws -> ExitCode {
    let words = arguments.operands.dropFirst().joined(separator: " ")
    guard let name = arguments.operands.first else { return try list() }
    switch Action(rawValue: name) {
    case .clear where words.isEmpty: return try clear()
    case .remove where !words.isEmpty: return try remove(words)
    default: throw misuse(name)
    }
  }

  private func misuse(_ name: String) -> CommandFailure {
    let others = ["rm": "remove", "delete": "remove", "forget": "remove"]
    let what =
      switch Action(rawValue: name) {
      case .clear: "history clear takes no words; to remove one search: imgsearch history remove"
      case .remove: "history remove takes the words or the number of a search"
      case nil:
        "history does not know '\(name)'"
          + ((others[name] ?? Suggestion.nearest(to: name, among: Command.history.actions))
            .map { "; did you mean \($0)?" } ?? "")
      }
    return .usage(
      what + "\nAccepted: nothing, clear, remove <words>"
        + "\nTo search once more for number 2: imgsearch again 2"
        + "\nTo search for words: imgsearch search \(arguments.words)")
  }

  private func clear() throws -> ExitCode {
    let removed = try hasHistory ? PhotoDatabase.writing(at: file).forgetAll() : 0
    return report(removed)
  }

  /// By the words of a search as they are listed (those of a list are `list`), else by its number
  private func remove(_ words: String) throws -> ExitCode {
    let words = PhotoQuery(words: words).words
    var removed = 0
    if let words, try hasHistory {
      let database = try PhotoDatabase.writing(at: file)
      removed = try database.forget(words: words)
      if words == Command.list.rawValue { removed += try database.forget(words: nil) }
    }
    if removed == 0, let number = Int(words ?? ""), try hasHistory {
      removed = try PhotoDatabase.writing(at: file).forget(number: number)
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

  private func list() throws -> ExitCode {
    let entries = try PhotoDatabase.reading(at: file)?.history() ?? []
    if entries.isEmpty {
      console.note("No searches in the history.")
    }
    if arguments.value("format") == "json" {
      try console.print(HistoryText.json(entries))
    } else {
      for (index, entry) in entries.enumerated() {
        try console.print(HistoryText.line(entry, index + 1))
      }
    }
    return .success
  }
}
