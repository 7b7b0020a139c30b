import CommandSyntax
import PhotoSearch
import PhotoStorage
import Terminal

/// `imgsearch more`: continues the last search of this terminal
struct MoreCommand {
  let arguments: Arguments
  let console: Console

  /// - Throws: a usage failure for words, and for options that exclude each other.
  func run() async throws -> ExitCode {
    if !arguments.operands.isEmpty {
      throw CommandFailure.usage(
        "more takes no words: it continues the last search"
          + "\nTo search for words: imgsearch \(arguments.operands.joined(separator: " "))"
          + "\nor, with that word among them: imgsearch search \(arguments.words)")
    }
    _ = try ListingOptions(arguments.options)
    let database = try PhotoDatabase.reading(at: console.folders.database, for: console.terminal)
    guard let (last, token) = try database?.lastSearch() else {
      throw CommandFailure(
        "there is no last search to continue; search first: imgsearch <words...>", code: .noInput)
    }
    guard let last else {
      throw CommandFailure(
        "the last search was kept by another version of imgsearch, and can't be continued; "
          + "search again: imgsearch <words...>", code: .data)
    }
    guard last.cursor != nil else {
      let phrase = last.search.plan.query.phrase
      console.note("Nothing more\(phrase): every provider has reached its end.")
      return .success
    }
    let options = try SearchOptions(arguments, continuing: last, token: token)
    return try await SearchCommand(options: options, console: console).run()
  }
}

/// `imgsearch again [<number>]`: repeats a search of the history
struct AgainCommand {
  let arguments: Arguments
  let console: Console

  /// - Throws: a usage failure unless the operand is a number, and for conflicting options.
  func run() async throws -> ExitCode {
    guard arguments.operands.count <= 1, let number = Int(arguments.operands.first ?? "1"),
      number >= 1
    else {
      throw CommandFailure.usage(
        "again takes a number from the history: imgsearch history lists them"
          + "\nTo search for words: imgsearch search \(arguments.words)")
    }
    _ = try ListingOptions(arguments.options)
    let history = try PhotoDatabase.reading(at: console.folders.database)?.history() ?? []
    guard number <= history.count else {
      let words = history.isEmpty ? "is empty" : "goes from 1 to \(history.count)"
      throw CommandFailure("the history has no number \(number): it \(words)", code: .noInput)
    }
    let words = history[number - 1].words ?? Command.list.name
    guard let search = history[number - 1].search else {
      throw CommandFailure(
        "number \(number) of the history, \(words), was kept by another version of imgsearch, "
          + "and can't be repeated; search again: imgsearch <words...>", code: .data)
    }
    let options = try SearchOptions(arguments, repeating: search, count: history[number - 1].count)
    console.note("again: \(search.line(count: options.count))")
    return try await SearchCommand(options: options, console: console).run()
  }
}
