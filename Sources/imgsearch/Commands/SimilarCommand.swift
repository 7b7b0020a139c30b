import CommandSyntax
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Terminal

/// `imgsearch similar <photo>`: photos of its service's own list, or a search for its tags
struct SimilarCommand {
  private let operand: PhotoOperand
  private let arguments: Arguments
  private let typed: PlanOptions
  private let console: Console

  /// - Throws: a usage failure unless there is one photo, and for options that exclude each other.
  init(_ arguments: Arguments, console: Console) throws {
    guard let text = arguments.operands.first, arguments.operands.count == 1 else {
      throw CommandFailure.usage(
        "similar takes one photo: a number of the last listing, an id such as flickr:43213681030, or "
          + "the address of a photo's page\nTo search for words: imgsearch search \(arguments.words)"
      )
    }
    operand = try PhotoOperand(text)
    guard operand.count == 1 else {
      throw CommandFailure.usage("similar takes one photo, not \(text)")
    }
    typed = try PlanOptions(arguments)
    _ = try ListingOptions(arguments)
    (self.arguments, self.console) = (arguments, console)
  }

  func run() async throws -> ExitCode {
    let lookup = PhotoLookup(console)
    guard let named = try lookup.photos(operand).first else { return .noInput }
    let run = RequestOptions(arguments).answered(by: lookup, for: [operand])
    let session = try Session(run, console: console)
    let found = try await session.finishing { try await session.plan(like: named, in: typed.plan) }
    console.note("similar: \(found.note)")
    let options = try SearchOptions(arguments, for: found.plan, leavingOut: found.known, in: run)
    return try await SearchCommand(options: options, console: console).run()
  }
}
