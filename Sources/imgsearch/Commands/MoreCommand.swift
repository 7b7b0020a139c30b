import PhotoSearch
import PhotoStorage

/// `imgsearch more`: the last search, gone on with where it stopped
struct MoreCommand {
  let arguments: Arguments
  let console: Console

  func run() async throws -> ExitCode {
    if !arguments.operands.isEmpty {
      throw CommandFailure.usage(
        "more takes no words: it goes on with the last search"
          + "\nTo search for words: imgsearch \(arguments.operands.joined(separator: " "))"
          + "\nor, with that word among them: imgsearch search \(arguments.words)")
    }
    let file = console.folders.database
    guard let (last, token) = try PhotoDatabase.reading(at: file)?.lastSearch() else {
      throw CommandFailure(
        "there is no last search to go on with; search first: imgsearch <words...>",
        code: .noInput)
    }
    let listing = try last.search.arguments(for: arguments)
    guard last.cursor != nil else {
      let words = last.search.words.map { " for “\($0)”" } ?? ""
      console.note("Nothing more\(words): every provider has come to its end.")
      return .success
    }
    return try await ListingCommand(listing, console: console, after: last, token: token).run()
  }
}
