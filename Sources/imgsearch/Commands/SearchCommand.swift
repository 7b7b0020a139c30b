import CommandSyntax
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
import Terminal

/// `imgsearch <words>` and `imgsearch list`: a merged search, printed as photos arrive
struct SearchCommand {
  let options: SearchOptions
  let console: Console
  /// Takes the rows in place of standard output, to be shown to a person, as in `pick`
  var receive: ((ListingEntry) -> Void)?

  func run() async throws -> ExitCode {
    let session = try Session(options.requests, console: console)
    let code = try await session.finishing {
      try await options.listing.printing(on: console) { console in
        try await GridPictures.during(
          session, options.listing, isVerbose: isForProgram || options.requests.isVerbose,
          on: console
        ) { try await list(session, with: $0, on: console) }
      }
    }
    if let plan = options.plan {
      KeysHint.show(session.selection.servicesWithoutKey(for: plan), on: console)
    }
    return code
  }

  private func list(
    _ session: Session, with pictures: GridPictures?, on console: Console
  ) async throws -> ListingOutcome {
    let (search, _) = try await session.search(
      options.beginning(), count: fittingCount ?? options.count, with: options.settings)
    let printer =
      receive.map { ListingPrinter(add: $0) } ?? pictures.map(ListingPrinter.grid)
      ?? .text(options.listing.renderer(for: search.plan, on: console), on: console)
    var iterator = search.makeAsyncIterator()
    let start = options.start.shown
    var entries = ListingEntries(
      options.listing,
      ListingStore(console, token: options.start.token, from: start + 1, marks: pictures?.marks),
      PrivateAddressFilter { session.pictures.apiOrigins ?? [:] }, after: start)
    async let _ = session.progress?.run()
    defer { store(search.plan, iterator, &entries) }
    try printer.begin()
    while let photo = await iterator.nextPhoto() {
      let entry = try entries.next(photo, kept: photo)
      session.progress?.hide()
      try printer.add(entry)
      try await printer.flush()
    }
    session.progress?.hide()
    try console.checkReader()
    let summary = ListingSummary(
      plan: search.plan, next: iterator.cursor?.description, reports: iterator.reports)
    try await printer.end(summary)
    let closing = SearchSummary(
      summary: summary, options: options, shown: entries.number - start, late: iterator.late,
      session: session)
    tell(closing, after: entries)
    return ListingOutcome(code: closing.code, photos: closing.shown)
  }

  /// Prints what there is to say about the listing
  private func tell(_ closing: SearchSummary, after entries: ListingEntries) {
    if !isForProgram, let lookAlike = entries.firstLookAlike?.number {
      console.note("≈ \(lookAlike): looks like photo \(lookAlike), which another service has")
    }
    let lines =
      console.isQuiet
      ? closing.failures
      : entries.notices
        + closing.lines(next: isForProgram ? nil : nextSteps(after: entries, closing.summary))
    for line in lines { console.note(line) }
  }

  /// Stores the photos shown, the cursor and the query; nothing if no provider answered
  ///
  /// A search that found nothing doesn't change the numbers of the last listing, and `more`
  /// continues it.
  private func store(
    _ plan: SearchPlan, _ iterator: MergedSearch.Iterator, _ entries: inout ListingEntries
  ) {
    guard iterator.reports.hasAnswer else { return }
    var settings = options.settings
    let isHistory = settings.isInHistory && console.keepsHistory
    let search: SearchRecord
    switch options.start {
    case .anew(let new, _): search = new
    case .cursor: search = SearchRecord(plan: plan, replay: options.requests.replayPath)
    case .last(let last, _): (search, settings) = (last.search, last.settings)
    }
    if fittingCount != nil { settings.count = nil }
    let last = LastSearch(
      search: search, settings: settings, cursor: iterator.cursor?.description,
      shown: entries.number)
    entries.finish(last, history: isHistory ? search : nil)
  }

  /// Whether the closing line is for a program; a file's is for the person who named it
  private var isForProgram: Bool {
    let isRead = console.isTerminal || receive != nil || options.listing.file != nil
    return !console.isErrorTerminal || !isRead
  }

  /// Photos that fit the terminal's window, if nobody has said how many to show
  private var fittingCount: Int? {
    guard options.isCountOpen, receive == nil else { return nil }
    let query = options.plan?.query
    let isFiltered = query.map { $0.filters != PhotoFilters() || $0.strictWords } ?? false
    return options.listing.count(fitting: console, isFiltered: isFiltered)
  }

  /// Suggestions for the next command: `more`, `show 3`, `download 3`
  private func nextSteps(after entries: ListingEntries, _ summary: ListingSummary) -> [String] {
    guard options.listing.format.has(.numbers), receive == nil else { return [] }
    let commands: [Command] = entries.number > entries.start ? [.show, .download] : []
    let steps = commands.map { "\($0.name) \(min(entries.number, entries.start + 3))" }
    return (summary.next == nil ? [] : [Command.more.name]) + steps
  }
}

/// `imgsearch similar <photo>`: photos of its service's own list, or a search for its tags
struct SimilarCommand {
  let arguments: Arguments
  let console: Console

  /// - Throws: a usage failure unless there is one photo, and for options that exclude each other.
  func run() async throws -> ExitCode {
    let operand = try arguments.photo()
    let request = try SearchRequest(arguments)
    _ = try ListingOptions(arguments.options)
    let lookup = PhotoLookup(console)
    guard let reference = try lookup.photos(operand).first else { return .noInput }
    let requests = RequestOptions(arguments.options).answered(by: lookup, for: [operand])
    let session = try Session(requests, console: console)
    let similar = try await session.finishing {
      try await session.similar(to: reference, request.plan)
    }
    if let origin = similar.origin {
      console.note(
        "similar: a search by its \(origin), \(SearchRecord(plan: similar.plan).command)")
    } else {
      let names = similar.plan.providers.map(ProviderCatalog.name).joined(separator: ", ")
      console.note("similar: \(names)'s own list of photos\(similar.plan.query.phrase)")
    }
    let search = SearchRecord(plan: similar.plan, replay: requests.replayPath)
    let options = try SearchOptions(
      arguments, .anew(search, leavingOut: similar.leftOut), requests, SearchSettings(arguments))
    return try await SearchCommand(options: options, console: console).run()
  }
}
