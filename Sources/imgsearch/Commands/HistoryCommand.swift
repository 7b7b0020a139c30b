import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// `imgsearch history`: what was searched for, last first
struct HistoryCommand {
  private let arguments: Arguments
  private let console: Console
  private let file: URL

  init(_ arguments: Arguments, console: Console) {
    self.arguments = arguments
    self.console = console
    file = Folders(environment: console.environment).database
  }

  func run() throws -> ExitCode {
    let words = arguments.operands.dropFirst().joined(separator: " ")
    switch arguments.operands.first {
    case nil: return try list()
    case "clear" where words.isEmpty:
      if try PhotoDatabase.reading(at: file) != nil {
        try PhotoDatabase.writing(at: file).forgetAll()
      }
      return .success
    case "remove" where !words.isEmpty: return try remove(words)
    default:
      throw CommandFailure.usage(
        "history takes nothing, clear, or remove <words>"
          + "\nTo search once more for number 2: imgsearch again 2"
          + "\nTo search for words: imgsearch search history …")
    }
  }

  private func remove(_ words: String) throws -> ExitCode {
    guard try PhotoDatabase.reading(at: file) != nil,
      try PhotoDatabase.writing(at: file).forget(words: words) > 0
    else {
      throw CommandFailure("the history has no search for “\(words)”", code: .noInput)
    }
    return .success
  }

  private func list() throws -> ExitCode {
    let entries = try PhotoDatabase.reading(at: file)?.history() ?? []
    if entries.isEmpty {
      console.note("No searches in the history.")
    }
    let isJSON = arguments.value("format") == "json"
    for (index, entry) in entries.enumerated() {
      try console.print(isJSON ? HistoryText.json(entry) : HistoryText.line(entry, index + 1))
    }
    return .success
  }
}
