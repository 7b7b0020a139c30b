import CommandSyntax
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Terminal

/// Finds the photos that operands name, one after another; a failure only loses that photo
///
/// If a service that has to be asked fails, the stored photo is used.
struct PhotoResolver {
  private let requests: RequestOptions
  private let console: Console
  private let freshness: (Photo) -> PhotoFreshness
  private let lookup: PhotoLookup
  private var pictures: PrivateAddressFilter?
  /// The sessions for requests, made when they are needed, with the recording that answers
  private var sessions: [(replay: String?, session: Session)] = []
  private var failures: Set<ExitCode> = []

  /// - Parameters:
  ///   - showsPictures: whether addresses of pictures are shown; then the photos have none in
  ///     private networks
  ///   - freshness: how fresh a stored photo has to be
  init(
    _ arguments: Arguments, showsPictures: Bool, console: Console,
    _ freshness: @escaping (Photo) -> PhotoFreshness
  ) {
    requests = RequestOptions(arguments.options)
    self.console = console
    self.freshness = freshness
    (lookup, pictures) = (PhotoLookup(console), showsPictures ? PrivateAddressFilter(console) : nil)
  }

  /// Calls a body with each photo
  ///
  /// - Parameter operands: as typed; `-` reads ids or NDJSON from standard input
  /// - Returns: the exit code that all failures have in common, if any
  /// - Throws: an error that ends the run, see `endsRun`; others are said, also those of `body`.
  mutating func each(
    of operands: [String], _ body: (Photo) throws -> Void
  ) async throws -> ExitCode {
    try await Session.finishing({ sessions.map(\.session) }) {
      for text in operands { try await visit(text, body) }
    }
    if let notice = pictures?.notice { console.note(notice) }
    return ExitCode(ofFailures: failures)
  }

  /// Calls the body with the photos of one operand
  private mutating func visit(_ text: String, _ body: (Photo) throws -> Void) async throws {
    var isRecorded = requests.replay != nil
    func attempt(_ references: () throws -> [PhotoReference]) async throws {
      do {
        for reference in try references() {
          let photo = try await photo(reference, isRecorded: isRecorded)
          try body(pictures?.shown(photo) ?? photo)
        }
      } catch let fault where !fault.endsRun { failures.insert(console.report(fault)) }
    }
    if text == "-" {
      var input = try PhotoInput(path: text) { [lookup, requests] in
        try lookup.photos($0, asksAnew: requests.record != nil)
      }
      while let item = try await input.next() { try await attempt { [try item.get()] } }
    } else {
      try await attempt {
        let operand = try PhotoOperand(text)
        if case .numbers = operand, lookup.replay != nil { isRecorded = true }
        // With a recording, or to ask again, ids replace stored photos.
        return try lookup.photos(
          operand,
          asksAnew: requests.replay != nil || requests.record != nil || requests.isRefreshing)
      }
    }
  }

  private mutating func photo(_ reference: PhotoReference, isRecorded: Bool) async throws -> Photo {
    let freshness = reference.photo.map(freshness) ?? .stored
    let fresh = reference.photo(freshness, isRecorded: isRecorded, stored: lookup.storedPhoto)
    if let fresh { return fresh }
    // The recording that the last listing came from has originals of its photos, too.
    let replay = requests.replay ?? (freshness == .withAuthor ? lookup.replay : nil)
    do {
      return try await session(replay: replay).photos.photo(reference, freshness)
    } catch let fault where !fault.endsRun {
      let photo = try reference.photo(after: fault, isRecorded: false)
      let subject = freshness == .withAuthor ? "told" : "\(photo.id) is"
      console.note("imgsearch: \(subject) as it was last seen: \(ErrorText.line(fault))")
      return photo
    }
  }

  private mutating func session(replay: String?) throws -> Session {
    if let (_, session) = sessions.first(where: { $0.replay == replay }) { return session }
    var requests = requests
    requests.replay = replay
    let session = try Session(requests, console: console)
    sessions.append((replay, session))
    return session
  }
}
