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
    let (plan, leftOut) = try await plan(for: named, run)
    let options = try SearchOptions(arguments, for: plan, leavingOut: leftOut, in: run)
    return try await SearchCommand(options: options, console: console).run()
  }

  /// The search, and the ids of the photo
  private func plan(
    for named: PhotoReference, _ run: RequestOptions
  ) async throws -> (SearchPlan, leavingOut: [PhotoID]) {
    let session = try Session(run, console: console)
    var (plan, known) = (typed.plan, named.identities)
    if let (list, provider) = SimilarPhotos.list(like: known, from: session.providers),
      plan.providers.isEmpty || plan.providers == [provider]
    {
      plan.query.similar = list.similar
      plan.providers = [provider]
      try await session.finishing {}
      console.note(
        "similar: \(ProviderCatalog.name(of: provider))'s own list of photos\(plan.query.phrase)")
      return (plan, known)
    }
    let photo = try await session.finishing { try await told(named, session) }
    known = photo.identities
    guard let words = SimilarPhotos.words(of: photo) else {
      throw CommandFailure(
        "\(photo.id) has neither tags nor a title to search by; search for words that describe it: "
          + "imgsearch <words...>", code: .noInput)
    }
    plan.query = PhotoQuery(
      words.text, filters: plan.query.filters, strictWords: plan.query.strictWords)
    let origin = if case .tags = words { "tags" } else { "title" }
    console.note("similar: a search by its \(origin), \(SearchRecord(plan: plan).command)")
    return (plan, known)
  }

  /// The photo with its tags, which some services tell only of a single photo: it is asked for at most
  /// once
  private func told(_ named: PhotoReference, _ session: Session) async throws -> Photo {
    guard let seen = named.photo else { return try await session.photo(named.id) }
    guard seen.tags.isEmpty, ProviderCatalog.canBeAsked(seen.id) else { return seen }
    do {
      var photo = try await session.photo(seen.id, wasSeen: true)
      photo.title = photo.title ?? seen.title
      return photo
    } catch is CommandFailure {
      return seen
    }
  }
}
