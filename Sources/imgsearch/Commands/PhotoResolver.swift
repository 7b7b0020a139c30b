import CommandSyntax
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Terminal

/// Finds the photos that operands name, one after another; a failure only loses that photo
///
/// A photo whose addresses may have expired is asked for again; if that fails, the stored one is
/// used.
struct PhotoResolver {
  private let requests: RequestOptions
  private let console: Console
  private let isOld: (Photo) -> Bool
  /// Whether to ask the original's service for a photo whose own service can't be asked
  private let asksOriginals: Bool
  private let lookup: PhotoLookup
  /// The sessions for requests, made when they are needed, by the recording that answers
  private var sessions: [String?: Session] = [:]
  private var failures: Set<ExitCode> = []

  /// - Parameters:
  ///   - operands: as typed; `-` reads ids or NDJSON from standard input
  ///   - isOld: whether to ask for a photo again, because its addresses may have expired
  ///   - asksOriginals: whether to ask the original's service for a photo whose own service can't
  ///     be asked
  ///   - showsPictures: whether the body shows addresses of pictures; then the photos have none in
  ///     private networks
  ///   - body: called with each photo
  /// - Returns: the exit code that all failures have in common, if any
  /// - Throws: what `body` throws, and a failure with code 74.
  static func each(
    of operands: [String], requests: RequestOptions, isOld: @escaping (Photo) -> Bool,
    asksOriginals: Bool = false, showsPictures: Bool = false, console: Console,
    _ body: (Photo) throws -> Void
  ) async throws -> ExitCode {
    var resolver = PhotoResolver(
      requests: requests, console: console, isOld: isOld, asksOriginals: asksOriginals,
      lookup: PhotoLookup(console))
    var pictures = PrivateAddressFilter(console)
    let outcome: Result<ExitCode, any Error>
    do {
      outcome = .success(
        try await resolver.visitAll(operands) { photo in
          try body(showsPictures ? pictures.shown(photo) : photo)
        })
    } catch { outcome = .failure(error) }
    for (_, session) in resolver.sessions.sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
      try session.finish()
    }
    let code = try outcome.get()
    if let notice = pictures.notice { console.note(notice) }
    return code
  }

  private mutating func visitAll(
    _ operands: [String], _ body: (Photo) throws -> Void
  ) async throws -> ExitCode {
    for text in operands {
      if text == "-" {
        var input = try PhotoInput(path: text) { [lookup, requests] in
          try lookup.photos($0, asksAnew: requests.record != nil)
        }
        while let item = try await input.next() {
          try await visit(body, asksAgain: true) { _ in [try item.get()] }
        }
      } else {
        let operand = Result { try PhotoOperand(text) }
        // Photos of a replayed listing aren't asked for again.
        let isRecorded =
          if case .success(.numbers) = operand { lookup.replay != nil } else { false }
        try await visit(body, asksAgain: !isRecorded) { try $0.photos(operand.get()) }
      }
    }
    return ExitCode(ofFailures: failures)
  }

  private mutating func visit(
    _ body: (Photo) throws -> Void, asksAgain: Bool,
    _ photos: (PhotoResolver) throws -> [PhotoReference]
  ) async throws {
    do {
      for named in try photos(self) { try body(await photo(named, asksAgain: asksAgain)) }
    } catch let failure as CommandFailure {
      guard failure.code != .cannotWrite else { throw failure }
      console.note("imgsearch: \(failure.message)")
      failures.insert(failure.code)
    }
  }

  /// The photos that an operand names. With a recording, or to ask again, ids replace stored photos
  private func photos(_ operand: PhotoOperand) throws -> [PhotoReference] {
    try lookup.photos(
      operand, asksAnew: requests.replay != nil || requests.record != nil || requests.isRefreshing)
  }

  private mutating func photo(_ named: PhotoReference, asksAgain: Bool) async throws -> Photo {
    guard let photo = named.photo else { return try await fetched(named.id) }
    if asksOriginals, photo.origin != photo.id, !ProviderCatalog.canBeAsked(photo.id) {
      return try await original(of: photo)
    }
    guard asksAgain, requests.replay == nil, isOld(photo) else { return photo }
    if let current = photo.withWorkingAddresses(stored: lookup.storedPhoto) { return current }
    do {
      return try await fetched(photo.id, wasSeen: true)
    } catch let failure as CommandFailure {
      guard failure.code != .cannotWrite else { throw failure }
      console.note("imgsearch: \(photo.id) is as it was last seen: \(failure.message)")
      return photo.lasting
    }
  }

  /// The photo as the original's service tells it now; on a failure the given one
  private mutating func original(of seen: Photo) async throws -> Photo {
    do {
      return try await session(replay: requests.replay ?? lookup.replay).refreshed(.photo(seen))
    } catch let failure as CommandFailure {
      console.note("imgsearch: told as it was last seen: \(failure.message)")
      return seen
    }
  }

  private mutating func fetched(_ id: PhotoID, wasSeen: Bool = false) async throws -> Photo {
    try await session(replay: requests.replay).photo(id, wasSeen: wasSeen)
  }

  private mutating func session(replay: String?) throws -> Session {
    if let session = sessions[replay] { return session }
    var requests = requests
    requests.replay = replay
    let session = try Session(requests, console: console)
    sessions[replay] = session
    return session
  }
}
