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
    operand = try arguments.photo()
    typed = try PlanOptions(arguments)
    _ = try ListingOptions(arguments)
    (self.arguments, self.console) = (arguments, console)
  }

  func run() async throws -> ExitCode {
    let lookup = PhotoLookup(console)
    guard let named = try lookup.photos(operand).first else { return .noInput }
    let run = RequestOptions(arguments).answered(by: lookup, for: [operand])
    let session = try Session(run, console: console)
    let similar = try await session.finishing { try await session.similar(to: named, typed.plan) }
    if let origin = similar.origin {
      console.note(
        "similar: a search by its \(origin), \(SearchRecord(plan: similar.plan).command)")
    } else {
      let names = similar.plan.providers.map(ProviderCatalog.name).joined(separator: ", ")
      console.note("similar: \(names)'s own list of photos\(similar.plan.query.phrase)")
    }
    let options = try SearchOptions(
      arguments, for: similar.plan, leavingOut: similar.leftOut, in: run)
    return try await SearchCommand(options: options, console: console).run()
  }
}
