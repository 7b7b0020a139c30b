import PhotoSearch
import PhotoStorage

/// `imgsearch again [<number>]`: a query of the history, searched for once more
struct AgainCommand {
  let arguments: Arguments
  let console: Console

  func run() async throws -> ExitCode {
    guard arguments.operands.count <= 1, let number = Int(arguments.operands.first ?? "1"),
      number >= 1
    else {
      throw CommandFailure.usage(
        "again takes a number of the history: imgsearch history lists them"
          + "\nTo search for words: imgsearch search \(arguments.words)")
    }
    let file = console.folders.database
    let history = try PhotoDatabase.reading(at: file)?.history() ?? []
    guard number <= history.count else {
      let words = history.isEmpty ? "is empty" : "goes from 1 to \(history.count)"
      throw CommandFailure("the history has no number \(number): it \(words)", code: .noInput)
    }
    let search = history[number - 1].search
    console.note("again: " + ([search.words ?? "list"] + search.options).joined(separator: " "))
    let listing = try search.arguments(for: arguments)
    return try await ListingCommand(listing, console: console).run()
  }
}
