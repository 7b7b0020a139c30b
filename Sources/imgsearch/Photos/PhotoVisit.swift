import PhotoSearch

/// Goes through the photos that operands name, one after the other: what fails costs that photo, and
/// is said
struct PhotoVisit {
  private let run: RunOptions
  private let console: Console
  /// Whether photos of which only the original can be told are asked for at its service
  private let asksOriginals: Bool
  private let lookup: PhotoLookup
  /// Made when something has to be asked for
  private var session: Session?
  /// The same for what the last listing has, which may have been answered from a recording
  private var listingSession: Session?
  private var failures: Set<ExitCode> = []

  init(run: RunOptions, console: Console, asksOriginals: Bool) {
    self.run = run
    self.console = console
    self.asksOriginals = asksOriginals
    lookup = PhotoLookup(console)
  }

  /// - Parameters:
  ///   - operands: as they were typed; `-` reads ids or NDJSON from standard input
  ///   - asksOriginals: whether a photo whose service can't be asked for it is asked for at that of
  ///     the original
  ///   - body: what is to be done with each photo
  /// - Returns: the code of all failures, when they have one in common
  /// - Throws: what `body` throws, and a failure with code 74.
  static func each(
    of operands: [String], run: RunOptions, console: Console, asksOriginals: Bool = false,
    _ body: (Photo) throws -> Void
  ) async throws -> ExitCode {
    var visit = PhotoVisit(run: run, console: console, asksOriginals: asksOriginals)
    let outcome: Result<ExitCode, any Error>
    do { outcome = .success(try await visit.goThrough(operands, body)) } catch {
      outcome = .failure(error)
    }
    try visit.session?.finish()
    try visit.listingSession?.finish()
    return try outcome.get()
  }

  private mutating func goThrough(
    _ operands: [String], _ body: (Photo) throws -> Void
  ) async throws -> ExitCode {
    for text in operands {
      if text == "-" {
        var input = try PhotoInput(path: text, photos: lookup.photos)
        while let item = try await input.next() {
          try await go(body) { _ in [try item.get()] }
        }
      } else {
        try await go(body) { try $0.photos(PhotoOperand(text)) }
      }
    }
    return failures.count > 1 ? .unavailable : failures.first ?? .success
  }

  private mutating func go(
    _ body: (Photo) throws -> Void, _ photos: (PhotoVisit) throws -> [NamedPhoto]
  ) async throws {
    do {
      for named in try photos(self) { try body(await photo(named)) }
    } catch let failure as CommandFailure {
      guard failure.code != .cannotWrite else { throw failure }
      console.note("imgsearch: \(failure.message)")
      failures.insert(failure.code)
    }
  }

  /// A recording, and a service that is to be asked again, know better than what was last seen
  private func photos(_ operand: PhotoOperand) throws -> [NamedPhoto] {
    if run.replay != nil || run.isRefreshing, let id = try operand.id(),
      ProviderCatalog.canBeAsked(id)
    {
      return [.id(id)]
    }
    return try lookup.photos(operand)
  }

  private mutating func photo(_ named: NamedPhoto) async throws -> Photo {
    switch named {
    case .photo(let seen, _):
      guard asksOriginals, seen.origin != seen.id, !ProviderCatalog.canBeAsked(seen.id) else {
        return seen
      }
      do {
        var run = run
        run.replay = run.replay ?? lookup.replay
        let session = try listingSession ?? Session(run, console: console)
        listingSession = session
        return try await session.told(seen)
      } catch let failure as CommandFailure {
        console.note("imgsearch: told as it was last seen: \(failure.message)")
        return seen
      }
    case .id(let id):
      let session = try session ?? Session(run, console: console)
      self.session = session
      return try await session.photo(id)
    }
  }
}

extension Arguments {
  /// The operands of a command that takes photos, as they were typed
  ///
  /// - Throws: a usage failure when there are none.
  var photos: [String] {
    get throws {
      guard !operands.isEmpty else {
        throw CommandFailure.usage(
          "\(command.rawValue) takes photos: numbers of the last listing such as 3 or 1-5, "
            + "ids such as flickr:43213681030, or addresses of their pages or pictures; "
            + "- reads them, or NDJSON, from standard input")
      }
      return operands
    }
  }
}
